//! Times of several ways to do the same work, side by side.

use std::hint::black_box;
use std::time::{Duration, Instant};

const ROUNDS: usize = 7;

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

/// Runs every pass once a round, so that a slow moment of the machine hits all alike.
pub(crate) fn interleave(mut passes: Vec<Pass<'_>>) -> Vec<Taken> {
    let mut all: Vec<Taken> = passes
        .iter_mut()
        .map(|pass| Taken {
            name: pass.name.to_owned(),
            times: Vec::new(),
            // Also fills the caches.
            found: (pass.run)(),
        })
        .collect();
    for _ in 0..ROUNDS {
        for (pass, taken) in passes.iter_mut().zip(&mut all) {
            let begin = Instant::now();
            black_box((pass.run)());
            taken.times.push(begin.elapsed());
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
            let begin = Instant::now();
            action(nth);
            begin.elapsed()
        })
        .collect();
    times.sort_unstable();
    times[ROUNDS / 2].as_secs_f64()
}
