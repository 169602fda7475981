//! Requests for which there is no capacity.

use std::pin::pin;

use diesel_async::SimpleAsyncConnection;

use crate::support::prelude::*;

const WAITING: &str =
    "pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";

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
    let settings = ["database.api_connections=1", "database.pool_wait_seconds=1"];
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
async fn who_has_their_share_of_connections_at_work_is_asked_to_wait_and_nobody_else() {
    let settings = [
        "database.api_connections_per_user=1",
        "database.pool_wait_seconds=1",
        "database.statement_timeout_seconds=0",
        "database.idle_transaction_timeout_seconds=0",
    ];
    let (app, _, ada) = TestApp::init_with(&settings).await.with_user().await;
    let bob = app.new_user("bob@example.com").await;
    let mut conn = app.conn().await.unwrap();
    let hold = format!("BEGIN; SELECT FROM users WHERE id = '{}' FOR UPDATE", ada.user.id);
    conn.batch_execute(&hold).await.unwrap();
    let change = json!({"emailNotifications": false});
    let mut slow = pin!(ada.put("/api/users/notifications", change));
    let others = async {
        while count(&app, WAITING).await == 0 {
            tokio::task::yield_now().await;
        }
        let refused = ada.get("/api/keywords").await;
        assert_eq!((refused.status, refused.code()), (429, "TOO_MANY_CONCURRENT_REQUESTS"));
        assert_eq!((&refused.json["limit"], &refused.json["retryAfter"]), (&json!(1), &json!(5)));
        bob.get("/api/keywords").await.expect(200);
    };
    tokio::select! {
        answer = &mut slow => panic!("it did not wait: {}", answer.text),
        () = others => {}
    }
    conn.batch_execute("COMMIT").await.unwrap();
    slow.await.expect(200);
    ada.get("/api/keywords").await.expect(200);
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
