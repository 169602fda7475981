//! Merges the ledger's old hours into days.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Timestamptz};
use diesel_async::RunQueryDsl;

use db::Conn;

/// The time for which hours are kept before they become days.
const HOURS_KEPT: TimeDelta = TimeDelta::days(7);
/// The most rows that are replaced at once, so that ingest never waits for more.
const BATCH: i64 = 1_000;

#[derive(QueryableByName)]
struct Moved {
    #[diesel(sql_type = BigInt)]
    hours: i64,
}

/// Replaces hours that are a week old by their days. Returns the number of hours replaced.
///
/// # Errors
/// The database failed; what was replaced until then remains replaced.
pub async fn roll_up(now: DateTime<Utc>, conn: &mut Conn) -> anyhow::Result<i64> {
    let mut hours = 0;
    loop {
        // Locked in the same order as by those that write.
        let moved: Moved = diesel::sql_query(
            "WITH old AS (
                 SELECT place, kind, hour FROM coverage_hours
                 WHERE hour < date_trunc('day', $1, 'UTC') AND hour <> date_trunc('day', hour, 'UTC')
                 ORDER BY place, kind, hour LIMIT $2 FOR UPDATE),
             moved AS (
                 DELETE FROM coverage_hours USING old
                 WHERE coverage_hours.place = old.place AND coverage_hours.kind = old.kind
                     AND coverage_hours.hour = old.hour
                 RETURNING coverage_hours.*),
             days AS (
                 INSERT INTO coverage_hours AS d (place, kind, hour, items, gap_seconds, lag, waits)
                 SELECT place, kind, date_trunc('day', hour, 'UTC'), sum(items), sum(gap_seconds),
                        sum_counts(lag), sum_counts(waits)
                 FROM moved GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
                 ON CONFLICT (place, kind, hour) DO UPDATE SET
                     items = d.items + excluded.items,
                     gap_seconds = d.gap_seconds + excluded.gap_seconds,
                     lag = add_counts(d.lag, excluded.lag),
                     waits = add_counts(d.waits, excluded.waits))
             SELECT count(*) AS hours FROM moved",
        )
        .bind::<Timestamptz, _>(now - HOURS_KEPT)
        .bind::<BigInt, _>(BATCH)
        .get_result(conn)
        .await?;
        hours += moved.hours;
        if moved.hours < BATCH {
            return Ok(hours);
        }
    }
}
