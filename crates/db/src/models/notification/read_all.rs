//! Marks unread notifications as read, some at a time, the oldest first: the newest one of a list is then the last that
//! leaves it, so that the next one need not be looked up at each step.

use super::*;
use diesel::sql_types::{Nullable, Uuid as SqlUuid};

/// The unread notifications of a user that are to be marked.
#[derive(Debug, Clone, Copy)]
pub struct Unread<'a> {
    pub user_id: Uuid,
    /// Without regard to case; `None` for all keywords.
    pub keyword: Option<&'a str>,
    /// The last position in the user's sequence: what arrived after it stays unread.
    pub up_to: i64,
}

/// A position in the order of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, QueryableByName)]
struct Position {
    #[diesel(sql_type = Timestamptz)]
    created_at: DateTime<Utc>,
    #[diesel(sql_type = BigInt)]
    seq: i64,
}

/// How far the notifications have been marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MarkedUntil(Position);

impl Default for MarkedUntil {
    fn default() -> Self {
        Self(Position { created_at: DateTime::UNIX_EPOCH, seq: 0 })
    }
}

/// The condition for what is to be marked. `$2` is null for all keywords.
const UNREAD: &str = "user_id = $1 AND status = 'unread' AND deleted_at IS NULL \
    AND ($2 IS NULL OR lower(keyword) = lower($2)) AND seq <= $3 AND (created_at, seq) > ($4, $5)";

impl Unread<'_> {
    /// Marks up to `limit` of them as read, the oldest after those that `until` includes, and moves `until`.
    /// Returns how many were marked, or `None` if nothing was left.
    ///
    /// They are marked by a range of the index and not by their ids, since the planner may join a list of ids with
    /// a whole week.
    pub async fn mark_oldest(
        &self,
        limit: i64,
        until: &mut MarkedUntil,
        conn: &mut Conn,
    ) -> QueryResult<Option<i64>> {
        let MarkedUntil(after) = *until;
        let last: Option<Position> = diesel::sql_query(format!(
            "SELECT created_at, seq FROM ( \
                SELECT created_at, seq FROM notifications WHERE {UNREAD} \
                ORDER BY created_at, seq LIMIT $6 \
             ) AS step ORDER BY created_at DESC, seq DESC LIMIT 1"
        ))
        .bind::<SqlUuid, _>(self.user_id)
        .bind::<Nullable<Text>, _>(self.keyword)
        .bind::<BigInt, _>(self.up_to)
        .bind::<Timestamptz, _>(after.created_at)
        .bind::<BigInt, _>(after.seq)
        .bind::<BigInt, _>(limit)
        .get_result(conn)
        .await
        .optional()?;
        let Some(last) = last else {
            return Ok(None);
        };
        // Rows are locked in the order of all moves.
        let marked: Marked = diesel::sql_query(format!(
            "WITH chosen AS MATERIALIZED ( \
                SELECT id FROM notifications WHERE {UNREAD} AND (created_at, seq) <= ($6, $7) \
                ORDER BY id FOR NO KEY UPDATE \
             ), marked AS ( \
                UPDATE notifications SET status = 'read', was_read = true \
                WHERE (SELECT count(*) FROM chosen) >= 0 AND {UNREAD} AND (created_at, seq) <= ($6, $7) \
                RETURNING id \
             ) SELECT count(*) AS rows FROM marked"
        ))
        .bind::<SqlUuid, _>(self.user_id)
        .bind::<Nullable<Text>, _>(self.keyword)
        .bind::<BigInt, _>(self.up_to)
        .bind::<Timestamptz, _>(after.created_at)
        .bind::<BigInt, _>(after.seq)
        .bind::<Timestamptz, _>(last.created_at)
        .bind::<BigInt, _>(last.seq)
        .get_result(conn)
        .await?;
        *until = MarkedUntil(last);
        Ok(Some(marked.rows))
    }

    /// Counts them by the counts of all unread ones, without those that arrived since.
    pub async fn count(&self, conn: &mut Conn) -> QueryResult<i64> {
        let left: Marked = diesel::sql_query(
            "SELECT greatest(coalesce(sum(unread), 0)::bigint - ( \
                SELECT count(*) FROM notifications \
                WHERE user_id = $1 AND seq > $3 AND status = 'unread' AND deleted_at IS NULL \
                    AND ($2 IS NULL OR lower(keyword) = lower($2)) \
             ), 0) AS rows FROM notification_counts \
             WHERE user_id = $1 AND ($2 IS NULL OR keyword = lower($2))",
        )
        .bind::<SqlUuid, _>(self.user_id)
        .bind::<Nullable<Text>, _>(self.keyword)
        .bind::<BigInt, _>(self.up_to)
        .get_result(conn)
        .await?;
        Ok(left.rows)
    }
}
