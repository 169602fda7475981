//! Requests for which there is no capacity.

use serde_json::json;

use crate::support::accounts::PASSWORD;
use crate::support::app::{Answer, TestApp};

fn assert_overloaded(answer: &Answer) {
    assert_eq!((answer.status, answer.code()), (503, "OVERLOADED"), "{}", answer.text);
    assert_eq!(answer.headers["retry-after"], "5");
    assert_eq!(answer.json["retryAfter"], 5);
    // The answer does not say which resource is short.
    let text = "Harken is busy right now. Please try again in a moment.";
    assert_eq!(answer.json["message"], text);
}

#[tokio::test]
async fn without_a_free_connection_a_call_is_asked_to_retry() {
    let settings = ["database.pool_size=1", "database.pool_wait_seconds=1"];
    let (app, _, user) = TestApp::init_with(&settings).await.with_user().await;
    let taken = app.conn().await.unwrap();
    let (profile, list, login) = tokio::join!(
        user.get("/api/users/profile"),
        user.get("/api/keywords"),
        user.login("ada@example.com", PASSWORD),
    );
    for answer in [profile, list, login] {
        assert_overloaded(&answer);
    }
    drop(taken);
    assert_eq!(user.get("/api/users/profile").await.status, 200);
}

#[tokio::test]
async fn beyond_the_passwords_that_may_wait_a_call_is_asked_to_retry() {
    let settings = [
        "auth.concurrent_hashes=1",
        "auth.waiting_hashes=0",
        "auth.attempts_per_quarter_hour=1000",
    ];
    let (app, anon) = TestApp::init_with(&settings).await.anon();
    app.verified(&anon, "ada@example.com").await;
    let all = (0..30).map(|n| {
        let anon = anon.clone();
        async move {
            let email = format!("user{n}@example.com");
            anon.post("/api/auth/login", json!({"email": email, "password": PASSWORD})).await
        }
    });
    let answers = futures::future::join_all(all).await;
    let (refused, done): (Vec<_>, Vec<_>) = answers.iter().partition(|answer| answer.status == 503);
    assert!(!refused.is_empty() && !done.is_empty());
    for answer in refused {
        assert_overloaded(answer);
    }
    for answer in done {
        assert_eq!(answer.status, 401, "{}", answer.text);
    }
    // The flood leaves nothing behind.
    anon.sign_in("ada@example.com").await;
}
