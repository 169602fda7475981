//! Takes back what a clock that was ahead has postponed: nothing waits longer than its longest wait.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::QueryResult;
use diesel::sql_types::Timestamptz;
use diesel_async::RunQueryDsl;

use crate::removal::recheck;
use db::Conn;
use domain::watches::places::MAX_WAIT as MAX_PLACE_WAIT;
use platform::config::DeliveryConfig;

/// Tolerance beyond the longest wait for which anything is scheduled.
const SLACK: TimeDelta = TimeDelta::hours(1);

/// Makes due at `now` what is scheduled further ahead than the longest wait of its kind: looks at stored
/// items, retries of messages, and questions about subreddits. Returns how many. Polls fix their own times
/// when they are claimed.
///
/// # Errors
/// The database failed.
pub async fn take_back(
    now: DateTime<Utc>,
    delivery: &DeliveryConfig,
    conn: &mut Conn,
) -> QueryResult<usize> {
    let looks = diesel::sql_query(
        "UPDATE item_keys SET check_at = $1, checked_until = NULL WHERE check_at > $2",
    )
    .bind::<Timestamptz, _>(now)
    .bind::<Timestamptz, _>(now + recheck::MAX_WAIT + SLACK)
    .execute(conn)
    .await?;
    // A message that was never tried may wait for its user's hour, as long as that takes.
    let retries = diesel::sql_query(
        "UPDATE outbox SET due_at = $1
         WHERE status = 'pending' AND attempts > 0 AND leased_until IS NULL AND due_at > $2",
    )
    .bind::<Timestamptz, _>(now)
    .bind::<Timestamptz, _>(now + longest_retry(delivery) + SLACK)
    .execute(conn)
    .await?;
    let places = diesel::sql_query("UPDATE places SET next_check_at = $1 WHERE next_check_at > $2")
        .bind::<Timestamptz, _>(now)
        .bind::<Timestamptz, _>(now + MAX_PLACE_WAIT + SLACK)
        .execute(conn)
        .await?;
    Ok(looks + retries + places)
}

fn longest_retry(delivery: &DeliveryConfig) -> TimeDelta {
    let own = delivery.retry_seconds.iter().max().copied().unwrap_or(0);
    let spread = i64::from(own) * i64::from(delivery.retry_jitter_percent) / 100;
    let asked = i64::from(delivery.longest_retry_after_seconds);
    TimeDelta::seconds((i64::from(own) + spread).max(asked))
}
