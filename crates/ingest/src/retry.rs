//! Decides when a poll that failed is tried again. Pure: the chance is passed in.

use chrono::TimeDelta;

use platform::sources::ForumError;

/// Returns the time until the next try after `failures` failures in a row: the interval, doubled
/// each time up to `longest`, with up to a fifth more or less by `chance` (0 to 1), so that many
/// listings that failed together do not come back together. A time that the forum asked for is
/// kept.
pub fn wait_after(
    error: Option<&ForumError>,
    failures: u32,
    interval: TimeDelta,
    longest: TimeDelta,
    chance: f64,
) -> TimeDelta {
    let spread = 0.8 + 0.4 * chance.clamp(0.0, 1.0);
    let doubled = interval * 2_i32.pow(failures.clamp(1, 12) - 1);
    let own = seconds(doubled.min(longest).as_seconds_f64() * spread);
    let asked = match error {
        Some(ForumError::OverBudget { retry_after } | ForumError::RateLimited { retry_after }) => {
            Some(*retry_after)
        }
        Some(ForumError::Unavailable { retry_after, .. }) => *retry_after,
        _ => None,
    };
    match asked {
        // A little later than asked, never earlier.
        Some(asked) => seconds(asked.as_secs_f64() + spread),
        None => own,
    }
}

pub(crate) fn seconds(seconds: f64) -> TimeDelta {
    TimeDelta::milliseconds((seconds * 1_000.0) as i64)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const LONGEST: TimeDelta = TimeDelta::minutes(5);

    fn secs(n: i64) -> TimeDelta {
        TimeDelta::seconds(n)
    }

    #[test]
    fn waits_double_up_to_five_minutes() {
        let wait = |failures| wait_after(None, failures, secs(5), LONGEST, 0.5);
        assert_eq!([wait(1), wait(2), wait(3)], [secs(5), secs(10), secs(20)]);
        assert_eq!(wait(40), LONGEST);
    }

    #[test]
    fn chance_spreads_by_a_fifth() {
        assert_eq!(wait_after(None, 2, secs(5), LONGEST, 0.0), secs(8));
        assert_eq!(wait_after(None, 2, secs(5), LONGEST, 1.0), secs(12));
    }

    #[test]
    fn what_the_forum_asks_for_is_kept() {
        let asked = ForumError::RateLimited { retry_after: Duration::from_secs(90) };
        assert!(wait_after(Some(&asked), 1, secs(5), LONGEST, 0.0) >= secs(90));
    }
}
