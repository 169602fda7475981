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
pub struct Range {
    pub before: NaiveDate,
    pub from: NaiveDate,
    pub until: NaiveDate,
    /// Whether all of the days before are still counted. Otherwise none of them is read.
    pub has_before: bool,
}

impl Range {
    /// Returns the range of a query.
    ///
    /// # Errors
    /// The days are in the wrong order, too many, or beyond the calendar.
    pub fn new(query: &AnalyticsQuery, today: NaiveDate) -> ApiResult<Self> {
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

    /// Returns the days in order, without those before the range.
    pub fn days(&self) -> impl Iterator<Item = NaiveDate> {
        let until = self.until;
        self.from.iter_days().take_while(move |day| *day <= until)
    }
}
