//! The pools of connections: each part of Harken has its own, so that none waits for connections that another holds.

use std::num::NonZeroU32;
use std::time::Duration;

use diesel::result::{DatabaseErrorKind, Error};
use diesel::sql_types::Integer;
use diesel::{ConnectionError, ConnectionResult, IntoSql, QueryResult};
use diesel_async::pooled_connection::bb8;
use diesel_async::pooled_connection::{
    AsyncDieselConnectionManager, ManagerConfig, RecyclingMethod,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};
use futures::FutureExt;

use super::{Address, Conn, DatabaseConfig};

/// The maximum time for a pooled connection to answer before it is replaced.
const FREE_WITHIN: Duration = Duration::from_secs(1);

pub type Pool = bb8::Pool<AsyncPgConnection>;

/// The parts of Harken that have a pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// What people and programs call.
    Api,
    /// Reading the sources, matching, and cleaning up.
    Ingest,
    /// Sending messages, and the payment and insight jobs.
    Delivery,
}

impl Part {
    pub const ALL: [Self; 3] = [Self::Api, Self::Ingest, Self::Delivery];

    /// Returns the part's name in metrics and, before `_connections`, in the settings.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Api => "api",
            Self::Ingest => "ingest",
            Self::Delivery => "delivery",
        }
    }
}

/// The pools of a process. One of a part that the process does not run opens no connections.
#[derive(Clone)]
pub struct Pools {
    api: Pool,
    ingest: Pool,
    delivery: Pool,
}

impl Pools {
    /// Opens the pools. Each connection is made when it is first needed.
    pub fn open(address: &Address, config: &DatabaseConfig) -> Self {
        let open = |part| open_pool(address, config, config.connections(part));
        Self { api: open(Part::Api), ingest: open(Part::Ingest), delivery: open(Part::Delivery) }
    }

    pub fn of(&self, part: Part) -> &Pool {
        match part {
            Part::Api => &self.api,
            Part::Ingest => &self.ingest,
            Part::Delivery => &self.delivery,
        }
    }
}

/// Opens a pool of up to `size` connections to `address`, each of which is made when it is first needed. If none comes
/// free in the time that `config` gives, that is an error rather than an endless wait.
fn open_pool(address: &Address, config: &DatabaseConfig, size: NonZeroU32) -> Pool {
    bb8::Pool::builder()
        .max_size(size.get())
        .connection_timeout(config.pool_wait())
        .build_unchecked(manager(address, config))
}

fn manager(address: &Address, config: &DatabaseConfig) -> AsyncDieselConnectionManager<Conn> {
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
    AsyncDieselConnectionManager::new_with_config("", settings)
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
