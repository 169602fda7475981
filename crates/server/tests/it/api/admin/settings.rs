//! The settings that administrators make for the whole instance, and their effects.

use harken::router::router;
use platform::choices;

use crate::support::prelude::*;

const SETTINGS: &str = "/api/admin/settings";
const ANNOUNCEMENT: &str = "/api/admin/announcement";

async fn set(admin: &SignedIn, change: Value) {
    admin.send("PATCH", SETTINGS, Some(change)).await.expect(204);
}

async fn announcement(user: &SignedIn) -> Value {
    let profile = user.get("/api/users/profile").await;
    profile.json["user"]["announcement"].clone()
}

#[tokio::test]
async fn registration_follows_the_page_in_every_process() {
    let (test, anon) = TestApp::init().await.anon();
    let admin = test.administrator("admin@example.com").await;
    let other = test.with_settings(&[]).await;
    let shown = admin.get(SETTINGS).await.json;
    assert_eq!(shown["registration"], json!({"mode": "open", "isConfigured": false}));

    set(&admin, json!({"registration": "closed"})).await;
    let refused = anon.register("eve@example.com").await;
    assert_eq!((refused.status, refused.code()), (403, "REGISTRATION_CLOSED"));
    choices::look(&other).await;
    let elsewhere = Client { site: router(other), token: None };
    let refused = elsewhere.register("eve@example.com").await;
    assert_eq!(refused.code(), "REGISTRATION_CLOSED");

    set(&admin, json!({"registration": "invite"})).await;
    let refused = anon.register("eve@example.com").await;
    assert_eq!(refused.code(), "INVITATION_REQUIRED");
    set(&admin, json!({"registration": "open"})).await;
    assert_eq!(anon.register("eve@example.com").await.status, 201);
}

#[tokio::test]
async fn beyond_the_limit_of_accounts_nobody_registers_and_of_two_at_once_one_does() {
    let (test, anon) = TestApp::init().await.anon();
    let admin = test.administrator("admin@example.com").await;
    set(&admin, json!({"maxAccounts": 2})).await;
    let (one, other) =
        tokio::join!(anon.register("eve@example.com"), anon.register("bob@example.com"),);
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409]);
    // Whether an address has an account makes no difference.
    for email in ["eve@example.com", "bob@example.com", "ivy@example.com"] {
        let refused = anon.register(email).await;
        assert_eq!((refused.status, refused.code()), (409, "INSTANCE_LIMIT_EXCEEDED"));
        assert_eq!(
            refused.json["message"],
            "This server already has as many accounts as its operator allows (2). Ask whoever \
             runs it to allow more."
        );
    }
    assert_eq!(count(&test, "users").await, 2);
    let shown = admin.get(SETTINGS).await.json;
    assert_eq!(shown["accounts"], json!({"limit": 2, "used": 2, "isConfigured": false}));
    set(&admin, json!({"maxAccounts": 0})).await;
    assert_eq!(anon.register("ivy@example.com").await.status, 201);
}

#[tokio::test]
async fn limits_of_keywords_hold_from_the_next_one_on() {
    let (test, _, user) = TestApp::init().await.with_user().await;
    let admin = test.administrator("admin@example.com").await;
    add_watch(&test, user.user.id, "kettle", &["tea"]).await;
    set(&admin, json!({"maxWatches": 1})).await;
    let refused = user.post("/api/keywords", json!({"keyword": "teapot"})).await;
    assert_eq!((refused.status, refused.code()), (409, "INSTANCE_LIMIT_EXCEEDED"));
    let shown = admin.get(SETTINGS).await.json;
    assert_eq!(
        (&shown["watches"], &shown["patterns"]["limit"]),
        (&json!({"limit": 1, "used": 1, "isConfigured": false}), &Value::Null)
    );
    set(&admin, json!({"maxWatches": 2})).await;
    user.post("/api/keywords", json!({"keyword": "teapot"})).await.expect(201);
}

#[tokio::test]
async fn what_is_configured_cannot_be_changed_and_is_said_to_be() {
    let configured = [
        "auth.registration=invite",
        "server.status_page=false",
        "limits.accounts=3",
        "limits.watches=3",
        "limits.patterns=3",
    ];
    let test = TestApp::init_with(&configured).await;
    let admin = test.administrator("admin@example.com").await;
    for (change, key) in [
        (json!({"registration": "open"}), "auth.registration"),
        (json!({"hasStatusPage": true}), "server.status_page"),
        (json!({"maxAccounts": 0}), "limits.accounts"),
        (json!({"maxWatches": 0}), "limits.watches"),
        (json!({"maxPatterns": 0}), "limits.patterns"),
    ] {
        let refused = admin.send("PATCH", SETTINGS, Some(change)).await;
        assert_eq!((refused.status, refused.code()), (409, "SETTING_CONFIGURED"));
        assert!(refused.text.contains(key), "{}", refused.text);
    }
    let shown = admin.get(SETTINGS).await.json;
    for setting in ["registration", "statusPage", "accounts", "watches", "patterns"] {
        assert_eq!(shown[setting]["isConfigured"], true, "{setting}: {shown}");
    }
    assert_eq!(count(&test, "audit_log WHERE act = 'settings_changed'").await, 0);
}

#[tokio::test]
async fn without_email_the_page_says_why_nobody_can_register() {
    let test = TestApp::init_with(&["mail.backend=off"]).await;
    let admin = test.administrator("admin@example.com").await;
    let refused =
        admin.send("PATCH", SETTINGS, Some(json!({"registration": "open"}))).await.expect(409);
    assert!(refused.text.contains("sends no email"), "{}", refused.text);
}

#[tokio::test]
async fn an_announcement_reaches_all_users_until_it_ends_or_is_withdrawn() {
    let (test, _, user) = TestApp::init().await.with_user().await;
    let admin = test.administrator("admin@example.com").await;
    assert_eq!(announcement(&user).await, Value::Null);
    for (wrong, field) in [
        (json!({"text": " "}), "text"),
        (json!({"text": "x".repeat(501)}), "text"),
        (json!({"text": "x", "until": test.clock.now()}), "until"),
    ] {
        let refused = admin.put(ANNOUNCEMENT, wrong).await.expect(422);
        assert!(refused.json["fields"][field].is_string(), "{}", refused.text);
    }
    let until = test.clock.now() + TimeDelta::minutes(5);
    let told = json!({"text": " Down at noon. ", "until": until});
    assert_eq!(admin.put(ANNOUNCEMENT, told).await.status, 204);
    assert_eq!(announcement(&user).await["text"], "Down at noon.");
    test.clock.advance(TimeDelta::minutes(5));
    assert_eq!(announcement(&user).await, Value::Null);

    let told = json!({"text": "New: analytics"});
    assert_eq!(admin.put(ANNOUNCEMENT, told).await.status, 204);
    let shown = announcement(&user).await;
    assert_eq!((&shown["text"], &shown["until"]), (&json!("New: analytics"), &Value::Null));
    assert_eq!(admin.get(SETTINGS).await.json["announcement"], shown);
    for _ in 0..2 {
        assert_eq!(admin.delete(ANNOUNCEMENT).await.status, 204);
        assert_eq!(announcement(&user).await, Value::Null);
    }
}

#[tokio::test]
async fn every_change_is_in_the_audit_log_once_and_without_its_text() {
    let test = TestApp::init().await;
    let admin = test.administrator("admin@example.com").await;
    let change = json!({"registration": "invite", "maxPatterns": 0, "maxWatches": 9});
    // The second change has no effect.
    set(&admin, change.clone()).await;
    set(&admin, change).await;
    admin.put(ANNOUNCEMENT, json!({"text": "kettle"})).await;
    admin.delete(ANNOUNCEMENT).await;
    admin.delete(ANNOUNCEMENT).await;
    let log = admin.get("/api/admin/audit-log").await.json;
    let acts: Vec<_> = log["entries"].as_array().unwrap().iter().collect();
    let named: Vec<_> = acts.iter().map(|entry| entry["act"].as_str().unwrap()).collect();
    assert_eq!(named, ["announcement_withdrawn", "announcement_published", "settings_changed"]);
    assert_eq!(
        acts[2]["details"],
        json!({"registration": "invite", "maxPatterns": 0, "maxWatches": 9})
    );
    let wordy = "audit_log WHERE audit_log::text LIKE '%kettle%'";
    assert_eq!(count(&test, wordy).await, 0);
}
