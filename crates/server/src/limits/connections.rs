//! Limits how many connections are open at once: in total, so that the database, the forum and
//! receivers can always be reached, and per address, so that nobody takes all of them.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::http::{Extensions, HeaderMap};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use api::error::ApiError;
use db::error::Error;
use domain::auth::client_address::{ClientAddress, machine};
use platform::config::{LimitsConfig, Network};

/// The most connections beyond the limits that are kept until they are refused; others are closed
/// without an answer.
pub const MAX_REFUSALS: usize = 64;
/// The seconds that a client beyond the limit of its address is asked to wait.
const RETRY_AFTER_SECONDS: u32 = 5;
const BETWEEN_WARNINGS: Duration = Duration::from_secs(60);

/// The counters of one process.
pub struct ConnectionLimits {
    all: Arc<Semaphore>,
    refusals: Arc<Semaphore>,
    addresses: Arc<Addresses>,
    trusted_proxies: Vec<Network>,
    warned_at: Mutex<Option<Instant>>,
}

struct Addresses {
    limit: u32,
    open: Mutex<HashMap<IpAddr, u32>>,
}

/// A connection's slot, released when this is dropped.
pub struct Place {
    /// The reason why the connection receives only a refusal, if it does.
    pub over_limit: Option<OverLimit>,
    _permit: OwnedSemaphorePermit,
    _of_address: Option<AddressPlace>,
}

/// One of an address's slots, released when this is dropped.
pub struct AddressPlace {
    addresses: Arc<Addresses>,
    address: IpAddr,
}

/// The limit that is reached. Requests that receive only a refusal carry it as an extension.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OverLimit {
    Address { limit: u32 },
    All,
}

impl From<OverLimit> for ApiError {
    fn from(over_limit: OverLimit) -> Self {
        match over_limit {
            OverLimit::Address { limit } => Self::RateLimited {
                code: "DDOS_RATE_LIMIT_EXCEEDED",
                text: "Too many open connections. Please close some and try again.".to_owned(),
                retry_after: RETRY_AFTER_SECONDS,
                limit,
            },
            OverLimit::All => Error::Overloaded("all connections are taken").into(),
        }
    }
}

impl ConnectionLimits {
    /// Creates the limits. `open_files` is how many files and sockets this process may open, if
    /// that is bounded: a quarter of them is kept for everything but clients.
    pub fn new(
        config: &LimitsConfig,
        trusted_proxies: &[Network],
        open_files: Option<usize>,
    ) -> Self {
        let bounded = |limit: usize, bound: Option<usize>| bound.map_or(limit, |b| limit.min(b));
        let configured = usize::try_from(config.connections.get()).unwrap_or(usize::MAX);
        let all = bounded(configured, open_files.map(|files| files / 4 * 3));
        let refusals = bounded(MAX_REFUSALS, open_files.map(|files| files / 16));
        // However few there are, one address leaves half of them to others.
        let half = u32::try_from(all / 2).unwrap_or(u32::MAX).max(1);
        Self {
            all: Arc::new(Semaphore::new(all.clamp(1, Semaphore::MAX_PERMITS))),
            refusals: Arc::new(Semaphore::new(refusals)),
            addresses: Arc::new(Addresses {
                limit: config.connections_per_address.get().min(half),
                open: Mutex::default(),
            }),
            trusted_proxies: trusted_proxies.to_vec(),
            warned_at: Mutex::default(),
        }
    }

    /// Returns whether `peer` is a proxy that forwards the requests of many clients.
    pub fn is_proxy(&self, peer: IpAddr) -> bool {
        let peer = peer.to_canonical();
        self.trusted_proxies.iter().any(|p| p.contains(peer))
    }

    /// Returns how many addresses have a slot.
    pub fn open_addresses(&self) -> usize {
        self.addresses.open.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Returns a slot for a new connection, or `None` if there is not even one for a refusal.
    pub fn admit(&self, peer: SocketAddr) -> Option<Place> {
        match self.place(peer.ip()) {
            Ok(place) => Some(place),
            Err(over_limit) => {
                self.warn(over_limit);
                let permit = self.refusals.clone().try_acquire_owned().ok()?;
                Some(Place { over_limit: Some(over_limit), _permit: permit, _of_address: None })
            }
        }
    }

    fn place(&self, peer: IpAddr) -> Result<Place, OverLimit> {
        let permit = self.all.clone().try_acquire_owned();
        let permit = permit.map_err(|_| OverLimit::All)?;
        let of_address = match self.is_proxy(peer) {
            // The proxy's clients are counted by their requests.
            true => None,
            false => Some(self.addresses.take(machine(peer))?),
        };
        Ok(Place { over_limit: None, _permit: permit, _of_address: of_address })
    }

    /// Returns a slot of its client's address for a request that arrived through a proxy; `None`
    /// for a request of the proxy's own.
    ///
    /// # Errors
    /// The client has as many requests in hand as it may have.
    pub fn admit_by_proxy(
        &self,
        peer: SocketAddr,
        headers: &HeaderMap,
        extensions: &Extensions,
    ) -> Result<Option<AddressPlace>, OverLimit> {
        let client = ClientAddress::of(headers, extensions, &self.trusted_proxies).0;
        match client.filter(|client| *client != machine(peer.ip())) {
            Some(client) => Addresses::take(&self.addresses, client)
                .inspect_err(|over_limit| self.warn(*over_limit))
                .map(Some),
            None => Ok(None),
        }
    }

    /// Logs the refusal once a minute, however many there are.
    fn warn(&self, over_limit: OverLimit) {
        let mut warned_at = self.warned_at.lock().unwrap_or_else(PoisonError::into_inner);
        if warned_at.is_some_and(|at| at.elapsed() < BETWEEN_WARNINGS) {
            return;
        }
        *warned_at = Some(Instant::now());
        match over_limit {
            OverLimit::Address { limit } => tracing::warn!(
                limit,
                "an address has as many connections open as one may have, and more are refused; if \
                 it is a proxy's, name it in server.trusted_proxies"
            ),
            OverLimit::All => tracing::warn!(
                "all connections are taken, and more are refused: limits.connections and the limit \
                 of open files (ulimit -n) say how many there are"
            ),
        }
    }
}

impl Addresses {
    fn take(self: &Arc<Self>, address: IpAddr) -> Result<AddressPlace, OverLimit> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(address).or_default();
        if *count >= self.limit {
            return Err(OverLimit::Address { limit: self.limit });
        }
        *count += 1;
        Ok(AddressPlace { addresses: self.clone(), address })
    }
}

impl Drop for AddressPlace {
    fn drop(&mut self) {
        let open = self.addresses.open.lock();
        let mut open = open.unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.address);
            }
        }
    }
}
