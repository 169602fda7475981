use std::fmt;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::db::Address;

/// Postgres: an outside one by `url`, else one of Harken's own in the data folder.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DatabaseConfig {
    /// `postgres://user:password@host/name?sslmode=require`, see [`Address::parse`]. The variable
    /// `DATABASE_URL` sets it too. Unset: Harken starts its own Postgres in the data folder.
    pub url: Option<String>,
    /// Where `initdb` and `pg_ctl` are, if they are not found by themselves.
    pub bin_dir: Option<PathBuf>,
    /// Most connections this process opens, besides one that listens for changes.
    pub pool_size: u32,
    /// How long a request waits for one of them before it is told to come back.
    pub pool_wait_seconds: u32,
}

impl DatabaseConfig {
    pub(super) fn problem(&self) -> Option<String> {
        let problem = Address::parse(self.url.as_ref()?).err()?;
        Some(format!("url: {problem:#}"))
    }
}

impl Default for DatabaseConfig {
    fn default() -> Self {
        Self {
            url: None,
            bin_dir: None,
            pool_size: 10,
            pool_wait_seconds: 10,
        }
    }
}

/// Never prints the address, which may hold a password.
impl fmt::Debug for DatabaseConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DatabaseConfig")
            .field("url", &self.url.as_ref().map(|_| "set"))
            .field("bin_dir", &self.bin_dir)
            .field("pool_size", &self.pool_size)
            .field("pool_wait_seconds", &self.pool_wait_seconds)
            .finish()
    }
}
