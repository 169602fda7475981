//! The time between the posting and the reading of items. Pure.

use chrono::TimeDelta;

/// Steps of a ninth of an octave (8 %) from one second: the last one begins at 11 days.
const STEPS: usize = 180;
/// The number of steps that made up one step in the old rows of the ledger.
const STEPS_OF_OLD: usize = 3;

/// Counts of items by the time between their posting and their reading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lag([i64; STEPS]);

impl Default for Lag {
    fn default() -> Self {
        Self([0; STEPS])
    }
}

impl Lag {
    /// Returns the step that a time falls into. An item that was read before it was posted, because
    /// two clocks differ, counts as read at once.
    pub(super) fn step(lag: TimeDelta) -> usize {
        let seconds = lag.as_seconds_f64();
        let is_last = |step: &usize| seconds < begin(step + 1);
        (0..STEPS - 1).find(is_last).unwrap_or(STEPS - 1)
    }

    /// Adds the counts of a row as stored: up to the last step that any item took.
    pub(super) fn add_row(&mut self, row: &[i32]) {
        for (count, more) in self.0.iter_mut().zip(row) {
            *count += i64::from(*more);
        }
    }

    /// Adds the counts of a row that was stored in longer steps, dividing each count evenly.
    pub(super) fn add_old_row(&mut self, row: &[i32]) {
        for (counts, more) in self.0.chunks_mut(STEPS_OF_OLD).zip(row) {
            let mut left = i64::from(*more);
            for (n, count) in counts.iter_mut().enumerate() {
                let part = left / (STEPS_OF_OLD - n) as i64;
                *count += part;
                left -= part;
            }
        }
    }

    /// Adds the counts of `other`.
    pub fn add(&mut self, other: &Self) {
        for (count, more) in self.0.iter_mut().zip(other.0) {
            *count += more;
        }
    }

    pub fn items(&self) -> i64 {
        self.0.iter().sum()
    }

    /// Returns the seconds within which this part of the items (0 to 1) was read; none without
    /// items.
    ///
    /// Within a step, a monotone cubic continues the densities at which the adjacent steps begin
    /// and end (Fritsch and Butland, 1984): in a step that holds the last few items, most are near
    /// its beginning.
    pub fn seconds(&self, part: f64) -> Option<f64> {
        let items = self.items();
        if items == 0 {
            return None;
        }
        let wanted = part * items as f64;
        let mut before = 0.0;
        for (step, count) in self.0.iter().enumerate() {
            let here = *count as f64;
            if here > 0.0 && before + here >= wanted {
                return Some(begin(step) + width(step) * self.within(step, wanted - before));
            }
            before += here;
        }
        Some(begin(STEPS))
    }

    /// Returns the part of a step (0 to 1) at which `wanted` of its items have been counted.
    fn within(&self, step: usize, wanted: f64) -> f64 {
        let (here, width) = (self.0[step] as f64, width(step));
        let (from, to) = (self.density(step) * width, self.density(step + 1) * width);
        let counted = |at: f64| {
            let (left, of_all) = (1.0 - at, at * at * (3.0 - 2.0 * at));
            from * at * left * left + here * of_all - to * at * at * left
        };
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..30 {
            let middle = 0.5 * (low + high);
            match counted(middle) < wanted {
                true => low = middle,
                false => high = middle,
            }
        }
        high
    }

    /// Returns the items per second where a step begins: the harmonic mean of both sides.
    fn density(&self, step: usize) -> f64 {
        let of = |step: usize| self.0.get(step).map_or(0.0, |n| *n as f64 / width(step));
        match step.checked_sub(1) {
            Some(before) if of(before) > 0.0 && of(step) > 0.0 => {
                2.0 / (of(before).recip() + of(step).recip())
            }
            Some(_) => 0.0,
            // Nothing was read before it was posted.
            None => of(0),
        }
    }
}

/// Returns the length of a step, in seconds.
fn width(step: usize) -> f64 {
    begin(step + 1) - begin(step)
}

/// Returns where a step begins, in seconds. The first one holds everything shorter than the second.
fn begin(step: usize) -> f64 {
    match i32::try_from(step) {
        Ok(step) if step > 0 => 2_f64.powf(f64::from(step) / 9.0),
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(seconds: impl IntoIterator<Item = f64>) -> Lag {
        let mut lag = Lag::default();
        for seconds in seconds {
            lag.0[Lag::step(TimeDelta::milliseconds((seconds * 1_000.0) as i64))] += 1;
        }
        lag
    }

    #[test]
    fn every_time_has_a_step() {
        let step = |seconds: f64| Lag::step(TimeDelta::milliseconds((seconds * 1_000.0) as i64));
        assert_eq!([-5.0, 0.0, 1.0, 1.07].map(step), [0, 0, 0, 0]);
        assert_eq!([1.09, 1.26, 2.001, 4.001].map(step), [1, 3, 9, 18]);
        assert_eq!([3_600.0, 1e7].map(step), [106, STEPS - 1]);
    }

    #[test]
    fn without_items_nothing_is_said() {
        assert_eq!(Lag::default().seconds(0.95), None);
        assert_eq!(Lag::default().items(), 0);
    }

    #[test]
    fn quantiles_of_even_waits_are_within_a_tenth() {
        for longest in [3.0, 7.0, 10.0, 45.0, 100.0, 700.0, 5_000.0] {
            let lag = of((0..10_000).map(|n| f64::from(n) * longest / 10_000.0));
            for part in [0.5, 0.95] {
                let (shown, truth) = (lag.seconds(part).unwrap(), part * longest);
                let off = (shown / truth - 1.0).abs();
                assert!(off < 0.1, "{part} of {longest} s: {shown} for {truth}");
            }
        }
    }

    #[test]
    fn a_quantile_among_the_last_items_is_near_them() {
        // Of 100 items, 8 fall into a step that begins at 6.35 s, and none beyond.
        let lag = of((0..100).map(|n| 1.75 + f64::from(n) * 0.05));
        let shown = lag.seconds(0.95).unwrap();
        assert!((shown / 6.5 - 1.0).abs() < 0.05, "{shown}");
        // A few distant stragglers: half of the items without them.
        let lag = of((0..100).map(|n| if n < 94 { 5.0 } else { 33.0 }));
        assert!((32.0..35.0).contains(&lag.seconds(0.95).unwrap()));
        assert!((4.0..5.1).contains(&lag.seconds(0.5).unwrap()));
    }

    #[test]
    fn what_was_counted_in_longer_steps_counts_as_much() {
        let mut lag = Lag::default();
        lag.add_old_row(&[0, 5, 0, 30]);
        assert_eq!(lag.0[..12], [0, 0, 0, 1, 2, 2, 0, 0, 0, 10, 10, 10]);
        assert_eq!(lag.items(), 35);
    }

    #[test]
    fn sums_are_those_of_all_items() {
        let (mut one, other) = (of([1.0, 5.0]), of([5.0, 60.0]));
        one.add(&other);
        assert_eq!(one, of([1.0, 5.0, 5.0, 60.0]));
        one.add_row(&[2, 0, 1]);
        assert_eq!(one.items(), 7);
    }
}
