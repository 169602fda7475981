//! The planners that are compared.

use std::collections::BTreeMap;

use planner::{Budget, HourProfile, Kind, Place, Plan, Previous, Rate, plan, rates};

use super::forum::{Forum, Stream, stream};
use super::listings::Items;
use super::report::Lags;
use super::{HOUR, Millis, START, hour_of_day};

/// The method of planning listings.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Reader {
    /// Groups of 100 names by their hashes, with one interval for all: one request for each poll.
    EqualGroups,
    /// The same groups, at an interval that also pays for pages after the first.
    EqualGroupsByPages,
    /// This crate's plan.
    Planned { max_names: usize, max_path_bytes: usize },
}

/// A listing to read.
pub(super) struct Listing {
    pub key: String,
    pub members: Vec<Stream>,
    pub interval: Millis,
}

/// The observations of a stream, faded.
#[derive(Clone, Copy, Default)]
pub(super) struct Seen {
    pub items: f64,
    pub seconds: f64,
}

/// The results of reading, and the plan made from them.
pub(super) struct Desk {
    reader: Reader,
    pub seen: Vec<Seen>,
    hours: [[Seen; 24]; 2],
    /// The recent items, and the expected ones, of each kind.
    recent: [(f64, f64); 2],
    faded_at: Millis,
    profiles: [HourProfile; 2],
    pub plan: Plan,
    places: BTreeMap<String, usize>,
}

impl Desk {
    pub(super) fn new(reader: Reader, forum: &Forum) -> Self {
        let places = forum.names.iter().cloned().zip(0..);
        Self {
            reader,
            seen: vec![Seen::default(); forum.rates.len()],
            hours: [[Seen::default(); 24]; 2],
            recent: [(0.0, 0.0); 2],
            faded_at: START,
            profiles: [HourProfile::flat(); 2],
            plan: Plan::default(),
            places: places.collect(),
        }
    }

    /// Records that a stream brought items in some seconds before `at`.
    pub(super) fn learn(&mut self, stream: Stream, items: usize, seconds: f64, at: Millis) {
        let hour = hour_of_day(at);
        let seen = &mut self.seen[stream];
        let weighted = seconds * self.profiles[stream % 2].factor(hour);
        let recent = &mut self.recent[stream % 2];
        recent.0 += items as f64;
        recent.1 += Rate::estimate(seen.items, seen.seconds, 1.0).mean * weighted;
        seen.items += items as f64;
        seen.seconds += weighted;
        let counted = &mut self.hours[stream % 2][hour];
        counted.items += items as f64;
        counted.seconds += seconds / self.places.len() as f64;
    }

    /// Plans the places that are not known to be private.
    pub(super) fn plan(&mut self, forum: &Forum, hidden: &[bool], now: Millis) -> Vec<Listing> {
        let Reader::Planned { max_names, max_path_bytes } = self.reader else {
            return self.equal_groups(forum, hidden);
        };
        self.fade(now);
        let mut input = Vec::new();
        for (place, name) in forum.names.iter().enumerate().filter(|(place, _)| !hidden[*place]) {
            for kind in Kind::ALL {
                let factor = self.profiles[kind as usize].factor(hour_of_day(now));
                let (items, expected) = self.recent[kind as usize];
                let factor = rates::correct_factor(factor, items, expected);
                let Seen { items, seconds } = self.seen[stream(place, kind)];
                input.push(Place {
                    name: name.clone(),
                    kind,
                    watches: forum.watches[place],
                    rate: Rate::estimate(items, seconds, factor),
                });
            }
        }
        let budget = Budget {
            // The rest is for polls that are repeated and for places that move.
            requests_per_minute: 0.95 * f64::from(forum.setup.requests_per_minute),
            max_names,
            max_path_bytes,
            ..Budget::default()
        };
        self.plan = plan(&input, &budget, &Previous::from(&self.plan));
        let listing = |group: &planner::Group| Listing {
            key: group.key.clone(),
            members: group.names().map(|name| stream(self.places[name], group.kind)).collect(),
            interval: (group.interval_seconds * 1_000.0) as Millis,
        };
        self.plan.groups.iter().map(listing).collect()
    }

    fn fade(&mut self, now: Millis) {
        let seconds = (now - self.faded_at) as f64 / 1_000.0;
        let by = rates::decay(seconds);
        let recent_by = 0.5_f64.powf(seconds / rates::RECENT_HALF_LIFE_SECONDS);
        self.recent =
            self.recent.map(|(items, expected)| (items * recent_by, expected * recent_by));
        self.faded_at = now;
        for seen in self.seen.iter_mut().chain(self.hours.iter_mut().flatten()) {
            seen.items *= by;
            seen.seconds *= by;
        }
        self.profiles = self.hours.map(|hours| {
            HourProfile::from_counts(&hours.map(|h| h.items), &hours.map(|h| h.seconds))
        });
    }

    fn equal_groups(&self, forum: &Forum, hidden: &[bool]) -> Vec<Listing> {
        let budget = Budget {
            max_names: 100,
            requests_per_minute: f64::from(forum.setup.requests_per_minute),
            ..Budget::default()
        };
        // Places whose numbers are all equal are in one tier.
        let rate = Rate { mean: 0.01, expected: 0.01, upper: 0.01 };
        let shown = forum.names.iter().zip(hidden).filter(|(_, hidden)| !**hidden);
        let input: Vec<Place> = shown
            .flat_map(|(name, _)| {
                let name = name.clone();
                Kind::ALL.map(|kind| Place { name: name.clone(), kind, watches: 1, rate })
            })
            .collect();
        let listings = plan(&input, &budget, &Previous::default()).groups;
        let streams = |group: &planner::Group| -> Vec<Stream> {
            group.names().map(|name| stream(self.places[name], group.kind)).collect()
        };
        let a_second = f64::from(forum.setup.requests_per_minute) / 60.0;
        let mut interval = listings.len() as f64 / a_second;
        if matches!(self.reader, Reader::EqualGroupsByPages) {
            let rates: Vec<f64> = listings
                .iter()
                .map(|group| streams(group).iter().map(|stream| forum.rates[*stream]).sum())
                .collect();
            let needed = |interval: f64| {
                let pages = |rate: &f64| (rate * interval / 100.0 + 0.5).max(1.0) / interval;
                rates.iter().map(pages).sum::<f64>()
            };
            while needed(interval) > 0.95 * a_second && interval < 900.0 {
                interval *= 1.01;
            }
        }
        let listing = |group: &planner::Group| Listing {
            key: group.key.clone(),
            members: streams(group),
            interval: (interval * 1_000.0) as Millis,
        };
        listings.iter().map(listing).collect()
    }
}

/// Records what was read.
pub(super) struct Book<'a> {
    pub forum: &'a Forum,
    pub desk: &'a mut Desk,
    pub lags: &'a mut Lags,
}

impl Book<'_> {
    /// Records what was read of a stream up to `until`, and returns the number of items. Items from
    /// before polling began are learned from, but have no lag.
    pub(super) fn enter(
        &mut self,
        stream: Stream,
        items: &Items<'_>,
        until: Millis,
        now: Millis,
    ) -> u64 {
        let since = items.read.partition_point(|at| *at < START);
        let learned = START + self.forum.setup.learning_hours * HOUR;
        for at in items.read.iter().filter(|at| **at >= learned) {
            self.lags.add(now - at, self.forum.watches[stream / 2]);
        }
        self.desk.learn(stream, items.read.len(), items.seconds, until);
        (items.read.len() - since) as u64
    }
}
