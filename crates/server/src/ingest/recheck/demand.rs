//! Whether the looks that the promise needs can be paid, and what was not looked for in time.

use chrono::{DateTime, Utc};
use diesel::sql_types::{BigInt, Timestamptz};
use diesel::{QueryResult, QueryableByName};
use diesel_async::RunQueryDsl;

use super::{IDS_A_CALL, MAX_WAIT, PROMISED};
use crate::db::Conn;
use crate::forum::budget::MAX_SHARE_DIVISOR;

/// The looks to come.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Demand {
    /// Items that are due by the end of the longest wait.
    pub items: i64,
    /// The calls a minute that reach them all in time.
    pub calls_a_minute: f64,
    /// The calls a minute that looks may have.
    pub share: f64,
}

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = BigInt)]
    count: i64,
}

impl Demand {
    /// Counts what is due at `now` and until the longest wait is over.
    ///
    /// # Errors
    /// The database failed.
    pub async fn count(
        requests_per_minute: u32,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<Self> {
        let Count { count: items } =
            diesel::sql_query("SELECT count(*) AS count FROM item_keys WHERE check_at <= $1")
                .bind::<Timestamptz, _>(now + MAX_WAIT)
                .get_result(conn)
                .await?;
        Ok(Self::of(items, requests_per_minute))
    }

    fn of(items: i64, requests_per_minute: u32) -> Self {
        let calls = items as f64 / f64::from(IDS_A_CALL);
        Self {
            items,
            calls_a_minute: calls / (MAX_WAIT.as_seconds_f64() / 60.0),
            share: f64::from(requests_per_minute) / f64::from(MAX_SHARE_DIVISOR),
        }
    }

    /// Returns whether there are more than the share reaches. That is known hours before the first is
    /// late, since a wait leaves some of what is promised.
    pub fn is_too_high(&self) -> bool {
        self.calls_a_minute > self.share
    }
}

/// Counts the stored items that were not heard of for longer than is promised, at `now`.
///
/// # Errors
/// The database failed.
pub async fn count_late(now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<i64> {
    let late: Count = diesel::sql_query(
        // The first condition is implied by the second, and there is an index for it.
        "SELECT count(*) AS count FROM item_keys
         WHERE check_at < $1 AND coalesce(checked_at, seen_at) < $2",
    )
    .bind::<Timestamptz, _>(now - (PROMISED - MAX_WAIT))
    .bind::<Timestamptz, _>(now - PROMISED)
    .get_result(conn)
    .await?;
    Ok(late.count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_demand_beyond_the_share_is_known_before_anything_is_late() {
        // Twenty calls a minute, of a hundred ids each, for forty hours.
        let reached = 20 * 100 * 60 * 40;
        assert!(!Demand::of(reached, 100).is_too_high());
        assert!(Demand::of(reached + 100, 100).is_too_high());
        assert!(Demand::of(reached, 60).is_too_high());
    }
}
