//! Everything a handler or a job may touch, built in one place.

use std::sync::Arc;

use crate::auth::passwords::Passwords;
use crate::auth::secrets::Secrets;
use crate::billing::Provider;
use crate::clock::Clock;
use crate::config::Config;
use crate::db::{Address, Pool, PooledConn};
use crate::delivery::mail::Mailer;
use crate::delivery::outgoing::Outgoing;
use crate::delivery::push::vapid::Vapid;
use crate::error::ApiError;
use crate::forum::Forum;
use crate::insights::Insights;
use crate::live::Live;

/// Shared by all handlers and jobs; a clone is a pointer.
#[derive(Clone)]
pub struct App(Arc<Inner>);

pub struct Inner {
    pub config: Config,
    pub clock: Clock,
    pub pool: Pool,
    /// The database's address, for the connections that listen for changes.
    pub database: Address,
    pub secrets: Secrets,
    pub mailer: Mailer,
    pub outgoing: Outgoing,
    /// The key by which push services know this server.
    pub vapid: Vapid,
    pub passwords: Passwords,
    pub live: Arc<Live>,
    pub insights: Insights,
    /// None if nothing is sold.
    pub payments: Option<Provider>,
    /// None if no forum is configured.
    pub forum: Option<Arc<dyn Forum>>,
}

impl App {
    pub fn new(inner: Inner) -> Self {
        Self(Arc::new(inner))
    }

    /// A connection from the pool. Give it back (drop it) before using the network.
    pub async fn conn(&self) -> Result<PooledConn<'_>, ApiError> {
        Ok(self.0.pool.get().await?)
    }
}

impl std::ops::Deref for App {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.0
    }
}
