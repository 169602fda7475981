//! The periods of subscriptions.

use chrono::DateTime;
use sims::stripe::billing::period_start;
use sims::stripe::objects::Interval;

#[test]
fn periods_keep_the_day_of_the_month_where_the_month_has_it() {
    let day = |text: &str| {
        let time = format!("{text}T10:00:00Z");
        DateTime::parse_from_rfc3339(&time).unwrap().timestamp()
    };
    let anchor = day("2027-01-31");
    let starts = [1, 2, 3].map(|index| period_start(anchor, Interval::Month, index));
    assert_eq!(starts, ["2027-02-28", "2027-03-31", "2027-04-30"].map(day));
    assert_eq!(period_start(anchor, Interval::Year, 1), day("2028-01-31"));
}
