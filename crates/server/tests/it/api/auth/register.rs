use chrono::Duration;
use db::schema::outbox;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use serde_json::json;

use crate::support::accounts::{PASSWORD, registration, without_request_id};
use crate::support::app::TestApp;

#[tokio::test]
async fn a_new_account_waits_for_its_link_and_gets_one_mail() {
    let (app, anon) = TestApp::init().await.anon();
    let mut body = registration("Ada@Example.COM");
    body["timeZone"] = json!("Europe/Vienna");
    body["firstName"] = json!("  Ada ");
    let answer = anon.post("/api/auth/register", body).await;
    assert_eq!(answer.status, 201, "{}", answer.text);
    insta::assert_json_snapshot!(answer.json, @r#"
    {
      "message": "Please check your inbox for a link to verify your email address.",
      "requiresVerification": true
    }
    "#);
    let user = app.user("ada@example.com").await.unwrap();
    assert_eq!(user.email, "Ada@example.com");
    assert_eq!((user.first_name.as_str(), user.time_zone.as_str()), ("Ada", "Europe/Vienna"));
    assert_eq!((user.plan.as_str(), user.email_verified_at), ("free", None));
    assert!(user.password_hash.starts_with("$argon2id$"));
    assert_eq!(app.waiting_mails("Ada@example.com").await, ["verify_email"]);
}

#[tokio::test]
async fn a_known_address_is_answered_like_an_unknown_one() {
    let (app, anon) = TestApp::init().await.anon();
    let unknown = anon.register("ada@example.com").await;
    let unverified = anon.register("ada@example.com").await;
    let token = app.verification_token("ada@example.com").await;
    anon.get(&format!("/api/auth/verify-email/{token}")).await;
    let verified = anon.register("ADA@example.com").await;
    assert_eq!(unknown.status, 201);
    for known in [unverified, verified] {
        assert_eq!((known.status, &known.text), (unknown.status, &unknown.text));
    }
}

const STRANGERS: &str = "Stranger1danger";

fn by_a_stranger() -> serde_json::Value {
    let mut body = registration("ada@example.com");
    body["password"] = json!(STRANGERS);
    body["firstName"] = json!("Mallory");
    body
}

#[tokio::test]
async fn a_link_brings_the_password_and_names_of_its_own_registration() {
    // Whoever was first, nothing that the other chose takes effect.
    for stranger_is_first in [true, false] {
        let (app, anon) = TestApp::init().await.anon();
        let mut bodies = [by_a_stranger(), registration("ada@example.com")];
        if !stranger_is_first {
            bodies.reverse();
        }
        let [first, second] = bodies;
        let right = second["password"].as_str().unwrap().to_owned();
        let wrong = first["password"].as_str().unwrap().to_owned();
        let name = second["firstName"].clone();
        assert_eq!(anon.post("/api/auth/register", first).await.status, 201);
        let older = app.verification_token("ada@example.com").await;
        assert_eq!(anon.post("/api/auth/register", second).await.status, 201);
        let newer = app.verification_token("ada@example.com").await;
        assert_ne!(older, newer);
        assert_eq!(app.waiting_mails("ada@example.com").await, ["verify_email"; 2]);
        // Before the address is verified, the newest registration counts.
        let early = anon.login("ada@example.com", &right).await;
        assert_eq!((early.status, early.code()), (403, "EMAIL_NOT_VERIFIED"));
        assert_eq!(anon.login("ada@example.com", &wrong).await.status, 401);
        let old = anon.get(&format!("/api/auth/verify-email/{older}")).await;
        assert_eq!((old.status, old.code()), (400, "INVALID_TOKEN"));
        let new = anon.get(&format!("/api/auth/verify-email/{newer}")).await;
        assert_eq!(new.status, 200);
        let signed_in = anon.login("ada@example.com", &right).await;
        assert_eq!(signed_in.status, 200);
        assert_eq!(signed_in.json["user"]["firstName"], name);
        assert_eq!(anon.login("ada@example.com", &wrong).await.status, 401);
    }
}

#[tokio::test]
async fn a_registration_whose_mail_is_not_made_yet_does_not_change_what_a_link_brings() {
    let (app, anon) = TestApp::init().await.anon();
    anon.register("ada@example.com").await;
    let own = app.verification_token("ada@example.com").await;
    anon.post("/api/auth/register", by_a_stranger()).await;
    // The process that makes emails has not seen the stranger's request when the owner follows the link.
    let verified = anon.get(&format!("/api/auth/verify-email/{own}")).await;
    assert_eq!(verified.status, 200);
    app.work_off_requests().await;
    assert_eq!(anon.login("ada@example.com", PASSWORD).await.status, 200);
    assert_eq!(anon.login("ada@example.com", STRANGERS).await.status, 401);
    assert_eq!(app.waiting_mails("ada@example.com").await, ["verify_email", "already_registered"]);
    // Following the link again does not restore the password that was chosen first either.
    let ada = anon.sign_in("ada@example.com").await;
    let change = json!({"currentPassword": PASSWORD, "newPassword": "Another1horse"});
    assert_eq!(ada.client.put("/api/users/password", change).await.status, 204);
    let again = anon.get(&format!("/api/auth/verify-email/{own}")).await;
    assert_eq!(again.status, 200);
    assert_eq!(anon.login("ada@example.com", PASSWORD).await.status, 401);
    assert_eq!(anon.login("ada@example.com", "Another1horse").await.status, 200);
}

#[tokio::test]
async fn a_link_that_is_asked_for_again_brings_the_newest_registration() {
    let (app, anon) = TestApp::init().await.anon();
    anon.post("/api/auth/register", by_a_stranger()).await;
    anon.register("ada@example.com").await;
    app.work_off_requests().await;
    let body = json!({"email": "ada@example.com"});
    anon.post("/api/auth/resend-verification", body).await;
    let token = app.verification_token("ada@example.com").await;
    anon.get(&format!("/api/auth/verify-email/{token}")).await;
    assert_eq!(anon.login("ada@example.com", PASSWORD).await.status, 200);
}

#[tokio::test]
async fn the_owner_of_a_known_address_is_notified_once_an_hour() {
    let (app, anon) = TestApp::init().await.anon();
    app.verified(&anon, "ada@example.com").await;
    let sent = ["verify_email", "already_registered"];
    for _ in 0..2 {
        anon.register("ada@example.com").await;
        assert_eq!(app.waiting_mails("ada@example.com").await, sent);
    }
    let mut conn = app.conn().await.unwrap();
    diesel::update(outbox::table).set(outbox::status.eq("sent")).execute(&mut conn).await.unwrap();
    app.clock.advance(Duration::minutes(59));
    anon.register("ada@example.com").await;
    assert!(app.waiting_mails("ada@example.com").await.is_empty());
    app.clock.advance(Duration::minutes(2));
    anon.register("ada@example.com").await;
    assert_eq!(app.waiting_mails("ada@example.com").await, ["already_registered"]);
}

#[tokio::test]
async fn twenty_registrations_of_one_address_at_once_make_one_account() {
    let (app, anon) = TestApp::init_with(&["auth.concurrent_hashes=4"]).await.anon();
    let all = (0..20).map(|n| {
        let anon = anon.clone();
        async move {
            let email = if n % 2 == 0 { "ada@example.com" } else { "ADA@example.com" };
            anon.register(email).await.status
        }
    });
    for status in futures::future::join_all(all).await {
        // The first five may each send an email; the others are over the limit.
        assert!(status == 201 || status == 429, "{status}");
    }
    assert!(app.user("ada@example.com").await.is_some());
}

#[tokio::test]
async fn one_answer_names_every_field_that_is_wrong() {
    let (_app, anon) = TestApp::init().await.anon();
    let empty = anon.post("/api/auth/register", json!({})).await;
    assert_eq!(empty.status, 422);
    insta::assert_json_snapshot!(without_request_id(empty.json), @r#"
    {
      "code": "VALIDATION_FAILED",
      "error": "Email is required",
      "fields": {
        "email": "Email is required",
        "firstName": "First name is required",
        "lastName": "Last name is required",
        "password": "Password is required"
      },
      "message": "Email is required"
    }
    "#);
    let long = "x".repeat(101);
    let cases = [
        ("email", json!("ada"), "Please enter a valid email"),
        ("email", json!("a\u{0}@example.com"), "Please enter a valid email"),
        ("password", json!("Short1a"), "Password must be at least 8 characters"),
        (
            "password",
            json!("alllower1"),
            "Password must contain at least one uppercase letter, one lowercase letter, and one number",
        ),
        (
            "password",
            json!("Password1"),
            "This password is one of the most common ones. Please choose another.",
        ),
        ("firstName", json!("  "), "First name is required"),
        ("firstName", json!(long), "First name must be at most 100 characters"),
        ("lastName", json!("a\u{0}b"), "Last name must not contain control characters"),
        ("lastName", json!("a\r\nBcc: b"), "Last name must not contain control characters"),
        (
            "timeZone",
            json!("Mars/Olympus"),
            "This time zone is not recognised; use a name such as Europe/Vienna",
        ),
        ("password", json!(12_345_678), "This must be text"),
        ("email", json!(null), "This must be text"),
    ];
    for (field, value, text) in cases {
        let mut body = registration("ada@example.com");
        body[field] = value;
        let answer = anon.post("/api/auth/register", body).await;
        assert_eq!((answer.status, answer.code()), (422, "VALIDATION_FAILED"), "{text}");
        assert_eq!(answer.json["fields"], json!({field: text}));
    }
}

#[tokio::test]
async fn a_password_of_128_characters_works_as_typed() {
    let (app, anon) = TestApp::init().await.anon();
    let password = format!(" Ünïcode1{} ", "x".repeat(118));
    assert_eq!(password.chars().count(), 128);
    let mut body = registration("ada@example.com");
    body["password"] = json!(password);
    assert_eq!(anon.post("/api/auth/register", body).await.status, 201);
    let token = app.verification_token("ada@example.com").await;
    anon.get(&format!("/api/auth/verify-email/{token}")).await;
    assert_eq!(anon.login("ada@example.com", &password).await.status, 200);
    assert_eq!(anon.login("ada@example.com", password.trim()).await.status, 401);
    assert_eq!(anon.login("ada@example.com", PASSWORD).await.status, 401);
}

#[tokio::test]
async fn where_registration_is_closed_nobody_registers_and_accounts_keep_working() {
    let settings = ["auth.registration=closed"];
    let (app, anon, user) = TestApp::init_with(&settings).await.with_user().await;
    let answer = anon.register("eve@example.com").await;
    assert_eq!((answer.status, answer.code()), (403, "REGISTRATION_CLOSED"));
    let text = "This server does not accept new accounts. Ask whoever runs it for one.";
    assert_eq!(answer.json["message"], text);
    assert!(app.user("eve@example.com").await.is_none());
    assert!(app.waiting_mails("eve@example.com").await.is_empty());
    assert_eq!(user.get("/api/users/profile").await.status, 200);
}
