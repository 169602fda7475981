//! Measures several ways to do the same work, side by side.

#[path = "../../tests/it/processor_time.rs"]
mod processor_time;

use std::hint::black_box;
use std::time::Duration;

pub(crate) use processor_time::{passed, worked};

const ROUNDS: usize = 7;

/// The minimum duration of a round: a shorter pass is repeated, since the clock of [`worked`] is
/// coarse.
const MIN_ROUND_DURATION: Duration = Duration::from_millis(100);

/// One way to do the work once; returns the number of matches.
pub(crate) struct Pass<'a> {
    name: &'a str,
    run: Box<dyn FnMut() -> usize + 'a>,
}

impl<'a> Pass<'a> {
    pub(crate) fn new(name: &'a str, run: impl FnMut() -> usize + 'a) -> Self {
        Pass { name, run: Box::new(run) }
    }
}

/// The times that a pass took.
pub(crate) struct Taken {
    name: String,
    times: Vec<Duration>,
    found: usize,
}

impl Taken {
    /// Returns the median in seconds.
    pub(crate) fn median(&self) -> f64 {
        self.times[self.times.len() / 2].as_secs_f64()
    }

    /// Returns how many times as long `other` takes.
    pub(crate) fn faster_than(&self, other: &Taken) -> f64 {
        other.median() / self.median()
    }

    /// Returns how much longer the slowest round took than the fastest, in percent.
    fn spread(&self) -> f64 {
        let last = self.times[self.times.len() - 1].as_secs_f64();
        (last / self.times[0].as_secs_f64() - 1.0) * 100.0
    }
}

/// Runs every pass in every round, so that a slow moment of the machine affects all alike.
pub(crate) fn interleave(clock: fn() -> Duration, mut passes: Vec<Pass<'_>>) -> Vec<Taken> {
    let mut repeats = Vec::new();
    let mut all = Vec::new();
    for pass in &mut passes {
        // Also fills the caches.
        let begin = clock();
        let found = (pass.run)();
        let first = (clock() - begin).max(Duration::from_millis(1));
        repeats.push(MIN_ROUND_DURATION.div_duration_f64(first).ceil() as u32);
        all.push(Taken { name: pass.name.to_owned(), times: Vec::new(), found });
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

/// Prints speeds as multiples of the first one's, for texts of `bytes` bytes.
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

/// Prints whether a ratio is at least `goal`.
pub(crate) fn at_least(goal: f64, ratio: f64, of: &str) {
    let met = if ratio >= goal { "met   " } else { "MISSED" };
    println!("  goal {met} {ratio:.2}x, at least {goal}x: {of}");
}

/// Prints whether a figure is at most `goal`.
pub(crate) fn at_most(goal: f64, figure: f64, of: &str) {
    let met = if figure <= goal { "met   " } else { "MISSED" };
    println!("  goal {met} {figure:.2}, at most {goal}: {of}");
}

/// Returns the median time of an action over [`ROUNDS`] runs, in seconds.
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
