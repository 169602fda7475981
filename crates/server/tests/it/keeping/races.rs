//! An item is moved to the matched ones while its table is deleted: it is in one place or gone, in
//! either order.

use db::models::unmatched_item::promote;
use diesel_async::{AsyncConnection, SimpleAsyncConnection};
use ingest::retention::unmatched::delete_kept_twice;

use super::promotion::{SINCE_STORED, filled};
use super::{delete_now, end_of_part, kept};
use crate::support::prelude::*;

/// Returns another session that has run `statements`, and holds their locks.
async fn session(test: &TestApp, statements: &str) -> Conn {
    let mut conn = Conn::establish(&test.database_url).await.unwrap();
    conn.batch_execute(statements).await.unwrap();
    conn
}

/// Waits until a statement that begins with `statement` waits for a lock.
async fn wait_for(test: &TestApp, statement: &str) {
    let waiting = format!(
        "pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()
             AND query LIKE '{statement}%'"
    );
    while count(test, &waiting).await == 0 {
        tokio::task::yield_now().await;
    }
}

/// Returns the name of the table that holds the items stored first.
fn part(test: &TestApp) -> String {
    let begin = end_of_part(test.clock.now() - SINCE_STORED) - TimeDelta::hours(3);
    begin.format("unmatched_items_%Y_%m_%d_%H").to_string()
}

/// Moves the clock to `hours` after the end of the first table.
fn pass_since_part(test: &TestApp, hours: i64) {
    let now = test.clock.now();
    let since = end_of_part(now) - now;
    test.clock.advance(since + TimeDelta::hours(hours));
}

#[tokio::test]
async fn a_table_is_not_dropped_while_an_item_of_it_is_moved() {
    for is_kept in [true, false] {
        let (test, user, path) = filled().await;
        // The call moves the item, and then waits for its user.
        let mut other = session(&test, "BEGIN; SELECT FROM users FOR UPDATE").await;
        let moving = user.post(&path, serde_json::json!({}));
        let deleting = async {
            wait_for(&test, "%users").await;
            pass_since_part(&test, 36);
            assert_eq!(delete_now(&test, 36).await.parts, 0);
            if !is_kept {
                // As if the process that moves the item died.
                other
                    .batch_execute(
                        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                         WHERE wait_event_type = 'Lock' AND datname = current_database()",
                    )
                    .await
                    .unwrap();
            }
            other.batch_execute("COMMIT").await.unwrap();
        };
        let (moved, ()) = futures::join!(moving, deleting);
        assert_eq!(moved.json["added"] == 1, is_kept, "{}", moved.text);
        assert_eq!(delete_now(&test, 36).await.parts, 1);
        let matched = i64::from(is_kept);
        assert_eq!(kept(&test).await, (matched, matched, 0));
        assert_eq!(count(&test, "notifications").await, matched);
    }
}

#[tokio::test]
async fn an_item_that_is_being_moved_is_not_deleted_with_the_rest_of_its_table() {
    let (test, user, path) = filled().await;
    // As a backup does, so that the table cannot be dropped and is emptied.
    let _reader = session(&test, "BEGIN; LOCK TABLE unmatched_items IN ACCESS SHARE MODE").await;
    let mut other = session(&test, "BEGIN; SELECT FROM users FOR UPDATE").await;
    let moving = user.post(&path, serde_json::json!({}));
    let deleting = async {
        wait_for(&test, "%users").await;
        pass_since_part(&test, 47);
        delete_now(&test, 36).await
    };
    let ending = async {
        wait_for(&test, "DELETE FROM unmatched_items_").await;
        other.batch_execute("COMMIT").await.unwrap();
    };
    let (moved, deleted, ()) = futures::join!(moving, deleting, ending);
    assert_eq!(moved.json["added"], 1, "{}", moved.text);
    assert_eq!(deleted.emptied_rows, 1, "the other one");
    assert_eq!(kept(&test).await, (1, 1, 0));
}

#[tokio::test]
async fn an_item_whose_table_is_being_dropped_is_moved_only_if_the_drop_fails() {
    for is_dropped in [true, false] {
        let (test, ..) = filled().await;
        let drop = format!("BEGIN; DROP TABLE {}", part(&test));
        let mut dropping = session(&test, &drop).await;
        let (pool, now) = (test.pool.clone(), test.clock.now());
        let moving = tokio::spawn(async move {
            let mut conn = pool.get().await.unwrap();
            let moved = conn.transaction(async |conn| promote(&["t3_a"], now, conn).await).await;
            moved.unwrap();
        });
        wait_for(&test, "WITH locked").await;
        let end = if is_dropped { "COMMIT" } else { "ROLLBACK" };
        dropping.batch_execute(end).await.unwrap();
        moving.await.unwrap();
        let wanted = if is_dropped { (0, 0, 0) } else { (1, 1, 1) };
        assert_eq!(kept(&test).await, wanted);
    }
}

#[tokio::test]
async fn an_item_that_a_killed_process_left_in_both_tables_is_one_again() {
    let (test, _, user) = TestApp::init().await.with_user().await;
    add_watch(&test, user.user.id, "kettle", &["all"]).await;
    let now = test.clock.now();
    let batch = |title: &str| vec![read_post("t3_a", title, now), read_post("t3_b", "A pot", now)];
    store_items(&test, batch("A pot")).await;
    // A row that a reader committed after the shard had looked for it.
    test.sql("CREATE TABLE left_over AS SELECT * FROM unmatched_items WHERE forum_id = 't3_a'")
        .await;
    test.sql("DELETE FROM unmatched_items WHERE forum_id = 't3_a'").await;
    store_items(&test, batch("Kettle")).await;
    test.sql("INSERT INTO unmatched_items SELECT * FROM left_over").await;
    assert_eq!(kept(&test).await, (1, 1, 2));
    let deleted = async |since| delete_kept_twice(&test.pool, since).await.unwrap();
    assert_eq!(deleted(now + TimeDelta::seconds(1)).await, 0, "it was seen before");
    assert_eq!(deleted(now).await, 1);
    assert_eq!(kept(&test).await, (1, 1, 1));
    assert_eq!(count(&test, "unmatched_items WHERE forum_id = 't3_b'").await, 1);
}
