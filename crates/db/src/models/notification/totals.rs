//! Counts of a user's notifications, added up from `notification_counts` as the groups are: of rows, at most
//! those of two weeks are counted.

use super::groups::{Columns, EDGE, end_of_week, first_counted_week};
use super::*;
use diesel::sql_types::Uuid as SqlUuid;

/// Counts since the user's midnight and the user's last Monday.
#[derive(Debug, Clone, PartialEq, Eq, QueryableByName)]
pub struct Stats {
    #[diesel(sql_type = BigInt)]
    pub total: i64,
    #[diesel(sql_type = BigInt)]
    pub today: i64,
    #[diesel(sql_type = BigInt)]
    pub this_week: i64,
}

#[derive(QueryableByName)]
struct Total {
    #[diesel(sql_type = BigInt)]
    total: i64,
}

/// Returns the SQL for the number of notifications of the user `$1` that are not older than `$2`, with
/// `status` and, if `of_keyword`, the keyword `$4`. Weeks are counted from `$3` on.
fn total(status: Option<NotificationStatus>, of_keyword: bool) -> String {
    let Columns { count, shown, .. } = Columns::of(status);
    let [early, late] = EDGE;
    let (of_counts, of_rows) = match of_keyword {
        true => ("AND keyword = lower($4)", "AND lower(keyword) = lower($4)"),
        false => ("", ""),
    };
    let rows = format!(
        "SELECT count(*) FROM notifications \
         WHERE user_id = $1 AND deleted_at IS NULL AND {shown} {of_rows}"
    );
    format!(
        "(SELECT coalesce(sum({count}), 0)::bigint FROM notification_counts \
            WHERE user_id = $1 AND week >= $3 {of_counts}) \
         + ({rows} AND {early}) + ({rows} AND {late})"
    )
}

impl Notification {
    /// Counts the notifications that a filter finds on all pages.
    pub async fn count(
        user_id: Uuid,
        now: DateTime<Utc>,
        filter: &Filter,
        conn: &mut Conn,
    ) -> QueryResult<i64> {
        let Filter { status, keyword, watch_id: None, digest_id: None, after: None, .. } = filter
        else {
            return filtered(user_id, now, filter).count().get_result(conn).await;
        };
        let total = total(*status, keyword.is_some());
        let query = diesel::sql_query(format!("SELECT {total} AS total"))
            .into_boxed::<Pg>()
            .bind::<SqlUuid, _>(user_id)
            .bind::<Timestamptz, _>(cutoff(now))
            .bind::<Timestamptz, _>(first_counted_week(*status, cutoff(now)));
        let query = match keyword {
            Some(keyword) => query.bind::<Text, _>(keyword),
            None => query,
        };
        Ok(query.get_result::<Total>(conn).await?.total)
    }

    /// Counts what is kept, in total, of today and of this week, which began on Monday, by local time in
    /// `time_zone`.
    pub async fn stats(
        user_id: Uuid,
        now: DateTime<Utc>,
        time_zone: &str,
        conn: &mut Conn,
    ) -> QueryResult<Stats> {
        let total = total(None, false);
        diesel::sql_query(format!(
            "SELECT {total} + ( \
                SELECT count(*) FROM notifications \
                WHERE user_id = $1 AND status = 'aside' AND created_at >= $2 AND deleted_at IS NULL \
             ) AS total, today, this_week FROM ( \
                SELECT count(*) AS this_week, \
                    count(*) FILTER (WHERE created_at >= (SELECT date_trunc('day', $4, $5))) AS today \
                FROM notifications \
                WHERE user_id = $1 AND created_at >= (SELECT date_trunc('week', $4, $5)) \
                    AND deleted_at IS NULL \
             ) AS recent"
        ))
        .bind::<SqlUuid, _>(user_id)
        .bind::<Timestamptz, _>(cutoff(now))
        .bind::<Timestamptz, _>(end_of_week(cutoff(now)))
        .bind::<Timestamptz, _>(now)
        .bind::<Text, _>(time_zone)
        .get_result(conn)
        .await
    }
}
