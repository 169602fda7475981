//! Queries that tests make themselves.

use diesel::sql_types::Json;
use diesel::{QueryResult, QueryableByName};
use diesel_async::{AnsiTransactionManager, RunQueryDsl, TransactionManager};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::prelude::*;

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = Json)]
    row: Value,
}

/// Returns what a query selects. A row of several columns becomes a tuple or anything else that serde reads
/// from a list, and a row of one column becomes its value.
pub async fn try_rows<T: DeserializeOwned>(query: &str, conn: &mut Conn) -> QueryResult<Vec<T>> {
    let query = format!(
        "WITH selected AS ({query})
         SELECT (SELECT json_agg(value) FROM json_each(row_to_json(selected))) AS row FROM selected"
    );
    let rows: Vec<Row> = diesel::sql_query(query).load(conn).await?;
    let read = |Row { row }| match row.as_array().map(Vec::as_slice) {
        Some([one]) => serde_json::from_value(one.clone()).unwrap(),
        _ => serde_json::from_value(row).unwrap(),
    };
    Ok(rows.into_iter().map(read).collect())
}

/// Like [`try_rows`], for a query that must succeed.
pub async fn rows<T: DeserializeOwned>(query: &str, conn: &mut Conn) -> Vec<T> {
    try_rows(query, conn).await.unwrap()
}

/// Returns the only row that a query selects.
pub async fn row<T: DeserializeOwned>(query: &str, conn: &mut Conn) -> T {
    let mut rows = rows(query, conn).await;
    assert_eq!(rows.len(), 1, "{query}");
    rows.remove(0)
}

impl TestApp {
    /// As [`rows`], on a connection of the pool.
    pub async fn rows<T: DeserializeOwned>(&self, query: &str) -> Vec<T> {
        rows(query, &mut self.conn().await.unwrap()).await
    }

    /// As [`row`], on a connection of the pool.
    pub async fn row<T: DeserializeOwned>(&self, query: &str) -> T {
        row(query, &mut self.conn().await.unwrap()).await
    }
}

/// The rows of tables that a connection has read, and its scans of their indexes.
#[derive(Debug, Deserialize)]
pub struct Reads {
    pub by_scans: i64,
    pub by_index: i64,
    pub index_scans: i64,
}

impl Reads {
    /// Returns what this transaction has read so far of tables whose name matches `tables`.
    pub async fn so_far(tables: &str, conn: &mut Conn) -> Self {
        let query = format!(
            "SELECT coalesce(sum(seq_tup_read), 0)::bigint, coalesce(sum(idx_tup_fetch), 0)::bigint AS fetched,
                    coalesce(sum(idx_scan), 0)::bigint AS scans
             FROM pg_stat_xact_user_tables WHERE relname ~ '{tables}'"
        );
        row(&query, conn).await
    }

    /// Runs `query` in a transaction of its own, which is taken back, and returns its result with what it read
    /// of tables whose name matches `tables`.
    pub async fn by<T>(
        tables: &str,
        conn: &mut Conn,
        query: impl AsyncFnOnce(&mut Conn) -> T,
    ) -> (T, Self) {
        // Not with `BEGIN`: a query that opens its own transaction would end this one, and the counters may
        // then start again.
        AnsiTransactionManager::begin_transaction(conn).await.unwrap();
        let before = Self::so_far(tables, conn).await;
        let result = query(conn).await;
        let after = Self::so_far(tables, conn).await;
        AnsiTransactionManager::rollback_transaction(conn).await.unwrap();
        let read = Self {
            by_scans: after.by_scans - before.by_scans,
            by_index: after.by_index - before.by_index,
            index_scans: after.index_scans - before.index_scans,
        };
        (result, read)
    }
}
