//! The time during which the holder of a claim may begin to send.

use std::future::Future;

use chrono::{DateTime, Utc};
use tokio_util::sync::CancellationToken;

use foundation::time::clock::Clock;

/// The lease of the claim in hand. Code that is about to hand a message over asks it first: after a
/// process was suspended for a while, or waited for its turn, another process may have the message
/// by now.
pub struct Lease {
    clock: Clock,
    /// The last moment at which a send may begin; the outcome of a later one might not be stored
    /// before the claim ends.
    last_begin: Option<DateTime<Utc>>,
    stop: CancellationToken,
}

impl Lease {
    /// Returns a lease under which a send may begin until `last_begin`, or never without one; once
    /// `stop` is cancelled, nothing begins any more.
    pub fn new(clock: Clock, last_begin: Option<DateTime<Utc>>, stop: CancellationToken) -> Self {
        Self { clock, last_begin, stop }
    }

    /// Returns whether a send may begin now.
    pub fn has_time(&self) -> bool {
        let now = self.clock.now();
        !self.stop.is_cancelled() && self.last_begin.is_some_and(|last| now <= last)
    }

    /// Waits for `turn`, as long as a send could still begin afterwards.
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
