//! Days and weeks as a user sees them, in the user's time zone, as instants in UTC.

use chrono::{DateTime, Datelike, Days, NaiveDate, NaiveTime, TimeDelta, TimeZone, Utc};
use chrono_tz::Tz;

/// The zone of an IANA name such as `Europe/Vienna`; UTC for a name that is not known (any more).
pub fn zone(name: &str) -> Tz {
    name.parse().unwrap_or(Tz::UTC)
}

/// Which day it is.
pub fn today(zone: Tz, now: DateTime<Utc>) -> NaiveDate {
    now.with_timezone(&zone).date_naive()
}

/// The Monday of this week.
pub fn monday(zone: Tz, now: DateTime<Utc>) -> NaiveDate {
    let today = today(zone, now);
    let since = u64::from(today.weekday().num_days_from_monday());
    today.checked_sub_days(Days::new(since)).unwrap_or(today)
}

/// The first instant of a day. Where midnight is skipped by a change of the clocks the day begins
/// after the gap; where it comes twice, with the first.
pub fn start_of(day: NaiveDate, zone: Tz) -> DateTime<Utc> {
    let midnight = day.and_time(NaiveTime::MIN);
    // Gaps are an hour or less nearly everywhere; a whole skipped day (Samoa, 2011) is 24.
    (0..=96)
        .map(|quarters| midnight + TimeDelta::minutes(15 * quarters))
        .find_map(|time| zone.from_local_datetime(&time).earliest())
        .map_or_else(|| midnight.and_utc(), |start| start.with_timezone(&Utc))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    #[test]
    fn days_and_weeks_are_the_users_own() {
        // Sunday evening in UTC is already Monday in Auckland.
        let now = at("2026-11-22T20:00:00Z");
        let auckland = zone("Pacific/Auckland");
        assert_eq!(today(auckland, now).to_string(), "2026-11-23");
        assert_eq!(monday(auckland, now).to_string(), "2026-11-23");
        assert_eq!(monday(Tz::UTC, now).to_string(), "2026-11-16");
        let start = start_of(today(auckland, now), auckland);
        assert_eq!(start, at("2026-11-22T11:00:00Z"));
    }

    #[test]
    fn a_day_without_midnight_begins_after_the_gap() {
        let day = NaiveDate::from_ymd_opt(2024, 4, 26).unwrap();
        assert_eq!(
            start_of(day, zone("Africa/Cairo")),
            at("2024-04-25T22:00:00Z")
        );
    }

    #[test]
    fn an_unknown_zone_is_utc() {
        assert_eq!(zone("Nowhere/Land"), Tz::UTC);
    }
}
