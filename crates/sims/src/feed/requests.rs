//! Counts requests and remembers their paths.

use std::collections::{BTreeMap, VecDeque};

/// Most paths that are remembered.
const MAX_PATHS: usize = 10_000;
/// Most hosts that are counted separately, as a reader may send any name.
const MAX_HOSTS: usize = 1_000;

/// The counts of requests, without those that control the stand-in. A request is under way until its
/// answer is sent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Requests {
    pub feeds: BTreeMap<String, Count>,
    /// Counts by host, as the reader named it.
    pub hosts: BTreeMap<String, Count>,
    pub all: Count,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Count {
    /// Number of requests.
    pub asked: u64,
    /// Number of those that were answered with 304.
    pub unchanged: u64,
    /// Largest number of requests that were under way at once.
    pub most_at_once: u64,
    /// Number of requests that are under way now.
    pub under_way: u64,
}

impl Count {
    fn begin(&mut self) {
        self.asked += 1;
        self.under_way += 1;
        self.most_at_once = self.most_at_once.max(self.under_way);
    }
}

/// The feed and the host that a request counts for.
#[derive(Debug, Clone)]
pub(crate) struct Visit {
    pub(crate) host: String,
    pub(crate) feed: Option<String>,
}

/// The counts, and the paths in order.
#[derive(Debug, Default)]
pub(crate) struct Visits {
    pub(crate) counts: Requests,
    pub(crate) paths: VecDeque<String>,
}

impl Visits {
    pub(crate) fn begin(&mut self, visit: &Visit, path: &str) {
        if self.paths.len() == MAX_PATHS {
            self.paths.pop_front();
        }
        self.paths.push_back(path.to_owned());
        let Requests { feeds, hosts, all } = &mut self.counts;
        all.begin();
        if let Some(feed) = &visit.feed {
            feeds.entry(feed.clone()).or_default().begin();
        }
        if hosts.len() < MAX_HOSTS || hosts.contains_key(&visit.host) {
            hosts.entry(visit.host.clone()).or_default().begin();
        }
    }

    pub(crate) fn note_unchanged(&mut self, visit: &Visit) {
        self.each(visit, |count| count.unchanged += 1);
    }

    pub(crate) fn end(&mut self, visit: &Visit) {
        self.each(visit, |count| count.under_way -= 1);
    }

    fn each(&mut self, visit: &Visit, change: impl Fn(&mut Count)) {
        let Requests { feeds, hosts, all } = &mut self.counts;
        let feed = visit.feed.as_ref().and_then(|feed| feeds.get_mut(feed));
        let host = hosts.get_mut(&visit.host);
        [Some(all), feed, host].into_iter().flatten().for_each(change);
    }
}
