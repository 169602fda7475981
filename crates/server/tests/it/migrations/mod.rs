//! Migrations run beside other activity in the database.

mod places;
mod rules;
mod sandbox;
mod upgrade;

use std::time::Duration;

use db::Conn;
use db::migrate::{run, run_within};
use diesel_async::{AsyncConnection, RunQueryDsl, SimpleAsyncConnection};

use crate::support::app::TestApp;
use crate::support::db::address;
use crate::support::forum::count;

const LATEST: &str = "20261123000021";

/// A migration of a busy table.
const POLLS: &str = include_str!(
    "../../../../../migrations/2026-11-23-000021_tell_when_polls_were_scheduled/down.sql"
);

/// Reverts a migration by its `down.sql`, so that it can run again.
async fn take_back(version: &str, down: &str, conn: &mut Conn) {
    conn.batch_execute(down).await.unwrap();
    let version = format!("DELETE FROM __diesel_schema_migrations WHERE version = '{version}'");
    assert_eq!(diesel::sql_query(version).execute(conn).await.unwrap(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_migration_waits_for_a_table_in_use_and_nobody_waits_behind_it() {
    let test = TestApp::init().await;
    let mut reader = Conn::establish(&test.database_url).await.unwrap();
    take_back(LATEST, POLLS, &mut reader).await;
    // As a backup does.
    reader
        .batch_execute("BEGIN; LOCK TABLE poll_state IN ACCESS SHARE MODE")
        .await
        .unwrap();
    let address = address(&test.database_url);
    let refused = run_within(&address, Duration::ZERO).await.unwrap_err();
    let text = refused.to_string();
    assert!(text.contains("end long transactions"), "{text}");
    let migrating = tokio::spawn(async move { run(&address).await });
    for _ in 0..20 {
        assert_eq!(count(&test, "poll_state").await, 0);
    }
    assert!(!migrating.is_finished(), "the table is still in use");
    reader.batch_execute("COMMIT").await.unwrap();
    assert_eq!(migrating.await.unwrap().unwrap(), [LATEST]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_waits_for_another_that_migrates_and_not_for_ever() {
    let test = TestApp::init().await;
    let mut other = Conn::establish(&test.database_url).await.unwrap();
    other
        .batch_execute("SELECT pg_advisory_lock(hashtext('harken.migrations'))")
        .await
        .unwrap();
    let address = address(&test.database_url);
    let refused = run_within(&address, Duration::ZERO).await.unwrap_err();
    assert!(refused.to_string().contains("another process"), "{refused}");
    let waiting = tokio::spawn(async move { run(&address).await });
    drop(other);
    assert!(waiting.await.unwrap().unwrap().is_empty());
}
