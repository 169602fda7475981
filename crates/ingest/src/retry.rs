//! Decides when a listing is polled next. Pure: the chance is passed in.

use chrono::{DateTime, TimeDelta, Utc};

use super::pager::oldest;
use db::models::poll_state::{ALL_POSTS, PollState};
use platform::sources::ForumError;
use platform::sources::ForumItem;

/// Minimum time between two polls of a listing, however much is posted.
const MIN_INTERVAL: TimeDelta = TimeDelta::seconds(2);
/// Longest time between two attempts at a listing that fails.
const LONGEST: TimeDelta = TimeDelta::minutes(5);
/// The one that every instance reads is tried more often, so that a forum that was away is soon
/// found to be back, at the cost of two requests a minute. The others follow then.
const MAX_OF_PROBE: TimeDelta = TimeDelta::seconds(30);

/// Returns the time until a listing is polled again after a poll that read `items`: shorter than planned
/// during a burst, so that the listing does not run over. For a new listing, nothing else shows how much it
/// brings: what was read then arrived since the oldest of it.
pub fn next_interval(claimed: &PollState, items: &[ForumItem], now: DateTime<Utc>) -> TimeDelta {
    let Some(since) = claimed.polled_at.or_else(|| oldest(items)) else {
        return claimed.interval();
    };
    let is_new = |item: &&ForumItem| !item.pinned && item.created_at > since;
    let new = items.iter().filter(is_new).count();
    let planned = claimed.interval().as_seconds_f64();
    let next = planner::next_interval(planned, new, (now - since).as_seconds_f64());
    seconds(next).max(MIN_INTERVAL)
}

/// Returns the longest time between two attempts at `listing`.
pub fn longest_wait(listing: &str) -> TimeDelta {
    if listing == ALL_POSTS {
        MAX_OF_PROBE
    } else {
        LONGEST
    }
}

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

fn seconds(seconds: f64) -> TimeDelta {
    TimeDelta::milliseconds((seconds * 1_000.0) as i64)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

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
    fn one_listing_is_tried_twice_a_minute() {
        let longest = longest_wait("posts:all");
        assert_eq!(wait_after(None, 40, secs(5), longest, 1.0), secs(36));
        assert_eq!(longest_wait("posts:watched/"), LONGEST);
    }

    #[test]
    fn what_the_forum_asks_for_is_kept() {
        let asked = ForumError::RateLimited {
            retry_after: Duration::from_secs(90),
        };
        assert!(wait_after(Some(&asked), 1, secs(5), LONGEST, 0.0) >= secs(90));
    }
}
