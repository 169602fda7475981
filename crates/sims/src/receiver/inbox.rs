//! Keeps what has arrived so far, and waits for what is still to come.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chrono::{DateTime, Utc};
use tokio::time::timeout;

use crate::kit::{Clock, Faults, Progress};
use crate::receiver::Config;
use crate::receiver::browsers::Subscribers;
use crate::receiver::chats::Chats;
use crate::receiver::faults::Fault;
use crate::receiver::received::{Query, Received};

/// The requests, subscriptions and faults of a receiver.
pub struct Inbox {
    origin: String,
    clock: Arc<dyn Clock>,
    keep_bytes: usize,
    keep_requests: usize,
    inner: Mutex<Inner>,
    arrivals: Progress,
}

#[derive(Default)]
pub(crate) struct Inner {
    requests: VecDeque<Arc<Received>>,
    faults: Faults<Fault>,
    stats: Stats,
    pub(crate) subscribers: Subscribers,
    pub(crate) chats: Chats,
    /// The secrets of hooks that require signed requests, by name.
    pub(crate) secrets: BTreeMap<String, Vec<u8>>,
}

/// The counts since the start or the last deletion.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Stats {
    /// Requests received, including those no longer kept.
    pub requests: u64,
    /// Requests answered with a status of 200 to 299.
    pub accepted: u64,
    pub faults_served: u64,
}

impl Inbox {
    pub(crate) fn new(config: &Config, origin: String, clock: Arc<dyn Clock>) -> Self {
        Self {
            origin,
            clock,
            keep_bytes: config.keep_bytes,
            keep_requests: config.keep_requests,
            inner: Mutex::default(),
            arrivals: Progress::default(),
        }
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Inner> {
        // Every change made under the lock is complete, so a poisoned lock is safe to reuse.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn origin(&self) -> &str {
        &self.origin
    }

    pub(crate) fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }

    pub(crate) fn keep_bytes(&self) -> usize {
        self.keep_bytes
    }

    /// Returns the requests that match, oldest first.
    pub fn requests(&self, query: &Query) -> Vec<Arc<Received>> {
        let inner = self.lock();
        let fitting = inner.requests.iter().filter(|request| query.fits(request));
        fitting.cloned().collect()
    }

    /// Returns the matching requests once there are `count`, or those there are after `limit`.
    pub async fn wait(&self, query: &Query, count: usize, limit: Duration) -> Vec<Arc<Received>> {
        let is_enough = || self.requests(query).len() >= count;
        // After the limit, whatever has arrived is returned.
        let _ = timeout(limit, self.arrivals.until(is_enough)).await;
        self.requests(query)
    }

    /// Discards all requests and counts; numbers continue. Subscriptions and their messages stay.
    pub fn clear(&self) {
        let mut inner = self.lock();
        inner.requests.clear();
        inner.stats = Stats::default();
    }

    pub fn fault(&self, fault: Fault) {
        self.lock().faults.push(fault.times, fault);
    }

    pub fn clear_faults(&self) {
        self.lock().faults.clear();
    }

    /// Returns the counts since the start or the last deletion.
    pub fn stats(&self) -> Stats {
        self.lock().stats.clone()
    }

    pub(crate) fn take_fault(&self, path: &str) -> Option<Fault> {
        let mut inner = self.lock();
        let fault = inner.faults.take(|fault| path.starts_with(&fault.path_prefix))?;
        inner.stats.faults_served += 1;
        Some(fault)
    }

    /// Keeps a request.
    pub(crate) fn keep(&self, request: Received) {
        let mut inner = self.lock();
        inner.stats.requests += 1;
        let accepted = request.status.is_some_and(|s| (200..300).contains(&s));
        inner.stats.accepted += u64::from(accepted);
        // Numbers and announces under the lock, so that numbers are in the order of the list.
        let number = self.arrivals.step();
        let request = Received { number, ..request };
        inner.requests.push_back(Arc::new(request));
        while inner.requests.len() > self.keep_requests {
            inner.requests.pop_front();
        }
    }
}
