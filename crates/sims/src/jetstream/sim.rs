//! Everything that can be done to a stand-in, and the requests that it saw.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, Utc};
use tokio_util::sync::CancellationToken;

use crate::jetstream::accounts::Account;
use crate::jetstream::config::Config;
use crate::jetstream::event::Status;
use crate::jetstream::faults::{Fault, FaultKind};
use crate::jetstream::ids;
use crate::jetstream::log::Log;
use crate::jetstream::made_up::MadeUp;
use crate::jetstream::network::Network;
use crate::jetstream::new_post::{NewPost, PostId};
use crate::jetstream::posts::Post;
use crate::jetstream::source::make_up;
use crate::kit::{Clock, Faults, Progress};

/// The state of a stand-in, and the faults that it is to serve.
pub struct Sim {
    pub(crate) config: Config,
    clock: Arc<dyn Clock>,
    inner: Mutex<Inner>,
    /// Counts the occasions on which subscribers had something new to look at.
    pub(crate) news: Progress,
    /// Counts what subscribers and others do.
    seen: Progress,
    /// The percentage of accounts whose posts the first instance leaves out.
    left_out_percent: AtomicU64,
    /// Cancelled when the server stops.
    pub(crate) stopping: CancellationToken,
}

struct Inner {
    network: Network,
    made_up: MadeUp,
    faults: Faults<Fault>,
    requests: BTreeMap<String, u64>,
    subscribers: usize,
    connections: u64,
    /// Ends the current connections.
    cut: CancellationToken,
}

impl Sim {
    pub(crate) fn new(config: Config, clock: Arc<dyn Clock>) -> anyhow::Result<Self> {
        let stopping = CancellationToken::new();
        let sim = Self {
            inner: Mutex::new(Inner {
                network: Network::new(config.window, config.most_events),
                made_up: MadeUp::new(config.seed),
                faults: Faults::default(),
                requests: BTreeMap::new(),
                subscribers: 0,
                connections: 0,
                cut: stopping.child_token(),
            }),
            news: Progress::default(),
            seen: Progress::default(),
            left_out_percent: AtomicU64::new(0),
            stopping,
            clock,
            config,
        };
        let (now, backfill) = (sim.clock.now(), sim.config.backfill);
        for n in (0..backfill).rev() {
            let back = sim.config.backfill_span * i32::try_from(n)? / i32::try_from(backfill)?;
            sim.lock().next(now - back)?;
        }
        Ok(sim)
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the network now, and notifies the subscribers.
    fn change<T>(
        &self,
        change: impl FnOnce(&mut Network, DateTime<Utc>) -> anyhow::Result<T>,
    ) -> anyhow::Result<T> {
        let done = change(&mut self.lock().network, self.clock.now());
        self.news.step();
        done
    }

    /// Makes a post, and returns its place.
    pub fn post(&self, new: NewPost) -> anyhow::Result<PostId> {
        self.change(|network, now| network.post(new, now))
    }

    /// Gives a post another text; links, mentions and tags are removed with the old one.
    pub fn edit(&self, id: &PostId, text: &str) -> anyhow::Result<()> {
        self.change(|network, now| network.edit(id, text, now))
    }

    /// Deletes a post as its author does.
    pub fn delete(&self, id: &PostId) -> anyhow::Result<()> {
        self.change(|network, now| network.delete(id, now))
    }

    /// Likes a post, which is an event of another collection.
    pub fn like(&self, id: &PostId) -> anyhow::Result<()> {
        self.change(|network, now| network.like(id, now))
    }

    /// Announces that an account is gone for the reason `status`, or that it is active (again) if that is
    /// `None`. Its posts get no events of their own.
    pub fn account(&self, did: &str, status: Option<Status>) -> anyhow::Result<()> {
        self.change(|network, now| network.set_account(did, status, now))
    }

    pub fn set_handle(&self, did: &str, handle: &str) -> anyhow::Result<()> {
        self.change(|network, now| network.set_handle(did, handle, now))
    }

    /// Makes `count` posts from the seed, with an occasional deletion or like besides, and returns how
    /// many there were.
    pub fn advance(&self, count: usize) -> anyhow::Result<usize> {
        for _ in 0..count {
            self.lock().next(self.clock.now())?;
            self.news.step();
        }
        Ok(count)
    }

    /// Leaves this percentage of all accounts out of what the first instance sends: it sends no events of their
    /// posts, live or replayed. The second one sends all.
    pub fn leave_out(&self, percent: u64) {
        self.left_out_percent.store(percent, Ordering::Relaxed);
    }

    /// Returns whether the first instance leaves the posts of an account out.
    pub fn is_left_out(&self, did: &str) -> bool {
        ids::hash(did) % 100 < self.left_out_percent.load(Ordering::Relaxed)
    }

    /// Returns a post, deleted or not.
    pub fn find(&self, id: &PostId) -> Option<Post> {
        self.lock().network.posts.get(id).cloned()
    }

    /// Returns the handle of a DID that has ever been seen.
    pub fn handle(&self, did: &str) -> Option<String> {
        self.account_of(did).map(|(_, account)| account.handle)
    }

    /// Returns the time of the last event in microseconds since 1970; 0 before the first.
    pub fn last_time_us(&self) -> i64 {
        self.lock().network.log.last_time_us()
    }

    /// Drops the events before a time in microseconds since 1970, as if the window were shorter. Posts
    /// stay known and can still be answered.
    pub fn forget_before(&self, time_us: i64) {
        self.lock().network.log.trim(time_us, usize::MAX);
        // Subscribers that have not read them yet have to give up.
        self.news.step();
    }

    /// Drops all events, as a newly set-up instance would. Connected subscribers stay connected.
    pub fn forget_all(&self) {
        self.forget_before(i64::MAX);
    }

    /// Cuts the connections of all subscribers, without a close frame.
    pub fn disconnect_all(&self) {
        let mut inner = self.lock();
        std::mem::replace(&mut inner.cut, self.stopping.child_token()).cancel();
    }

    pub fn subscribers(&self) -> usize {
        self.lock().subscribers
    }

    /// Returns the number of subscriptions so far.
    pub fn connections(&self) -> u64 {
        self.lock().connections
    }

    /// Returns the number of requests by the last part of their path: `subscribe`, or a method's name.
    pub fn requests(&self) -> BTreeMap<String, u64> {
        self.lock().requests.clone()
    }

    /// Waits until `is_done`, which is checked now and whenever somebody subscribes, leaves or sends a
    /// request.
    pub async fn until(&self, is_done: impl Fn(&Self) -> bool) {
        self.seen.until(|| is_done(self)).await;
    }

    /// Queues a fault behind those already waiting.
    pub fn fault(&self, fault: Fault) {
        self.lock().faults.push(fault.times, fault);
    }

    pub fn clear_faults(&self) {
        self.lock().faults.clear();
    }

    /// Counts a request for a path, and takes the fault that is meant for it, if any.
    pub(crate) fn enter(&self, path: &str) -> Option<FaultKind> {
        let mut inner = self.lock();
        let asked = path.rsplit('/').next().unwrap_or_default();
        *inner.requests.entry(asked.to_owned()).or_default() += 1;
        let fault = inner.faults.take(|fault| fault.is_for(path));
        drop(inner);
        self.seen.step();
        fault.map(|fault| fault.fault)
    }

    /// Counts a new subscriber. Returns the position that its cursor stands for, the fault that is meant for
    /// it, if any, and what cuts its connection. A cursor in the future means the same as none.
    pub(crate) fn subscribe(&self, cursor: Option<i64>) -> (u64, Option<Fault>, CancellationToken) {
        let now = self.clock.now();
        let mut inner = self.lock();
        inner.network.trim(now);
        let log = &inner.network.log;
        // The first event since a cursor in the future is the next to come.
        let next = cursor.map_or(log.end(), |at| log.position(at));
        inner.subscribers += 1;
        inner.connections += 1;
        let cut = inner.cut.clone();
        let fault = inner.faults.take(Fault::is_for_streams);
        drop(inner);
        self.seen.step();
        (next, fault, cut)
    }

    pub(crate) fn unsubscribe(&self) {
        self.lock().subscribers -= 1;
        self.seen.step();
    }

    /// Returns the result of `read` for the events and the waiting faults.
    pub(crate) fn with_log<T>(&self, read: impl FnOnce(&Log, &mut Faults<Fault>) -> T) -> T {
        let mut inner = self.lock();
        let inner = &mut *inner;
        read(&inner.network.log, &mut inner.faults)
    }

    /// Returns the DID and the account for a DID or a handle.
    pub(crate) fn account_of(&self, did_or_handle: &str) -> Option<(String, Account)> {
        let inner = self.lock();
        let found = inner.network.accounts.get(did_or_handle);
        found.map(|(did, account)| (did.to_owned(), account.clone()))
    }

    /// Returns the thread that a post is part of, as [`Network::thread`] does.
    pub(crate) fn thread(&self, id: &PostId, most: usize) -> Vec<(String, Post)> {
        self.lock().network.thread(id, most)
    }
}

impl Inner {
    fn next(&mut self, now: DateTime<Utc>) -> anyhow::Result<()> {
        make_up(&mut self.made_up, &mut self.network, now)
    }
}
