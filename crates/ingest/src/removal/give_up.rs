//! Gives up the oldest matched items if the request budget does not suffice for looks at all of them:
//! removing within two days what is deleted in the forum takes precedence over keeping everything for ninety
//! days. The decision depends on how many items there are and what the forum allows, never on what is late:
//! an outage gives up nothing. Items go as after ninety days, one week in a run, since weeks are tables that
//! are dropped whole.

use chrono::{DateTime, Utc};

use super::recheck::Demand;
use crate::retention::{alone, delete, delete_counts, delete_keys, drop_weeks};
use db::Pool;
use db::models::insight_result::InsightResult;

/// The items that were given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GivenUp {
    /// The time before which nothing is left.
    pub until: DateTime<Utc>,
    pub weeks: usize,
    pub item_keys: usize,
}

/// Gives up the oldest week of items if looks need more than their part of the requests per minute. Returns
/// `None` if they do not, or if another process cleans up.
///
/// # Errors
/// The database failed.
pub async fn give_up_oldest(
    pool: &Pool,
    requests_per_minute: u32,
    now: DateTime<Utc>,
) -> anyhow::Result<Option<GivenUp>> {
    let given_up = alone(pool, async |conn| {
        let demand = Demand::count(now, conn).await?;
        let Some(until) = demand.to_give_up(requests_per_minute, now) else {
            return Ok(None);
        };
        let given_up = GivenUp {
            until,
            weeks: drop_weeks(until, conn).await?,
            item_keys: delete_keys(until, conn).await?,
        };
        delete_counts(until, conn).await?;
        delete("second_opinions", "seen_at", until, conn).await?;
        if given_up.weeks > 0 {
            InsightResult::forget_missing(conn).await?;
        }
        Ok(Some(given_up))
    });
    Ok(given_up.await?.flatten())
}
