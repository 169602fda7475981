//! The forum: the items of each place and the faults, the same for every planner.

use planner::Kind;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{HOUR, MINUTE, Millis, START};

/// The share of items that are posts.
const POSTS: f64 = 0.125;
/// The factor by which a place is busier during a burst, and the amplitude of activity over a day.
const BURST: f64 = 20.0;
const SWING: f64 = 0.5;
const ZIPF: f64 = 1.1;

/// The size of a simulation.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Setup {
    pub seed: u64,
    pub places: usize,
    pub hours: u64,
    /// Hours at the beginning in which rates are learned and lags are not counted.
    pub learning_hours: u64,
    pub items_per_second: f64,
    /// The requests per minute that polls may use.
    pub requests_per_minute: u32,
}

/// One kind of items in one place, numbered as place * 2 + kind.
pub(super) type Stream = usize;

pub(super) fn stream(place: usize, kind: Kind) -> Stream {
    place * 2 + kind as usize
}

pub(super) struct Closure {
    pub place: usize,
    pub from: Millis,
    pub until: Millis,
}

pub(super) struct Forum {
    pub setup: Setup,
    pub names: Vec<String>,
    pub watches: Vec<u32>,
    /// Items per second of each stream in an average hour.
    pub rates: Vec<f64>,
    pub closures: Vec<Closure>,
    /// The times at which one request is answered with 429.
    pub silences: Vec<Millis>,
    cumulative: Vec<f64>,
    bursts: Vec<(Millis, Stream)>,
}

impl Forum {
    pub(super) fn new(setup: Setup) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(setup.seed);
        let zipf = |rank: usize| (rank as f64 + 1.0).powf(-ZIPF);
        let total: f64 = (0..setup.places).map(zipf).sum();
        let mut rates = Vec::new();
        for place in 0..setup.places {
            let rate = setup.items_per_second * zipf(place) / total;
            rates.extend([rate * POSTS, rate * (1.0 - POSTS)]);
        }
        let mut order: Vec<usize> = (0..setup.places).collect();
        order.shuffle(&mut rng);
        let watches = order.iter().map(|rank| (300.0 * zipf(*rank)).round().max(1.0) as u32);
        let mut forum = Self {
            names: (0..setup.places).map(|place| name(place, &mut rng)).collect(),
            watches: watches.collect(),
            closures: closures(setup, &mut rng),
            silences: (0..setup.hours / 2)
                .map(|n| START + n * 2 * HOUR + rng.random_range(0..2 * HOUR))
                .collect(),
            cumulative: rates
                .iter()
                .scan(0.0, |sum, rate| {
                    *sum += rate;
                    Some(*sum)
                })
                .collect(),
            rates,
            bursts: Vec::new(),
            setup,
        };
        forum.bursts = forum.bursts(&mut rng);
        forum
    }

    pub(super) fn end(&self) -> Millis {
        START + self.setup.hours * HOUR
    }

    /// Returns the activity of the forum at a time; 1 is an average hour.
    fn swing(at: Millis) -> f64 {
        let day = at as f64 / (24 * HOUR) as f64;
        1.0 + SWING * (std::f64::consts::TAU * (day - 0.4)).sin()
    }

    /// Returns the items of all bursts, half of them in any place and half in one of the busy
    /// places. The ten busiest have none: twenty times their items is more than the budget can
    /// read.
    fn bursts(&self, rng: &mut ChaCha8Rng) -> Vec<(Millis, Stream)> {
        let count = self.setup.places * self.setup.hours as usize / (25 * 24);
        let mut items = Vec::new();
        for n in 0..count {
            let last = if n % 2 == 0 { self.setup.places } else { self.setup.places / 25 };
            let place = rng.random_range(10..last.max(11));
            let from = rng.random_range(START..self.end());
            let until = from + rng.random_range(5 * MINUTE..15 * MINUTE);
            for kind in Kind::ALL {
                let stream = stream(place, kind);
                let rate = self.rates[stream] * (BURST - 1.0) / 1_000.0;
                let mut at = from as f64 + wait(rate, rng);
                while (at as Millis) < until {
                    items.push((at as Millis, stream));
                    at += wait(rate, rng);
                }
            }
        }
        items.sort_unstable();
        items
    }
}

/// Returns a time until the next event of a Poisson process.
pub(super) fn wait(rate: f64, rng: &mut ChaCha8Rng) -> f64 {
    -(1.0 - rng.random::<f64>()).ln() / rate
}

/// Returns a name as long as those of subreddits: 4 to 17 bytes, 12 on average.
fn name(place: usize, rng: &mut ChaCha8Rng) -> String {
    format!("{place:x}{}", "_".repeat(rng.random_range(3..=13)))
}

/// Returns the times when places are private. Closures shorter than the quarter of an hour between
/// two checks would go unnoticed.
fn closures(setup: Setup, rng: &mut ChaCha8Rng) -> Vec<Closure> {
    let count = setup.places * setup.hours as usize / (50 * 24);
    let closure = |_| {
        let from = START + rng.random_range(0..setup.hours * HOUR);
        let until = from + rng.random_range(20 * MINUTE..6 * HOUR);
        Closure { place: rng.random_range(0..setup.places), from, until }
    };
    (0..count).map(closure).collect()
}

/// The items of the forum in the order of their times.
pub(super) struct Arrivals {
    rng: ChaCha8Rng,
    next: f64,
    burst: usize,
}

impl Arrivals {
    pub(super) fn new(setup: Setup) -> Self {
        let rng = ChaCha8Rng::seed_from_u64(setup.seed + 1);
        Self { rng, next: 0.0, burst: 0 }
    }

    /// Passes on all items up to a time.
    pub(super) fn until(
        &mut self,
        now: Millis,
        forum: &Forum,
        mut take: impl FnMut(Millis, Stream),
    ) {
        let total = forum.cumulative.last().copied().unwrap_or_default();
        let most = total * (1.0 + SWING) / 1_000.0;
        loop {
            let next = self.next as Millis;
            let burst = forum.bursts.get(self.burst).filter(|(at, _)| *at <= next.min(now));
            if let Some((at, stream)) = burst {
                take(*at, *stream);
                self.burst += 1;
                continue;
            }
            if next > now {
                return;
            }
            let at = self.rng.random::<f64>() * total;
            let stream = forum.cumulative.partition_point(|sum| *sum < at);
            if self.rng.random::<f64>() * (1.0 + SWING) < Forum::swing(next) {
                take(next, stream.min(forum.rates.len() - 1));
            }
            self.next += wait(most, &mut self.rng);
        }
    }
}
