//! Decides when a listing is polled next. Pure.

use chrono::{DateTime, TimeDelta, Utc};

use super::pager::oldest;
use crate::retry::seconds;
use db::models::poll_state::{ALL_POSTS, PollState};
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
pub(crate) fn next_interval(
    claimed: &PollState,
    items: &[ForumItem],
    now: DateTime<Utc>,
) -> TimeDelta {
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
pub(crate) fn longest_wait(listing: &str) -> TimeDelta {
    if listing == ALL_POSTS { MAX_OF_PROBE } else { LONGEST }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::retry::wait_after;

    #[test]
    fn one_listing_is_tried_twice_a_minute() {
        let longest = longest_wait("posts:all");
        assert_eq!(
            wait_after(None, 40, TimeDelta::seconds(5), longest, 1.0),
            TimeDelta::seconds(36)
        );
        assert_eq!(longest_wait("posts:watched/"), LONGEST);
    }
}
