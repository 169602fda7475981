//! The forum of a simulation: posts with their places and times, and faults.

use chrono::{DateTime, TimeDelta, Utc};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sims::forum::FaultKind;

/// The size of the simulation.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scale {
    pub(super) places: usize,
    /// Posts and comments a second in all watched places, outside of bursts.
    pub(super) rate: f64,
    /// The same in a place that nobody watches.
    pub(super) rate_elsewhere: f64,
    pub(super) minutes: i64,
    pub(super) requests_per_minute: u64,
    /// The number of names that a listing may have from the beginning.
    pub(super) names: i32,
}

impl Scale {
    pub(super) const SHORT: Self = Self {
        places: 120,
        rate: 1.2,
        rate_elsewhere: 0.3,
        minutes: 36,
        requests_per_minute: 20,
        names: 100,
    };
    pub(super) const FULL: Self = Self {
        places: 5_000,
        rate: 40.0,
        rate_elsewhere: 10.0,
        minutes: 24 * 60,
        requests_per_minute: 100,
        names: 100,
    };

    /// Returns the number of hours that begin.
    fn hours(self) -> i64 {
        (self.minutes + 59) / 60
    }

    /// Returns a number well below that of the expected items, without bursts.
    pub(super) fn least_items(self) -> usize {
        (self.rate * self.minutes as f64 * 60.0 * 0.8) as usize
    }
}

/// The time for which people have posted before Harken starts.
const HISTORY: TimeDelta = TimeDelta::minutes(15);
/// Three in four items are comments.
const COMMENTS: f64 = 0.75;
/// The exponent by which a place's activity depends on its rank.
const ZIPF: f64 = 1.1;
/// The factor by which one place is busier in a burst, and the duration of a burst.
const BURST: f64 = 20.0;
const BURST_TIME: TimeDelta = TimeDelta::minutes(6);

/// An item that is posted.
#[derive(Debug, Clone, Copy)]
pub(super) struct Posted {
    pub(super) at: DateTime<Utc>,
    /// `None` for an item posted elsewhere.
    pub(super) place: Option<usize>,
    pub(super) is_comment: bool,
}

/// The times from and until which a place was hidden.
pub(super) type HiddenTimes = Vec<(DateTime<Utc>, Option<DateTime<Utc>>)>;

/// A fault or another change.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Event {
    Fault(FaultKind, u32),
    Hide(usize),
    Show(usize),
    Kill,
}

pub(super) struct World {
    rng: StdRng,
    scale: Scale,
    begin: DateTime<Utc>,
    /// Sums of weights, by place.
    sums: Vec<f64>,
    next: DateTime<Utc>,
    bursts: Vec<(usize, DateTime<Utc>)>,
    events: Vec<(DateTime<Utc>, Event)>,
}

impl World {
    pub(super) fn new(scale: Scale, now: DateTime<Utc>) -> Self {
        let begin = now + HISTORY;
        let mut rng = StdRng::seed_from_u64(22);
        let mut sum = 0.0;
        let sums = (1..=scale.places).map(|rank| {
            sum += (rank as f64).powf(-ZIPF);
            sum
        });
        let sums: Vec<f64> = sums.collect();
        let at = |minute: i64| begin + TimeDelta::minutes(minute);
        let mut events = Vec::new();
        for (n, fault) in [
            FaultKind::Unavailable,
            FaultKind::TooManyRequests,
            FaultKind::TruncateJson,
            FaultKind::BadGateway,
            FaultKind::Empty,
        ]
        .into_iter()
        .cycle()
        .take(usize::try_from(scale.minutes / 10).unwrap_or(0))
        .enumerate()
        {
            let minute = i64::try_from(n).unwrap_or(0) * 10 + rng.random_range(0..10);
            events.push((at(minute), Event::Fault(fault, rng.random_range(1..4))));
        }
        for hour in 0..scale.hours() {
            events.push((at(hour * 60 + 31), Event::Kill));
            // Any place but the busiest.
            let place = rng.random_range(3..scale.places);
            let hidden = hour * 60 + rng.random_range(5..20);
            events.push((at(hidden), Event::Hide(place)));
            events.push((at(hidden + 35), Event::Show(place)));
        }
        let bursts = (0..scale.hours()).map(|hour| {
            let place = rng.random_range(0..scale.places.min(50));
            (place, at(hour * 60 + rng.random_range(0..30)))
        });
        let bursts = bursts.collect();
        events.sort_by_key(|(at, _)| *at);
        events.reverse();
        Self { rng, scale, begin, sums, next: now, bursts, events }
    }

    /// Returns when Harken begins to read.
    pub(super) fn begin(&self) -> DateTime<Utc> {
        self.begin
    }

    pub(super) fn end(&self) -> DateTime<Utc> {
        self.begin + TimeDelta::minutes(self.scale.minutes)
    }

    /// Returns the next event, up to `until`.
    pub(super) fn next_event(&mut self, until: DateTime<Utc>) -> Option<Event> {
        let (at, event) = *self.events.last()?;
        (at <= until).then(|| {
            self.events.pop();
            event
        })
    }

    /// Delays an event to a later time, and lets nothing else happen before.
    pub(super) fn put_off(&mut self, event: Event, until: DateTime<Utc>) {
        self.events.push((until, event));
    }

    /// Returns the next item, posted by `until` and before the end.
    pub(super) fn next_post(&mut self, until: DateTime<Utc>) -> Option<Posted> {
        let all: f64 = self.sums.last().copied().unwrap_or(1.0);
        let share = |sums: &[f64], place: usize| {
            let before = if place == 0 { 0.0 } else { sums[place - 1] };
            (sums[place] - before) / all
        };
        let now = self.next;
        let bursting = self.bursts.iter().filter(|(_, at)| *at <= now && now < *at + BURST_TIME);
        let bursting: Vec<(usize, f64)> = bursting
            .map(|(place, _)| (*place, BURST * share(&self.sums, *place) * self.scale.rate))
            .collect();
        let more: f64 = bursting.iter().map(|(_, rate)| rate).sum();
        let rate = self.scale.rate + self.scale.rate_elsewhere + more;
        if now > until || now >= self.end() {
            return None;
        }
        let wait = -(1.0 - self.rng.random::<f64>()).ln() / rate;
        self.next += TimeDelta::microseconds((wait * 1e6) as i64);
        let mut drawn = self.rng.random::<f64>() * rate;
        let mut place = None;
        if drawn < self.scale.rate {
            let within = drawn / self.scale.rate * all;
            place =
                Some(self.sums.partition_point(|sum| *sum <= within).min(self.scale.places - 1));
        } else {
            drawn -= self.scale.rate;
            for (bursts, rate) in bursting {
                if drawn < rate {
                    place = Some(bursts);
                    break;
                }
                drawn -= rate;
            }
        }
        Some(Posted { at: now, place, is_comment: self.rng.random::<f64>() < COMMENTS })
    }
}
