//! Follows the stream that announces new ids, in the process that reads. It decides nothing: polls read what is there
//! (`pace`).

use std::sync::{MutexGuard, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};
use futures::FutureExt;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::pace::Pace;
use super::{SOURCE, SequenceReader};
use crate::retry::wait_after;
use crate::steps::pause;
use db::models::sequence::Sequence;
use platform::sources::ForumError;

/// The longest time between two attempts to open a stream: each costs requests.
const MAX_WAIT: TimeDelta = TimeDelta::hours(1);

/// Waits until this process holds the source, or no longer does.
async fn until(held: &mut watch::Receiver<Option<i64>>, is_held: bool) {
    // The sender lives as long as the reader.
    let _ = held.wait_for(|fence| fence.is_some() == is_held).await;
}

impl SequenceReader {
    /// Keeps a stream open for as long as this process reads, until `stop`.
    pub async fn follow(&self, stop: &CancellationToken) {
        let (mut held, mut failures) = (self.held.subscribe(), 0);
        loop {
            tokio::select! {
                () = until(&mut held, true) => {}
                () = stop.cancelled() => return,
            }
            let error = tokio::select! {
                error = self.listen().boxed() => error,
                () = until(&mut held, false) => {
                    self.pace().close();
                    continue;
                }
                () = stop.cancelled() => return,
            };
            failures = if self.pace().close() { 1 } else { failures + 1 };
            let chance = rand::random();
            let wait = wait_after(Some(&error), failures, self.interval(), MAX_WAIT, chance);
            tracing::info!(%error, failures, "nothing announces new items of Hacker News; polls find them");
            if pause(wait.to_std().unwrap_or_default(), stop).await.is_none() {
                return;
            }
        }
    }

    /// Notes what a stream announces, until it ends.
    async fn listen(&self) -> ForumError {
        let mut stream = match self.reader.source.last_ids().await {
            Ok(stream) => stream,
            Err(error) => return error,
        };
        loop {
            match stream.next().await {
                Ok(id) => {
                    let now = self.reader.context.clock.now();
                    self.pace().announce(id, now);
                    self.announced.notify_one();
                }
                Err(error) => return error,
            }
        }
    }

    /// Waits for the next announcement; returns at once if there was one since the last wait.
    pub async fn announced(&self) {
        self.announced.notified().await;
    }

    /// Returns when an announced id is to be read; none if this process does not read.
    pub fn hurried(&self) -> Option<DateTime<Utc>> {
        let is_held = self.held.borrow().is_some();
        self.pace().hurried().filter(|_| is_held)
    }

    /// Leaves the source to other processes.
    ///
    /// # Errors
    /// The database failed; they wait for the end of the lease then.
    pub async fn let_go(&self) -> anyhow::Result<()> {
        if let Some(fence) = self.held.send_replace(None) {
            Sequence::let_go(SOURCE, fence, &mut *self.reader.context.conn().await?).await?;
        }
        Ok(())
    }

    pub(super) fn pace(&self) -> MutexGuard<'_, Pace> {
        self.pace.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
