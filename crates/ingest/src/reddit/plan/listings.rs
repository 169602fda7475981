//! Determines which listings cover what is watched, and how often each is read. Pure: the same input gives
//! the same plan in every process.

use std::collections::BTreeMap;

use chrono::TimeDelta;
use matcher::ALL;
use planner::{Budget, Place, Plan, Previous, Width};

use super::rates::Rates;
use db::models::item::ItemKind;
use db::models::poll_state::{ALL_COMMENTS, ALL_POSTS, PollState};
use platform::config::ForumConfig;
use platform::sources::reddit::Priority;
use platform::sources::reddit::budget::{PLANNED_SHARE, looks_beyond_least};

/// The maximum share of the planned polls for the listings of everything.
const MAX_SHARE_OF_ALL: f64 = 4.0 / 11.0;
/// Interval at which a place in which nothing is posted is read.
const MAX_INTERVAL: TimeDelta = TimeDelta::minutes(10);

/// The requests that are available for polls.
#[derive(Debug, Clone)]
pub(super) struct Requests {
    a_minute: f64,
    /// Minimum seconds between two polls of a listing.
    min_seconds: f64,
    /// The number of names that a listing may have.
    width: Width,
}

impl Requests {
    /// Returns what remains for polls if looks need `looks_a_minute` requests per minute.
    pub(super) fn new(forum: &ForumConfig, looks_a_minute: f64, width: Width) -> Self {
        let all = f64::from(forum.requests_per_minute);
        let planned = PLANNED_SHARE - looks_beyond_least(looks_a_minute / all.max(1.0));
        Self { a_minute: planned * all, min_seconds: f64::from(forum.poll_seconds), width }
    }

    /// Returns what polls of groups may use.
    fn budget(&self) -> Budget {
        Budget {
            requests_per_minute: self.a_minute - 60.0 / self.seconds_of_all(),
            min_seconds: self.min_seconds,
            max_seconds: MAX_INTERVAL.as_seconds_f64(),
            max_names: self.width.names,
            max_path_bytes: self.width.path_bytes(),
        }
    }

    /// Returns the time between two polls of everything: the configured one, however much is watched.
    fn seconds_of_all(&self) -> f64 {
        self.min_seconds.max(60.0 / (MAX_SHARE_OF_ALL * self.a_minute))
    }
}

/// A listing to poll.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PlannedListing {
    /// Names it in `poll_state`: stays the same when a few names come or go.
    pub(super) key: String,
    pub(super) kind: ItemKind,
    /// Its subreddits, in lower case, or `all` alone.
    pub(super) names: Vec<String>,
    /// Time between two polls.
    pub(super) interval: TimeDelta,
}

/// Returns who asks for a listing.
pub(crate) fn priority(key: &str) -> Priority {
    match key {
        ALL_COMMENTS => Priority::Sweep,
        _ => Priority::Poll,
    }
}

/// Plans the listings to read: posts of everything, comments of everything as far as it goes, and both
/// of each subreddit in `names`, in lower case, with how many watch it. `held` is the plan before.
pub(super) fn plan(
    names: &BTreeMap<String, u32>,
    rates: &Rates,
    held: &[PollState],
    requests: &Requests,
) -> Vec<PlannedListing> {
    let of_all = |key: &str, kind| PlannedListing {
        key: key.to_owned(),
        kind,
        names: vec![ALL.to_owned()],
        interval: seconds(requests.seconds_of_all()),
    };
    let mut listings =
        vec![of_all(ALL_POSTS, ItemKind::Post), of_all(ALL_COMMENTS, ItemKind::Comment)];
    let plan = plan_groups(names, rates, held, requests);
    if plan.is_short() {
        tracing::warn!(
            missing_share = plan.missing_share,
            "the request budget is too small to read all that is posted in the watched subreddits: what \
             is missed is recorded"
        );
    }
    listings.extend(plan.groups.into_iter().map(|group| PlannedListing {
        kind: group.kind.into(),
        names: group.names().map(str::to_owned).collect(),
        interval: seconds(group.interval_seconds),
        key: group.key,
    }));
    listings
}

/// Plans the listings of `names`.
pub(super) fn plan_groups(
    names: &BTreeMap<String, u32>,
    rates: &Rates,
    held: &[PollState],
    requests: &Requests,
) -> Plan {
    let names = || names.iter().filter(|(name, _)| *name != ALL);
    let places = [ItemKind::Post, ItemKind::Comment].into_iter().flat_map(|kind| {
        names().map(move |(name, watchers)| Place {
            name: name.clone(),
            kind: kind.into(),
            watches: *watchers,
            rate: rates.of(kind, name),
        })
    });
    let places: Vec<Place> = places.collect();
    let groups = held.iter().map(|held| {
        let names = held.planned.iter().map(String::as_str);
        (held.listing.as_str(), names)
    });
    planner::plan(&places, &requests.budget(), &Previous::from_groups(groups))
}

fn seconds(seconds: f64) -> TimeDelta {
    TimeDelta::milliseconds((seconds * 1_000.0) as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn planned(count: usize, requests_per_minute: u32) -> Vec<PlannedListing> {
        planned_beside(0.0, count, requests_per_minute)
    }

    /// Plans if looks need `looks` requests per minute.
    fn planned_beside(looks: f64, count: usize, requests_per_minute: u32) -> Vec<PlannedListing> {
        let names = (0..count).map(|n| (format!("subreddit_{n}"), 1)).collect();
        let forum = ForumConfig { requests_per_minute, poll_seconds: 5, ..ForumConfig::default() };
        plan(&names, &Rates::default(), &[], &Requests::new(&forum, looks, Width::default()))
    }

    #[test]
    fn nothing_watched_means_all_alone() {
        let keys: Vec<String> = planned(0, 100).into_iter().map(|l| l.key).collect();
        assert_eq!(keys, ["posts:all", "comments:all"]);
    }

    #[test]
    fn everything_keeps_its_pace_however_much_is_watched() {
        let of_all = |count, requests_per_minute| planned(count, requests_per_minute)[0].interval;
        for count in [0, 10, 3_000] {
            assert_eq!(of_all(count, 100), TimeDelta::seconds(5));
        }
        // The budget allows less than polls every five seconds would take.
        assert_eq!(of_all(10, 10), TimeDelta::seconds(30));
    }

    #[test]
    fn few_places_are_read_as_often_as_is_configured() {
        assert_eq!(planned(10, 100)[2].interval, TimeDelta::seconds(5));
    }

    /// Returns the planned requests per minute, without comments of everything.
    fn needed(planned: &[PlannedListing]) -> f64 {
        let polled = planned.iter().filter(|listing| listing.key != ALL_COMMENTS);
        polled.map(|l| 60.0 / l.interval.as_seconds_f64()).sum()
    }

    #[test]
    fn polls_keep_to_their_share() {
        for (count, requests_per_minute) in [(10, 10), (300, 100), (3_000, 100)] {
            let needed = needed(&planned(count, requests_per_minute));
            let share = PLANNED_SHARE * f64::from(requests_per_minute);
            assert!(needed <= share * 1.01, "{needed} of {share} requests a minute");
        }
    }

    #[test]
    fn polls_leave_looks_what_these_need() {
        let mut before = f64::INFINITY;
        for (looks, polls) in [(20.0, 55.0), (30.0, 45.0), (60.0, 15.0)] {
            let needed = needed(&planned_beside(looks, 3_000, 100));
            assert!(needed <= polls * 1.01, "{needed} beside {looks}");
            assert!(needed < before, "{needed} beside {looks}");
            before = needed;
        }
        // Looks take no more than the ceiling.
        let (most, more) = (60.0, 200.0);
        assert_eq!(planned_beside(most, 3_000, 100), planned_beside(more, 3_000, 100));
        // Even with the smallest budget, something is left for groups, and everything is read.
        let least = planned_beside(6.0, 10, 10);
        assert!(least[0].interval <= TimeDelta::minutes(2));
        assert!(least.len() > 2 && needed(&least) <= 1.6);
    }
}
