//! Releases items whose call got no answer. An answer that has none of the requested items is treated
//! as an outage of the forum and does not count as a miss.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::QueryResult;
use diesel::sql_types::{Array, Double, Text, Timestamptz};
use diesel_async::RunQueryDsl;

use db::Conn;
use platform::sources::ForumError;

/// The maximum pause after the first call without an answer; it doubles with each further one.
const FIRST_PAUSE: TimeDelta = TimeDelta::minutes(10);
/// The upper bound of the pauses, short enough to find removed items within two days once the forum
/// answers again.
const MAX_PAUSE: TimeDelta = TimeDelta::hours(4);

/// Releases the items that were claimed until `until`. If the forum was not asked about them, they
/// stay due as before. If it was asked in vain, they come after the others: they may be the cause, and
/// would otherwise come first forever. The pauses differ, so that such items come back among others,
/// whose answers show that they are missing.
pub(super) async fn put_back(
    ids: &[String],
    error: &ForumError,
    until: DateTime<Utc>,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<usize> {
    if is_not_about_the_items(error) {
        return diesel::sql_query(
            "UPDATE item_keys SET checked_until = NULL
             WHERE forum_id = ANY($1) AND checked_until = $2",
        )
        .bind::<Array<Text>, _>(ids)
        .bind::<Timestamptz, _>(until)
        .execute(conn)
        .await;
    }
    let chances: Vec<f64> = ids.iter().map(|_| rand::random()).collect();
    diesel::sql_query(
        "UPDATE item_keys SET checked_until = NULL, unanswered = unanswered + 1,
             check_at = $4 + make_interval(secs => (0.5 + 0.5 * batch.chance)
                 * least($5 * 2 ^ least(unanswered, 20), $6))
         FROM unnest($1, $3) AS batch (forum_id, chance)
         WHERE item_keys.forum_id = batch.forum_id AND checked_until = $2",
    )
    .bind::<Array<Text>, _>(ids)
    .bind::<Timestamptz, _>(until)
    .bind::<Array<Double>, _>(chances)
    .bind::<Timestamptz, _>(now)
    .bind::<Double, _>(FIRST_PAUSE.as_seconds_f64())
    .bind::<Double, _>(MAX_PAUSE.as_seconds_f64())
    .execute(conn)
    .await
}

/// Returns whether the forum was not asked at all, or currently answers nobody.
fn is_not_about_the_items(error: &ForumError) -> bool {
    matches!(
        error,
        ForumError::OverBudget { .. } | ForumError::RateLimited { .. } | ForumError::Refused(_)
    )
}
