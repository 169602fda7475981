//! The list of accounts when there are many.

use api::administration::listing;
use db::Conn;
use diesel_async::SimpleAsyncConnection;

use crate::support::app::TestApp;
use crate::support::sql::Reads;

const MANY: i64 = 5_000;
const PAGE: i64 = 20;

/// Lists a page, and asserts that this scans no table and reads few more accounts than it shows.
async fn assert_indexed(search: Option<&str>, conn: &mut Conn) {
    let (found, read) = Reads::by("^users$", conn, async |conn| match search {
        None => listing::newest(None, PAGE, conn).await,
        Some(search) => listing::by_email(search, "", PAGE, conn).await,
    })
    .await;
    assert_eq!(found.unwrap().len() as i64, PAGE, "{search:?}");
    assert_eq!(read.by_scans, 0, "{search:?}");
    assert!(read.by_index <= 2 * PAGE, "{search:?}");
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
