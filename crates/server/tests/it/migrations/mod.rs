//! Migrations run beside other activity in the database.

mod rules;
mod upgrade;

use std::time::Duration;

use db::migrate::{pending, run, run_within};
use diesel_async::{AsyncConnection, RunQueryDsl, SimpleAsyncConnection};

use crate::support::db::{address, fresh_database};
use crate::support::prelude::*;

/// The number of a migration, and what reverts it.
type Migration = (&'static str, &'static str);

/// The latest one.
const LATEST: Migration = (
    "20261201000770",
    include_str!("../../../../../migrations/2026-12-01-000770_create_pushed_items/down.sql"),
);
/// The last one of release 0.1.0, which refuses what is older.
const RELEASED: Migration = (
    "20261127000370",
    include_str!("../../../../../migrations/2026-11-27-000370_create_administration/down.sql"),
);

/// Reverts a migration, so that it can run again.
async fn take_back((number, down): Migration, conn: &mut Conn) {
    conn.batch_execute(down).await.unwrap();
    let version = format!("DELETE FROM __diesel_schema_migrations WHERE version = '{number}'");
    assert_eq!(diesel::sql_query(version).execute(conn).await.unwrap(), 1);
}

/// Records that a migration ran.
async fn record(version: &str, conn: &mut Conn) {
    let sql = format!("INSERT INTO __diesel_schema_migrations (version) VALUES ('{version}')");
    conn.batch_execute(&sql).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_migration_waits_for_a_table_in_use_and_nobody_waits_behind_it() {
    let test = TestApp::init().await;
    let mut writer = Conn::establish(&test.database_url).await.unwrap();
    take_back(LATEST, &mut writer).await;
    // As a transaction that writes does. The migration refers to this table.
    writer.batch_execute("BEGIN; LOCK TABLE users IN ROW EXCLUSIVE MODE").await.unwrap();
    let address = address(&test.database_url);
    let refused = run_within(&address, Duration::ZERO).await.unwrap_err();
    let text = refused.to_string();
    assert!(text.contains("end long transactions"), "{text}");
    let migrating = tokio::spawn(async move { run(&address).await });
    for _ in 0..20 {
        // Such a lock stops writers only: a read alone would show nothing.
        test.sql("UPDATE users SET first_name = ''").await;
        assert_eq!(count(&test, "users").await, 0);
    }
    assert!(!migrating.is_finished(), "the table is still in use");
    writer.batch_execute("COMMIT").await.unwrap();
    assert_eq!(migrating.await.unwrap().unwrap(), [LATEST.0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_index_of_a_partitioned_table_is_made_for_each_partition() {
    let test = TestApp::init().await;
    let weeks = count(&test, "pg_inherits WHERE inhparent = 'notifications'::regclass").await;
    let week = "SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = 'notifications'::regclass LIMIT 1";
    let week: Vec<String> = test.rows(week).await;
    // As a migration that was killed leaves it.
    test.sql(
        "CREATE UNIQUE INDEX by_time ON ONLY notifications (seen_at, seq) WHERE deleted_at IS NULL",
    )
    .await;
    let left = week[0].replace("notifications", "by_time");
    test.sql(&format!("CREATE INDEX {left} ON {} (seq)", week[0])).await;
    assert!(run(&address(&test.database_url)).await.unwrap().is_empty(), "it has the latest");
    let made =
        "pg_index WHERE indisvalid AND indisunique AND indpred IS NOT NULL AND indexrelid IN (
             SELECT 'by_time'::regclass UNION
             SELECT inhrelid FROM pg_inherits WHERE inhparent = 'by_time'::regclass)";
    assert_eq!(count(&test, made).await, weeks + 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_of_an_earlier_development_version_is_refused() {
    let url = fresh_database().await;
    let address = address(&url);
    let mut conn = address.connect().await.unwrap();
    // One of the versions of before 0.1.0 that no longer exist.
    record("20261121000031", &mut conn).await;
    assert!(run(&address).await.unwrap().is_empty(), "it has the latest");

    take_back(RELEASED, &mut conn).await;
    let refused = run(&address).await.unwrap_err().to_string();
    for part in ["development version before 0.1.0", "commit 1865cb71"] {
        assert!(refused.contains(part), "{refused}");
    }
    assert_eq!(pending(&address).await.unwrap().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_waits_for_another_that_migrates_and_not_for_ever() {
    let test = TestApp::init().await;
    let mut other = Conn::establish(&test.database_url).await.unwrap();
    other.batch_execute("SELECT pg_advisory_lock(hashtext('harken.migrations'))").await.unwrap();
    let address = address(&test.database_url);
    let refused = run_within(&address, Duration::ZERO).await.unwrap_err();
    assert!(refused.to_string().contains("another process"), "{refused}");
    let waiting = tokio::spawn(async move { run(&address).await });
    drop(other);
    assert!(waiting.await.unwrap().unwrap().is_empty());
}
