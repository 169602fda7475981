//! The quiet watches of a user.

use chrono::{DateTime, Utc};
use diesel::sql_types::{BigInt, Text, Timestamptz, Uuid as SqlUuid};
use diesel::{QueryResult, QueryableByName};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::{DAY, History, MAX_DAYS, MIN_DAYS, Quiet, WINDOW_DAYS, quiet};
use db::Conn;

/// A watch that has gone quiet.
#[derive(Debug, Clone, PartialEq)]
pub struct QuietWatch {
    pub watch_id: Uuid,
    pub keyword: String,
    pub last_match_at: DateTime<Utc>,
    pub usual_per_week: f64,
    pub silent_days: i64,
}

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = Text)]
    keyword: String,
    #[diesel(sql_type = Timestamptz)]
    last_match_at: DateTime<Utc>,
    #[diesel(sql_type = Timestamptz)]
    since: DateTime<Utc>,
    #[diesel(sql_type = BigInt)]
    matches: i64,
    #[diesel(sql_type = BigInt)]
    active_days: i64,
}

/// Loads those of a user's active watches that are quiet, the longest silent first; `read_until` is
/// the time up to which the forum has been read. Only watches that have been silent for days are
/// examined.
pub async fn quiet_watches(
    user_id: Uuid,
    read_until: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<Vec<QuietWatch>> {
    let rows: Vec<Row> = diesel::sql_query(
        "SELECT w.id, w.keyword, w.last_match_at, w.since, seen.matches, seen.active_days
         FROM (
             SELECT id, keyword, last_match_at,
                    greatest(last_match_at - make_interval(hours => 24) * $4, rule_changed_at) AS since
             FROM watches
             WHERE user_id = $1 AND is_active AND paused_at IS NULL
                 AND last_match_at BETWEEN $2 AND $3
                 AND rule_changed_at < last_match_at
             OFFSET 0
         ) w CROSS JOIN LATERAL (
             SELECT count(*) AS matches,
                    count(DISTINCT floor(extract(epoch FROM w.last_match_at - n.created_at) / 86400))
                        AS active_days
             FROM notifications n
             WHERE n.watch_id = w.id AND n.deleted_at IS NULL
                 AND n.created_at > w.since AND n.created_at <= w.last_match_at
         ) seen
         ORDER BY w.last_match_at, w.id",
    )
    .bind::<SqlUuid, _>(user_id)
    .bind::<Timestamptz, _>(read_until - DAY * i32::try_from(MAX_DAYS + 1).unwrap_or(i32::MAX))
    .bind::<Timestamptz, _>(read_until - DAY * i32::try_from(MIN_DAYS).unwrap_or(i32::MAX))
    .bind::<BigInt, _>(WINDOW_DAYS)
    .load(conn)
    .await?;
    let classified = rows.into_iter().filter_map(|row| {
        let history = History {
            matches: row.matches,
            active_days: row.active_days,
            days: ((row.last_match_at - row.since).as_seconds_f64() / 86_400.0).ceil() as i64,
            last_match_at: row.last_match_at,
        };
        let Quiet { usual_per_week, silent_days } = quiet(&history, read_until)?;
        Some(QuietWatch {
            watch_id: row.id,
            keyword: row.keyword,
            last_match_at: row.last_match_at,
            usual_per_week,
            silent_days,
        })
    });
    Ok(classified.collect())
}
