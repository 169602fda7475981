//! The days of a query.

use chrono::{Days, NaiveDate, TimeDelta};
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;
use validator::Validate;

use crate::error::{ApiError, ApiResult};
use ingest::retention::KEPT_COUNTS;

const DEFAULT_DAYS: u64 = 30;
const MAX_DAYS: i64 = 366;

#[derive(Debug, Default, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AnalyticsQuery {
    /// The first day, in the user's time zone; if missing, the range is the 30 days that end with
    /// `until`.
    #[param(nullable = false)]
    pub from: Option<NaiveDate>,
    /// The last day; today if missing. A range has at most 366 days.
    #[param(nullable = false)]
    pub until: Option<NaiveDate>,
    /// The id of a keyword, to count only its matches.
    #[param(nullable = false)]
    pub keyword: Option<Uuid>,
}

/// The first and the last day, and the beginning of the days before, with which they are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) before: NaiveDate,
    pub(super) from: NaiveDate,
    pub(super) until: NaiveDate,
    /// Whether all of the days before are still counted. Otherwise none of them is read.
    pub(super) has_before: bool,
}

impl Range {
    /// # Errors
    /// The days are in the wrong order, too many, or beyond the calendar.
    pub(super) fn new(query: &AnalyticsQuery, today: NaiveDate) -> ApiResult<Self> {
        let until = query.until.unwrap_or(today);
        let from = match query.from {
            Some(from) => Some(from),
            None => until.checked_sub_days(Days::new(DEFAULT_DAYS - 1)),
        };
        let too_far = || ApiError::invalid("from", "This day is too far back.");
        let from = from.ok_or_else(too_far)?;
        if until < from {
            return Err(ApiError::invalid("until", "The last day is before the first."));
        }
        let days = (until - from).num_days() + 1;
        if days > MAX_DAYS {
            return Err(ApiError::invalid("from", format!("Choose at most {MAX_DAYS} days.")));
        }
        let before = from.checked_sub_days(Days::new(days.unsigned_abs())).ok_or_else(too_far)?;
        // The first of them may begin on the UTC day before, and counts are deleted by UTC days.
        let has_before = today - before + TimeDelta::days(1) < KEPT_COUNTS;
        Ok(Self { before: if has_before { before } else { from }, from, until, has_before })
    }

    pub(super) fn days(&self) -> impl Iterator<Item = NaiveDate> {
        let until = self.until;
        self.from.iter_days().take_while(move |day| *day <= until)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
