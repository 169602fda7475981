//! Schedules the retries of a message that failed.

use std::time::Duration;

use platform::config::DeliveryConfig;

/// Returns how many attempts a message gets: the first, and one after each wait.
pub fn max_attempts(config: &DeliveryConfig) -> i32 {
    i32::try_from(config.retry_seconds.len()).map_or(i32::MAX, |waits| waits.saturating_add(1))
}

/// Returns how long to wait after failed attempt `attempt` (from 1), or `None` when it was the
/// last. `chance` is a number from 0 to 1; `retry_after` is the wait that the other side asks for,
/// which can only lengthen the wait.
pub fn wait_after(
    config: &DeliveryConfig,
    attempt: i32,
    chance: f64,
    retry_after: Option<Duration>,
) -> Option<Duration> {
    let step = usize::try_from(attempt).ok()?.checked_sub(1)?;
    let seconds = *config.retry_seconds.get(step)?;
    let jitter = f64::from(config.retry_jitter_percent) / 100.0;
    let factor = 1.0 + jitter * (2.0 * chance.clamp(0.0, 1.0) - 1.0);
    let wait = Duration::from_secs(seconds.into()).mul_f64(factor);
    let longest = Duration::from_secs(config.longest_retry_after_seconds.into());
    Some(wait.max(retry_after.unwrap_or_default().min(longest)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(attempt: i32, chance: f64, requested: Option<Duration>) -> Option<Duration> {
        wait_after(&DeliveryConfig::default(), attempt, chance, requested)
    }

    #[test]
    fn the_schedule_is_this_table_unless_it_is_set() {
        let waits: Vec<_> =
            (1..=9).map(|attempt| after(attempt, 0.5, None).map(|w| w.as_secs())).collect();
        let expected = [30, 120, 600, 1_800, 7_200, 18_000, 36_000, 36_000];
        let mut expected: Vec<_> = expected.into_iter().map(Some).collect();
        expected.push(None);
        assert_eq!(waits, expected);
        assert_eq!(max_attempts(&DeliveryConfig::default()), 9);
    }

    #[test]
    fn it_spans_about_28_hours() {
        let seconds: u32 = DeliveryConfig::default().retry_seconds.iter().sum();
        let hours = f64::from(seconds) / 3_600.0;
        assert!((27.5..28.5).contains(&hours), "{hours}");
    }

    #[test]
    fn another_schedule_can_be_set() {
        let config = DeliveryConfig {
            retry_seconds: vec![10, 100],
            retry_jitter_percent: 0,
            longest_retry_after_seconds: 60,
            ..DeliveryConfig::default()
        };
        let at = |attempt, requested| {
            let requested = Some(Duration::from_secs(requested));
            wait_after(&config, attempt, 1.0, requested).map(|w| w.as_secs())
        };
        assert_eq!((at(1, 0), at(2, 0), at(3, 0)), (Some(10), Some(100), None));
        assert_eq!((at(1, 3_600), at(2, 3_600)), (Some(60), Some(100)));
        assert_eq!(max_attempts(&config), 3);
    }

    #[test]
    fn jitter_moves_a_wait_by_a_fifth_at_most() {
        let at = |chance| after(2, chance, None).map(|w| w.as_secs_f64().round() as u64);
        assert_eq!((at(0.0), at(1.0), at(7.0)), (Some(96), Some(144), Some(144)));
    }

    #[test]
    fn a_wish_of_the_other_side_lengthens_a_wait_up_to_a_day() {
        let at = |seconds| after(1, 0.5, Some(Duration::from_secs(seconds)));
        assert_eq!(at(1), Some(Duration::from_secs(30)));
        assert_eq!(at(300), Some(Duration::from_secs(300)));
        assert_eq!(at(u64::MAX), Some(Duration::from_secs(86_400)));
    }

    #[test]
    fn numbers_outside_the_table_end_the_tries() {
        for attempt in [i32::MIN, -1, 0, 9, i32::MAX] {
            assert_eq!(after(attempt, 0.5, None), None, "{attempt}");
        }
    }
}
