mod deletion;
mod export;
mod first_steps;
mod password;
mod preferences;
mod sessions;

use crate::support::prelude::*;

#[tokio::test]
async fn the_profile_is_read_and_changed_in_part() {
    let (_app, anon, user) = TestApp::init().await.with_user().await;
    assert_eq!(anon.get("/api/users/profile").await.status, 401);
    let before = user.get("/api/users/profile").await;
    assert_eq!(before.json["user"]["email"], "reader@example.com");
    let change = json!({"firstName": " Grace ", "timeZone": "Asia/Calcutta"});
    let after = user.put("/api/users/profile", change).await.expect(200);
    let shown = &after.json["user"];
    assert_eq!(
        (&shown["firstName"], &shown["lastName"], &shown["timeZone"]),
        (&json!("Grace"), &json!("Reader"), &json!("Asia/Calcutta"))
    );
    // Changing nothing is not an error.
    let same = user.put("/api/users/profile", json!({})).await;
    assert_eq!((same.status, &same.json), (200, &after.json));
}

#[tokio::test]
async fn the_theme_is_kept() {
    let (_app, _, user) = TestApp::init().await.with_user().await;
    for theme in ["dark", "light", "system"] {
        let set = user.put("/api/users/settings", json!({"theme": theme})).await;
        assert_eq!((set.status, &set.json["settings"]), (200, &json!({"theme": theme})));
    }
}

#[tokio::test]
async fn wrong_values_are_named_by_their_field() {
    let (_app, _, user) = TestApp::init().await.with_user().await;
    let cases = [
        ("/api/users/profile", json!({"firstName": ""}), "firstName"),
        ("/api/users/profile", json!({"lastName": "a\u{0}"}), "lastName"),
        ("/api/users/profile", json!({"timeZone": "UTC\u{0}"}), "timeZone"),
        ("/api/users/profile", json!({"timeZone": "EST5EDT4"}), "timeZone"),
        ("/api/users/settings", json!({"theme": "pink"}), "theme"),
        ("/api/users/settings", json!({}), "theme"),
    ];
    for (path, body, field) in cases {
        let answer = user.put(path, body.clone()).await;
        assert_eq!((answer.status, answer.code()), (422, "VALIDATION_FAILED"), "{body}");
        assert!(answer.json["fields"][field].is_string(), "{body}: {}", answer.text);
    }
}

#[tokio::test]
async fn with_plans_off_everyone_is_pro() {
    let (_app, _, user) = TestApp::init_with(&["server.plans=off"]).await.with_user().await;
    let profile = user.get("/api/users/profile").await;
    assert_eq!(profile.json["user"]["isPro"], true);
    assert_eq!(profile.json["user"]["subscription"]["plan"], "free");
}
