use chrono::Duration;
use serde_json::json;

use crate::support::accounts::{PASSWORD, registration};
use crate::support::app::TestApp;

const FEW: &str = "auth.attempts_per_quarter_hour=3";

#[tokio::test]
async fn the_attempt_after_the_last_is_refused_with_the_time_to_wait() {
    let (app, anon) = TestApp::init_with(&[FEW]).await.anon();
    app.verified(&anon, "ada@example.com").await;
    for _ in 0..3 {
        assert_eq!(
            anon.login("ada@example.com", "Wrong1password").await.status,
            401
        );
    }
    // Even the right password, and in any spelling of the address.
    let answer = anon.login("ADA@example.com", PASSWORD).await;
    assert_eq!(
        (answer.status, answer.code()),
        (429, "AUTH_RATE_LIMIT_EXCEEDED")
    );
    assert_eq!(
        (&answer.json["limit"], &answer.json["remaining"]),
        (&json!(3), &json!(0))
    );
    let wait = answer.json["retryAfter"].as_i64().unwrap();
    assert!((1..=900).contains(&wait), "{wait}");
    assert_eq!(answer.headers["retry-after"], wait.to_string());
    assert_eq!(answer.headers["ratelimit-limit"], "3");
    // Another account is not touched, and waiting helps.
    assert_eq!(
        anon.login("bob@example.com", "Wrong1password").await.status,
        401
    );
    app.app.clock.advance(Duration::seconds(wait));
    assert_eq!(anon.login("ada@example.com", PASSWORD).await.status, 200);
}

#[tokio::test]
async fn an_unknown_address_is_limited_like_a_known_one() {
    let (_app, anon) = TestApp::init_with(&[FEW]).await.anon();
    for _ in 0..3 {
        assert_eq!(anon.login("nobody@example.com", PASSWORD).await.status, 401);
    }
    assert_eq!(anon.login("nobody@example.com", PASSWORD).await.status, 429);
}

#[tokio::test]
async fn signing_in_gives_an_account_all_its_attempts_back() {
    let (app, anon) = TestApp::init_with(&[FEW]).await.anon();
    app.verified(&anon, "ada@example.com").await;
    for _ in 0..3 {
        for _ in 0..2 {
            assert_eq!(
                anon.login("ada@example.com", "Wrong1password").await.status,
                401
            );
        }
        assert_eq!(anon.login("ada@example.com", PASSWORD).await.status, 200);
    }
}

#[tokio::test]
async fn one_machine_is_limited_over_many_accounts() {
    let (app, anon) = TestApp::init_with(&[FEW]).await.anon();
    app.verified(&anon, "ada@example.com").await;
    let right = json!({"email": "ada@example.com", "password": PASSWORD});
    // Successes do not count against the machine.
    for _ in 0..5 {
        let answer = anon
            .post_from("192.0.2.1:5", "/api/auth/login", right.clone())
            .await;
        assert_eq!(answer.status, 200, "{}", answer.text);
    }
    for n in 0..3 {
        let wrong = json!({"email": format!("user{n}@example.com"), "password": PASSWORD});
        let answer = anon
            .post_from("192.0.2.1:5", "/api/auth/login", wrong)
            .await;
        assert_eq!(answer.status, 401);
    }
    let here = anon
        .post_from("192.0.2.1:6", "/api/auth/login", right.clone())
        .await;
    assert_eq!(
        (here.status, here.code()),
        (429, "AUTH_RATE_LIMIT_EXCEEDED")
    );
    let there = anon
        .post_from("192.0.2.2:5", "/api/auth/login", right)
        .await;
    assert_eq!(there.status, 200);
}

#[tokio::test]
async fn an_address_gets_five_mails_at_most_in_a_quarter_of_an_hour() {
    let (app, anon) = TestApp::init().await.anon();
    let again = json!({"email": "ada@example.com"});
    for n in 0..7 {
        let answer = if n % 2 == 0 {
            anon.register("ada@example.com").await
        } else {
            anon.post("/api/auth/resend-verification", again.clone())
                .await
        };
        let refused = answer.status == 429;
        assert_eq!(refused, n >= 5, "{n}: {}", answer.text);
    }
    assert_eq!(app.waiting_mails("ada@example.com").await.len(), 5);
    let other = anon
        .post("/api/auth/register", registration("bob@example.com"))
        .await;
    assert_eq!(other.status, 201);
}
