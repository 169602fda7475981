//! The limits on what feeds bring in a day. A feed that has reached one is read again on the next day. Pure.

use chrono::{DateTime, NaiveTime, TimeDelta, Utc};

use db::models::feed::{Amount, DailyLimits, Reached};
use foundation::wording::plural::number;
use platform::config::LimitsConfig;

const BYTES_PER_MEGABYTE: i64 = 1_000_000;
/// The time within which the feeds that have waited for a day are read.
const SPREAD: TimeDelta = TimeDelta::minutes(30);

/// Returns the limits of a configuration.
pub fn daily_limits(config: &LimitsConfig) -> DailyLimits {
    let amount = |entries: u32, megabytes: u32| Amount {
        entries: entries.into(),
        bytes: i64::from(megabytes) * BYTES_PER_MEGABYTE,
    };
    DailyLimits {
        feed: amount(config.feed_entries_per_day.get(), config.feed_megabytes_per_day.get()),
        user: amount(
            config.user_feed_entries_per_day.get(),
            config.user_feed_megabytes_per_day.get(),
        ),
        server: amount(
            config.server_feed_entries_per_day.get(),
            config.server_feed_megabytes_per_day.get(),
        ),
    }
}

/// Returns why a feed waits, in words that follow "Checked an hour ago:".
pub fn reason(reached: Reached, limits: &DailyLimits) -> String {
    let (who, limit) = match reached {
        Reached::Feed => ("it has brought as much as one feed may", limits.feed),
        Reached::User => ("your feeds have brought as much as those of one user may", limits.user),
        Reached::Server => {
            ("the feeds of all users have brought as much as this server allows", limits.server)
        }
    };
    let [entries, megabytes] =
        [limit.entries, limit.bytes / BYTES_PER_MEGABYTE].map(|n| number(n.unsigned_abs()));
    format!(
        "{who} in a day ({entries} new entries or {megabytes} MB), so Harken reads it again after midnight UTC"
    )
}

/// Returns when to poll on the next day, by `chance` (0 to 1), so that not all feeds are due at once.
pub fn next_day(now: DateTime<Utc>, chance: f64) -> DateTime<Utc> {
    let tomorrow = (now + TimeDelta::days(1)).date_naive().and_time(NaiveTime::MIN).and_utc();
    let spread = SPREAD.num_milliseconds() as f64 * chance.clamp(0.0, 1.0);
    tomorrow + TimeDelta::milliseconds(spread as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_feed_waits_for_the_next_day_and_says_why() {
        let limits = daily_limits(&LimitsConfig::default());
        let text = reason(Reached::Feed, &limits);
        let wanted = "it has brought as much as one feed may in a day (5,000 new entries or 25 MB), so Harken \
                      reads it again after midnight UTC";
        assert_eq!(text, wanted);
        let midnight = DateTime::UNIX_EPOCH + TimeDelta::days(1_000);
        let (first, last) = (midnight + TimeDelta::days(1), TimeDelta::days(1) + SPREAD);
        for now in [midnight, first - TimeDelta::microseconds(1)] {
            assert_eq!(next_day(now, 0.0), first);
            assert_eq!(next_day(now, 1.0), midnight + last);
        }
        // A claim takes what is further ahead for the fault of a clock.
        assert!(last < TimeDelta::hours(25));
    }
}
