//! Tracks what the regular expressions of watches cost while items are matched, in this process.
//! The probe at saving (`cost.rs`) uses generated texts; this measures what was really read.
//!
//! What counts is the thread's processor time, not the elapsed time: a machine that is busy with other
//! work, or suspended, makes no watch more expensive. A watch costs too much if, within a window,
//!
//! - it takes more than twice what the probe allows for each KB, in at least [`MIN_KB`]: enough text
//!   that building an automaton for the first time does not matter. A query that the probe accepted took
//!   half as much on the worst texts there are, on a machine like this one; typical queries take a
//!   hundredth. So a slow machine pauses nobody;
//! - or it takes more than [`MAX_SHARE_PERCENT`] of one core. At the cost that the probe allows that
//!   is 60 MB of text in five minutes, more than the forum's request budget reads: a watch within that
//!   cost does not come near.
//!
//! All watches of a user together may take [`MAX_SHARE_OF_USER_PERCENT`] of one core: a hundred that
//! respect the limit could take ten cores. Beyond that, the watch that takes most costs too much, then
//! the next.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use matcher::{PatternCost, Span, WatchId};
use uuid::Uuid;

use super::cost::MAX_MICROS_PER_KB;
use db::models::watch::{Watch, WatchMode};

/// The window over which costs are added up.
const WINDOW: TimeDelta = TimeDelta::minutes(5);
/// The largest share of one core, in a window, for one watch.
const MAX_SHARE_PERCENT: u64 = 10;
/// The largest share of one core, in a window, for all watches of a user.
const MAX_SHARE_OF_USER_PERCENT: u64 = 20;
/// The least text from which the cost per KB is meaningful.
const MIN_KB: u64 = 64;

/// The costs of the present window, by watch.
#[derive(Debug, Default)]
pub struct Spending {
    began: DateTime<Utc>,
    watches: HashMap<WatchId, Spent>,
    /// The owners of watches with regular expressions.
    owners: HashMap<WatchId, Uuid>,
}

#[derive(Debug)]
struct Spent {
    /// The query that is searched for; the count restarts with another query.
    query: Arc<str>,
    patterns: Vec<Pattern>,
}

#[derive(Debug)]
struct Pattern {
    span: Span,
    time: Duration,
    bytes: usize,
}

/// A watch that costs too much.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offender {
    pub watch: Uuid,
    pub query: Arc<str>,
    /// The most expensive of its regular expressions.
    pub part: String,
    /// The time that all of them took, in this window.
    pub millis: u64,
    pub micros_per_kb: u64,
}

impl Spending {
    /// Adds costs that arose at `now`. Returns the watches among them that cost too much in the
    /// present window.
    pub fn charge(&mut self, costs: &[PatternCost], now: DateTime<Utc>) -> Vec<Offender> {
        if !(TimeDelta::zero()..WINDOW).contains(&(now - self.began)) {
            self.began = now;
            self.watches.clear();
        }
        let mut charged = Vec::new();
        for cost in costs {
            let spent = self
                .watches
                .entry(cost.watch)
                .or_insert_with(|| Spent { query: cost.query.clone(), patterns: Vec::new() });
            spent.add(cost);
            charged.push(cost.watch);
        }
        charged.sort_unstable();
        charged.dedup();
        let mut offenders: Vec<Offender> =
            charged.iter().filter_map(|watch| self.watches.get(watch)?.offender(*watch)).collect();
        let known: HashSet<Uuid> = offenders.iter().map(|offender| offender.watch).collect();
        let of_users = self.worst_of_users(&charged);
        offenders.extend(of_users.filter(|offender| !known.contains(&offender.watch)));
        offenders
    }

    /// Returns the most expensive watch of each user of `charged` whose watches together cost too much.
    fn worst_of_users(&self, charged: &[WatchId]) -> impl Iterator<Item = Offender> {
        let users = charged.iter().filter_map(|watch| self.owners.get(watch));
        let mut spent_by: BTreeMap<Uuid, Vec<(u64, WatchId)>> =
            users.map(|user| (*user, Vec::new())).collect();
        for (watch, spent) in &self.watches {
            let owner = self.owners.get(watch);
            if let Some(of_user) = owner.and_then(|user| spent_by.get_mut(user)) {
                of_user.push((spent.micros(), *watch));
            }
        }
        spent_by.into_values().filter_map(|of_user| {
            let micros = of_user.iter().map(|(micros, _)| micros).sum();
            if share_percent(micros) < MAX_SHARE_OF_USER_PERCENT {
                return None;
            }
            let (_, worst) = of_user.into_iter().max()?;
            self.watches.get(&worst)?.as_offender(worst)
        })
    }

    /// Records the owner of a watch, if it has regular expressions.
    pub fn note_owner(&mut self, row: &Watch) {
        let watch = WatchId(row.id.as_u128());
        // Each is enclosed in slashes.
        if row.mode == WatchMode::Query && row.keyword.contains('/') {
            self.owners.insert(watch, row.user_id);
        } else {
            self.owners.remove(&watch);
        }
    }

    /// Drops the owner of a watch that is no longer searched for. Its cost stays: the watch may
    /// come back.
    pub fn drop_owner(&mut self, watch: Uuid) {
        self.owners.remove(&WatchId(watch.as_u128()));
    }

    /// Resets the costs of a watch.
    pub fn forget(&mut self, watch: Uuid) {
        self.watches.remove(&WatchId(watch.as_u128()));
    }
}

impl Spent {
    fn add(&mut self, cost: &PatternCost) {
        if self.query != cost.query {
            self.query = cost.query.clone();
            self.patterns.clear();
        }
        let known = self.patterns.iter_mut();
        match known.into_iter().find(|known| known.span == cost.span) {
            Some(known) => {
                known.time += cost.time;
                known.bytes += cost.bytes;
            }
            None => {
                self.patterns.push(Pattern { span: cost.span, time: cost.time, bytes: cost.bytes });
            }
        }
    }

    /// Returns the time of all of its regular expressions.
    fn micros(&self) -> u64 {
        let time: Duration = self.patterns.iter().map(|pattern| pattern.time).sum();
        u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
    }

    /// Returns the KB that were searched: all expressions search the same text, though some not all
    /// of it.
    fn kb(&self) -> u64 {
        let bytes = self.patterns.iter().map(|pattern| pattern.bytes).max();
        bytes.unwrap_or_default() as u64 / 1_024
    }

    fn offender(&self, watch: WatchId) -> Option<Offender> {
        let (micros, kb) = (self.micros(), self.kb());
        let is_expensive = kb >= MIN_KB && micros / kb > 2 * MAX_MICROS_PER_KB;
        let is_offender = is_expensive || share_percent(micros) >= MAX_SHARE_PERCENT;
        is_offender.then(|| self.as_offender(watch)).flatten()
    }

    fn as_offender(&self, watch: WatchId) -> Option<Offender> {
        let worst = self.patterns.iter().max_by_key(|pattern| pattern.time)?;
        Some(Offender {
            watch: Uuid::from_u128(watch.0),
            query: self.query.clone(),
            part: self.query.get(worst.span.range())?.to_owned(),
            millis: self.micros() / 1_000,
            micros_per_kb: self.micros() / self.kb().max(1),
        })
    }
}

/// Returns the share of one core, in a window.
fn share_percent(micros: u64) -> u64 {
    micros.saturating_mul(100) / (WINDOW.num_seconds().unsigned_abs() * 1_000_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    const QUERY: &str = "zqx /a/ /bb/";

    fn cost(watch: u128, part: &str, micros: u64, kb: usize) -> PatternCost {
        let start = QUERY.find(part).unwrap();
        PatternCost {
            watch: WatchId(watch),
            query: QUERY.into(),
            span: Span { start, end: start + part.len() },
            time: Duration::from_micros(micros),
            bytes: kb * 1_024,
        }
    }

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_800_000_000 + seconds, 0).unwrap()
    }

    #[test]
    fn a_watch_beyond_twice_the_price_of_a_kb_is_an_offender_once_enough_was_searched() {
        let mut spending = Spending::default();
        let both = |kb: usize| {
            let micros = 510 * kb as u64;
            [cost(1, "/a/", micros, kb), cost(1, "/bb/", micros + 1, kb)]
        };
        assert_eq!(spending.charge(&both(63), at(0)), []);
        let offenders = spending.charge(&both(1), at(299));
        let expected = Offender {
            watch: Uuid::from_u128(1),
            query: QUERY.into(),
            part: "/bb/".to_owned(),
            millis: 65,
            micros_per_kb: 1_020,
        };
        assert_eq!(offenders, std::slice::from_ref(&expected));
        // A watch that is not paused for it is an offender again; after a pause it starts from
        // zero.
        assert_eq!(spending.charge(&both(1), at(299)), [Offender { millis: 66, ..expected }]);
        spending.forget(Uuid::from_u128(1));
        assert_eq!(spending.charge(&both(63), at(299)), []);
    }

    #[test]
    fn a_watch_within_the_price_is_none_however_much_is_searched_of_what_a_forum_writes() {
        let mut spending = Spending::default();
        for second in 0..3_000 {
            let costs = [cost(1, "/a/", 500 * 190, 190), cost(2, "/a/", 10, 1_000)];
            assert_eq!(spending.charge(&costs, at(second)), []);
        }
    }

    #[test]
    fn a_watch_that_takes_a_tenth_of_a_core_is_an_offender_at_any_price() {
        let mut spending = Spending::default();
        assert_eq!(spending.charge(&[cost(1, "/a/", 29_999_999, 60_000)], at(0)), []);
        let offenders = spending.charge(&[cost(1, "/a/", 1, 0), cost(2, "/a/", 1, 9)], at(1));
        let watches: Vec<Uuid> = offenders.iter().map(|offender| offender.watch).collect();
        assert_eq!(watches, [Uuid::from_u128(1)]);
    }

    #[test]
    fn of_a_user_whose_watches_take_a_fifth_of_a_core_together_the_most_expensive_is_one() {
        let mut spending = Spending::default();
        for watch in 1..=10 {
            spending.owners.insert(WatchId(watch), Uuid::from_u128(1));
            spending.owners.insert(WatchId(10 + watch), Uuid::nil());
        }
        // Each below a tenth, and the first user's just below a fifth in total.
        let costs = |of: std::ops::RangeInclusive<u128>| -> Vec<PatternCost> {
            of.map(|watch| cost(watch, "/a/", 5_900_000 + watch as u64, 12_000)).collect()
        };
        assert_eq!(spending.charge(&costs(1..=10), at(0)), []);
        assert_eq!(spending.charge(&costs(11..=20), at(0)), []);
        let watches = |offenders: Vec<Offender>| -> Vec<u128> {
            let watches = offenders.iter().map(|offender| offender.watch.as_u128());
            watches.collect()
        };
        let more = cost(3, "/a/", 1_000_000, 2_000);
        assert_eq!(watches(spending.charge(&[more], at(1))), [3]);
        // Paused, it no longer counts, and the others may stay.
        spending.forget(Uuid::from_u128(3));
        assert_eq!(spending.charge(&costs(1..=1), at(2)), []);
        assert_eq!(watches(spending.charge(&costs(2..=2), at(3))), [2]);
        // A watch that is an offender on its own is named once.
        let much = cost(4, "/a/", 24_000_000, 48_000);
        assert_eq!(watches(spending.charge(&[much], at(4))), [4]);
    }

    #[test]
    fn each_window_and_each_query_starts_from_zero() {
        let mut spending = Spending::default();
        let half = cost(1, "/a/", 60_000, 40);
        assert_eq!(spending.charge(std::slice::from_ref(&half), at(0)), []);
        assert_eq!(spending.charge(std::slice::from_ref(&half), at(300)), []);
        let other = PatternCost { query: "zqx /a/ /c/".into(), ..half.clone() };
        assert_eq!(spending.charge(&[other], at(301)), []);
        assert_eq!(spending.charge(std::slice::from_ref(&half), at(302)), []);
        // A clock that was set back.
        assert_eq!(spending.charge(std::slice::from_ref(&half), at(-60)), []);
        assert_eq!(spending.charge(&[half], at(-59)).len(), 1);
    }
}
