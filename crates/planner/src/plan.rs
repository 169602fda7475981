//! Makes a plan: groups of places, and how often each is read.

use crate::groups::{Named, Size, hash, path_bytes, split};
use crate::intervals::{Load, intervals, next_interval};
use crate::previous::{Previous, key};
use crate::rates::Rate;
use crate::tiers::{Borders, CLEARLY, FAR, Levels, borders, tier};
use crate::{Budget, Kind, Place};

/// Moving places must shorten the mean wait to this share: reading them from where their old
/// listings ended costs requests. The first is for places that have left their tiers, the second
/// for new borders, which move more places.
const BETTER: f64 = 0.9;
const MUCH_BETTER: f64 = 0.8;

/// The listings to read, and how often.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Plan {
    /// The groups, posts first, then by tier and bits.
    pub groups: Vec<Group>,
    /// The share of the requests that is missing to keep any listing from overflowing, or 0 if none
    /// is. If it is above 0, intervals are longer than what keeps all items, and some are lost.
    pub missing_share: f64,
}

/// A joined listing.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// The key, which stays the same when a few places come or go.
    pub key: String,
    /// The kind of items that it lists.
    pub kind: Kind,
    /// The places in it, in the order of their hashes.
    pub members: Vec<Member>,
    /// The time between two polls, in seconds.
    pub interval_seconds: f64,
    /// The expected items per second.
    pub rate: f64,
    /// The items per second that are not exceeded with a probability of 99 %.
    pub upper_rate: f64,
    /// The expected requests per minute of its polls.
    pub requests_per_minute: f64,
}

/// A place in a group.
#[derive(Debug, Clone, PartialEq)]
pub struct Member {
    /// The place's name.
    pub name: String,
    /// The number of active watches on the place.
    pub watches: u32,
    /// The expected items per second.
    pub rate: f64,
    /// Its share of the group's requests, by its share of the items.
    pub requests_per_minute: f64,
}

impl Plan {
    /// Returns whether the budget is too small to avoid losing items.
    pub fn is_short(&self) -> bool {
        self.missing_share > 0.0
    }

    /// Returns the expected requests per minute of all polls.
    pub fn requests_per_minute(&self) -> f64 {
        self.groups.iter().map(|group| group.requests_per_minute).sum()
    }

    /// Returns the group and the member of a place, if the plan has it.
    pub fn find(&self, kind: Kind, name: &str) -> Option<(&Group, &Member)> {
        let sought = (hash(name), name);
        self.groups.iter().filter(|group| group.kind == kind).find_map(|group| {
            let by_hash = |member: &Member| (hash(&member.name), member.name.as_str()).cmp(&sought);
            let at = group.members.binary_search_by(by_hash).ok()?;
            Some((group, &group.members[at]))
        })
    }

    /// Returns the sum of watches times rate times mean wait.
    fn waiting(&self) -> f64 {
        let waiting = |group: &Group| {
            let wanted = group.members.iter().map(|member| f64::from(member.watches) * member.rate);
            wanted.sum::<f64>() * 0.5 * group.interval_seconds
        };
        self.groups.iter().map(waiting).sum()
    }
}

impl Group {
    /// Returns the names of the members.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.members.iter().map(|member| member.name.as_str())
    }

    /// Returns how late a poll is, `seconds` after the last one: more than 1 if it is due. If the
    /// budget is too small for all that are due, the latest goes first. All intervals are then
    /// stretched alike; in the order of the times at which they were due, a listing that overflows
    /// within a minute would wait behind those that could wait for ten.
    pub fn lateness(&self, seconds: f64) -> f64 {
        seconds / self.interval_seconds
    }

    /// Returns the time from one poll to the next, after a poll that brought `items` new ones over
    /// `seconds`. No estimate includes bursts: during one, the listing is read often enough to keep
    /// it from overflowing.
    pub fn next_interval(&self, items: usize, seconds: f64) -> f64 {
        next_interval(self.interval_seconds, items, seconds)
    }
}

/// A place while it is planned.
struct Entry<'a> {
    place: &'a Place,
    hash: u64,
    /// Watches times rate over the day, which does not change from hour to hour.
    wanted: f64,
    before: Option<u8>,
    tier: u8,
    load: Load,
}

impl Entry<'_> {
    fn order(&self) -> (Kind, u8, u64, &str) {
        (self.place.kind, self.tier, self.hash, &self.place.name)
    }
}

impl Named for Entry<'_> {
    fn hash(&self) -> u64 {
        self.hash
    }

    fn size(&self) -> Size {
        let bytes = path_bytes(&self.place.name);
        Size { names: 1, bytes, rate: self.place.rate.mean }
    }
}

/// Plans the listings of `places`, each of which has a different name or kind. Their order does not
/// matter.
///
/// A place stays in its tier unless its demand is far beyond a border. Places that are clearly
/// beyond move together, and borders change, only if that makes the mean wait clearly shorter:
/// reading places from where their old listings ended costs requests.
pub fn plan(places: &[Place], budget: &Budget, previous: &Previous<'_>) -> Plan {
    let mut entries: Vec<Entry<'_>> = places.iter().map(|place| entry(place, previous)).collect();
    entries.sort_unstable_by(|one, other| one.order().cmp(&other.order()));
    entries.dedup_by(|one, other| {
        (one.place.kind, &one.place.name) == (other.place.kind, &other.place.name)
    });
    let mut levels = [Levels::new(), Levels::new()];
    for entry in &entries {
        levels[entry.place.kind as usize].add(entry.size(), entry.wanted, entry.load);
    }
    let best = borders(&levels, budget);
    let Some(kept) = previous.borders() else {
        return arrange(&mut entries, &best, CLEARLY, budget);
    };
    let mut plan = arrange(&mut entries, &kept, FAR, budget);
    for (borders, better) in [(&kept, BETTER), (&best, MUCH_BETTER)] {
        let other = arrange(&mut entries, borders, CLEARLY, budget);
        let fits = plan.is_short() && !other.is_short();
        if fits || other.waiting() < better * plan.waiting() {
            plan = other;
        }
    }
    plan
}

fn entry<'a>(place: &'a Place, previous: &Previous<'_>) -> Entry<'a> {
    let watches = f64::from(place.watches);
    let Rate { mean, expected, upper } = place.rate;
    Entry {
        place,
        hash: hash(&place.name),
        wanted: watches * mean,
        before: previous.tier(place.kind, &place.name),
        tier: 0,
        load: Load { wanted: watches * expected, expected, variance: (upper - expected).powi(2) },
    }
}

/// Groups places by these borders of tiers, and gives each group its interval.
fn arrange(entries: &mut [Entry<'_>], borders: &[Borders; 2], slack: f64, budget: &Budget) -> Plan {
    for entry in entries.iter_mut() {
        let borders = &borders[entry.place.kind as usize];
        entry.tier = tier(entry.wanted, entry.before, borders, slack);
    }
    entries.sort_unstable_by(|one, other| one.order().cmp(&other.order()));
    let mut parts: Vec<(String, &[Entry<'_>], Load)> = Vec::new();
    for tier in
        entries.chunk_by(|one, next| (one.place.kind, one.tier) == (next.place.kind, next.tier))
    {
        split(tier, budget, &mut String::new(), &mut |bits, part| {
            let load = part.iter().fold(Load::default(), |sum, entry| sum.plus(entry.load));
            parts.push((key(tier[0].place.kind, tier[0].tier, bits), part, load));
        });
    }
    let loads: Vec<Load> = parts.iter().map(|(_, _, load)| *load).collect();
    let (intervals, missing_share) = intervals(&loads, budget);
    let groups = parts.into_iter().zip(intervals);
    let groups = groups.map(|((key, part, load), interval)| group(key, part, load, interval));
    Plan { groups: groups.collect(), missing_share }
}

fn group(key: String, part: &[Entry<'_>], load: Load, interval_seconds: f64) -> Group {
    let requests_per_minute = 60.0 * load.requests(interval_seconds);
    let member = |entry: &Entry<'_>| Member {
        name: entry.place.name.clone(),
        watches: entry.place.watches,
        rate: entry.load.expected,
        requests_per_minute: requests_per_minute * entry.load.expected / load.expected,
    };
    Group {
        key,
        kind: part[0].place.kind,
        members: part.iter().map(member).collect(),
        interval_seconds,
        rate: load.expected,
        upper_rate: load.upper(),
        requests_per_minute,
    }
}
