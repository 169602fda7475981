//! The database: pools of connections, the embedded default, migrations, and one file of models
//! per table.

mod address;
mod as_jsonb;
mod collation;
mod column_enum;
pub mod embedded;
pub mod error;
pub mod listen;
pub mod migrate;
pub mod models;
mod pools;
mod prepared;
pub mod pulse;
pub mod schema;
mod settings;
mod share;

use diesel::QueryResult;
use diesel::sql_types::Text;
use diesel_async::{AsyncPgConnection, RunQueryDsl};

pub use address::Address;
pub use column_enum::UnknownWord;
pub use pools::{Part, Pool, Pools};
pub use prepared::{Prepare, Prepared};
pub use settings::{DatabaseConfig, MAX_PROMISED_ARCHIVE_DAYS};
pub use share::{NoConnection, PooledConn, Share};

/// A connection, from a pool or of its own.
pub type Conn = AsyncPgConnection;

/// Lets the statements of the transaction that is open on `conn` take up to five minutes, for work
/// that is known to take long.
///
/// # Errors
/// The database failed.
pub async fn allow_long_statements(conn: &mut Conn) -> QueryResult<()> {
    diesel::sql_query("SELECT set_config('statement_timeout', $1, true)")
        .bind::<Text, _>("5min")
        .execute(conn)
        .await?;
    Ok(())
}

/// Lets the statements of the transaction that is open on `conn` look up each row of a list by its key. For a long list
/// the planner would read whole tables: it does not know that each row is looked up in one partition only.
///
/// # Errors
/// The database failed.
pub async fn look_up_each(conn: &mut Conn) -> QueryResult<()> {
    diesel::sql_query(
        "SELECT set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)",
    )
    .execute(conn)
    .await?;
    Ok(())
}
