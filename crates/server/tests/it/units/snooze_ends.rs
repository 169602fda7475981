//! When a snooze from an alert ends.

use api::actions::chosen::Snooze;
use api::actions::perform::end_of;
use chrono::{DateTime, Utc};
use foundation::time::calendar;

#[test]
fn tomorrow_begins_at_eight_where_the_user_is() {
    for (zone, now, end) in [
        ("UTC", "2026-11-21T23:59:00Z", "2026-11-22T08:00:00Z"),
        ("UTC", "2026-11-22T00:01:00Z", "2026-11-23T08:00:00Z"),
        // It is Sunday morning already; the next day is Monday.
        ("Pacific/Auckland", "2026-11-21T20:00:00Z", "2026-11-22T19:00:00Z"),
        // The clocks go back and forward in the night between.
        ("Europe/Vienna", "2026-10-24T12:00:00Z", "2026-10-25T07:00:00Z"),
        ("Europe/Vienna", "2026-03-28T12:00:00Z", "2026-03-29T06:00:00Z"),
    ] {
        let now = now.parse().unwrap();
        let ends = end_of(Snooze::Tomorrow, calendar::zone(zone), now);
        assert_eq!(ends, end.parse::<DateTime<Utc>>().unwrap(), "{zone} {now}");
    }
}
