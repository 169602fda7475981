//! How long a claim lets its holder begin to send.

use std::future::Future;

use chrono::{DateTime, Utc};
use tokio_util::sync::CancellationToken;

use foundation::clock::Clock;

/// The claim in hand. Whoever is about to hand a message over asks it first: a process that stood
/// still for a while, or waited for its turn, may find that somebody else has the message by now.
pub struct Lease {
    clock: Clock,
    /// A send that begins later might not be stored when the claim ends.
    last_begin: Option<DateTime<Utc>>,
    stop: CancellationToken,
}

impl Lease {
    /// Returns a lease under which a send may begin until `last_begin`, or never without one; once
    /// `stop` is cancelled, nothing begins any more.
    pub fn new(clock: Clock, last_begin: Option<DateTime<Utc>>, stop: CancellationToken) -> Self {
        Self {
            clock,
            last_begin,
            stop,
        }
    }

    /// Returns whether a send may begin now.
    pub fn has_time(&self) -> bool {
        let now = self.clock.now();
        !self.stop.is_cancelled() && self.last_begin.is_some_and(|last| now <= last)
    }

    /// Waits for `turn`, as long as a send could begin afterwards.
    pub async fn wait_for<T>(&self, turn: impl Future<Output = T>) -> Option<T> {
        let left = (self.last_begin? - self.clock.now()).to_std().ok()?;
        let turn = tokio::select! {
            turn = turn => turn,
            () = tokio::time::sleep(left) => return None,
            () = self.stop.cancelled() => return None,
        };
        self.has_time().then_some(turn)
    }
}
