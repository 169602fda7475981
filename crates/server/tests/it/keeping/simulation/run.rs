//! Advances the time of a simulation, and makes Harken check items.

use std::collections::VecDeque;
use std::fmt;

use ingest::removal::give_up::give_up_oldest;
use ingest::removal::promise::count_due;
use ingest::retention::delete_outdated;
use matcher::Kind;
use platform::sources::ForumError;
use platform::sources::reddit::{Listing, Priority};
use sims::forum::{Config, NewComment, State};

use super::world::{Scale, World, Written};
use crate::support::prelude::*;

/// A little more than the window of the budget, so that each step has all of it.
const STEP: TimeDelta = TimeDelta::seconds(602);
const PROMISED: TimeDelta = TimeDelta::hours(48);
/// Steps between checks and clean-ups: every six hours.
const STEPS_TO_CHECK: usize = 36;

pub(super) struct Run {
    test: ForumTest,
    scale: Scale,
    world: World,
    /// The items deleted in the forum and the time of their deletion, earliest first.
    deleted: VecDeque<(DateTime<Utc>, String)>,
    /// The requests of this window's polls.
    polled: u64,
    truth: Truth,
}

#[derive(Debug, Default)]
pub(super) struct Truth {
    /// Matched items that were written.
    pub(super) written: usize,
    /// Keys of items and threads at the end.
    pub(super) keys: i64,
    /// Stored items that were deleted in the forum.
    pub(super) deleted: usize,
    /// Deleted items that were still stored after two days.
    pub(super) late: Vec<String>,
    /// Rows of deleted items that still have a text.
    pub(super) left: i64,
    pub(super) longest: TimeDelta,
    /// Requests of checks, by step.
    pub(super) looks: Vec<u64>,
    /// All requests.
    pub(super) requests: u64,
    /// The maximum number of requests in one window.
    pub(super) most_requests: u64,
    pub(super) allowed: u64,
    pub(super) given_up: usize,
    /// The days between the oldest item kept and the last.
    pub(super) kept_days: f64,
}

impl Run {
    pub(super) async fn new(scale: Scale) -> Self {
        let allowed = scale.requests_per_minute * 10;
        let config = Config { budget: allowed, ..Config::for_tests() };
        let rate = format!("forum.requests_per_minute={}", scale.requests_per_minute);
        let settings = [rate.as_str(), "forum.timeout_seconds=30"];
        let test = ForumTest::init_with_settings(config, &settings).await;
        test.listener("kettle", &["all"]).await;
        test.watches.catch_up(&test.app.pool).await.unwrap();
        test.post("quiet", "The only one");
        Self {
            test,
            scale,
            world: World::new(scale),
            deleted: VecDeque::new(),
            polled: 0,
            truth: Truth { allowed: allowed.into(), ..Truth::default() },
        }
    }

    pub(super) async fn finish(mut self) -> Truth {
        let writing = TimeDelta::hours(self.scale.hours);
        let begin = self.test.app.clock.now();
        let end = begin + writing + PROMISED;
        while self.test.app.clock.now() < end {
            let now = self.test.app.clock.now();
            if now < begin + writing {
                self.write(now);
                self.delete(now);
                self.poll().await;
            }
            self.look().await;
            if self.truth.looks.len().is_multiple_of(STEPS_TO_CHECK) {
                self.clean_up(now).await;
                self.check(now).await;
            }
            self.test.pass(STEP);
        }
        self.check(end + STEP).await;
        assert!(self.deleted.is_empty());
        self.truth.keys = self.test.count("item_keys").await;
        let texts = "items WHERE gone_at IS NOT NULL AND (body <> '' OR author <> '')";
        self.truth.left = self.test.count(texts).await;
        let oldest: DateTime<Utc> = self.test.app.row("SELECT min(seen_at) FROM items").await;
        let reach = begin + writing - oldest;
        self.truth.kept_days = reach.as_seconds_f64() / 86_400.0;
        self.truth
    }

    fn write(&mut self, now: DateTime<Utc>) {
        for written in self.world.write(STEP) {
            let id = match written {
                Written::Post => self.test.post("tea", "A kettle"),
                Written::Comment { begins_thread } => {
                    if begins_thread {
                        self.test.post("pots", "A pot");
                    }
                    self.test.comment(NewComment::in_subreddit("pots", "My kettle"))
                }
            };
            self.truth.written += 1;
            self.world.decide(&id, now);
        }
    }

    fn delete(&mut self, now: DateTime<Utc>) {
        for id in self.world.delete(now) {
            assert!(self.test.forum.control.set_state(&id, State::Deleted));
            self.deleted.push_back((now, id));
        }
    }

    /// Polls what is due, and at times all that the budget leaves to polls.
    async fn poll(&mut self) {
        let (test, before) = (&self.test, requests(&self.test));
        test.poller.run_due().await.unwrap();
        // Represents places with enough posts to be read at any time.
        let busy = Listing { kind: Kind::Post, names: vec!["quiet".to_owned()] };
        let forum = test.app.sources.forum.as_ref().unwrap();
        let is_busy = self.truth.looks.len().is_multiple_of(self.scale.busy_each);
        while is_busy && forum.listing(&busy, None, Priority::Poll).await.is_ok() {}
        self.polled = requests(test) - before;
    }

    async fn look(&mut self) {
        let (test, before) = (&self.test, looks_of(&self.test));
        count_due(&test.app.context).await.unwrap();
        for checked in test.recheck().run_due().await.unwrap() {
            let over = matches!(checked.error, Some(ForumError::OverBudget { .. }) | None);
            assert!(over, "{:?}", checked.error);
        }
        let looks = looks_of(test) - before;
        let made = looks + std::mem::take(&mut self.polled);
        self.truth.looks.push(looks);
        self.truth.requests += made;
        self.truth.most_requests = self.truth.most_requests.max(made);
    }

    async fn clean_up(&mut self, now: DateTime<Utc>) {
        let pool = &self.test.app.pool;
        let given_up = give_up_oldest(pool, self.scale.requests_per_minute, now).await;
        self.truth.given_up += usize::from(given_up.unwrap().is_some());
        delete_outdated(pool, now).await.unwrap();
    }

    /// Compares the items deleted two days ago with what is stored.
    async fn check(&mut self, now: DateTime<Utc>) {
        let due = self.deleted.partition_point(|(at, _)| *at + PROMISED <= now);
        let due: Vec<(DateTime<Utc>, String)> = self.deleted.drain(..due).collect();
        let ids: Vec<&str> = due.iter().map(|(_, id)| id.as_str()).collect();
        let stored = format!(
            "SELECT forum_id, gone_at FROM items WHERE forum_id = ANY('{{{}}}')",
            ids.join(",")
        );
        let stored: Vec<(String, Option<DateTime<Utc>>)> = self.test.app.rows(&stored).await;
        for (forum_id, gone_at) in stored {
            let (at, _) = due.iter().find(|(_, id)| *id == forum_id).unwrap();
            self.truth.deleted += 1;
            match gone_at.map(|gone_at| gone_at - *at) {
                Some(took) if took <= PROMISED => {
                    self.truth.longest = self.truth.longest.max(took);
                }
                took => self.truth.late.push(format!("{forum_id} of {at}: {took:?}")),
            }
        }
    }
}

fn looks_of(test: &ForumTest) -> u64 {
    test.requests("info")
}

/// Returns the number of calls of the forum's API.
fn requests(test: &ForumTest) -> u64 {
    let stats = test.forum.control.stats();
    let api = stats.requests.iter();
    let api = api.filter(|(name, _)| *name != "access_token");
    api.map(|(_, requests)| requests).sum()
}

impl Truth {
    /// Returns the share of the budget that checks took in each `steps` steps.
    fn shares(&self, steps: usize) -> impl Iterator<Item = f64> {
        let chunks = self.looks.chunks_exact(steps);
        chunks.map(move |looks| {
            looks.iter().sum::<u64>() as f64 / (self.allowed * steps as u64) as f64
        })
    }

    /// Returns the largest share of the budget that checks took within six hours.
    pub(super) fn peak_share(&self) -> f64 {
        self.shares(STEPS_TO_CHECK).fold(0.0, f64::max)
    }
}

impl fmt::Display for Truth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "written {} matched items, {} keys at the end, {} weeks given up, the oldest item of {:.1} days before",
            self.written, self.keys, self.given_up, self.kept_days
        )?;
        writeln!(
            f,
            "deleted {}, gone here after {:.1} h at most, late {}",
            self.deleted,
            self.longest.as_seconds_f64() / 3_600.0,
            self.late.len()
        )?;
        let by_day = self.shares(4 * STEPS_TO_CHECK);
        let by_day = by_day.map(|share| format!("{:.0}", 100.0 * share));
        writeln!(
            f,
            "looks took at most {:.0} % of the budget in six hours; % by day: {}",
            100.0 * self.peak_share(),
            by_day.collect::<Vec<_>>().join(" ")
        )?;
        write!(
            f,
            "requests {}, at most {} of {} in ten minutes",
            self.requests, self.most_requests, self.allowed
        )
    }
}
