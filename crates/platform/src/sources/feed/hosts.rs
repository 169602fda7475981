use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use url::Url;

use db::Pool;
use db::models::feed::host;
use foundation::time::clock::Clock;

/// The interval at which a host that another request occupies is checked.
const LOOK: Duration = Duration::from_millis(100);

/// The hosts that are asked on the way to a document. None receives two requests at once or in quick succession, by
/// whichever process: each is taken before it is asked, also one to which a redirect leads, and kept until
/// [`Hosts::leave`]. Requests to one host in between follow each other at once.
pub struct Hosts {
    pool: Pool,
    clock: Clock,
    /// How long a host is kept if it is never left.
    lease: TimeDelta,
    /// The longest wait for a host.
    patience: Duration,
    /// A host that the caller has taken otherwise, and leaves.
    own: Option<String>,
    taken: Vec<(String, DateTime<Utc>)>,
}

impl Hosts {
    /// Creates the hosts of a visit that waits for each of them for `patience`.
    pub fn new(pool: &Pool, clock: &Clock, lease: TimeDelta, patience: Duration) -> Self {
        let (pool, clock) = (pool.clone(), clock.clone());
        Self { pool, clock, lease, patience, own: None, taken: Vec::new() }
    }

    /// Counts a host as taken that the caller has taken with a feed.
    pub fn with_own(self, host: &str) -> Self {
        Self { own: Some(host.to_owned()), ..self }
    }

    /// Takes the host of an address. Returns false if it does not become free in time.
    ///
    /// # Errors
    /// The database failed.
    pub async fn enter(&mut self, address: &Url) -> anyhow::Result<bool> {
        let host = address.host_str().unwrap_or_default();
        let taken = self.taken.iter().map(|(host, _)| host);
        if taken.chain(&self.own).any(|taken| taken == host) {
            return Ok(true);
        }
        let deadline = self.clock.elapsed() + self.patience;
        loop {
            let now = self.clock.now();
            let until = now + self.lease;
            let is_taken = {
                let mut conn = self.pool.get().await?;
                host::take(host, now, until, &mut conn).await?
            };
            if is_taken {
                self.taken.push((host.to_owned(), until));
                return Ok(true);
            }
            if self.clock.elapsed() >= deadline {
                return Ok(false);
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Leaves the taken hosts to others, after the usual moment.
    ///
    /// # Errors
    /// The database failed. The hosts are left at the end of their leases.
    pub async fn leave(&mut self) -> anyhow::Result<()> {
        if self.taken.is_empty() {
            return Ok(());
        }
        let mut conn = self.pool.get().await?;
        for (host, until) in self.taken.drain(..) {
            host::leave(&host, until, self.clock.now(), &mut conn).await?;
        }
        Ok(())
    }
}
