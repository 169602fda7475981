//! The database: a pool of connections, the embedded default, migrations, and one file of models a
//! table.

mod address;
pub mod embedded;
pub mod listen;
pub mod migrate;
pub mod models;
pub mod schema;

use std::time::Duration;

use anyhow::Context;
use diesel_async::AsyncPgConnection;
use diesel_async::pooled_connection::bb8;
use diesel_async::pooled_connection::{AsyncDieselConnectionManager, ManagerConfig};
use futures::FutureExt;

pub use address::Address;

use crate::config::DatabaseConfig;

/// A connection, however it was had.
pub type Conn = AsyncPgConnection;
pub type Pool = bb8::Pool<AsyncPgConnection>;
pub type PooledConn<'a> = bb8::PooledConnection<'a, AsyncPgConnection>;

/// Opens a pool of connections to `address`. One that does not come free in the time that `config`
/// gives is an error rather than an endless wait.
///
/// # Errors
/// The first connection could not be made.
pub async fn connect(address: &Address, config: &DatabaseConfig) -> anyhow::Result<Pool> {
    let address = address.clone();
    let mut settings = ManagerConfig::<Conn>::default();
    settings.custom_setup = Box::new(move |_| {
        let address = address.clone();
        async move { address.connect().await }.boxed()
    });
    let manager = AsyncDieselConnectionManager::new_with_config("", settings);
    bb8::Pool::builder()
        .max_size(config.pool_size)
        .min_idle(Some(1))
        .connection_timeout(Duration::from_secs(config.pool_wait_seconds.max(1).into()))
        .build(manager)
        .await
        .context("could not connect to the database; is database.url right and the server up?")
}
