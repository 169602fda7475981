//! Rebuilds indexes when the system sorts texts otherwise than when they were built, as after an upgrade of its C
//! library: with such an index, Postgres misses rows and accepts duplicate keys.

use diesel::sql_types::{Bool, Text};
use diesel::{OptionalExtension, QueryResult, QueryableByName};
use diesel_async::{RunQueryDsl, SimpleAsyncConnection};

use super::Conn;

/// The database, quoted for statements, if its collation has another version than its indexes.
const CHANGED: &str = "SELECT quote_ident(datname) AS name, pg_has_role(datdba, 'USAGE') AS is_ours FROM pg_database
    WHERE datname = current_database() AND datcollversion <> pg_database_collation_actual_version(oid)";

/// The indexes that are sorted by the database's collation. Those of a partitioned table have no content of their own.
const AFFECTED: &str = "SELECT indexrelid::regclass::text AS name FROM pg_index
    JOIN pg_class ON pg_class.oid = indexrelid
    WHERE relkind = 'i' AND relpersistence <> 't' AND 'pg_catalog.\"default\"'::regcollation = ANY(indcollation)";

/// Rebuilding beside others waits for their transactions.
const SESSION: &str = "SET lock_timeout = '10min'";

#[derive(QueryableByName)]
struct Index {
    #[diesel(sql_type = Text)]
    name: String,
}

#[derive(QueryableByName)]
struct Database {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Bool)]
    is_ours: bool,
}

/// Rebuilds the indexes of the database if its collation has changed, one after another, while other processes use
/// them. Returns how many were rebuilt.
///
/// # Errors
/// An index could not be rebuilt, and perhaps left an invalid one behind. The next call tries all of them again.
pub(super) async fn refresh(conn: &mut Conn) -> QueryResult<usize> {
    let changed: Option<Database> = diesel::sql_query(CHANGED).get_result(conn).await.optional()?;
    let Some(Database { name: database, is_ours }) = changed else {
        return Ok(0);
    };
    if !is_ours {
        tracing::error!(
            "the database's server sorts texts otherwise than when its indexes were built, which may be wrong. Its \
             owner must run: REINDEX DATABASE CONCURRENTLY {database}; ALTER DATABASE {database} REFRESH COLLATION \
             VERSION"
        );
        return Ok(0);
    }
    conn.batch_execute(SESSION).await?;
    let indexes: Vec<Index> = diesel::sql_query(AFFECTED).load(conn).await?;
    tracing::warn!(
        indexes = indexes.len(),
        "texts are sorted otherwise than when the database's indexes were built; rebuilding them"
    );
    for Index { name } in &indexes {
        conn.batch_execute(&format!("REINDEX INDEX CONCURRENTLY {name}")).await?;
    }
    conn.batch_execute(&format!("ALTER DATABASE {database} REFRESH COLLATION VERSION")).await?;
    tracing::info!(indexes = indexes.len(), "the indexes are rebuilt");
    Ok(indexes.len())
}
