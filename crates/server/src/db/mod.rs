//! The database: a pool of connections, the embedded default, migrations, and one file of models a
//! table.

pub mod embedded;
pub mod listen;
pub mod migrate;
pub mod models;
pub mod schema;

use std::time::Duration;

use anyhow::Context;
use diesel_async::AsyncPgConnection;
use diesel_async::pooled_connection::AsyncDieselConnectionManager;
use diesel_async::pooled_connection::bb8;

/// A connection, however it was had.
pub type Conn = AsyncPgConnection;
pub type Pool = bb8::Pool<AsyncPgConnection>;
pub type PooledConn<'a> = bb8::PooledConnection<'a, AsyncPgConnection>;

/// Opens a pool of at most `size` connections to `url`. A connection that does not come free within
/// ten seconds is an error rather than an endless wait.
///
/// # Errors
/// The first connection could not be made.
pub async fn connect(url: &str, size: u32) -> anyhow::Result<Pool> {
    let manager = AsyncDieselConnectionManager::<AsyncPgConnection>::new(url);
    bb8::Pool::builder()
        .max_size(size)
        .min_idle(Some(1))
        .connection_timeout(Duration::from_secs(10))
        .build(manager)
        .await
        .context("could not connect to the database; is database.url right and the server up?")
}
