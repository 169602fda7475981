use deliver::delivery::Outcome;
use deliver::outbox::claim::claim;
use deliver::outbox::finish::{Span, finish};
use deliver::outbox::lane::Lane;
use diesel_async::SimpleAsyncConnection;
use ingest::retention::purge::{Purged, purge_once};

use crate::support::accounts::Session;
use crate::support::prelude::*;

const PATH: &str = "/api/users/delete-account";

async fn account(app: &TestApp, anon: &Client) -> Session {
    app.verified(anon, "ada@example.com").await;
    let ada = anon.sign_in("ada@example.com").await;
    ada.client.post("/api/keywords", json!({"keyword": "rust"})).await.expect(201);
    let id = app.user("ada@example.com").await.unwrap().id;
    app.notify_by_mail(id, Match::of("rust")).await;
    ada
}

async fn delete(ada: &Session, password: &str) -> u16 {
    ada.client.post(PATH, json!({"password": password})).await.status
}

#[tokio::test]
async fn nothing_of_the_account_is_left_and_the_address_is_free() {
    let (app, anon) = TestApp::init().await.anon();
    let ada = account(&app, &anon).await;
    anon.post("/api/auth/forgot-password", json!({"email": "ada@example.com"})).await;
    assert!(app.reset_token("ada@example.com").await.is_some());
    let bob = app.new_user("bob@example.com").await;
    app.notify_by_mail(bob.user.id, Match::of("go")).await;
    assert_eq!(delete(&ada, PASSWORD).await, 204);
    assert_eq!(ada.works().await, (false, false));
    assert_eq!(anon.login("ada@example.com", PASSWORD).await.status, 401);
    while purge_once(&app.pool).await.unwrap().is_some() {}
    // The remaining rows are the other user's, and the administrator.
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
    for table in tables {
        let left = match table {
            "users" => 2,
            "sessions" | "notifications" | "live_cursors" | "outbox" => 1,
            _ => 0,
        };
        assert_eq!(count(&app, table).await, left, "{table}");
    }
    app.verified(&anon, "ada@example.com").await;
    let fresh = anon.sign_in("ada@example.com").await;
    assert_eq!(fresh.client.get("/api/keywords").await.json["total"], 0);
}

#[tokio::test]
async fn a_wrong_password_deletes_nothing_and_counts_as_an_attempt() {
    let (app, anon) = TestApp::init_with(&["auth.attempts_per_quarter_hour=3"]).await.anon();
    let ada = account(&app, &anon).await;
    for _ in 0..3 {
        let answer = ada.client.post(PATH, json!({"password": "Wrong1password"})).await;
        assert_eq!((answer.status, answer.code()), (422, "VALIDATION_FAILED"));
        assert_eq!(answer.json["fields"], json!({"password": "This is not your current password"}));
    }
    let late = ada.client.post(PATH, json!({"password": PASSWORD})).await;
    assert_eq!((late.status, late.code()), (429, "AUTH_RATE_LIMIT_EXCEEDED"));
    assert!(app.user("ada@example.com").await.is_some());
    assert_eq!(anon.post(PATH, json!({"password": PASSWORD})).await.status, 401);
    let empty = ada.client.post(PATH, json!({})).await;
    assert_eq!(empty.json["fields"], json!({"password": "Password is required"}));
}

#[tokio::test]
async fn the_last_administrator_who_can_act_cannot_delete_the_account() {
    let (app, anon) = TestApp::init().await.anon();
    let ada = account(&app, &anon).await;
    let delete = async || ada.client.post(PATH, json!({"password": PASSWORD})).await;
    app.sql("UPDATE users SET is_administrator = (email = 'ada@example.com')").await;
    app.administrator("suspended@example.com").await;
    app.sql("UPDATE users SET suspended_at = now() WHERE email LIKE 'suspended@%'").await;
    let refused = delete().await;
    assert_eq!((refused.status, refused.code()), (409, "LAST_ADMINISTRATOR"), "{}", refused.text);
    assert!(app.user("ada@example.com").await.is_some());
    app.sql("UPDATE users SET suspended_at = NULL").await;
    delete().await.expect(204);
}

#[tokio::test]
async fn of_the_last_two_administrators_who_delete_their_accounts_at_once_one_stays() {
    let (app, anon) = TestApp::init().await.anon();
    let ada = account(&app, &anon).await;
    app.verified(&anon, "bob@example.com").await;
    let bob = anon.sign_in("bob@example.com").await;
    app.sql("UPDATE users SET is_administrator = (email NOT LIKE 'operator@%')").await;
    let mut both: [u16; 2] = tokio::join!(delete(&ada, PASSWORD), delete(&bob, PASSWORD)).into();
    both.sort_unstable();
    assert_eq!(both, [204, 409]);
    assert_eq!(count(&app, "users WHERE is_administrator").await, 1);
}

#[tokio::test]
async fn live_streams_end_with_the_account() {
    let (app, anon) = TestApp::init().await.anon();
    let ada = account(&app, &anon).await;
    let served = Served::start(&app).await;
    let (mut stream, _) = served.listen(ada.client.token.as_deref().unwrap(), None).await;
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
    let in_hand = claim(Lane::Mail, 1, &[], TimeDelta::minutes(1), now, &mut conn).await.unwrap();
    assert_eq!(delete(&ada, PASSWORD).await, 204);
    let span = Span { started_at: now, finished_at: now };
    let noted =
        finish(&in_hand[0], &Outcome::Sent.into(), span, 0.5, &test.config.delivery, &mut conn)
            .await
            .unwrap();
    assert!(noted);
    drop(conn);
    drain_outbox(&test).await;
    let waiting = "outbox WHERE status NOT IN ('sent', 'skipped')";
    assert_eq!(count(&test, waiting).await, 0);
    assert_eq!(mail.sink.mailbox.messages(&sims::smtp::Query::default()).len(), 0);
}

/// Returns the tables that have rows of a user, whichever tables exist.
async fn tables_with_rows_of(app: &TestApp, user: Uuid) -> Vec<String> {
    let tables = "SELECT table_name FROM information_schema.columns
         JOIN information_schema.tables USING (table_schema, table_name)
         WHERE table_schema = 'public' AND column_name = 'user_id' AND table_type = 'BASE TABLE'";
    let mut left = Vec::new();
    for name in app.rows::<String>(tables).await {
        if count(app, &format!("{name} WHERE user_id = '{user}'")).await > 0 {
            left.push(name);
        }
    }
    left
}

#[tokio::test]
async fn a_large_account_goes_at_once_and_its_rows_in_batches_that_nobody_waits_for() {
    let (app, anon) = TestApp::init().await.anon();
    let ada = account(&app, &anon).await;
    let id = app.user("ada@example.com").await.unwrap().id;
    let bob = app.new_user("bob@example.com").await.user.id;
    add_watch(&app, bob, "kettle", &["all"]).await;
    let now = app.clock.now();
    let posts = |from: usize, to: usize| {
        let posts = (from..to).map(|n| read_post(&format!("t3_{n}"), "A kettle of rust", now));
        store_items(&app, posts.collect())
    };
    posts(0, 400).await;
    app.sql(&format!(
        "INSERT INTO notifications (id, seen_at, item_id, watch_id, user_id, seq, keyword, matches,
                                    created_at)
         SELECT gen_random_uuid(), '{at}', gen_random_uuid(), gen_random_uuid(), '{id}', 1000 + n,
                'rust', '[]', '{at}' FROM generate_series(1, 2000) AS n",
        at = now.to_rfc3339()
    ))
    .await;
    assert_eq!(delete(&ada, PASSWORD).await, 204);
    let of_ada = format!("notifications WHERE user_id = '{id}'");
    assert_eq!(count(&app, &of_ada).await, 2_401);
    assert_eq!(count(&app, &format!("users WHERE id = '{id}'")).await, 0);

    // A batch is under way, and items that both watched are stored meanwhile.
    let mut batch = app.conn().await.unwrap();
    let sql = format!("BEGIN; DELETE FROM {of_ada}");
    batch.batch_execute(&sql).await.unwrap();
    assert_eq!(posts(400, 500).await.notifications, 100);
    batch.batch_execute("ROLLBACK").await.unwrap();
    drop(batch);

    let first = purge_once(&app.pool).await.unwrap();
    assert!(first.is_some_and(|purged| purged.user_id == id && (1..=1_000).contains(&purged.rows)));
    // Any process can continue with the rest.
    let mut batches = 0;
    while let Some(Purged { rows, .. }) = purge_once(&app.pool).await.unwrap() {
        assert!(rows <= 1_000);
        batches += 1;
    }
    assert!(batches >= 4, "{batches}");
    assert_eq!(tables_with_rows_of(&app, id).await, Vec::<String>::new());
    assert_eq!(
        count(&app, "digests").await,
        count(&app, &format!("digests WHERE user_id = '{bob}'")).await
    );
    let of_bob = format!("notifications WHERE user_id = '{bob}'");
    assert_eq!(count(&app, &of_bob).await, 500);
}
