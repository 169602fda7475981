//! Reports how much of the forum was read: what is missing, and how fresh each listing is.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use crate::removal::recheck;
use db::Conn;
use db::models::coverage_gap::CoverageGap;
use db::models::poll_state::PollState;
use db::schema::coverage_gaps;

/// The time for which gaps are reported.
const REPORTED: TimeDelta = TimeDelta::hours(24);

/// The state of the reading.
#[derive(Debug, Clone)]
pub struct Coverage {
    pub listings: Vec<ListingCoverage>,
    /// Gaps that reach into the last 24 hours, newest first.
    pub gaps: Vec<CoverageGap>,
    /// Stored items for which it has been unknown for two days whether the forum still has them: more than
    /// the request budget allows to check.
    pub late_checks: i64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListingCoverage {
    pub listing: String,
    /// When the last poll reached its end.
    pub polled_at: Option<DateTime<Utc>>,
    /// Polls that failed since then.
    pub failures: i32,
    pub last_error: Option<String>,
    pub items_seen: i64,
}

/// Loads the state of the reading at `now`.
///
/// # Errors
/// The database failed.
pub async fn coverage(now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<Coverage> {
    let states = PollState::all(conn).await?;
    let gaps = coverage_gaps::table
        .filter(coverage_gaps::ended_at.gt(now - REPORTED))
        .order(coverage_gaps::ended_at.desc())
        .select(CoverageGap::as_select())
        .load(conn)
        .await?;
    let listings = states.into_iter().map(|state| ListingCoverage {
        listing: state.listing,
        polled_at: state.polled_at,
        failures: state.failures,
        last_error: state.last_error,
        items_seen: state.items_seen,
    });
    Ok(Coverage {
        listings: listings.collect(),
        gaps,
        late_checks: recheck::count_late(now, conn).await?,
    })
}
