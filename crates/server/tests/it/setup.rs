//! The first start: the link that the server shows, and its use.

use domain::setup;

use crate::support::prelude::*;

/// Returns the key in the link.
async fn key(test: &TestApp) -> String {
    let link = setup::link(test).await.unwrap().expect("a link");
    let (page, key) = link.split_once("?key=").unwrap();
    assert_eq!(page, "http://127.0.0.1:8080/setup");
    key.to_owned()
}

async fn look(client: &Client, key: &str) -> Answer {
    client.post("/api/setup/look", json!({"key": key})).await
}

fn account(email: &str) -> Value {
    json!({
        "email": email, "password": "Correct-horse-7", "firstName": "Ada", "lastName": "Reader",
        "timeZone": "Europe/Vienna",
    })
}

async fn finish(client: &Client, key: &str, sites: &[&str], account: Value) -> Answer {
    let input = json!({"key": key, "sites": sites, "account": account});
    client.post("/api/setup", input).await
}

async fn sign_in(client: &Client, email: &str) -> Answer {
    let input = json!({"email": email, "password": "Correct-horse-7"});
    client.post("/api/auth/login", input).await
}

#[tokio::test]
async fn the_link_makes_the_first_account_and_chooses_what_is_read() {
    let (test, anon) = TestApp::init().await.anon();
    let key = key(&test).await;
    let shown = look(&anon, &key).await;
    assert_eq!(
        shown.json,
        json!({"needsAccount": true, "sites": ["news.ycombinator.com", "bsky.app", "join-lemmy.org"]})
    );
    assert_eq!(test.sites.read().count(), 0);
    finish(&anon, &key, &["bsky.app"], json!({"email": "ada"})).await.expect(422);
    finish(&anon, &key, &["bsky.app"], Value::Null).await.expect(422);

    finish(&anon, &key, &["bsky.app", "rust"], account("ada@example.com")).await.expect(204);
    let session = sign_in(&anon, "ada@example.com").await.expect(200);
    let user = &session.json["user"];
    assert_eq!(user["sites"], json!(["bsky.app"]));
    assert_eq!((&user["isPro"], &user["isEmailVerified"]), (&json!(true), &json!(true)));
    assert_eq!(user["timeZone"], json!("Europe/Vienna"));

    // The link has been used, and there is nothing more to set up.
    assert_eq!(look(&anon, &key).await.code(), "SETUP_LINK_INVALID");
    let again = finish(&anon, &key, &[], account("bob@example.com")).await;
    assert_eq!((again.status, again.code()), (403, "SETUP_LINK_INVALID"));
    assert_eq!(count(&test, "users").await, 1);
    assert_eq!(setup::link(&test).await.unwrap(), None);
    // A process that starts later knows the choice.
    let other = test.with_settings(&[]).await;
    other.sites.look(&mut test.conn().await.unwrap()).await.unwrap();
    assert!(other.sites.has("Bsky.app") && !other.sites.has("news.ycombinator.com"));
}

#[tokio::test]
async fn of_two_who_have_a_link_one_makes_the_account() {
    let (test, anon) = TestApp::init().await.anon();
    let (one, other) = (key(&test).await, key(&test).await);
    let (first, second) = tokio::join!(
        finish(&anon, &one, &[], account("ada@example.com")),
        finish(&anon, &one, &[], account("bob@example.com")),
    );
    let mut statuses = [first.status, second.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [204, 403]);
    assert_eq!(look(&anon, &other).await.status, 403, "the other link ended as well");
    assert_eq!(count(&test, "users").await, 1);
}

#[tokio::test]
async fn a_link_is_good_for_a_day_and_cannot_be_guessed() {
    let (test, anon) = TestApp::init().await.anon();
    let key = key(&test).await;
    for wrong in ["", "x", &key[1..]] {
        assert_eq!(look(&anon, wrong).await.status, 403);
    }
    test.clock.advance(TimeDelta::hours(24));
    assert_eq!(look(&anon, &key).await.status, 403);
    finish(&anon, &key, &[], account("ada@example.com")).await.expect(403);
    let long = "x".repeat(101);
    assert_eq!(look(&anon, &long).await.status, 422);
    // The next link replaces expired ones.
    self::key(&test).await;
    assert_eq!(count(&test, "setup_keys").await, 1);
}

#[tokio::test]
async fn what_is_configured_cannot_be_chosen_otherwise() {
    let settings = ["hacker_news.enabled=false", "bluesky.enabled=true", "lemmy.enabled=false"];
    let (test, anon) = TestApp::init_with(&settings).await.anon();
    let key = key(&test).await;
    let shown = look(&anon, &key).await;
    assert_eq!(shown.json, json!({"needsAccount": true, "sites": []}));
    let both = ["news.ycombinator.com", "bsky.app"];
    finish(&anon, &key, &both, account("ada@example.com")).await.expect(204);
    assert_eq!(test.sites.read().collect::<Vec<_>>(), ["bsky.app"]);
    assert_eq!(count(&test, "chosen_sites").await, 0);
}

#[tokio::test]
async fn with_an_administrator_the_link_only_chooses_and_only_while_nothing_is_read() {
    let (test, anon) = TestApp::init().await.set_up().await.anon();
    let key = key(&test).await;
    assert_eq!(look(&anon, &key).await.json["needsAccount"], json!(false));
    finish(&anon, &key, &["news.ycombinator.com"], account("bob@example.com")).await.expect(204);
    assert_eq!(count(&test, "users").await, 1, "no other account was made");
    assert_eq!(setup::link(&test).await.unwrap(), None);

    let settings = [
        "forum.client_id=x",
        "forum.client_secret=y",
        "forum.user_agent=server:harken-test:1.0 (by /u/harken-test)",
    ];
    let test = TestApp::init_with(&settings).await.set_up().await;
    assert_eq!(setup::link(&test).await.unwrap(), None, "the forum is read");
}

#[tokio::test]
async fn nobody_registers_before_anything_is_set_up_and_no_account_ends_the_setup() {
    // Somebody registered with an earlier version, before the server was set up.
    let (test, anon, _) = TestApp::init().await.with_user().await;
    let refused = anon.register("eve@example.com").await;
    assert_eq!((refused.status, refused.code()), (403, "REGISTRATION_CLOSED"));
    let text = "This server is not set up yet. Whoever runs it has a link to its setup page.";
    assert_eq!(refused.json["message"], text);
    assert_eq!(count(&test, "users").await, 1);

    let key = key(&test).await;
    assert_eq!(look(&anon, &key).await.json["needsAccount"], json!(true));
    let taken = finish(&anon, &key, &[], account("Reader@example.com")).await.expect(422);
    let field = taken.json["fields"]["account.email"].as_str().unwrap();
    assert!(field.contains("harken user promote"), "{field}");
    finish(&anon, &key, &[], account("ada@example.com")).await.expect(204);
    let session = sign_in(&anon, "ada@example.com").await.expect(200);
    assert_eq!(session.json["user"]["isAdministrator"], json!(true));
    anon.register("eve@example.com").await.expect(201);
    // A demo needs no administrator, and whoever configures what is read or who may register was first.
    for setting in ["server.demo=true", "hacker_news.enabled=true", "auth.registration=open"] {
        let (_test, anon) = TestApp::init_with(&[setting]).await.anon();
        anon.register("eve@example.com").await.expect(201);
    }
}

#[tokio::test]
async fn where_no_email_is_sent_nobody_is_promised_any() {
    let (test, anon) = TestApp::init_with(&["mail.backend=off"]).await.anon();
    let key = key(&test).await;
    finish(&anon, &key, &[], account("ada@example.com")).await;
    let session = sign_in(&anon, "ada@example.com").await;
    let mail = &session.json["user"]["notificationPreferences"]["emailNotifications"];
    assert_eq!(mail, &json!(false), "{}", session.text);
    let input = json!({
        "email": "bob@example.com", "password": "Correct-horse-7", "firstName": "B", "lastName": "C",
    });
    let refused = anon.post("/api/auth/register", input).await;
    assert_eq!(refused.code(), "REGISTRATION_CLOSED");
    let signed_in = Client { token: session.json["token"].as_str().map(str::to_owned), ..anon };
    let wish = json!({"emailNotifications": true});
    signed_in.put("/api/users/notifications", wish).await.expect(422);
}
