//! The days that analytics counts.

use api::analytics::AnalyticsQuery;
use api::analytics::range::Range;
use api::error::ApiResult;
use chrono::NaiveDate;

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn range(from: Option<&str>, until: Option<&str>) -> ApiResult<Range> {
    let query = AnalyticsQuery { from: from.map(day), until: until.map(day), keyword: None };
    Range::new(&query, day("2026-11-26"))
}

#[test]
fn without_days_it_is_the_last_thirty() {
    let range = range(None, None).unwrap();
    assert_eq!(range.days().count(), 30);
    assert_eq!(
        (range.before, range.from, range.until),
        (day("2026-09-28"), day("2026-10-28"), day("2026-11-26"))
    );
}

#[test]
fn a_year_is_not_compared_with_one_that_is_counted_no_longer() {
    let month = range(Some("2026-10-01"), Some("2026-10-31")).unwrap();
    let year = range(Some("2025-11-27"), None).unwrap();
    assert!(month.has_before && !year.has_before);
}

#[test]
fn days_in_the_wrong_order_or_too_many_are_refused() {
    for (from, until) in [
        ("2026-11-02", "2026-11-01"),
        ("2025-11-25", "2026-11-26"),
        ("-262143-01-01", "-262143-01-02"),
    ] {
        assert!(range(Some(from), Some(until)).is_err(), "{from} {until}");
    }
    assert!(range(Some("2025-11-26"), Some("2026-11-26")).is_ok());
}
