//! The database: a pool of connections, the embedded default, migrations, and one file of models
//! per table.

mod address;
mod as_jsonb;
mod column_enum;
pub mod embedded;
pub mod error;
pub mod listen;
pub mod migrate;
pub mod models;
mod prepared;
pub mod pulse;
pub mod schema;
mod settings;

use std::time::Duration;

use anyhow::Context;
use diesel::result::{DatabaseErrorKind, Error};
use diesel::sql_types::{Integer, Text};
use diesel::{ConnectionError, ConnectionResult, IntoSql, QueryResult};
use diesel_async::pooled_connection::bb8;
use diesel_async::pooled_connection::{
    AsyncDieselConnectionManager, ManagerConfig, RecyclingMethod,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};
use futures::FutureExt;

pub use address::Address;
pub use column_enum::UnknownWord;
pub use prepared::{Prepare, Prepared};
pub use settings::DatabaseConfig;

/// The maximum time for a pooled connection to answer before it is replaced.
const FREE_WITHIN: Duration = Duration::from_secs(1);

/// A connection, from the pool or of its own.
pub type Conn = AsyncPgConnection;
pub type Pool = bb8::Pool<AsyncPgConnection>;
pub type PooledConn<'a> = bb8::PooledConnection<'a, AsyncPgConnection>;

/// Opens a pool of connections to `address`. If no connection comes free in the time that `config`
/// gives, that is an error rather than an endless wait.
///
/// # Errors
/// The first connection could not be made.
pub async fn connect(address: &Address, config: &DatabaseConfig) -> anyhow::Result<Pool> {
    let address = address.clone().with_timeouts(config);
    let session = format!(
        "SET statement_timeout = '{}s'; SET idle_in_transaction_session_timeout = '{}s'",
        config.statement_timeout_seconds, config.idle_transaction_timeout_seconds
    );
    let mut settings = ManagerConfig::<Conn>::default();
    settings.custom_setup = Box::new(move |_| {
        let (address, session) = (address.clone(), session.clone());
        async move { set_up(&address, &session).await }.boxed()
    });
    settings.recycling_method =
        RecyclingMethod::CustomFunction(Box::new(|conn| is_free(conn).boxed()));
    let manager = AsyncDieselConnectionManager::new_with_config("", settings);
    bb8::Pool::builder()
        .max_size(config.pool_size)
        .min_idle(Some(1))
        .connection_timeout(Duration::from_secs(config.pool_wait_seconds.max(1).into()))
        .build(manager)
        .await
        .context(
            "could not connect to the database; is database.url correct, and is the server \
            running?",
        )
}

async fn set_up(address: &Address, session: &str) -> ConnectionResult<Conn> {
    let mut conn = address.connect().await?;
    let set = conn.batch_execute(session).await;
    set.map_err(ConnectionError::CouldntSetupConfiguration)?;
    Ok(conn)
}

/// Fails if `conn` cannot be used at once: it broke, or still runs a query for a caller that has
/// gone without waiting for the answer. The pool then makes another connection.
async fn is_free(conn: &mut Conn) -> QueryResult<()> {
    let asked = diesel::select(1_i32.into_sql::<Integer>()).get_result::<i32>(conn);
    match tokio::time::timeout(FREE_WITHIN, asked).await {
        Ok(answer) => answer.map(|_| ()),
        Err(_) => Err(Error::DatabaseError(
            DatabaseErrorKind::ClosedConnection,
            Box::new("the connection is still at work".to_owned()),
        )),
    }
}

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
