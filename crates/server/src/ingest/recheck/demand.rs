//! How many looks the promise needs, and what was not looked for in time.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::sql_types::{BigInt, Double, Float, Timestamptz};
use diesel::{QueryResult, QueryableByName};
use diesel_async::RunQueryDsl;

use super::{IDS_A_CALL, MAX_WAIT, PROMISED};
use crate::db::Conn;

/// By this age an item has been looked for more often than each longest wait; from then on it is not.
const YOUNG: TimeDelta = TimeDelta::hours(64);
const LOOKS_WHILE_YOUNG: f64 = 7.0;
/// So many pages of the table are read to count: all of a million items or so, and a sample of more.
const MAX_PAGES: f64 = 10_000.0;

/// What the looks to come are counted by.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
pub struct Demand {
    /// Items that are looked for again and again.
    pub items: f64,
    /// Those of them that are looked for more often, since they were seen lately.
    pub young: f64,
    /// Those that are due.
    pub due: f64,
}

#[derive(QueryableByName)]
struct Part {
    #[diesel(sql_type = Double)]
    part: f64,
}

#[derive(QueryableByName)]
struct Counted {
    #[diesel(sql_type = BigInt)]
    items: i64,
    #[diesel(sql_type = BigInt)]
    young: i64,
    #[diesel(sql_type = BigInt)]
    due: i64,
}

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = BigInt)]
    count: i64,
}

impl Demand {
    /// Counts the items at `now`, or estimates them from a part if there are many.
    ///
    /// # Errors
    /// The database failed.
    pub async fn count(now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<Self> {
        let Part { part } = diesel::sql_query(
            "SELECT least(1, $1 * current_setting('block_size')::float8
                 / greatest(pg_relation_size('item_keys'), 1)) AS part",
        )
        .bind::<Double, _>(MAX_PAGES)
        .get_result(conn)
        .await?;
        let counted: Counted = diesel::sql_query(
            "SELECT count(*) AS items,
                    count(*) FILTER (WHERE seen_at > $2 AND seen_at <= $3) AS young,
                    count(*) FILTER (WHERE check_at <= $3) AS due
             FROM item_keys TABLESAMPLE SYSTEM ($1) WHERE check_at IS NOT NULL",
        )
        .bind::<Float, _>((100.0 * part) as f32)
        .bind::<Timestamptz, _>(now - YOUNG)
        .bind::<Timestamptz, _>(now)
        .get_result(conn)
        .await?;
        let whole = |counted: i64| counted as f64 / part;
        Ok(Self {
            items: whole(counted.items),
            young: whole(counted.young),
            due: whole(counted.due),
        })
    }

    /// Returns the calls a minute that keep the promise. What is due is to be caught up with within one
    /// longest wait, which matters after an outage.
    pub fn calls_a_minute(&self) -> f64 {
        self.steady_calls_a_minute() + calls(self.due) / minutes(MAX_WAIT)
    }

    /// Returns the calls a minute that keep the promise once nothing is late.
    fn steady_calls_a_minute(&self) -> f64 {
        let more_while_young = LOOKS_WHILE_YOUNG / minutes(YOUNG) - 1.0 / minutes(MAX_WAIT);
        calls(self.items) / minutes(MAX_WAIT) + calls(self.young) * more_while_young
    }
}

fn calls(items: f64) -> f64 {
    items / f64::from(IDS_A_CALL)
}

fn minutes(time: TimeDelta) -> f64 {
    time.as_seconds_f64() / 60.0
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
    use super::super::{FIRST_CHECK, wait};
    use super::*;

    #[test]
    fn looks_are_counted_as_they_are_made() {
        let (mut age, mut looks) = (FIRST_CHECK, 1.0);
        while age < YOUNG {
            age += wait(age);
            looks += 1.0;
        }
        assert_eq!((age, looks), (YOUNG, LOOKS_WHILE_YOUNG));
        assert_eq!(wait(YOUNG), MAX_WAIT);
        // An item a minute for ninety days, each looked for at every age at which it is due.
        let mut each_minute = 0.0;
        let mut age = FIRST_CHECK;
        while age < TimeDelta::days(90) {
            each_minute += 1.0;
            age += wait(age);
        }
        let demand = Demand {
            items: minutes(TimeDelta::days(90)),
            young: minutes(YOUNG),
            due: 0.0,
        };
        let counted = demand.calls_a_minute() * f64::from(IDS_A_CALL);
        assert!((counted / each_minute - 1.0).abs() < 0.02, "{counted}");
    }

    #[test]
    fn what_is_late_is_caught_up_with_within_one_wait() {
        let demand = Demand {
            items: 240_000.0,
            young: 0.0,
            due: 120_000.0,
        };
        assert_eq!(demand.calls_a_minute(), 1.5);
    }
}
