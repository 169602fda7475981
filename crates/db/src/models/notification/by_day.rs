use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::Notification;
use crate::Conn;

/// The most that are counted per watch and day: a busy keyword's week is not read for a small chart.
pub const MAX_COUNTED_A_DAY: i64 = 500;

/// A watch's notifications of a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, QueryableByName)]
pub struct DayOfWatch {
    #[diesel(sql_type = SqlUuid)]
    pub watch_id: Uuid,
    /// The number of the day, from 1, in the order given.
    #[diesel(sql_type = BigInt)]
    pub day: i64,
    /// The number of notifications, at most [`MAX_COUNTED_A_DAY`].
    #[diesel(sql_type = BigInt)]
    pub count: i64,
}

#[derive(QueryableByName)]
struct Counted {
    #[diesel(sql_type = BigInt)]
    count: i64,
}

impl Notification {
    /// Counts a user's notifications of each day, without deleted ones. `starts` are the days' beginnings.
    pub async fn count_days(
        user_id: Uuid,
        starts: &[DateTime<Utc>],
        conn: &mut Conn,
    ) -> QueryResult<Vec<i64>> {
        let counted: Vec<Counted> = diesel::sql_query(
            "SELECT count(n.created_at) AS count
             FROM generate_subscripts($2, 1) AS day (number)
             LEFT JOIN (
                 SELECT created_at, width_bucket(created_at, $2) AS day FROM notifications
                 WHERE user_id = $1 AND created_at >= ($2)[1] AND deleted_at IS NULL
             ) AS n ON n.day = day.number
             GROUP BY day.number ORDER BY day.number",
        )
        .bind::<SqlUuid, _>(user_id)
        .bind::<Array<Timestamptz>, _>(starts)
        .load(conn)
        .await?;
        Ok(counted.into_iter().map(|day| day.count).collect())
    }

    /// Counts what watches have found on each day, without deleted notifications. `days` are the
    /// beginnings of the days and, at the end, the end of the last. Days without any are left out.
    pub async fn count_by_day(
        watch_ids: &[Uuid],
        days: &[DateTime<Utc>],
        conn: &mut Conn,
    ) -> QueryResult<Vec<DayOfWatch>> {
        let (starts, ends) = match days {
            [] => return Ok(Vec::new()),
            [starts @ .., _] => (starts, &days[1..]),
        };
        // One query per watch and day, so that the index alone answers and the limit applies.
        diesel::sql_query(
            "SELECT watch.id AS watch_id, days.day, found.count
             FROM unnest($1) AS watch (id)
             CROSS JOIN unnest($2, $3) WITH ORDINALITY AS days (starts_at, ends_at, day)
             CROSS JOIN LATERAL (
                 SELECT count(*) AS count FROM (
                     SELECT FROM notifications
                     WHERE watch_id = watch.id AND created_at >= days.starts_at
                         AND created_at < days.ends_at AND deleted_at IS NULL
                     LIMIT $4) AS few
             ) AS found
             WHERE found.count > 0",
        )
        .bind::<Array<SqlUuid>, _>(watch_ids)
        .bind::<Array<Timestamptz>, _>(starts)
        .bind::<Array<Timestamptz>, _>(ends)
        .bind::<BigInt, _>(MAX_COUNTED_A_DAY)
        .load(conn)
        .await
    }
}
