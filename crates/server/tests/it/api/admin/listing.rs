//! The list of accounts when there are many.

use api::administration::listing;
use db::Conn;
use diesel::QueryableByName;
use diesel::sql_types::BigInt;
use diesel_async::{
    AnsiTransactionManager, RunQueryDsl, SimpleAsyncConnection, TransactionManager,
};

use crate::support::app::TestApp;

const MANY: i64 = 5_000;
const PAGE: i64 = 20;

#[derive(QueryableByName)]
struct Read {
    #[diesel(sql_type = BigInt)]
    by_scans: i64,
    #[diesel(sql_type = BigInt)]
    by_index: i64,
}

async fn read_so_far(conn: &mut Conn) -> Read {
    diesel::sql_query(
        "SELECT seq_tup_read AS by_scans, coalesce(idx_tup_fetch, 0) AS by_index
         FROM pg_stat_xact_user_tables WHERE relname = 'users'",
    )
    .get_result(conn)
    .await
    .unwrap()
}

/// Lists a page in a separate transaction, and asserts that it scans no table and reads few more
/// accounts than it shows.
async fn assert_indexed(search: Option<&str>, conn: &mut Conn) {
    AnsiTransactionManager::begin_transaction(conn).await.unwrap();
    let before = read_so_far(conn).await;
    let found = match search {
        None => listing::newest(None, PAGE, conn).await,
        Some(search) => listing::by_email(search, "", PAGE, conn).await,
    };
    let found = found.unwrap();
    let after = read_so_far(conn).await;
    AnsiTransactionManager::commit_transaction(conn).await.unwrap();
    assert_eq!(found.len() as i64, PAGE, "{search:?}");
    assert_eq!(after.by_scans - before.by_scans, 0, "{search:?}");
    assert!(after.by_index - before.by_index <= 2 * PAGE, "{search:?}");
}

#[tokio::test]
async fn a_page_of_many_accounts_is_read_from_an_index() {
    let test = TestApp::init().await;
    test.sql(&format!(
        "INSERT INTO users (id, email, password_hash, first_name, last_name, created_at, updated_at)
         SELECT gen_random_uuid(), 'user' || n || '@example.com', '', 'A', 'B', now(), now()
         FROM generate_series(1, {MANY}) AS n"
    ))
    .await;
    let mut conn = test.conn().await.unwrap();
    conn.batch_execute("VACUUM (ANALYZE) users").await.unwrap();
    assert_indexed(None, &mut conn).await;
    assert_indexed(Some("User12"), &mut conn).await;
}
