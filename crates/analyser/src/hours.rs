//! Finds the hours in which discussions start, in UTC.

use chrono::{Datelike, Timelike};

use super::reading::Read;

const WINDOW_HOURS: usize = 3;
/// The threshold that one of 24 windows exceeds in one of a thousand samples without a pattern.
const Z: f64 = 4.0;

/// Counts the discussions by weekday, Monday first, and hour.
pub(super) fn counts(reads: &[&Read<'_>]) -> Vec<Vec<u32>> {
    let mut counts = vec![vec![0; 24]; 7];
    for read in reads {
        let at = read.post.created_at;
        counts[at.weekday().num_days_from_monday() as usize][at.hour() as usize] += 1;
    }
    counts
}

/// Three hours of the day in which more discussions start than chance would explain.
pub(super) struct Busy {
    /// The first hour.
    pub(super) from: usize,
    /// The number of discussions in these hours.
    pub(super) count: usize,
}

impl Busy {
    /// Returns true if the discussion started in these hours.
    pub(super) fn has(&self, read: &Read<'_>) -> bool {
        let hour = read.post.created_at.hour() as usize;
        (hour + 24 - self.from) % 24 < WINDOW_HOURS
    }

    pub(super) fn until(&self) -> usize {
        (self.from + WINDOW_HOURS) % 24
    }
}

/// Returns the busiest window, if it stands out; `counts` come from [`counts`], or are empty.
pub(super) fn busy(counts: &[Vec<u32>]) -> Option<Busy> {
    let by_hour = |hour: usize| counts.iter().map(|day| day[hour % 24] as usize).sum::<usize>();
    let total: usize = (0..24).map(by_hour).sum();
    let window = |from: usize| (from..from + WINDOW_HOURS).map(by_hour).sum::<usize>();
    // The first of equal windows.
    let from = (0..24).rev().max_by_key(|from| window(*from))?;
    let (count, n, p) = (window(from), total as f64, WINDOW_HOURS as f64 / 24.0);
    let z = (count as f64 - n * p) / (n * p * (1.0 - p)).sqrt();
    (z >= Z).then_some(Busy { from, count })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(of: impl Fn(usize) -> u32) -> Vec<Vec<u32>> {
        let mut counts = vec![vec![0; 24]; 7];
        counts[2] = (0..24).map(of).collect();
        counts
    }

    #[test]
    fn hours_are_busy_when_chance_does_not_explain_it() {
        let peak = busy(&day(|hour| if [23, 0, 1].contains(&hour) { 10 } else { 1 })).unwrap();
        assert_eq!((peak.from, peak.until(), peak.count), (23, 2, 30));
        assert!(busy(&day(|_| 10)).is_none());
        assert!(busy(&day(|hour| if hour == 9 { 14 } else { 10 })).is_none());
        assert!(busy(&[]).is_none());
        assert!(busy(&day(|_| 0)).is_none());
    }
}
