//! A caller's share of the connections of a pool: however many calls somebody makes at once, and whatever they do, these
//! calls together hold no more connections than that.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::time::Duration;

use diesel_async::pooled_connection::bb8::{self, RunError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use super::{Conn, Pool};

tokio::task_local! {
    static CURRENT: Option<Share>;
}

/// The share of a caller.
#[derive(Debug, Clone)]
pub struct Share {
    free: Arc<Semaphore>,
    limit: u32,
}

/// A connection of a pool, which returns to it when it is dropped.
pub struct PooledConn<'a> {
    // Dropped before the permit: another call with this share then finds it free.
    conn: bb8::PooledConnection<'a, Conn>,
    _permit: Option<OwnedSemaphorePermit>,
}

/// The reason that there is no connection.
#[derive(Debug, thiserror::Error)]
pub enum NoConnection {
    #[error("the caller's other calls hold all {limit} connections of the caller's share")]
    ShareInUse { limit: u32 },
    #[error(transparent)]
    Pool(#[from] RunError),
}

impl Share {
    /// Makes the share of a caller with this semaphore, which has `limit` permits.
    pub fn new(free: Arc<Semaphore>, limit: u32) -> Self {
        Self { free, limit }
    }

    /// Returns the share that this task takes connections from, if it works for a caller.
    pub fn current() -> Option<Self> {
        CURRENT.try_with(Clone::clone).ok().flatten()
    }

    /// Does `work`, which takes its connections from this share.
    pub async fn during<T>(self, work: impl Future<Output = T>) -> T {
        CURRENT.scope(Some(self), work).await
    }

    /// Does `work` for everybody, for which other callers wait, too: its connections are of no caller's share. Only one
    /// such work may be done at a time.
    pub async fn for_everybody<T>(work: impl Future<Output = T>) -> T {
        CURRENT.scope(None, work).await
    }

    /// Like [`Share::during`], for work that waits for nothing.
    pub fn during_sync<T>(&self, work: impl FnOnce() -> T) -> T {
        CURRENT.sync_scope(Some(self.clone()), work)
    }

    /// Returns `work` for another task, which takes its connections from the same share as this task.
    pub fn pass_on<F: Future>(work: F) -> impl Future<Output = F::Output> {
        let share = Self::current();
        async move {
            match share {
                Some(share) => share.during(work).await,
                None => work.await,
            }
        }
    }

    async fn take(self, patience: Duration) -> Result<OwnedSemaphorePermit, NoConnection> {
        match timeout(patience, self.free.acquire_owned()).await {
            Ok(Ok(permit)) => Ok(permit),
            _ => Err(NoConnection::ShareInUse { limit: self.limit }),
        }
    }
}

impl<'a> PooledConn<'a> {
    /// Takes a connection from `pool`, within the share of the caller that this task works for. Waits for the share, and
    /// then for the pool, which has a limit of its own, for up to `patience`.
    ///
    /// # Errors
    /// No connection became free in time, or none could be made.
    pub async fn take(pool: &'a Pool, patience: Duration) -> Result<Self, NoConnection> {
        let permit = match Share::current() {
            Some(share) => Some(share.take(patience).await?),
            None => None,
        };
        Ok(Self { conn: pool.get().await?, _permit: permit })
    }
}

impl Deref for PooledConn<'_> {
    type Target = Conn;

    fn deref(&self) -> &Conn {
        &self.conn
    }
}

impl DerefMut for PooledConn<'_> {
    fn deref_mut(&mut self) -> &mut Conn {
        &mut self.conn
    }
}
