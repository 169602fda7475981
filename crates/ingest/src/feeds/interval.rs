//! Decides how often a feed is polled. Pure.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};

pub(super) const MIN_SECONDS: i32 = db::models::feed::MIN_INTERVAL_SECONDS;
pub(super) const MAX_SECONDS: i32 = 6 * 3_600;
/// Longest time for which a server may ask to be left alone.
const MAX_ASKED: TimeDelta = TimeDelta::hours(24);
/// Number of latest entries from which the rate of a feed is taken.
const LAST_ENTRIES: usize = 10;

/// Returns the seconds until the next poll of a feed, from those until this one: twice as many if nothing
/// was new, and less the more was. A feed that asks for it with `wait` is not polled more often.
pub(super) fn next_seconds(present: i32, new: usize, wait: Option<Duration>) -> i32 {
    let present = present.clamp(MIN_SECONDS, MAX_SECONDS);
    let next = match i32::try_from(new).unwrap_or(i32::MAX) {
        0 => present * 2,
        new => present / new.saturating_add(1),
    };
    bounded(next, wait)
}

/// Returns the seconds until the second poll of a feed, by the dates of the entries that the first one has read
/// `now`: half of the time between entries, so that about half of the polls bring something. The seconds of the
/// first poll, `present`, are kept if the feed has no dates.
pub(super) fn first_seconds(
    present: i32,
    dates: impl Iterator<Item = DateTime<Utc>>,
    now: DateTime<Utc>,
    wait: Option<Duration>,
) -> i32 {
    let mut ages: Vec<i64> = dates.map(|date| (now - date).num_seconds()).collect();
    ages.retain(|age| *age >= 0);
    ages.sort_unstable();
    ages.truncate(LAST_ENTRIES);
    let next = ages.last().map_or(i64::from(present), |oldest| oldest / ages.len() as i64 / 2);
    bounded(i32::try_from(next).unwrap_or(i32::MAX), wait)
}

fn bounded(seconds: i32, wait: Option<Duration>) -> i32 {
    let asked = wait.map_or(0, |wait| i32::try_from(wait.as_secs()).unwrap_or(i32::MAX));
    seconds.clamp(MIN_SECONDS, MAX_SECONDS).max(asked.min(MAX_SECONDS))
}

/// Returns the time until the next poll of a feed after this many failures in a row, with up to a fifth more
/// or less by `chance` (0 to 1). A wait that the server asks for is kept, up to a day.
pub(super) fn after_failure(
    seconds: i32,
    failures: u32,
    asked: Option<Duration>,
    chance: f64,
) -> TimeDelta {
    let spread = 0.8 + 0.4 * chance.clamp(0.0, 1.0);
    let doubled = f64::from(seconds) * 2_f64.powi(failures.clamp(1, 12) as i32 - 1);
    let bounded = doubled.clamp(f64::from(MIN_SECONDS), f64::from(MAX_SECONDS)) * spread;
    let own = TimeDelta::milliseconds((bounded * 1_000.0) as i64);
    let asked = asked.map(|asked| TimeDelta::from_std(asked).unwrap_or(MAX_ASKED));
    own.max(asked.unwrap_or_default().min(MAX_ASKED))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quiet_feed_is_asked_for_ever_less_and_a_busy_one_often() {
        let mut seconds = MIN_SECONDS;
        for _ in 0..20 {
            seconds = next_seconds(seconds, 0, None);
        }
        assert_eq!(seconds, MAX_SECONDS);
        assert_eq!(next_seconds(seconds, 1, None), MAX_SECONDS / 2);
        assert_eq!(next_seconds(seconds, 11, None), MAX_SECONDS / 12);
        assert_eq!(next_seconds(seconds, usize::MAX, None), MIN_SECONDS);
    }

    #[test]
    fn what_a_feed_asks_for_is_kept_up_to_six_hours() {
        let wait = |seconds| Some(Duration::from_secs(seconds));
        assert_eq!(next_seconds(600, 5, wait(3_600)), 3_600);
        assert_eq!(next_seconds(7_200, 0, wait(60)), 14_400);
        assert_eq!(next_seconds(600, 5, wait(u64::MAX)), MAX_SECONDS);
    }

    #[test]
    fn a_feed_is_first_asked_for_as_often_as_its_dates_say() {
        let now = DateTime::UNIX_EPOCH + TimeDelta::days(1_000);
        let first = |hours_ago: &[i64], wait: Option<u64>| {
            let dates = hours_ago.iter().map(|hours| now - TimeDelta::hours(*hours));
            first_seconds(1_800, dates, now, wait.map(Duration::from_secs))
        };
        assert_eq!(first(&[2, 8, 4], None), 8 * 3_600 / 3 / 2);
        assert_eq!(first(&[8_000, 9_000], None), MAX_SECONDS);
        assert_eq!(first(&[0; 100], None), MIN_SECONDS);
        // If there are many entries, the last ones count.
        let busy_now: Vec<i64> = (1..=10).chain(1_000..2_000).collect();
        assert_eq!(first(&busy_now, None), 1_800);
        // Nothing is known about it.
        assert_eq!(first(&[], None), 1_800);
        assert_eq!(first(&[-5, -9_000], None), 1_800);
        assert_eq!(first(&[2, 4], Some(7_200)), 7_200);
        assert_eq!(first(&[2, 4], Some(u64::MAX)), MAX_SECONDS);
    }

    #[test]
    fn failures_wait_longer_each_time_and_as_long_as_is_asked() {
        let secs = TimeDelta::seconds;
        assert_eq!(after_failure(1_800, 1, None, 0.5), secs(1_800));
        assert_eq!(after_failure(1_800, 2, None, 0.5), secs(3_600));
        assert_eq!(after_failure(1_800, u32::MAX, None, 0.5), secs(21_600));
        assert_eq!(after_failure(1_800, 1, None, 0.0), secs(1_440));
        let asked = |seconds| Some(Duration::from_secs(seconds));
        assert_eq!(after_failure(300, 1, asked(7_200), 0.5), secs(7_200));
        assert_eq!(after_failure(300, 1, asked(5), 0.5), secs(300));
        assert_eq!(after_failure(300, 1, asked(u64::MAX), 0.5), MAX_ASKED);
    }
}
