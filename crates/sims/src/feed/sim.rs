//! The state of a stand-in, and everything that can be done to it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::{Context, ensure};
use chrono::{DateTime, Utc};

use crate::feed::config::Config;
use crate::feed::entries::{Entry, Feed, NewEntry, NewFeed, Shown};
use crate::feed::faults::Fault;
use crate::feed::made_up::MadeUp;
use crate::feed::requests::{Requests, Visit, Visits};
use crate::feed::schedule::Schedule;
use crate::kit::{Clock, Faults, Progress};

/// Most feeds; more are refused.
const MAX_FEEDS: usize = 100_000;

/// The state of a stand-in, and the faults that it is to serve.
pub struct Sim {
    keep: usize,
    clock: Arc<dyn Clock>,
    inner: Mutex<Inner>,
    /// Advances with every request, and whenever faults are cleared.
    pub(crate) progress: Progress,
}

#[derive(Default)]
struct Inner {
    feeds: BTreeMap<String, Kept>,
    /// Number of entries made on demand so far.
    made: u64,
    faults: Faults<Fault>,
    /// Number of times that faults were cleared.
    cleared: u64,
    visits: Visits,
}

struct Kept {
    feed: Feed,
    made_up: Option<(MadeUp, Schedule)>,
}

impl Kept {
    /// Makes the entries that are due by `now`.
    fn catch_up(&mut self, now: DateTime<Utc>) -> anyhow::Result<()> {
        let Some((made_up, schedule)) = &mut self.made_up else {
            return Ok(());
        };
        while let Some(planned) = schedule.next(now) {
            let new = made_up.entry(planned.number);
            self.feed.put(Entry::new(new, planned.at, String::new))?;
        }
        Ok(())
    }
}

impl Sim {
    pub(crate) fn new(config: &Config, clock: Arc<dyn Clock>) -> anyhow::Result<Self> {
        ensure!(config.keep > 0, "a feed keeps an entry at least");
        ensure!(config.feeds <= MAX_FEEDS, "at most {MAX_FEEDS} feeds");
        let now = clock.now();
        let mut inner = Inner::default();
        for rank in 0..config.feeds {
            let (made_up, new) = MadeUp::new(rank, config.seed);
            let rate = config.entries_an_hour / (rank + 1) as f64;
            let name = new.name.clone();
            // Twice as many slots as kept entries, so that nearly all feeds are full from the start.
            let schedule = Schedule::new(made_up.seed, rate, 2 * config.keep, now);
            let mut kept = Kept {
                // The feed's entries are older than this start.
                feed: Feed::new(new, config.keep, DateTime::UNIX_EPOCH)?,
                made_up: Some((made_up, schedule)),
            };
            kept.catch_up(now)?;
            inner.feeds.insert(name, kept);
        }
        Ok(Self {
            keep: config.keep,
            clock,
            inner: Mutex::new(inner),
            progress: Progress::default(),
        })
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes a feed without entries, or sets up an existing one again.
    pub fn add(&self, new: NewFeed) -> anyhow::Result<()> {
        let (now, mut inner) = (self.clock.now(), self.lock());
        ensure!(inner.feeds.len() < MAX_FEEDS, "there are too many feeds");
        let name = new.name.clone();
        let kept = Kept { feed: Feed::new(new, self.keep, now)?, made_up: None };
        inner.feeds.insert(name, kept);
        Ok(())
    }

    /// Puts an entry into a feed, and returns its id.
    pub fn put(&self, feed: &str, new: NewEntry) -> anyhow::Result<String> {
        let now = self.clock.now();
        let inner = &mut *self.lock();
        let kept = inner.feeds.get_mut(feed);
        let kept = kept.with_context(|| format!("there is no feed {feed}"))?;
        kept.catch_up(now)?;
        inner.made += 1;
        // Includes the time, as the count begins again with each start.
        let id = || format!("{}-{}", now.timestamp_millis(), inner.made);
        let entry = Entry::new(new, now, id);
        let id = entry.id.clone();
        kept.feed.put(entry)?;
        Ok(id)
    }

    pub fn names(&self) -> Vec<String> {
        self.lock().feeds.keys().cloned().collect()
    }

    /// Returns the current and former entries of a feed, oldest first. Of those that have rolled out, the
    /// last thousand are remembered.
    pub fn record(&self, feed: &str) -> Option<Vec<Entry>> {
        let (now, mut inner) = (self.clock.now(), self.lock());
        let kept = inner.feeds.get_mut(feed)?;
        kept.catch_up(now).ok()?;
        Some(kept.feed.record())
    }

    /// Queues a fault behind those already waiting.
    pub fn fault(&self, fault: Fault) {
        self.lock().faults.push(fault.times, fault);
    }

    /// Discards the waiting faults, and answers the stalled requests.
    pub fn clear_faults(&self) {
        let mut inner = self.lock();
        inner.faults.clear();
        inner.cleared += 1;
        drop(inner);
        self.progress.step();
    }

    /// Returns the number of requests so far.
    pub fn requests(&self) -> Requests {
        self.lock().visits.counts.clone()
    }

    /// Returns the paths, with their queries, that were requested since the last call, oldest first;
    /// at most the last 10,000.
    pub fn take_paths(&self) -> Vec<String> {
        std::mem::take(&mut self.lock().visits.paths).into()
    }

    /// Waits until [`Sim::take_paths`] has a path to return.
    pub async fn until_asked(&self) {
        let is_asked = || !self.lock().visits.paths.is_empty();
        self.progress.until(is_asked).await;
    }

    /// Counts a request, and takes the fault that is meant for it, if any. Also returns how many times
    /// faults were cleared so far.
    pub(crate) fn enter(&self, visit: &mut Visit, asked: &str) -> (Option<Fault>, u64) {
        let path = asked.split('?').next().unwrap_or_default();
        let mut inner = self.lock();
        visit.feed = visit.feed.take().filter(|feed| inner.feeds.contains_key(feed));
        inner.visits.begin(visit, asked);
        let taken = (inner.faults.take(|fault| fault.is_for(path)), inner.cleared);
        drop(inner);
        self.progress.step();
        taken
    }

    /// Waits until faults have been cleared more often than `before`.
    pub(crate) async fn until_cleared(&self, before: u64) {
        self.progress.until(|| self.lock().cleared > before).await;
    }

    /// Returns the number of requests so far.
    pub(crate) fn asked(&self) -> u64 {
        self.lock().visits.counts.all.asked
    }

    pub(crate) fn note_unchanged(&self, visit: &Visit) {
        self.lock().visits.note_unchanged(visit);
    }

    pub(crate) fn leave(&self, visit: &Visit) {
        self.lock().visits.end(visit);
    }

    /// Returns a page of a feed, from 1, as it is now. A reader's request is counted in its entries.
    pub(crate) fn show(&self, feed: &str, page: usize, is_asked: bool) -> Option<Shown> {
        let (now, mut inner) = (self.clock.now(), self.lock());
        let kept = inner.feeds.get_mut(feed)?;
        kept.catch_up(now).ok()?;
        Some(kept.feed.show(feed, page, is_asked))
    }

    /// Returns the names and titles of all feeds.
    pub(crate) fn titles(&self) -> Vec<(String, String)> {
        let inner = self.lock();
        let feeds = inner.feeds.iter();
        feeds.map(|(name, kept)| (name.clone(), kept.feed.title.clone())).collect()
    }

    pub(crate) fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }
}
