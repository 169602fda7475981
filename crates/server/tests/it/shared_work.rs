//! Several ingest processes, and what each learns of the others' changes.

use std::pin::pin;
use std::time::Duration;

use diesel_async::RunQueryDsl;
use sims::forum::{Config, FaultKind};

use crate::support::forum::{IN_MESSAGES, poller, set_active};
use crate::support::jobs::run_ingest;
use crate::support::prelude::*;

/// Waits until `wanted` transactions of this database wait for a lock.
async fn waiting(test: &ForumTest, wanted: i64) {
    let waiting =
        "pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
    while test.count(waiting).await < wanted {
        tokio::task::yield_now().await;
    }
}

/// Begins a transaction and leaves it open.
async fn begin(test: &ForumTest, statement: &str) -> impl std::ops::DerefMut<Target = db::Conn> {
    let mut conn = test.app.conn().await.unwrap();
    for statement in ["BEGIN", statement] {
        diesel::sql_query(statement).execute(&mut conn).await.unwrap();
    }
    conn
}

async fn rollback(mut conn: impl std::ops::DerefMut<Target = db::Conn>) {
    diesel::sql_query("ROLLBACK").execute(&mut *conn).await.unwrap();
}

#[tokio::test]
async fn an_item_is_matched_to_a_watch_that_its_process_does_not_know_yet() {
    let test = ForumTest::init().await;
    let user = test.app.new_user("reader@example.com").await.user;
    test.poll().await;
    add_watch(&test.app, user.id, "kettle", &["all"]).await;
    test.post("tea", "Which kettle?");
    test.pass(TimeDelta::minutes(12));
    test.poller.run_due().await.unwrap();
    assert_eq!(test.count("notifications").await, 1);
    assert_eq!(test.count(IN_MESSAGES).await, 1);
    assert_eq!(test.count("items WHERE is_matched").await, 1);
}

#[tokio::test]
async fn watches_that_change_while_items_are_stored_count() {
    let test = ForumTest::init().await;
    let user = test.app.new_user("reader@example.com").await.user;
    let edited = test.watch(user.id, "kettle", &["all"]).await;
    test.poll().await;
    let post = test.post("tea", "Which kettle?");
    test.pass(TimeDelta::minutes(12));
    // As if another process were storing the same post.
    let key = format!(
        "INSERT INTO item_keys (forum_id, item_id, seen_at)
         VALUES ('{post}', gen_random_uuid(), now())"
    );
    let other = begin(&test, &key).await;
    let mut storing = pin!(test.poller.run_due());
    tokio::select! {
        _ = &mut storing => panic!("it did not wait"),
        () = waiting(&test, 1) => {}
    }
    let made = add_watch(&test.app, user.id, "which", &["all"]).await;
    let edit = format!("UPDATE watches SET keyword = 'teapot' WHERE id = '{edited}'");
    test.app.sql(&edit).await;
    rollback(other).await;
    storing.await.unwrap();
    let of_watch = format!("notifications WHERE watch_id = '{made}'");
    assert_eq!(test.count(&of_watch).await, 1);
    assert_eq!(test.count("notifications").await, 1);
    assert_eq!(test.count("items WHERE is_matched").await, 1);
}

#[tokio::test]
async fn a_process_that_plans_late_leaves_the_listings_of_the_others() {
    let test = ForumTest::init().await;
    let (app, user) = (&test.app, test.app.new_user("a@example.com").await.user);
    let names: Vec<String> = (0..120).map(|n| format!("subreddit_{n}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    add_watch(app, user.id, "kettle", &names[..60]).await;
    let second = add_watch(app, user.id, "kettle", &names[60..]).await;
    // One process has read that there are too many names for one listing, and is about to store two.
    let held = begin(
        &test,
        "INSERT INTO poll_state (listing, next_poll_at) VALUES ('posts:watched/00/0', now())",
    )
    .await;
    let (_, late) = poller(app).await;
    let mut late = pin!(late.next_due());
    tokio::select! {
        _ = &mut late => panic!("it did not wait"),
        () = waiting(&test, 1) => {}
    }
    // Another process plans for fewer.
    set_active(app, second, false).await;
    let (_, other) = poller(app).await;
    let mut others = pin!(other.next_due());
    let planned = tokio::select! {
        planned = &mut others => Some(planned),
        () = waiting(&test, 2) => None,
    };
    rollback(held).await;
    late.await.unwrap();
    if planned.is_none() {
        others.await.unwrap();
    }
    for listing in ["posts:watched/00/", "comments:watched/00/", "posts:all"] {
        let planned = format!("poll_state WHERE listing = '{listing}'");
        assert_eq!(test.count(&planned).await, 1, "{listing}");
    }
    assert_eq!(test.count("poll_state").await, 4);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn idle_workers_wait_while_the_forum_is_slow() {
    let test = ForumTest::init_with_settings(Config::for_tests(), &["forum.timeout_seconds=60"]);
    let test = test.await;
    test.fault("/r/all", FaultKind::Stall, 10);
    let ingest = run_ingest(&test.app, &CancellationToken::new());
    let running = tokio::spawn(ingest);
    let stalled = || {
        let stats = test.forum.control.stats();
        stats.faults_served.get(&FaultKind::Stall).copied().unwrap_or(0)
    };
    while stalled() < 2 {
        tokio::task::yield_now().await;
    }
    // Both listings are due again, and both are still being read.
    test.pass(TimeDelta::seconds(10));
    let due = "poll_state WHERE next_poll_at < leased_until - interval '40 seconds'";
    assert_eq!(test.count(due).await, 2);
    let transactions = async || {
        let so_far = "generate_series(1, (SELECT xact_commit FROM pg_stat_database
                                          WHERE datname = current_database()))";
        test.count(so_far).await
    };
    // A rate takes a while to measure, and must not include what happens once at the start: this takes the
    // least of three.
    let mut made = i64::MAX;
    for _ in 0..3 {
        let before = transactions().await;
        tokio::time::sleep(Duration::from_secs(3)).await;
        made = made.min(transactions().await - before);
    }
    running.abort();
    println!("{made} transactions in three seconds");
    assert!(made < 120, "{made} transactions in three seconds");
}
