//! The weeks by which notifications are counted.

use chrono::{DateTime, Utc};
use db::models::notification::groups::end_of_week;

#[test]
fn a_week_ends_on_monday_at_midnight_utc() {
    for (time, end) in [
        ("2026-11-22T23:59:59Z", "2026-11-23T00:00:00Z"),
        ("2026-11-23T00:00:00Z", "2026-11-30T00:00:00Z"),
        ("2026-12-30T12:00:00Z", "2027-01-04T00:00:00Z"),
    ] {
        assert_eq!(end_of_week(time.parse().unwrap()), end.parse::<DateTime<Utc>>().unwrap());
    }
}
