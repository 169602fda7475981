//! Changes to several notifications at once. Rows are locked in one order, so that two moves of the
//! same ones wait for each other. The holder of the user's place in the sequence (`held`) may lock
//! several of the user's watches in any order.

use super::*;
use diesel::sql_types::{Nullable, Uuid as SqlUuid};

/// The new state of moved notifications.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MoveTarget {
    /// Unread, and no longer marked as not relevant.
    Unread,
    Read,
    Archived,
    /// Set aside again, as Harken had done.
    Aside,
    /// Archived as not relevant, which the stats of their keywords count.
    NotRelevant,
    /// Deleted, with a day to restore them.
    Deleted,
    /// Restored after they were deleted less than a day ago.
    Restored,
}

impl Notification {
    /// Moves those of a user's notifications among `ids` that are in the state `from`, or in any if it is
    /// `None`, and returns how many were moved.
    pub async fn move_many(
        user_id: Uuid,
        ids: &[Uuid],
        from: Option<NotificationStatus>,
        to: MoveTarget,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<i64> {
        // What is set in a row, on which condition, and by how much its watch's matches change.
        let (set, which, matches) = match to {
            MoveTarget::Unread => ("status = 'unread', not_relevant_at = NULL", MOVABLE, 0),
            MoveTarget::Read => {
                ("status = 'read', was_read = true, not_relevant_at = NULL", MOVABLE, 0)
            }
            MoveTarget::Archived => ("status = 'archived'", MOVABLE, 0),
            MoveTarget::Aside => ("status = 'aside', not_relevant_at = NULL", SET_ASIDE, 0),
            MoveTarget::NotRelevant => ("status = 'archived', not_relevant_at = $5", MOVABLE, 0),
            MoveTarget::Deleted => ("deleted_at = $5", MOVABLE, -1),
            MoveTarget::Restored => ("deleted_at = NULL, muted_by = NULL", RESTORABLE, 1),
        };
        let since = match to {
            MoveTarget::Restored => now - chrono::Duration::hours(RESTORE_HOURS),
            _ => cutoff(now),
        };
        let moved = diesel::sql_query(format!(
            "WITH chosen AS MATERIALIZED ( \
                SELECT id, seen_at FROM notifications \
                WHERE id = ANY($1) AND user_id = $2 AND {which} \
                    AND ($4 IS NULL OR status = $4) AND $5 IS NOT NULL \
                ORDER BY id FOR NO KEY UPDATE \
             ), moved AS ( \
                UPDATE notifications n SET {set} FROM chosen \
                WHERE n.id = chosen.id AND n.seen_at = chosen.seen_at RETURNING n.watch_id \
             ), changed AS ( \
                SELECT watch_id, count(*) * $6 AS matches FROM moved GROUP BY watch_id \
             ), held AS MATERIALIZED ( \
                SELECT user_id FROM live_cursors WHERE user_id = $2 FOR NO KEY UPDATE \
             ), counted AS ( \
                UPDATE watches SET match_count = greatest(match_count + changed.matches, 0) FROM changed \
                WHERE $6 <> 0 AND (SELECT count(*) FROM held) >= 0 AND watches.id = changed.watch_id \
             ) SELECT count(*) AS rows FROM moved"
        ))
        .bind::<Array<SqlUuid>, _>(ids)
        .bind::<SqlUuid, _>(user_id)
        .bind::<Timestamptz, _>(since)
        .bind::<Nullable<Text>, _>(from)
        .bind::<Timestamptz, _>(now)
        .bind::<BigInt, _>(i64::from(matches));
        conn.transaction(async move |conn| {
            look_up_each(conn).await?;
            let moved: Marked = moved.get_result(conn).await?;
            Ok(moved.rows)
        })
        .await
    }

    /// Finds the position of a notification in a user's lists, whatever has become of it: when it was
    /// made, and its number.
    pub async fn find_position(
        user_id: Uuid,
        id: Uuid,
        conn: &mut Conn,
    ) -> QueryResult<Option<(DateTime<Utc>, i64)>> {
        notifications::table
            .filter(notifications::id.eq(id))
            .filter(notifications::user_id.eq(user_id))
            .select((notifications::created_at, notifications::seq))
            .first(conn)
            .await
            .optional()
    }
}

const MOVABLE: &str = "created_at >= $3 AND deleted_at IS NULL";
/// Those that Harken has set aside.
const SET_ASIDE: &str = "created_at >= $3 AND deleted_at IS NULL AND EXISTS ( \
    SELECT FROM set_aside s WHERE s.notification_id = notifications.id AND NOT s.is_shown)";
const RESTORABLE: &str = "deleted_at > $3";
