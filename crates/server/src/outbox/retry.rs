//! When a message that failed is tried again.

use std::time::Duration;

const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;

/// Seconds to wait after the first failure, the second, and so on: 27 h 43 min in all, so that a
/// receiver may be down for a day. After the last one a failure is final.
pub const SCHEDULE_SECONDS: [u64; 8] = [
    30,
    2 * MINUTE,
    10 * MINUTE,
    30 * MINUTE,
    2 * HOUR,
    5 * HOUR,
    10 * HOUR,
    10 * HOUR,
];

/// A wait varies by this share of itself in both directions, so that messages which failed together
/// do not all come back together.
pub const JITTER: f64 = 0.2;

/// The longest time that the other side can ask for.
pub const LONGEST_RETRY_AFTER: Duration = Duration::from_secs(24 * HOUR);

/// How many attempts a message gets.
pub fn max_attempts() -> i32 {
    i32::try_from(SCHEDULE_SECONDS.len()).map_or(i32::MAX, |steps| steps + 1)
}

/// How long to wait after failed attempt `attempt` (from 1), or `None` when it was the last.
/// `chance` is a number from 0 to 1; `retry_after` is the other side's wish, which can only
/// lengthen the wait.
pub fn wait_after(attempt: i32, chance: f64, retry_after: Option<Duration>) -> Option<Duration> {
    let step = usize::try_from(attempt).ok()?.checked_sub(1)?;
    let seconds = *SCHEDULE_SECONDS.get(step)?;
    let factor = 1.0 + JITTER * (2.0 * chance.clamp(0.0, 1.0) - 1.0);
    let wait = Duration::from_secs(seconds).mul_f64(factor);
    let wished = retry_after.unwrap_or_default().min(LONGEST_RETRY_AFTER);
    Some(wait.max(wished))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_schedule_is_this_table() {
        let waits: Vec<_> = (1..=9)
            .map(|attempt| wait_after(attempt, 0.5, None).map(|w| w.as_secs()))
            .collect();
        let expected = [30, 120, 600, 1_800, 7_200, 18_000, 36_000, 36_000];
        let mut expected: Vec<_> = expected.into_iter().map(Some).collect();
        expected.push(None);
        assert_eq!(waits, expected);
        assert_eq!(max_attempts(), 9);
    }

    #[test]
    fn it_spans_about_28_hours() {
        let hours = SCHEDULE_SECONDS.iter().sum::<u64>() as f64 / HOUR as f64;
        assert!((27.5..28.5).contains(&hours), "{hours}");
    }

    #[test]
    fn jitter_moves_a_wait_by_a_fifth_at_most() {
        let at = |chance| wait_after(2, chance, None).map(|w| w.as_secs_f64().round() as u64);
        assert_eq!(
            (at(0.0), at(1.0), at(7.0)),
            (Some(96), Some(144), Some(144))
        );
    }

    #[test]
    fn a_wish_of_the_other_side_lengthens_a_wait_up_to_a_day() {
        let at = |seconds| wait_after(1, 0.5, Some(Duration::from_secs(seconds)));
        assert_eq!(at(1), Some(Duration::from_secs(30)));
        assert_eq!(at(300), Some(Duration::from_secs(300)));
        assert_eq!(at(u64::MAX), Some(LONGEST_RETRY_AFTER));
    }

    #[test]
    fn numbers_outside_the_table_end_the_tries() {
        for attempt in [i32::MIN, -1, 0, 9, i32::MAX] {
            assert_eq!(wait_after(attempt, 0.5, None), None, "{attempt}");
        }
    }
}
