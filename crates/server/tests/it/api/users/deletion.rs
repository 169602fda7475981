use chrono::Duration;
use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Text};
use diesel_async::RunQueryDsl;
use harken::delivery::Outcome;
use harken::outbox::claim::claim;
use harken::outbox::finish::{Span, finish};
use harken::outbox::lane::Lane;
use serde_json::json;

use crate::support::accounts::{PASSWORD, Session};
use crate::support::app::{Client, TestApp};
use crate::support::jobs::drain_outbox;
use crate::support::matches::Match;
use crate::support::outbox::MailApp;
use crate::support::served::Served;

const PATH: &str = "/api/users/delete-account";

async fn account(app: &TestApp, anon: &Client) -> Session {
    app.verified(anon, "ada@example.com").await;
    let ada = anon.sign_in("ada@example.com").await;
    let made = ada
        .client
        .post("/api/keywords", json!({"keyword": "rust"}))
        .await;
    assert_eq!(made.status, 201);
    let id = app.user("ada@example.com").await.unwrap().id;
    app.notify_by_mail(id, Match::of("rust")).await;
    ada
}

async fn delete(ada: &Session, password: &str) -> u16 {
    ada.client
        .post(PATH, json!({"password": password}))
        .await
        .status
}

#[derive(QueryableByName)]
struct Rows {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = BigInt)]
    rows: i64,
}

#[tokio::test]
async fn nothing_of_the_account_is_left_and_the_address_is_free() {
    let (app, anon) = TestApp::init().await.anon();
    let ada = account(&app, &anon).await;
    anon.post(
        "/api/auth/forgot-password",
        json!({"email": "ada@example.com"}),
    )
    .await;
    assert!(app.reset_token("ada@example.com").await.is_some());
    let bob = app.new_user("bob@example.com").await;
    app.notify_by_mail(bob.user.id, Match::of("go")).await;
    assert_eq!(delete(&ada, PASSWORD).await, 204);
    assert_eq!(ada.works().await, (false, false));
    assert_eq!(anon.login("ada@example.com", PASSWORD).await.status, 401);
    // What is left is the other user's.
    let mut conn = app.conn().await.unwrap();
    let tables = [
        "users",
        "sessions",
        "refresh_tokens",
        "email_tokens",
        "watches",
        "notifications",
        "live_cursors",
        "outbox",
    ];
    let counts =
        tables.map(|table| format!("SELECT '{table}' AS name, count(*) AS rows FROM {table}"));
    let left: Vec<Rows> = diesel::sql_query(counts.join(" UNION ALL "))
        .load(&mut conn)
        .await
        .unwrap();
    for table in left {
        let of_bob = i64::from(matches!(
            table.name.as_str(),
            "users" | "sessions" | "notifications" | "live_cursors" | "outbox"
        ));
        assert_eq!(table.rows, of_bob, "{}", table.name);
    }
    drop(conn);
    app.verified(&anon, "ada@example.com").await;
    let fresh = anon.sign_in("ada@example.com").await;
    assert_eq!(fresh.client.get("/api/keywords").await.json["total"], 0);
}

#[tokio::test]
async fn a_wrong_password_deletes_nothing_and_counts_as_an_attempt() {
    let (app, anon) = TestApp::init_with(&["auth.attempts_per_quarter_hour=3"])
        .await
        .anon();
    let ada = account(&app, &anon).await;
    for _ in 0..3 {
        let answer = ada
            .client
            .post(PATH, json!({"password": "Wrong1password"}))
            .await;
        assert_eq!((answer.status, answer.code()), (422, "VALIDATION_FAILED"));
        assert_eq!(
            answer.json["fields"],
            json!({"password": "This is not your current password"})
        );
    }
    let late = ada.client.post(PATH, json!({"password": PASSWORD})).await;
    assert_eq!(
        (late.status, late.code()),
        (429, "AUTH_RATE_LIMIT_EXCEEDED")
    );
    assert!(app.user("ada@example.com").await.is_some());
    assert_eq!(
        anon.post(PATH, json!({"password": PASSWORD})).await.status,
        401
    );
    let empty = ada.client.post(PATH, json!({})).await;
    assert_eq!(
        empty.json["fields"],
        json!({"password": "Password is required"})
    );
}

#[tokio::test]
async fn live_streams_end_with_the_account() {
    let (app, anon) = TestApp::init().await.anon();
    let ada = account(&app, &anon).await;
    let served = Served::start(&app).await;
    let (mut stream, _) = served
        .listen(ada.client.token.as_deref().unwrap(), None)
        .await;
    assert_eq!(delete(&ada, PASSWORD).await, 204);
    assert!(stream.next().await.is_none());
    served.stop().await;
}

#[tokio::test]
async fn mails_that_wait_are_not_sent_and_one_in_hand_is_let_go() {
    let mail = MailApp::init().await;
    let (test, anon) = mail.app.anon();
    let ada = account(&test, &anon).await;
    let mut conn = test.conn().await.unwrap();
    let now = test.clock.now();
    let in_hand = claim(Lane::Mail, 1, &[], Duration::minutes(1), now, &mut conn)
        .await
        .unwrap();
    assert_eq!(delete(&ada, PASSWORD).await, 204);
    let span = Span {
        started_at: now,
        finished_at: now,
    };
    let noted = finish(
        &in_hand[0],
        &Outcome::Sent.into(),
        span,
        0.5,
        &test.config.delivery,
        &mut conn,
    )
    .await
    .unwrap();
    assert!(!noted, "there is no row to note it in");
    drop(conn);
    assert_eq!(drain_outbox(&test).await, 0);
    assert_eq!(
        mail.sink
            .mailbox
            .messages(&smtp_sink::Query::default())
            .len(),
        0
    );
}
