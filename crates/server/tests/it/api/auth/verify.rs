use chrono::Duration;
use serde_json::json;

use crate::support::app::TestApp;

#[tokio::test]
async fn a_link_may_be_followed_again_within_its_life() {
    let (app, anon) = TestApp::init().await.anon();
    anon.register("ada@example.com").await;
    let token = app.verification_token("ada@example.com").await;
    let path = format!("/api/auth/verify-email/{token}");
    let mut first_time = None;
    for _ in 0..2 {
        app.clock.advance(Duration::hours(11));
        let answer = anon.get(&path).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        assert_eq!(
            answer.json,
            json!({"message": "Email verified successfully", "email": "ada@example.com"})
        );
        let verified_at = app.user("ada@example.com").await.unwrap().email_verified_at;
        assert!(verified_at.is_some());
        assert_eq!(*first_time.get_or_insert(verified_at), verified_at);
    }
}

#[tokio::test]
async fn a_link_dies_after_24_hours() {
    let (app, anon) = TestApp::init().await.anon();
    anon.register("ada@example.com").await;
    let token = app.verification_token("ada@example.com").await;
    app.clock.advance(Duration::hours(24));
    let answer = anon.get(&format!("/api/auth/verify-email/{token}")).await;
    assert_eq!((answer.status, answer.code()), (400, "INVALID_TOKEN"));
    let user = app.user("ada@example.com").await.unwrap();
    assert_eq!(user.email_verified_at, None);
}

#[tokio::test]
async fn a_newer_link_voids_the_older_one() {
    let (app, anon) = TestApp::init().await.anon();
    anon.register("ada@example.com").await;
    let older = app.verification_token("ada@example.com").await;
    let body = json!({"email": "ada@example.com"});
    anon.post("/api/auth/resend-verification", body).await;
    let newer = app.verification_token("ada@example.com").await;
    let old = anon.get(&format!("/api/auth/verify-email/{older}")).await;
    assert_eq!((old.status, old.code()), (400, "INVALID_TOKEN"));
    let new = anon.get(&format!("/api/auth/verify-email/{newer}")).await;
    assert_eq!(new.status, 200);
}

#[tokio::test]
async fn tokens_that_were_never_sent_are_refused() {
    let (_app, anon) = TestApp::init().await.anon();
    let long = "x".repeat(4_000);
    for token in ["x", "%00", "%F0%9F%98%80", "..%2F..", &long] {
        let answer = anon.get(&format!("/api/auth/verify-email/{token}")).await;
        assert_eq!((answer.status, answer.code()), (400, "INVALID_TOKEN"), "{token}");
    }
}

#[tokio::test]
async fn asking_for_the_link_again_is_always_answered_the_same() {
    let (app, anon) = TestApp::init().await.anon();
    anon.register("new@example.com").await;
    app.verified(&anon, "old@example.com").await;
    for email in ["new@example.com", "old@example.com", "nobody@example.com"] {
        let answer = anon.post("/api/auth/resend-verification", json!({"email": email})).await;
        assert_eq!(answer.status, 200);
        assert_eq!(
            answer.json,
            json!({"message": "Verification email sent! Please check your inbox."})
        );
    }
    assert_eq!(app.waiting_mails("new@example.com").await.len(), 2);
    assert_eq!(app.waiting_mails("old@example.com").await.len(), 1);
}
