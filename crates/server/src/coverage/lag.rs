//! How long items waited until they were read. Pure.

use chrono::TimeDelta;

/// Steps of a third of an octave from one second: the last one begins at 9.6 days.
pub(super) const STEPS: usize = 60;

/// Items by the time from when they were posted until they were read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lag([i64; STEPS]);

impl Default for Lag {
    fn default() -> Self {
        Self([0; STEPS])
    }
}

impl Lag {
    /// Returns the step that a time falls into. What was read before it was posted, by two clocks, was
    /// read at once.
    pub(super) fn step(lag: TimeDelta) -> usize {
        let seconds = lag.as_seconds_f64();
        let is_last = |step: &usize| seconds < begin(step + 1);
        (0..STEPS - 1).find(is_last).unwrap_or(STEPS - 1)
    }

    /// Adds the counts of a row, as they are stored.
    pub(super) fn add_row(&mut self, row: &[i32]) {
        for (count, more) in self.0.iter_mut().zip(row) {
            *count += i64::from(*more);
        }
    }

    /// Adds what another one counts.
    pub fn add(&mut self, other: &Self) {
        for (count, more) in self.0.iter_mut().zip(other.0) {
            *count += more;
        }
    }

    pub fn items(&self) -> i64 {
        self.0.iter().sum()
    }

    /// Returns the seconds within which this part of the items (0 to 1) was read; none without items.
    /// Within a step they are taken to be spread evenly.
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
                let from = begin(step);
                return Some(from + (begin(step + 1) - from) * (wanted - before) / here);
            }
            before += here;
        }
        Some(begin(STEPS))
    }
}

/// Where a step begins, in seconds. The first one holds all that is shorter than the second.
fn begin(step: usize) -> f64 {
    match i32::try_from(step) {
        Ok(step) if step > 0 => 2_f64.powf(f64::from(step) / 3.0),
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
        assert_eq!([-5.0, 0.0, 1.0, 1.25].map(step), [0, 0, 0, 0]);
        assert_eq!([1.26, 1.6, 2.001, 4.001].map(step), [1, 2, 3, 6]);
        assert_eq!([3_600.0, 1e7].map(step), [35, STEPS - 1]);
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
    fn sums_are_those_of_all_items() {
        let (mut one, other) = (of([1.0, 5.0]), of([5.0, 60.0]));
        one.add(&other);
        assert_eq!(one, of([1.0, 5.0, 5.0, 60.0]));
        one.add_row(&[2, 0, 1]);
        assert_eq!(one.items(), 7);
    }
}
