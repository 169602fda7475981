//! Wakes those who wait, in whichever process, for what a transaction stored: the users' open
//! streams, and the workers of the outbox. Postgres does so without further setup, and suffices for
//! one host. NATS (`bus.url`) does so for several: there, a stream's process receives wake-ups for
//! its own users only, and no transaction that stores matches waits for the one lock that all
//! NOTIFYs of a database share.
//!
//! A wake-up carries no data: whoever receives one reads the database, and also looks from time to
//! time without one. What people do one at a time, such as sending a message again, wakes by NOTIFY
//! either way.
//!
//! Over NATS, items also pass from those who read them to those who match them: by JetStream, which
//! keeps what it has acknowledged ([`ItemLog`]).

mod nats;
mod postgres;

use std::sync::Arc;
use std::time::Duration;

use diesel::QueryResult;
use futures::future::BoxFuture;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

pub use self::nats::{ItemLog, ItemReader, LogState, NewBatch, Taken, TakenBatch};

use self::nats::Nats;
use self::postgres::Postgres;
use crate::config::BusConfig;
use db::listen::Heard;
use db::{Address, Conn};

/// The users and workers for whom a transaction stored something.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Wakeups {
    /// Users whose open streams have something to read.
    pub users: Vec<Uuid>,
    /// Whether messages were put into the outbox.
    pub outbox: bool,
}

impl Wakeups {
    pub fn is_empty(&self) -> bool {
        self.users.is_empty() && !self.outbox
    }
}

/// The kind of wake-up to listen for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Topic {
    /// Messages that were put into the outbox.
    Outbox,
    /// Notifications of the users that are followed; each wake-up carries a user's id, and perhaps
    /// more.
    Notifications,
}

/// Carries wake-ups between processes.
pub trait Bus: Send + Sync {
    /// Wakes the listeners when the transaction of `conn` commits, if the database carries
    /// wake-ups.
    fn on_commit<'a>(
        &'a self,
        wakeups: &'a Wakeups,
        conn: &'a Conn,
    ) -> BoxFuture<'a, QueryResult<()>>;

    /// Wakes the listeners at once, if the database does not carry wake-ups; called after the
    /// transaction is committed. Returns within a moment and never fails: whatever is lost is found
    /// by polling.
    fn after_commit<'a>(&'a self, wakeups: &'a Wakeups) -> BoxFuture<'a, ()>;

    /// Returns the log that passes items to those who match them; none if the readers match them
    /// too.
    fn items(&self) -> Option<&ItemLog>;

    /// Returns whether a wake-up can be lost while everything is connected, so that those who wait
    /// should look often.
    fn may_lose(&self) -> bool;

    /// Returns whether wake-ups currently take this bus. The database's own connection is not
    /// watched here.
    fn is_connected(&self) -> bool;

    /// Starts to receive wake-ups for a user's notifications in this process.
    fn follow(&self, user_id: Uuid);

    /// Undoes [`Bus::follow`].
    fn unfollow(&self, user_id: Uuid);

    /// Passes wake-ups of `topic` to `hear` until `stop`. At the beginning, and whenever wake-ups
    /// may have been missed, passes [`Heard::Connected`]. `hear` must not block. Each topic allows
    /// one listener per process.
    fn listen<'a>(
        &'a self,
        topic: Topic,
        stop: CancellationToken,
        hear: &'a (dyn Fn(Heard<'_>) + Send + Sync),
    ) -> BoxFuture<'a, ()>;
}

/// Returns the bus that needs only the database.
pub fn of_database(database: &Address) -> Arc<dyn Bus> {
    Arc::new(Postgres::new(database))
}

/// The result of a check of NATS.
#[derive(Debug, Clone, Copy)]
pub struct NatsCheck {
    /// The time that a wake-up took to come back.
    pub round_trip: Duration,
    pub log: LogState,
}

/// Connects to NATS as Harken does, waits for a wake-up of its own to come back, and opens the log
/// of items.
///
/// # Errors
/// NATS does not answer, refuses Harken, or may lose what it has acknowledged; the text names the
/// setting to change.
pub async fn check_nats(config: &BusConfig) -> anyhow::Result<NatsCheck> {
    nats::check(config).await
}

/// Connects to the configured bus.
///
/// # Errors
/// NATS is configured and does not answer, or refuses Harken; the text names the setting to change.
pub async fn connect(config: &BusConfig, database: &Address) -> anyhow::Result<Arc<dyn Bus>> {
    Ok(match config.url {
        None => of_database(database),
        Some(_) => Arc::new(Nats::connect(config, Postgres::new(database)).await?),
    })
}
