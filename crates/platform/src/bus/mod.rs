//! Wakes who waits, in whichever process, for what a transaction made: the users' open streams, and the workers of
//! the outbox. Postgres does it by itself, and is enough for one host. NATS (`bus.url`) does it for several: there a
//! stream's process hears of its own users only, and no transaction that stores matches waits for the one lock that
//! all NOTIFYs of a database share.
//!
//! A wake-up carries nothing that counts: whoever gets one reads the database, and looks from time to time without
//! one. What people do one at a time, such as sending a message again, wakes by NOTIFY either way.
//!
//! Over NATS items go from those who read them to those who match them, too: by JetStream, which keeps what it has
//! acknowledged ([`ItemLog`]).

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

/// Whom a transaction made something for.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Wakeups {
    /// Whose open streams have something to read.
    pub users: Vec<Uuid>,
    /// Whether messages were put into the outbox.
    pub outbox: bool,
}

impl Wakeups {
    pub fn is_empty(&self) -> bool {
        self.users.is_empty() && !self.outbox
    }
}

/// What one can wait for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Topic {
    /// Messages that were put into the outbox.
    Outbox,
    /// Notifications of the users that are followed; what is heard is a user's id, and perhaps more.
    Notifications,
}

/// The way between processes.
pub trait Bus: Send + Sync {
    /// Wakes when the transaction of `conn` commits, if the database passes wake-ups on.
    fn on_commit<'a>(
        &'a self,
        wakeups: &'a Wakeups,
        conn: &'a Conn,
    ) -> BoxFuture<'a, QueryResult<()>>;

    /// Wakes at once, if the database does not pass wake-ups on: called when the transaction is committed. Takes
    /// no longer than a moment, and never fails: what is lost is found by a look.
    fn after_commit<'a>(&'a self, wakeups: &'a Wakeups) -> BoxFuture<'a, ()>;

    /// Returns where items are passed on to those who match them; none if whoever reads them does that.
    fn items(&self) -> Option<&ItemLog>;

    /// Returns whether a wake-up can be lost while all are connected, so that who waits should look often.
    fn may_lose(&self) -> bool;

    /// Returns whether wake-ups take this way now. The database's own way is not watched here.
    fn is_connected(&self) -> bool;

    /// Begins to hear of a user's notifications in this process.
    fn follow(&self, user_id: Uuid);

    /// Ends what [`Bus::follow`] began.
    fn unfollow(&self, user_id: Uuid);

    /// Hears what is said of `topic` until `stop`. At the beginning, and when wake-ups may have been missed, it is
    /// [`Heard::Connected`]. `hear` must not block. Of each topic one hearer a process.
    fn listen<'a>(
        &'a self,
        topic: Topic,
        stop: CancellationToken,
        hear: &'a (dyn Fn(Heard<'_>) + Send + Sync),
    ) -> BoxFuture<'a, ()>;
}

/// Returns the bus that needs nothing but the database.
pub fn of_database(database: &Address) -> Arc<dyn Bus> {
    Arc::new(Postgres::new(database))
}

/// What a check of NATS found.
#[derive(Debug, Clone, Copy)]
pub struct NatsCheck {
    /// How long a wake-up took to come back.
    pub round_trip: Duration,
    pub log: LogState,
}

/// Connects to NATS as Harken does, has a wake-up come back, and opens the log of items.
///
/// # Errors
/// NATS does not answer, refuses Harken, or may lose what it has acknowledged; the text says what to set.
pub async fn check_nats(config: &BusConfig) -> anyhow::Result<NatsCheck> {
    nats::check(config).await
}

/// Connects to the bus that is set.
///
/// # Errors
/// NATS is set and does not answer, or refuses Harken; the text says what to set.
pub async fn connect(config: &BusConfig, database: &Address) -> anyhow::Result<Arc<dyn Bus>> {
    Ok(match config.url {
        None => of_database(database),
        Some(_) => Arc::new(Nats::connect(config, Postgres::new(database)).await?),
    })
}
