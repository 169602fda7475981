//! Which listings cover what is watched, and how often each is read. Pure: the same input gives the same
//! plan in every process.

use std::collections::BTreeMap;

use chrono::TimeDelta;
use matcher::ALL;
use planner::{Budget, Place, Plan, Previous, Width};

use super::rates::Rates;
use crate::config::ForumConfig;
use crate::db::models::item::ItemKind;
use crate::db::models::poll_state::{ALL_COMMENTS, ALL_POSTS, PollState};
use crate::forum::Priority;

/// The part of the budget for which polls are planned, those of everything among them. The rest is for
/// bursts, repeated polls, comments of everything, looks and people.
const PLANNED_SHARE: f64 = 0.55;
/// What is listed of everything takes at most this part of the budget.
const MAX_SHARE_OF_ALL: f64 = 0.2;
/// A place in which nothing is posted is read this often.
const MAX_INTERVAL: TimeDelta = TimeDelta::minutes(10);

/// A listing that is to be polled.
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
pub(in crate::ingest) fn priority(key: &str) -> Priority {
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
    width: Width,
    forum: &ForumConfig,
) -> Vec<PlannedListing> {
    let of_all = |key: &str, kind| PlannedListing {
        key: key.to_owned(),
        kind,
        names: vec![ALL.to_owned()],
        interval: seconds(seconds_of_all(forum)),
    };
    let mut listings = vec![
        of_all(ALL_POSTS, ItemKind::Post),
        of_all(ALL_COMMENTS, ItemKind::Comment),
    ];
    let plan = plan_groups(names, rates, held, width, forum);
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
    width: Width,
    forum: &ForumConfig,
) -> Plan {
    let names = || names.iter().filter(|(name, _)| *name != ALL);
    let places = [ItemKind::Post, ItemKind::Comment]
        .into_iter()
        .flat_map(|kind| {
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
    planner::plan(
        &places,
        &budget(width, forum),
        &Previous::from_groups(groups),
    )
}

/// Returns what polls of groups may use.
fn budget(width: Width, forum: &ForumConfig) -> Budget {
    let of_all = 60.0 / seconds_of_all(forum);
    Budget {
        requests_per_minute: PLANNED_SHARE * f64::from(forum.requests_per_minute) - of_all,
        min_seconds: f64::from(forum.poll_seconds),
        max_seconds: MAX_INTERVAL.as_seconds_f64(),
        max_names: width.names,
        max_path_bytes: width.path_bytes(),
    }
}

/// Returns the time between two polls of everything: the configured one, however much is watched.
fn seconds_of_all(forum: &ForumConfig) -> f64 {
    let a_minute = MAX_SHARE_OF_ALL * f64::from(forum.requests_per_minute);
    f64::from(forum.poll_seconds).max(60.0 / a_minute)
}

fn seconds(seconds: f64) -> TimeDelta {
    TimeDelta::milliseconds((seconds * 1_000.0) as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn planned(count: usize, requests_per_minute: u32) -> Vec<PlannedListing> {
        let names = (0..count).map(|n| (format!("subreddit_{n}"), 1)).collect();
        let forum = ForumConfig {
            requests_per_minute,
            poll_seconds: 5,
            ..ForumConfig::default()
        };
        plan(&names, &Rates::default(), &[], Width::default(), &forum)
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
        // Less is allowed than every five seconds would take.
        assert_eq!(of_all(10, 10), TimeDelta::seconds(30));
    }

    #[test]
    fn few_places_are_read_as_often_as_is_configured() {
        assert_eq!(planned(10, 100)[2].interval, TimeDelta::seconds(5));
    }

    #[test]
    fn polls_keep_to_their_share() {
        for (count, requests_per_minute) in [(10, 10), (300, 100), (3_000, 100)] {
            let polled = planned(count, requests_per_minute).into_iter();
            let polled = polled.filter(|listing| listing.key != ALL_COMMENTS);
            let needed: f64 = polled.map(|l| 60.0 / l.interval.as_seconds_f64()).sum();
            let share = PLANNED_SHARE * f64::from(requests_per_minute);
            assert!(
                needed <= share * 1.01,
                "{needed} of {share} requests a minute"
            );
        }
    }
}
