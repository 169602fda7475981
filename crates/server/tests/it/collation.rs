//! Indexes after the system has begun to sort texts otherwise.

use db::migrate;
use diesel_async::SimpleAsyncConnection;

use crate::support::db::{address, empty_database};
use crate::support::prelude::*;
use crate::support::sql::{row, rows};

/// The indexes with these collations, with the number of each, which changes when one is rebuilt.
const INDEXES: &str = "SELECT pg_class.oid::bigint, relname::text FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
    WHERE relkind = 'i' AND relnamespace = 'public'::regnamespace AND 'pg_catalog.\"default\"'::regcollation";
const VERSION: &str =
    "SELECT datcollversion = pg_database_collation_actual_version(oid) FROM pg_database
    WHERE datname = current_database()";
/// Locales with versions: that of C.UTF-8 in the C library has none. Not every Postgres knows both.
const LOCALES: [&str; 2] =
    ["LOCALE_PROVIDER icu ICU_LOCALE 'en'", "LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8'"];

/// Returns the URL of a new database whose collation has a version.
async fn database_with_versions() -> String {
    let url = empty_database().await;
    let (server, name) = url.rsplit_once('/').unwrap();
    let mut conn = address(&format!("{server}/postgres")).connect().await.unwrap();
    for locale in LOCALES {
        let name = format!("{name}_sorted");
        let made = format!("CREATE DATABASE {name} TEMPLATE template0 {locale}");
        if conn.batch_execute(&made).await.is_ok() {
            return format!("{server}/{name}");
        }
    }
    panic!("this Postgres knows none of {LOCALES:?}");
}

async fn indexes(operator: &str, conn: &mut Conn) -> Vec<(i64, String)> {
    rows(&format!("{INDEXES} {operator} (indcollation) ORDER BY 2"), conn).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_start_rebuilds_the_indexes_that_are_sorted_otherwise_by_now() {
    let url = database_with_versions().await;
    migrate::run(&address(&url)).await.unwrap();
    let mut conn = address(&url).connect().await.unwrap();
    let user = "INSERT INTO users (id, email, password_hash, first_name, last_name)
        VALUES (gen_random_uuid(), 'ada@example.com', '', 'Ada', 'Reader')";
    conn.batch_execute(user).await.unwrap();
    // The first is sorted by code points, whatever the system does.
    let made = "CREATE INDEX by_code_point ON users (first_name COLLATE \"C\");
        CREATE FUNCTION same(text) RETURNS text LANGUAGE sql IMMUTABLE AS 'SELECT $1';
        CREATE INDEX by_same ON users (same(first_name))";
    conn.batch_execute(made).await.unwrap();
    let (affected, others) =
        (indexes("= ANY", &mut conn).await, indexes("<> ALL", &mut conn).await);
    assert!(affected.len() > 10 && others.iter().any(|(_, name)| name == "by_code_point"));

    migrate::run(&address(&url)).await.unwrap();
    assert_eq!(indexes("= ANY", &mut conn).await, affected, "nothing has changed yet");

    // Who does not own the database can do nothing about it, and Harken works nevertheless.
    let outdated = "UPDATE pg_database SET datcollversion = '0' WHERE datname = current_database();
        CREATE ROLE not_the_owner LOGIN; GRANT ALL ON SCHEMA public TO not_the_owner;
        GRANT ALL ON ALL TABLES IN SCHEMA public TO not_the_owner";
    conn.batch_execute(outdated).await.unwrap();
    let other = url.replace("//harken@", "//not_the_owner@");
    migrate::run(&address(&other)).await.unwrap();
    conn.batch_execute("DROP OWNED BY not_the_owner; DROP ROLE not_the_owner").await.unwrap();
    assert_eq!(indexes("= ANY", &mut conn).await, affected);
    assert!(!row::<bool>(VERSION, &mut conn).await);

    // An index that cannot be rebuilt stays as it is, and the next start tries again.
    let fails = "CREATE OR REPLACE FUNCTION same(text) RETURNS text LANGUAGE plpgsql IMMUTABLE
        AS 'BEGIN RAISE ''nothing is the same''; END'";
    conn.batch_execute(fails).await.unwrap();
    migrate::run(&address(&url)).await.unwrap();
    assert!(!row::<bool>(VERSION, &mut conn).await);
    let invalid = "SELECT count(*) FROM pg_index WHERE NOT indisvalid";
    assert_eq!(row::<i64>(invalid, &mut conn).await, 0);
    let works =
        "CREATE OR REPLACE FUNCTION same(text) RETURNS text LANGUAGE sql IMMUTABLE AS 'SELECT $1'";
    conn.batch_execute(works).await.unwrap();

    migrate::run(&address(&url)).await.unwrap();
    let rebuilt = indexes("= ANY", &mut conn).await;
    for ((before, name), (after, same)) in affected.iter().zip(&rebuilt) {
        assert!(name == same && before != after, "{name} {same}");
    }
    assert_eq!(rebuilt.len(), affected.len());
    assert_eq!(indexes("<> ALL", &mut conn).await, others);
    assert!(row::<bool>(VERSION, &mut conn).await);

    migrate::run(&address(&url)).await.unwrap();
    assert_eq!(indexes("= ANY", &mut conn).await, rebuilt, "once is enough");
}
