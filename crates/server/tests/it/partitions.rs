//! The weeks' tables are created beside other activity.

use diesel_async::{AsyncConnection, SimpleAsyncConnection};
use ingest::store::partitions::{Partitions, make_coming_weeks};
use tokio::time::timeout;

use crate::support::prelude::*;
use crate::support::sql::rows;

/// Reads all tables in one transaction that stays open, as `pg_dump` does.
async fn dump(test: &TestApp) -> Conn {
    let mut conn = Conn::establish(&test.database_url).await.unwrap();
    conn.batch_execute("BEGIN ISOLATION LEVEL REPEATABLE READ").await.unwrap();
    let tables = "SELECT relname FROM pg_class
         WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace";
    let names: Vec<String> = rows(tables, &mut conn).await;
    let lock = format!("LOCK TABLE {} IN ACCESS SHARE MODE", names.join(", "));
    conn.batch_execute(&lock).await.unwrap();
    conn
}

async fn weeks(test: &TestApp, parent: &str) -> Vec<String> {
    let weeks = format!(
        "SELECT inhrelid::regclass::text FROM pg_inherits
         WHERE inhparent = '{parent}'::regclass ORDER BY 1"
    );
    test.rows(&weeks).await
}

/// Returns the names of the tables of `parent` for the week of `at` and the four after it.
fn expected(parent: &str, at: DateTime<Utc>) -> Vec<String> {
    let monday = foundation::time::calendar::monday(chrono_tz::Tz::UTC, at);
    (0..=4)
        .map(|week| (monday + TimeDelta::weeks(week)).format("%Y_%m_%d"))
        .map(|day| format!("{parent}_{day}"))
        .collect()
}

#[tokio::test]
async fn weeks_are_made_beside_a_backup_and_nobody_waits_for_it() {
    let (test, _, ada) = TestApp::init().await.with_user().await;
    // Later than all existing weeks.
    test.clock.advance(TimeDelta::weeks(20));
    let now = test.clock.now();
    let backup = dump(&test).await;
    let going_on = async {
        store_items(&test, vec![read_post("t3_a", "Kettle", now)]).await;
        assert!(make_coming_weeks(&test.pool, now).await.unwrap());
        test.notify(ada.user.id, Match::of("kettle")).await;
        assert_eq!(count(&test, "notifications").await, 1);
    };
    timeout(PATIENCE, going_on).await.expect("waits for a backup");
    drop(backup);
    for parent in ["items", "notifications"] {
        let made = weeks(&test, parent).await;
        let last = &made[made.len() - 5..];
        assert_eq!(last, expected(parent, now));
    }
    assert_eq!(count(&test, "recent_items").await, 2);

    // A week's table equals its parent.
    let alike = "(SELECT w.relname FROM pg_class w JOIN pg_inherits h ON h.inhrelid = w.oid
         WHERE h.inhparent IN ('items'::regclass, 'notifications'::regclass) AND (
             (SELECT count(*) FROM pg_index WHERE indrelid = w.oid) <>
                   (SELECT count(*) FROM pg_index WHERE indrelid = h.inhparent)
             OR (SELECT count(*) FROM pg_constraint WHERE conrelid = w.oid) <>
                   (SELECT count(*) FROM pg_constraint WHERE conrelid = h.inhparent))) AS unlike";
    assert_eq!(count(&test, alike).await, 0);
}

#[tokio::test]
async fn a_week_that_cannot_be_made_yet_stops_no_poll_of_the_present_one() {
    let test = TestApp::init().await;
    let now = test.clock.now();
    // Another session is in the middle of changing the table itself.
    let mut writer = Conn::establish(&test.database_url).await.unwrap();
    writer
        .batch_execute("BEGIN; LOCK TABLE notifications IN SHARE UPDATE EXCLUSIVE MODE")
        .await
        .unwrap();
    let later = now + TimeDelta::weeks(8);
    assert!(!make_coming_weeks(&test.pool, later).await.unwrap());
    store_items(&test, vec![read_post("t3_a", "Kettle", now)]).await;
    let error = Partitions::default().ensure(&test.pool, later).await;
    let error = error.unwrap_err().to_string();
    assert!(error.contains("could not be made"), "{error}");
    writer.batch_execute("COMMIT").await.unwrap();
    assert!(make_coming_weeks(&test.pool, later).await.unwrap());
    let made = weeks(&test, "notifications").await;
    assert_eq!(made[made.len() - 4..], expected("notifications", later)[1..]);
}

#[tokio::test]
async fn many_processes_may_make_one_week() {
    let test = TestApp::init().await;
    let later = test.clock.now() + TimeDelta::weeks(8);
    let all = (0..8).map(|_| async {
        let own = Partitions::default();
        own.ensure(&test.pool, later).await.unwrap();
    });
    futures::future::join_all(all).await;
    let made = weeks(&test, "items").await;
    assert_eq!(made[made.len() - 1], expected("items", later)[0]);
}
