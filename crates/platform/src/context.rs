//! The parts of a process that a handler or a job may need.

use std::sync::Arc;

use crate::bus::Bus;
use crate::config::Config;
use crate::instance::settings::InstanceSettings;
use crate::instance::sites::SitesRead;
use db::pulse::Pulse;
use db::{Address, NoConnection, Part, Pool, PooledConn, Pools};
use embeddings::{Embeddings, OpenError};
use foundation::secrets::Secrets;
use foundation::telemetry::metrics::Metrics;
use foundation::time::clock::Clock;

/// What all handlers and jobs of a part of Harken share; cheap to clone.
#[derive(Clone)]
pub struct Context {
    /// The connections of the part that this context is for.
    pub pool: Pool,
    parts: Arc<Parts>,
}

pub struct Parts {
    pub config: Config,
    pub clock: Clock,
    pub pools: Pools,
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
    /// Compares matches with the descriptions of keywords, if the operator has provided a model.
    pub embeddings: Option<Arc<Embeddings>>,
    /// Wakes those who wait in other processes.
    pub bus: Arc<dyn Bus>,
}

/// Opens the embeddings of the settings, if any.
///
/// # Errors
/// They cannot be read; the error names the file.
pub fn open_embeddings(config: &Config) -> Result<Option<Arc<Embeddings>>, OpenError> {
    let folder = config.relevance.embeddings.as_deref();
    Ok(folder.map(Embeddings::open).transpose()?.map(Arc::new))
}

impl Context {
    /// Makes the context of the API.
    pub fn new(parts: Parts) -> Self {
        Self { pool: parts.pools.of(Part::Api).clone(), parts: Arc::new(parts) }
    }

    /// Returns the same context for another part of Harken, which has connections of its own.
    pub fn of(&self, part: Part) -> Self {
        Self { pool: self.pools.of(part).clone(), parts: self.parts.clone() }
    }

    /// Returns a connection from the pool, within the share of the caller that this task works for, if it works for one.
    /// Give it back (drop it) before using the network.
    ///
    /// # Errors
    /// No connection became free in time, or none could be made.
    pub async fn conn(&self) -> Result<PooledConn<'_>, NoConnection> {
        PooledConn::take(&self.pool, self.config.database.pool_wait()).await
    }
}

impl std::ops::Deref for Context {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.parts
    }
}
