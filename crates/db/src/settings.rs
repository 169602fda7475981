use std::fmt;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::embedded::Archive;
use super::{Address, Part};

/// The days for which an archive may be kept so that it holds no text for longer after its deletion than Harken
/// promises, 48 hours.
pub const MAX_PROMISED_ARCHIVE_DAYS: u16 = 2;

/// Postgres: an external one at `url`, or else Harken's own in the data folder.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DatabaseConfig {
    /// `postgres://user:password@host/name?sslmode=require`. The variable `DATABASE_URL` sets it too.
    /// Unset: Harken starts its own Postgres in the data folder.
    #[schema(write_only)]
    pub url: Option<String>,
    /// The folder with `initdb` and `pg_ctl`, if Harken does not find them itself.
    #[schema(value_type = Option<String>)]
    pub bin_dir: Option<PathBuf>,
    /// A folder, preferably on another disk, to which Harken's own Postgres copies its writes once a second,
    /// so that a backup can be restored to any later second. Unset: a backup can only be restored as it is.
    #[schema(value_type = Option<String>)]
    pub archive_dir: Option<PathBuf>,
    /// How long the archive is kept. Older backups can only be restored as they are. What is deleted, on Reddit or
    /// here, stays in the archive for as long: more than 2 days exceeds the 48 hours that Harken promises.
    pub archive_days: u16,
    /// The maximum number of connections that this process opens for calls of its API. The process opens a few more
    /// that listen for changes, check whether the database responds, or clean up.
    #[schema(value_type = u32)]
    pub api_connections: NonZeroU32,
    /// How many of these one user may hold at the same time; callers who are not signed in count by address.
    #[schema(value_type = u32)]
    pub api_connections_per_user: NonZeroU32,
    /// The maximum number of connections for reading the sources and finding matches, if this process does that.
    #[schema(value_type = u32)]
    pub ingest_connections: NonZeroU32,
    /// The maximum number of connections for sending messages, if this process does that.
    #[schema(value_type = u32)]
    pub delivery_connections: NonZeroU32,
    /// How long a request waits for a connection before it is rejected and can be retried.
    pub pool_wait_seconds: u32,
    /// How long a statement may take; 0 for as long as the server allows. Tasks that take longer have timeouts
    /// of their own.
    pub statement_timeout_seconds: u32,
    /// How long a transaction may be idle, for example because a process hangs; 0 for as long as the server
    /// allows.
    pub idle_transaction_timeout_seconds: u32,
    /// How long it may take until a new connection is ready.
    pub connect_timeout_seconds: u32,
    /// How long the other side of a connection may not respond before the connection is closed.
    pub tcp_timeout_seconds: u32,
}

impl DatabaseConfig {
    /// Returns the archive of Harken's own Postgres, if there is one.
    pub fn archive(&self) -> Option<Archive> {
        let dir = self.archive_dir.clone()?;
        let is_set = !dir.as_os_str().is_empty();
        is_set.then_some(Archive { dir, days: self.archive_days })
    }

    /// Returns how many connections the pool of a part may hold.
    pub fn connections(&self, part: Part) -> NonZeroU32 {
        match part {
            Part::Api => self.api_connections,
            Part::Ingest => self.ingest_connections,
            Part::Delivery => self.delivery_connections,
        }
    }

    /// Returns how many connections all pools together may hold.
    pub fn all_connections(&self) -> u32 {
        let all = Part::ALL.map(|part| self.connections(part).get());
        all.into_iter().fold(0, u32::saturating_add)
    }

    /// Returns how long to wait for a connection.
    pub fn pool_wait(&self) -> Duration {
        Duration::from_secs(self.pool_wait_seconds.max(1).into())
    }

    /// Returns how many connections may be busy with long reads at the same time.
    pub fn heavy_reads(&self) -> NonZeroU32 {
        NonZeroU32::new(self.api_connections.get() / 4).unwrap_or(NonZeroU32::MIN)
    }

    pub fn problem(&self) -> Option<String> {
        if [self.connect_timeout_seconds, self.tcp_timeout_seconds].contains(&0) {
            let rule = "connect_timeout_seconds and tcp_timeout_seconds must be at least 1";
            return Some(rule.to_owned());
        }
        if self.archive_days == 0 {
            return Some("archive_days must be 1 or more".to_owned());
        }
        if self.url.is_some() && self.archive().is_some() {
            return Some(
                "archive_dir is only for Harken's own Postgres, and url names another: remove one of \
                 them"
                    .to_owned(),
            );
        }
        let problem = Address::parse(self.url.as_ref()?).err()?;
        Some(format!("url: {problem:#}"))
    }
}

impl Default for DatabaseConfig {
    fn default() -> Self {
        let connections = |number| NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN);
        Self {
            url: None,
            bin_dir: None,
            archive_dir: None,
            archive_days: MAX_PROMISED_ARCHIVE_DAYS,
            api_connections: connections(10),
            api_connections_per_user: connections(3),
            ingest_connections: connections(6),
            delivery_connections: connections(6),
            pool_wait_seconds: 10,
            statement_timeout_seconds: 30,
            idle_transaction_timeout_seconds: 60,
            connect_timeout_seconds: 5,
            tcp_timeout_seconds: 10,
        }
    }
}

/// Never prints the address, which may hold a password.
impl fmt::Debug for DatabaseConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DatabaseConfig")
            .field("url", &self.url.as_ref().map(|_| "set"))
            .field("bin_dir", &self.bin_dir)
            .field("all_connections", &self.all_connections())
            .field("pool_wait_seconds", &self.pool_wait_seconds)
            .field("statement_timeout_seconds", &self.statement_timeout_seconds)
            .finish_non_exhaustive()
    }
}
