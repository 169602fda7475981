//! Times of several ways to do the same work, side by side.

use std::fs;
use std::hint::black_box;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

const ROUNDS: usize = 7;

/// A pass that takes less is repeated within a round, since the first clock below ticks slowly.
const MIN_ROUND_DURATION: Duration = Duration::from_millis(100);

/// What this thread has worked, where the system tells (Linux): other programs on the machine then
/// weigh less. Else the usual time.
pub(crate) fn worked() -> Duration {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = text.and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(passed, Duration::from_nanos)
}

/// The usual time.
pub(crate) fn passed() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

/// One way to do the work once; gives what it found.
pub(crate) struct Pass<'a> {
    name: &'a str,
    run: Box<dyn FnMut() -> usize + 'a>,
}

impl<'a> Pass<'a> {
    pub(crate) fn new(name: &'a str, run: impl FnMut() -> usize + 'a) -> Self {
        Pass {
            name,
            run: Box::new(run),
        }
    }
}

/// What a pass took.
pub(crate) struct Taken {
    name: String,
    times: Vec<Duration>,
    found: usize,
}

impl Taken {
    /// Seconds.
    pub(crate) fn median(&self) -> f64 {
        self.times[self.times.len() / 2].as_secs_f64()
    }

    /// How many times as long `other` takes.
    pub(crate) fn faster_than(&self, other: &Taken) -> f64 {
        other.median() / self.median()
    }

    /// What the slowest round took over the fastest, in per cent.
    fn spread(&self) -> f64 {
        let last = self.times[self.times.len() - 1].as_secs_f64();
        (last / self.times[0].as_secs_f64() - 1.0) * 100.0
    }
}

/// Runs every pass in every round, so that a slow moment of the machine hits all alike.
pub(crate) fn interleave(clock: fn() -> Duration, mut passes: Vec<Pass<'_>>) -> Vec<Taken> {
    let mut repeats = Vec::new();
    let mut all = Vec::new();
    for pass in &mut passes {
        // Also fills the caches.
        let begin = clock();
        let found = (pass.run)();
        let first = (clock() - begin).max(Duration::from_millis(1));
        repeats.push(MIN_ROUND_DURATION.div_duration_f64(first).ceil() as u32);
        all.push(Taken {
            name: pass.name.to_owned(),
            times: Vec::new(),
            found,
        });
    }
    for _ in 0..ROUNDS {
        for ((pass, repeats), taken) in passes.iter_mut().zip(&repeats).zip(&mut all) {
            let begin = clock();
            for _ in 0..*repeats {
                black_box((pass.run)());
            }
            taken.times.push((clock() - begin) / *repeats);
        }
    }
    for taken in &mut all {
        taken.times.sort_unstable();
    }
    all
}

/// Prints speeds as multiples of the first one's, for texts of so many bytes.
pub(crate) fn print(all: &[Taken], items: usize, bytes: usize) {
    for taken in all {
        println!(
            "  {:>7.2}x {:>9.1} MB/s {:>9.0} items/s  +{:.0} %  {} ({} found)",
            taken.faster_than(&all[0]),
            bytes as f64 / 1e6 / taken.median(),
            items as f64 / taken.median(),
            taken.spread(),
            taken.name,
            taken.found,
        );
    }
}

/// Prints whether a ratio is at least what it should be.
pub(crate) fn at_least(goal: f64, ratio: f64, of: &str) {
    let met = if ratio >= goal { "met   " } else { "MISSED" };
    println!("  goal {met} {ratio:.2}x, at least {goal}x: {of}");
}

/// Prints whether a figure is at most what it should be.
pub(crate) fn at_most(goal: f64, figure: f64, of: &str) {
    let met = if figure <= goal { "met   " } else { "MISSED" };
    println!("  goal {met} {figure:.2}, at most {goal}: {of}");
}

/// The median of what an action takes, in seconds, over several goes.
pub(crate) fn median_of(mut action: impl FnMut(usize)) -> f64 {
    let mut times: Vec<Duration> = (0..ROUNDS)
        .map(|nth| {
            let begin = passed();
            action(nth);
            passed() - begin
        })
        .collect();
    times.sort_unstable();
    times[ROUNDS / 2].as_secs_f64()
}
