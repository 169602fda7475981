use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use crate::subreddits::SubredditProblem;
use db::models::coverage_audit::Audited;
use db::models::coverage_gap::CoverageGap;
use db::models::item::ItemKind;
use db::models::place::Place;
use platform::coverage::{Amount, Hours, Reading, by_day, sum, upper_bound};
use platform::wire::GapCause;

/// The period over which waits and amounts are summed.
pub const SUMMED: TimeDelta = TimeDelta::days(7);
/// The days that are drawn, including today.
pub const DAYS: i64 = 30;

/// The most gaps that are listed.
pub const MAX_GAPS: i64 = 100;

/// The coverage of one subreddit or site.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlaceCoverage {
    /// The name without `r/`; `all` for r/all.
    pub name: String,
    /// The reason why it cannot be read; null if it can, or if it has not been checked yet.
    #[schema(required = true)]
    pub problem: Option<SubredditProblem>,
    /// The time since which it is known to be unreadable.
    #[schema(required = true)]
    pub problem_since: Option<DateTime<Utc>>,
    /// The coverage of posts; null while they are not read.
    #[schema(required = true)]
    pub posts: Option<KindCoverage>,
    /// The coverage of comments; null while they are not read.
    #[schema(required = true)]
    pub comments: Option<KindCoverage>,
}

/// The coverage of posts or comments of one subreddit or site.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct KindCoverage {
    /// The time since which reading is recorded.
    pub recorded_since: DateTime<Utc>,
    /// The time since which nothing is missing; null while something is being read again, or
    /// nothing is read.
    #[schema(required = true)]
    pub complete_since: Option<DateTime<Utc>>,
    /// The last time at which it was read to the end.
    #[schema(required = true)]
    pub read_until: Option<DateTime<Utc>>,
    /// The time from which it is being read again, because something may be missing.
    #[schema(required = true)]
    pub filling_since: Option<DateTime<Utc>>,
    /// The number of items in the last 7 days.
    pub items: i64,
    /// The median of the seconds from posting to reading; null without items.
    #[schema(required = true)]
    pub median_seconds: Option<f64>,
    /// The 95th percentile of the seconds from posting to reading; null without items.
    #[schema(required = true)]
    pub p95_seconds: Option<f64>,
    /// The share of the last hour (0 to 1) that was read; null if it is not known yet.
    #[schema(required = true)]
    pub share_of_last_hour: Option<f64>,
    /// The results of the audits of the last 7 days.
    pub audits: AuditSum,
    /// The last 30 days (UTC), oldest first, today last.
    pub days: Vec<CoverageDay>,
}

/// The results of audits: now and then, randomly chosen subreddits are compared with their own
/// listings.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditSum {
    pub audits: i64,
    /// The number of audits that found something missing.
    pub failed: i64,
    /// The number of compared items.
    pub items: i64,
    /// The number of compared items that were missing. They have been stored since.
    pub missing: i64,
    /// The upper bound of the share of missing items (0 to 1), with 95 % confidence; null without
    /// items.
    #[schema(required = true)]
    pub max_missing_share: Option<f64>,
    /// The upper bound of the share of audits (0 to 1) that would find something missing, with 95 %
    /// confidence: missing items come in clusters. Null without audits.
    #[schema(required = true)]
    pub max_failed_share: Option<f64>,
}

impl AuditSum {
    /// Sums up the results of audits of some places.
    pub(super) fn new<'a>(audited: impl IntoIterator<Item = &'a Audited>) -> Self {
        let mut sum = Self::default();
        for audited in audited {
            sum.audits += audited.audits;
            sum.failed += audited.failed;
            sum.items += audited.items;
            sum.missing += audited.missing;
        }
        sum.max_missing_share = upper_bound(sum.missing, sum.items);
        sum.max_failed_share = upper_bound(sum.failed, sum.audits);
        sum
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CoverageDay {
    pub date: NaiveDate,
    pub items: i64,
    /// The number of seconds for which something may be missing.
    pub gap_seconds: i64,
    #[schema(required = true)]
    pub p95_seconds: Option<f64>,
}

/// A period for which something may be missing.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CoverageGapBody {
    /// The name without `r/`; `all` for r/all.
    pub place: String,
    pub kind: ItemKind,
    pub started_at: DateTime<Utc>,
    pub ended_at: DateTime<Utc>,
    pub cause: GapCause,
}

impl CoverageGapBody {
    pub fn new(gap: &CoverageGap) -> Option<Self> {
        let (kind, place) = gap.place()?;
        Some(Self {
            place: place.to_owned(),
            kind,
            started_at: gap.started_at,
            ended_at: gap.ended_at,
            cause: GapCause::from(gap.reason.as_str()),
        })
    }
}

impl PlaceCoverage {
    /// Describes a subreddit from the data loaded about it and others.
    pub(super) fn new(
        name: &str,
        readings: &[Reading],
        hours: &Hours,
        unreadable: &[Place],
        audited: &[Audited],
        now: DateTime<Utc>,
    ) -> Self {
        let of_kind = |kind: ItemKind| {
            let is_its = |reading: &&Reading| {
                reading.kind == kind && reading.place.eq_ignore_ascii_case(name)
            };
            let reading = readings.iter().find(is_its)?;
            Some(KindCoverage::new(reading, hours, audited, now))
        };
        let mut places = unreadable.iter();
        let place = places.find(|place| place.name.eq_ignore_ascii_case(name));
        Self {
            name: name.to_owned(),
            problem: place.and_then(|place| place.state.try_into().ok()),
            problem_since: place.map(|place| place.since),
            posts: of_kind(ItemKind::Post),
            comments: of_kind(ItemKind::Comment),
        }
    }
}

impl KindCoverage {
    fn new(reading: &Reading, hours: &Hours, audited: &[Audited], now: DateTime<Utc>) -> Self {
        let hours = hours.of(&reading.place, reading.kind);
        let week = sum(hours.iter().filter(|hour| hour.hour > now - SUMMED));
        let day = |(date, amount): (NaiveDate, Amount)| CoverageDay {
            date,
            items: amount.items,
            gap_seconds: amount.gap_seconds,
            p95_seconds: seconds(&amount, 0.95),
        };
        Self {
            recorded_since: reading.since,
            complete_since: reading.complete_since(now),
            read_until: reading.read_until,
            filling_since: reading.filling_since,
            items: week.items,
            median_seconds: seconds(&week, 0.5),
            p95_seconds: seconds(&week, 0.95),
            audits: AuditSum::new(
                audited.iter().filter(|audited| {
                    audited.kind == reading.kind && audited.place == reading.place
                }),
            ),
            share_of_last_hour: reading.share_of_last_hour(hours, now),
            days: by_day(hours, DAYS, now).into_iter().map(day).collect(),
        }
    }
}

/// Returns the seconds within which this part was read, rounded to a tenth.
pub(super) fn seconds(amount: &Amount, part: f64) -> Option<f64> {
    let seconds = amount.lag.seconds(part)?;
    Some((seconds * 10.0).round() / 10.0)
}
