//! Old rows are deleted, and nobody waits for that.

use std::time::Duration;

use db::models::notification::{Filter, Notification};
use diesel_async::{AsyncConnection, RunQueryDsl, SimpleAsyncConnection};
use ingest::retention::delete_outdated;

use crate::support::prelude::*;

async fn run(app: &TestApp, statements: &[&str]) {
    for statement in statements {
        app.sql(statement).await;
    }
}

#[tokio::test]
async fn rows_of_the_past_are_deleted_and_those_of_the_present_are_not() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    let id = user.user.id;
    for days in [91, 89] {
        run(
            &app,
            &[
                &format!(
                    "INSERT INTO outbox (id, channel, kind, user_id, subject_id, status, due_at,
                                         created_at, finished_at)
                     SELECT gen_random_uuid(), 'mail', 'match', '{id}', gen_random_uuid(), 'sent', t, t, t
                     FROM (SELECT now() - interval '{days} days' AS t) AS past,
                          generate_series(1, 2500)"
                ),
                &format!(
                    "INSERT INTO digests (id, user_id, due_at, created_at)
                     SELECT gen_random_uuid(), '{id}', t, t
                     FROM (SELECT now() - interval '{days} days' AS t) AS past"
                ),
                &format!(
                    "INSERT INTO item_keys (forum_id, item_id, seen_at)
                     SELECT 't3_{days}_' || n, gen_random_uuid(), now() - interval '{days} days'
                         - interval '7 days' * ({days} / 91)
                     FROM generate_series(1, 5000) n"
                ),
            ],
        )
        .await;
    }
    run(
        &app,
        &[
            "INSERT INTO attempts (id, outbox_id, number, started_at, finished_at, outcome)
             SELECT gen_random_uuid(), id, 1, due_at, due_at, 'sent' FROM outbox",
            "INSERT INTO digest_entries (digest_id, notification_id, seen_at, cause)
             SELECT id, gen_random_uuid(), due_at, 'daily' FROM digests",
            "INSERT INTO near_bands (band, item_id, hash, story_id, seen_at)
             SELECT n, gen_random_uuid(), 0, '', now() - n * interval '5 days' - interval '1 hour'
             FROM generate_series(0, 2) n",
            "INSERT INTO story_links (link_hash, item_id, story_id, seen_at)
             SELECT n, gen_random_uuid(), '', now() - n * interval '5 days' - interval '1 hour'
             FROM generate_series(0, 2) n",
        ],
    )
    .await;
    // A round is deleted with its rows; changes that wait for a round stay.
    for (round, days) in [("1", 91), ("2", 89)] {
        let id = format!("00000000-0000-0000-0000-00000000000{round}");
        run(
            &app,
            &[
                &format!(
                    "INSERT INTO gap_rounds (id, begun_at, ended_at)
                     SELECT '{id}', t, t FROM (SELECT now() - interval '{days} days' AS t) AS past"
                ),
                &format!(
                    "INSERT INTO gap_changes
                     SELECT gen_random_uuid(), 'closed', 'tea', 'post', now(), now(), '', round
                     FROM unnest(ARRAY['{id}', NULL]::uuid[]) AS round"
                ),
            ],
        )
        .await;
    }
    for (value, until) in
        [("past", "now() - interval '2 days'"), ("now", "now()"), ("ever", "NULL")]
    {
        let mute = format!(
            "INSERT INTO mutes (id, user_id, kind, value, shown, until, created_at)
             VALUES (gen_random_uuid(), '{id}', 'word', '{value}', 'x', {until}, now())"
        );
        run(&app, &[&mute]).await;
    }
    let now = app.clock.now();
    let deleted = delete_outdated(&app.pool, now).await.unwrap().unwrap();
    assert_eq!((deleted.messages, deleted.digests), (2_500, 1));
    assert_eq!((deleted.item_keys, deleted.mutes, deleted.near_bands), (5_000, 1, 1));
    assert_eq!(deleted.story_links, 1);
    assert_eq!(deleted.gap_rounds, 1);
    for (table, left) in [
        ("outbox", 2_500),
        ("attempts", 2_500),
        ("digests", 1),
        ("digest_entries", 1),
        ("item_keys", 5_000),
        ("mutes", 2),
        ("near_bands", 2),
        ("story_links", 2),
        ("gap_rounds", 1),
        ("gap_changes", 3),
    ] {
        assert_eq!(count(&app, table).await, left, "{table}");
    }
    let again = delete_outdated(&app.pool, now).await.unwrap().unwrap();
    assert_eq!(again, ingest::retention::Deleted::default());
}

#[tokio::test]
async fn a_week_that_is_being_read_is_dropped_afterwards_and_readers_do_not_wait_for_that() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    let now = app.clock.now();
    let old = Match::of("rust").at(now - TimeDelta::days(98));
    app.notify(user.user.id, old).await;
    app.notify(user.user.id, Match::of("rust")).await;
    // A long read of everything, as a backup makes it.
    let mut reader = Conn::establish(&app.database_url).await.unwrap();
    for statement in ["BEGIN", "SELECT count(*) FROM notifications"] {
        diesel::sql_query(statement).execute(&mut reader).await.unwrap();
    }
    let pool = app.pool.clone();
    let cleaning = tokio::spawn(async move { delete_outdated(&pool, now).await });
    let mut conn = app.conn().await.unwrap();
    let filter = Filter { limit: 20, ..Filter::default() };
    let mut longest = Duration::ZERO;
    for _ in 0..200 {
        let asked = std::time::Instant::now();
        let list = Notification::list(user.user.id, now, &filter, &mut conn).await;
        longest = longest.max(asked.elapsed());
        assert_eq!(list.unwrap().len(), 1);
    }
    drop(conn);
    assert!(!cleaning.is_finished(), "the week is still being read");
    // The clean-up waits fifty milliseconds; the rest allows for a busy machine.
    assert!(longest < Duration::from_secs(2), "{longest:?}");
    diesel::sql_query("COMMIT").execute(&mut reader).await.unwrap();
    let deleted = cleaning.await.unwrap().unwrap().unwrap();
    assert!(deleted.weeks >= 1, "{deleted:?}");
    assert_eq!(count(&app, "notifications").await, 1);
}

#[tokio::test]
async fn of_two_processes_one_cleans_up() {
    let app = TestApp::init().await;
    let mut other = Conn::establish(&app.database_url).await.unwrap();
    other.batch_execute("SELECT pg_advisory_lock(hashtext('harken.retention'))").await.unwrap();
    let now = app.clock.now();
    assert_eq!(delete_outdated(&app.pool, now).await.unwrap(), None);
    drop(other);
}

/// Cleans up, and returns how many accounts were deleted because nobody has proved their address.
async fn unverified_deleted(app: &TestApp) -> usize {
    let deleted = delete_outdated(&app.pool, app.clock.now()).await.unwrap().unwrap();
    deleted.unverified_accounts
}

#[tokio::test]
async fn an_account_that_nobody_verifies_is_deleted_after_seven_days() {
    let (app, anon) = TestApp::init().await.set_up().await.anon();
    for email in ["ada@example.com", "bob@example.com"] {
        anon.register(email).await.expect(201);
    }
    app.verified(&anon, "eve@example.com").await;
    app.clock.advance(TimeDelta::days(7) - TimeDelta::hours(1));
    assert_eq!(unverified_deleted(&app).await, 0);
    // Bob registers again, and the link is not sent yet.
    anon.register("bob@example.com").await.expect(201);
    app.clock.advance(TimeDelta::hours(2));
    assert_eq!(unverified_deleted(&app).await, 1);
    assert!(app.user("ada@example.com").await.is_none());
    // From now on the link works for a day.
    app.work_off_requests().await;
    app.clock.advance(TimeDelta::hours(23));
    assert_eq!(unverified_deleted(&app).await, 0);
    app.clock.advance(TimeDelta::hours(1));
    assert_eq!(unverified_deleted(&app).await, 1);
    assert!(app.user("eve@example.com").await.is_some());
    anon.register("ada@example.com").await.expect(201);
    assert!(app.user("ada@example.com").await.is_some());
}

#[tokio::test]
async fn unverified_accounts_are_deleted_in_steps_and_suspended_ones_stay() {
    let app = TestApp::init().await;
    app.sql(
        "INSERT INTO users (id, email, password_hash, first_name, last_name, created_at, suspended_at)
         SELECT gen_random_uuid(), n || '@example.com', '', 'A', 'B', now() - interval '8 days',
             CASE WHEN n <= 2 THEN now() END
         FROM generate_series(1, 132) n",
    )
    .await;
    // One of them is in use, and nobody waits for that.
    let mut other = app.database.connect().await.unwrap();
    let hold = "BEGIN; SELECT FROM users WHERE email = '7@example.com' FOR UPDATE";
    other.batch_execute(hold).await.unwrap();
    assert_eq!(unverified_deleted(&app).await, 129);
    drop(other);
    assert_eq!(unverified_deleted(&app).await, 1);
    assert_eq!(count(&app, "users").await, 2);
}
