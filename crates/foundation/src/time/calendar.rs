//! Days and weeks as a user sees them, in the user's time zone, as instants in UTC.

use chrono::{
    DateTime, Datelike, Days, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, TimeZone, Timelike,
    Utc,
};
use chrono_tz::Tz;

/// Returns the zone with an IANA name such as `Europe/Vienna`, or UTC if the name is not known (any
/// more).
pub fn zone(name: &str) -> Tz {
    name.parse().unwrap_or(Tz::UTC)
}

/// Returns the current day.
pub fn today(zone: Tz, now: DateTime<Utc>) -> NaiveDate {
    now.with_timezone(&zone).date_naive()
}

/// Returns the Monday of this week.
pub fn monday(zone: Tz, now: DateTime<Utc>) -> NaiveDate {
    let today = today(zone, now);
    let since = u64::from(today.weekday().num_days_from_monday());
    today.checked_sub_days(Days::new(since)).unwrap_or(today)
}

/// The last N days, oldest first, today last.
#[derive(Debug)]
pub struct LastDays {
    pub days: Vec<NaiveDate>,
    /// The instants at which each day begins, followed by the end of today.
    pub bounds: Vec<DateTime<Utc>>,
}

impl LastDays {
    pub fn of(count: u64, zone: Tz, now: DateTime<Utc>) -> Self {
        let today = today(zone, now);
        let days: Vec<NaiveDate> =
            (0..count).rev().filter_map(|back| today.checked_sub_days(Days::new(back))).collect();
        let tomorrow = today.checked_add_days(Days::new(1));
        let bounds = days.iter().chain(&tomorrow);
        Self { bounds: bounds.map(|day| start_of(*day, zone)).collect(), days }
    }

    /// Returns the instants at which each day begins.
    pub fn starts(&self) -> &[DateTime<Utc>] {
        &self.bounds[..self.days.len().min(self.bounds.len())]
    }
}

/// Returns the first instant of a day. If a clock change skips midnight, the day begins after the
/// gap; if midnight occurs twice, with the first.
pub fn start_of(day: NaiveDate, zone: Tz) -> DateTime<Utc> {
    first_at(day.and_time(NaiveTime::MIN), zone)
}

/// Returns the instant at which a wall clock first shows `local`. A time that a clock change skips
/// maps to the end of the gap.
pub fn first_at(local: NaiveDateTime, zone: Tz) -> DateTime<Utc> {
    let at = zone.from_local_datetime(&local).earliest();
    at.map_or_else(|| end_of_gap(local, zone), |at| at.with_timezone(&Utc))
}

/// Returns the instant at which a wall clock last shows `local`: the second time, if a clock change
/// repeats it.
pub fn last_at(local: NaiveDateTime, zone: Tz) -> DateTime<Utc> {
    let at = zone.from_local_datetime(&local).latest();
    at.map_or_else(|| end_of_gap(local, zone), |at| at.with_timezone(&Utc))
}

/// Returns the instant at which the clock jumps over `local`, to the second.
fn end_of_gap(local: NaiveDateTime, zone: Tz) -> DateTime<Utc> {
    let from = local.and_utc();
    let at = |seconds| from + TimeDelta::seconds(seconds);
    let is_past = |seconds| at(seconds).with_timezone(&zone).naive_local() >= local;
    // No zone is a whole day away from UTC.
    let (mut before, mut past) = (-86_400_i64, 86_400_i64);
    while past - before > 1 {
        let middle = before + (past - before) / 2;
        if is_past(middle) {
            past = middle;
        } else {
            before = middle;
        }
    }
    at(past)
}

/// Returns the next instant after `now` at which the clock shows a full hour.
pub fn next_full_hour(zone: Tz, now: DateTime<Utc>) -> DateTime<Utc> {
    let mut at = now;
    loop {
        let local = at.with_timezone(&zone);
        let into = TimeDelta::seconds(i64::from(local.num_seconds_from_midnight() % 3_600))
            + TimeDelta::nanoseconds(i64::from(local.nanosecond()));
        at += TimeDelta::hours(1) - into;
        // Where clocks change by half an hour, one hour later need not be a full hour.
        let local = at.with_timezone(&zone);
        if local.minute() == 0 && local.second() == 0 {
            return at;
        }
    }
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
        assert_eq!(start_of(day, zone("Africa/Cairo")), at("2024-04-25T22:00:00Z"));
    }

    #[test]
    fn a_time_that_is_skipped_comes_after_the_gap_and_of_two_the_first_and_the_last_are_returned() {
        let cases = [
            // An hour is skipped, then one is repeated.
            (
                "Europe/Vienna",
                "2026-03-29T02:37:00",
                "2026-03-29T01:00:00Z",
                "2026-03-29T01:00:00Z",
            ),
            (
                "Europe/Vienna",
                "2026-10-25T02:37:00",
                "2026-10-25T00:37:00Z",
                "2026-10-25T01:37:00Z",
            ),
            (
                "America/New_York",
                "2026-03-08T02:00:00",
                "2026-03-08T07:00:00Z",
                "2026-03-08T07:00:00Z",
            ),
            (
                "America/New_York",
                "2026-11-01T01:59:00",
                "2026-11-01T05:59:00Z",
                "2026-11-01T06:59:00Z",
            ),
            // Half an hour.
            (
                "Australia/Lord_Howe",
                "2026-10-04T02:01:00",
                "2026-10-03T15:30:00Z",
                "2026-10-03T15:30:00Z",
            ),
            (
                "Australia/Lord_Howe",
                "2026-04-05T01:45:00",
                "2026-04-04T14:45:00Z",
                "2026-04-04T15:15:00Z",
            ),
            // A whole day.
            ("Pacific/Apia", "2011-12-30T08:00:00", "2011-12-30T10:00:00Z", "2011-12-30T10:00:00Z"),
            ("UTC", "2026-03-29T02:37:00", "2026-03-29T02:37:00Z", "2026-03-29T02:37:00Z"),
        ];
        for (name, local, first, last) in cases {
            let (zone, time) = (zone(name), local.parse().unwrap());
            let instants = (first_at(time, zone), last_at(time, zone));
            assert_eq!(instants, (at(first), at(last)), "{name} {local}");
        }
    }

    #[test]
    fn full_hours_are_those_of_the_clock_on_the_wall() {
        let cases = [
            ("UTC", "2026-06-01T09:00:00Z", "2026-06-01T10:00:00Z"),
            ("UTC", "2026-06-01T09:59:59.999999Z", "2026-06-01T10:00:00Z"),
            ("Asia/Kathmandu", "2026-06-01T09:00:00Z", "2026-06-01T09:15:00Z"),
            // Half past one is repeated: the hour before two lasts an hour and a half.
            ("Australia/Lord_Howe", "2026-04-04T14:10:00Z", "2026-04-04T15:30:00Z"),
            // Two is skipped, and half past two is not a full hour.
            ("Australia/Lord_Howe", "2026-10-03T15:10:00Z", "2026-10-03T16:00:00Z"),
            ("Europe/Vienna", "2026-10-25T00:30:00Z", "2026-10-25T01:00:00Z"),
            ("Europe/Vienna", "2026-03-29T00:30:00Z", "2026-03-29T01:00:00Z"),
        ];
        for (name, now, next) in cases {
            assert_eq!(next_full_hour(zone(name), at(now)), at(next), "{name} {now}");
        }
    }

    #[test]
    fn an_unknown_zone_is_utc() {
        assert_eq!(zone("Nowhere/Land"), Tz::UTC);
    }
}
