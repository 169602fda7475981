use db::models::user::User;
use db::schema::outbox;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use crate::support::accounts::{registration, without_request_id};
use crate::support::prelude::*;

#[tokio::test]
async fn a_new_account_waits_for_its_link_and_gets_one_mail() {
    let (app, anon) = TestApp::init().await.set_up().await.anon();
    let mut body = registration("Ada@Example.COM");
    body["timeZone"] = json!("Europe/Vienna");
    body["firstName"] = json!("  Ada ");
    let answer = anon.post("/api/auth/register", body).await.expect(201);
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
    let (app, anon) = TestApp::init().await.set_up().await.anon();
    let unknown = anon.register("ada@example.com").await;
    let unverified = anon.register("ada@example.com").await;
    let token = app.verification_token("ada@example.com").await;
    anon.verify(&token, PASSWORD).await.expect(200);
    let verified = anon.register("ADA@example.com").await;
    assert_eq!(unknown.status, 201);
    for known in [unverified, verified] {
        assert_eq!((known.status, &known.text), (unknown.status, &unknown.text));
    }
}

const STRANGERS: &str = "Stranger1danger";
/// The password that the owner of the address chooses on the page of the link.
const OWNERS: &str = "Owners1horse";

fn by_a_stranger() -> serde_json::Value {
    let mut body = registration("ada@example.com");
    body["password"] = json!(STRANGERS);
    body["firstName"] = json!("Mallory");
    body
}

#[tokio::test]
async fn a_link_brings_the_names_of_its_own_registration_and_the_password_chosen_on_its_page() {
    // Whoever was first, nothing that the other chose takes effect.
    for stranger_is_first in [true, false] {
        let (app, anon) = TestApp::init().await.set_up().await.anon();
        let mut bodies = [by_a_stranger(), registration("ada@example.com")];
        if !stranger_is_first {
            bodies.reverse();
        }
        let [first, second] = bodies;
        let [before, newest] =
            [&first, &second].map(|body| body["password"].as_str().unwrap().to_owned());
        let name = second["firstName"].clone();
        assert_eq!(anon.post("/api/auth/register", first).await.status, 201);
        let older = app.verification_token("ada@example.com").await;
        assert_eq!(anon.post("/api/auth/register", second).await.status, 201);
        let newer = app.verification_token("ada@example.com").await;
        assert_ne!(older, newer);
        assert_eq!(app.waiting_mails("ada@example.com").await, ["verify_email"; 2]);
        // Before the address is verified, the newest registration counts.
        let early = anon.login("ada@example.com", &newest).await;
        assert_eq!((early.status, early.code()), (403, "EMAIL_NOT_VERIFIED"));
        assert_eq!(anon.login("ada@example.com", &before).await.status, 401);
        let old = anon.verify(&older, OWNERS).await;
        assert_eq!((old.status, old.code()), (400, "INVALID_TOKEN"));
        anon.verify(&newer, OWNERS).await.expect(200);
        let signed_in = anon.login("ada@example.com", OWNERS).await.expect(200);
        assert_eq!(signed_in.json["user"]["firstName"], name);
        for password in [before, newest] {
            assert_eq!(anon.login("ada@example.com", &password).await.status, 401);
        }
    }
}

#[tokio::test]
async fn a_registration_whose_mail_is_not_made_yet_does_not_change_what_a_link_brings() {
    let (app, anon) = TestApp::init().await.set_up().await.anon();
    anon.register("ada@example.com").await;
    let own = app.verification_token("ada@example.com").await;
    anon.post("/api/auth/register", by_a_stranger()).await;
    // The process that makes emails has not seen the stranger's request when the owner uses the link.
    anon.verify(&own, OWNERS).await.expect(200);
    app.work_off_requests().await;
    let signed_in = anon.login("ada@example.com", OWNERS).await.expect(200);
    assert_eq!(signed_in.json["user"]["firstName"], "Ada");
    assert_eq!(anon.login("ada@example.com", STRANGERS).await.status, 401);
    assert_eq!(app.waiting_mails("ada@example.com").await, ["verify_email", "already_registered"]);
}

#[tokio::test]
async fn a_link_that_is_asked_for_again_brings_the_names_of_the_newest_registration() {
    let (app, anon) = TestApp::init().await.set_up().await.anon();
    anon.post("/api/auth/register", by_a_stranger()).await;
    anon.register("ada@example.com").await;
    app.work_off_requests().await;
    let body = json!({"email": "ada@example.com"});
    anon.post("/api/auth/resend-verification", body).await;
    let token = app.verification_token("ada@example.com").await;
    anon.verify(&token, PASSWORD).await.expect(200);
    let signed_in = anon.login("ada@example.com", PASSWORD).await.expect(200);
    assert_eq!(signed_in.json["user"]["firstName"], "Ada");
}

#[tokio::test]
async fn the_owner_of_a_known_address_is_notified_once_an_hour() {
    let (app, anon) = TestApp::init().await.set_up().await.anon();
    app.verified(&anon, "ada@example.com").await;
    let sent = ["verify_email", "already_registered"];
    for _ in 0..2 {
        anon.register("ada@example.com").await;
        assert_eq!(app.waiting_mails("ada@example.com").await, sent);
    }
    let mut conn = app.conn().await.unwrap();
    diesel::update(outbox::table).set(outbox::status.eq("sent")).execute(&mut conn).await.unwrap();
    app.clock.advance(TimeDelta::minutes(59));
    anon.register("ada@example.com").await;
    assert!(app.waiting_mails("ada@example.com").await.is_empty());
    app.clock.advance(TimeDelta::minutes(2));
    anon.register("ada@example.com").await;
    assert_eq!(app.waiting_mails("ada@example.com").await, ["already_registered"]);
}

#[tokio::test]
async fn twenty_registrations_of_one_address_at_once_make_one_account() {
    let (app, anon) = TestApp::init_with(&["auth.concurrent_hashes=4"]).await.set_up().await.anon();
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
    let (_app, anon) = TestApp::init().await.set_up().await.anon();
    let empty = anon.post("/api/auth/register", json!({})).await.expect(422);
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
    let (app, anon) = TestApp::init().await.set_up().await.anon();
    let password = format!(" Ünïcode1{} ", "x".repeat(118));
    assert_eq!(password.chars().count(), 128);
    let mut body = registration("ada@example.com");
    body["password"] = json!(password);
    assert_eq!(anon.post("/api/auth/register", body).await.status, 201);
    let token = app.verification_token("ada@example.com").await;
    anon.verify(&token, &password).await.expect(200);
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

#[tokio::test]
async fn an_address_has_one_account_in_whatever_form_it_is_typed() {
    let MailApp { app, sink } = MailApp::init().await;
    let (app, anon) = app.set_up().await.anon();
    let mail = MailApp { app, sink };
    assert_eq!(anon.register("anna@bücher.example").await.status, 201);
    mail.app.work_off_requests().await;
    let stored = "anna@xn--bcher-kva.example";
    assert_eq!(mail.app.user(stored).await.unwrap().email, stored);
    // The mail server of this test takes no letters outside ASCII in addresses.
    mail.drain().await;
    let [sent] = &mail.mails()[..] else { panic!("one email") };
    assert_eq!(sent.to, [stored]);
    let token = mail.app.verification_token(stored).await;
    anon.verify(&token, PASSWORD).await.expect(200);
    assert_eq!(anon.register("Anna@BÜCHER.example").await.status, 201);
    mail.app.work_off_requests().await;
    for typed in [
        "Anna@BÜCHER.example",
        "anna@bu\u{308}cher.example.",
        "mailto:anna@xn--bcher-kva.example",
        "Anna <anna＠bücher.example>",
    ] {
        assert_eq!(anon.login(typed, PASSWORD).await.status, 200, "{typed}");
    }
    // One besides the administrator.
    assert_eq!(User::count(&mut mail.app.conn().await.unwrap()).await.unwrap(), 2);
}

#[tokio::test]
async fn an_account_from_an_earlier_version_keeps_its_address() {
    let (app, anon) = TestApp::init().await.set_up().await.anon();
    for (email, typed) in [
        ("anna@bücher.example", "anna@xn--bcher-kva.example"),
        ("bert@bücher.example", "Bert@BÜCHER.example"),
        ("carl@[192.0.2.1]", "carl@[192.0.2.1]"),
    ] {
        assert_eq!(anon.register("someone@example.com").await.status, 201);
        app.work_off_requests().await;
        app.sql(&format!(
            "UPDATE users SET email = '{email}', email_verified_at = now() \
                          WHERE email = 'someone@example.com'"
        ))
        .await;
        assert_eq!(anon.login(typed, PASSWORD).await.status, 200, "{typed}");
        let users = User::count(&mut app.conn().await.unwrap()).await.unwrap();
        // The last one is refused, since no mail server takes it.
        anon.register(typed).await;
        app.work_off_requests().await;
        assert_eq!(User::count(&mut app.conn().await.unwrap()).await.unwrap(), users, "{typed}");
    }
}
