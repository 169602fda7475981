//! The parts of a process that a handler or a job may need.

use std::sync::Arc;

use diesel_async::pooled_connection::bb8::RunError;

use crate::bus::Bus;
use crate::config::Config;
use crate::instance::settings::InstanceSettings;
use crate::instance::sites::SitesRead;
use db::pulse::Pulse;
use db::{Address, Pool, PooledConn};
use foundation::secrets::Secrets;
use foundation::telemetry::metrics::Metrics;
use foundation::time::clock::Clock;

/// Shared by all handlers and jobs; a clone is a pointer.
#[derive(Clone)]
pub struct Context(Arc<Parts>);

pub struct Parts {
    pub config: Config,
    pub clock: Clock,
    pub pool: Pool,
    /// Whether the database answers.
    pub pulse: Pulse,
    /// The database's address, for the connections that listen for changes.
    pub database: Address,
    pub secrets: Secrets,
    /// The sites that are read.
    pub sites: SitesRead,
    /// The settings of the administrators.
    pub settings: InstanceSettings,
    pub metrics: Metrics,
    /// Wakes those who wait in other processes.
    pub bus: Arc<dyn Bus>,
}

impl Context {
    pub fn new(parts: Parts) -> Self {
        Self(Arc::new(parts))
    }

    /// Returns a connection from the pool. Give it back (drop it) before using the network.
    ///
    /// # Errors
    /// No connection became free in time, or none could be made.
    pub async fn conn(&self) -> Result<PooledConn<'_>, RunError> {
        self.0.pool.get().await
    }
}

impl std::ops::Deref for Context {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}
