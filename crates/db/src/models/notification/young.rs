//! The newest matches and their reception, for deciding which of them to answer.

use chrono::TimeDelta;

use super::*;
use crate::models::item::ItemKind;
use diesel::sql_types::{Bool, Integer, Uuid as SqlUuid};

/// The age up to which a reply is worthwhile: older items have already been read by most who will read
/// them.
pub const WORTH_A_REPLY_FOR: TimeDelta = TimeDelta::hours(48);
/// The number of a user's latest notifications that are read.
const MAX_LOOKED_AT: i64 = 1_000;

/// The reception of a post or comment, as far as known.
#[derive(Debug, Clone, QueryableByName)]
pub struct Reception {
    #[diesel(sql_type = SqlUuid)]
    pub notification_id: Uuid,
    #[diesel(sql_type = Timestamptz)]
    pub notification_seen_at: DateTime<Utc>,
    #[diesel(sql_type = SqlUuid)]
    pub item_id: Uuid,
    #[diesel(sql_type = Text)]
    pub kind: ItemKind,
    #[diesel(sql_type = Text)]
    pub place: String,
    #[diesel(sql_type = Text)]
    pub title: String,
    #[diesel(sql_type = Timestamptz)]
    pub posted_at: DateTime<Utc>,
    #[diesel(sql_type = Integer)]
    pub score: i32,
    #[diesel(sql_type = Integer)]
    pub replies: i32,
    /// When score and replies were read.
    #[diesel(sql_type = Timestamptz)]
    pub counted_at: DateTime<Utc>,
    /// Whether that was after it was first read.
    #[diesel(sql_type = Bool)]
    pub was_looked_at_again: bool,
}

impl Notification {
    /// Loads the reception of the latest matches that are not older than `since`, newest first. Items
    /// that are gone from the forum are left out.
    pub async fn receptions(
        user_id: Uuid,
        status: NotificationStatus,
        since: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<Vec<Reception>> {
        diesel::sql_query(
            "SELECT n.id AS notification_id, n.seen_at AS notification_seen_at, n.item_id, item.kind,
                    item.subreddit AS place, item.title, item.forum_created_at AS posted_at, item.score,
                    item.num_comments AS replies, coalesce(keys.checked_at, item.seen_at) AS counted_at,
                    keys.checked_at IS NOT NULL AS was_looked_at_again
             FROM (
                 SELECT id, seen_at, item_id, created_at, seq FROM notifications
                 WHERE user_id = $1 AND created_at >= $2 AND deleted_at IS NULL AND status = $3
                 ORDER BY created_at DESC, seq DESC LIMIT $4
             ) AS n
             CROSS JOIN LATERAL (
                 SELECT * FROM items WHERE items.id = n.item_id AND items.seen_at = n.seen_at LIMIT 1
             ) AS item
             LEFT JOIN item_keys AS keys ON keys.forum_id = item.forum_id
             WHERE item.gone_at IS NULL AND item.forum_created_at >= $2
             ORDER BY n.created_at DESC, n.seq DESC",
        )
        .bind::<SqlUuid, _>(user_id)
        .bind::<Timestamptz, _>(since)
        .bind::<Text, _>(status)
        .bind::<BigInt, _>(MAX_LOOKED_AT)
        .load(conn)
        .await
    }

    /// Loads notifications by id and `seen_at` with their items, in the requested order. Those that are
    /// gone meanwhile are left out.
    pub async fn in_order(
        user_id: Uuid,
        wanted: &[(Uuid, DateTime<Utc>)],
        conn: &mut Conn,
    ) -> QueryResult<Vec<WithItem>> {
        let (ids, days): (Vec<_>, Vec<_>) = wanted.iter().copied().unzip();
        let rows = diesel::sql_query(
            "SELECT n.* FROM unnest($1, $2) WITH ORDINALITY AS wanted (id, seen_at, place)
             JOIN notifications n ON n.id = wanted.id AND n.seen_at = wanted.seen_at
             WHERE n.user_id = $3 AND n.deleted_at IS NULL
             ORDER BY wanted.place",
        )
        .bind::<Array<SqlUuid>, _>(ids)
        .bind::<Array<Timestamptz>, _>(days)
        .bind::<SqlUuid, _>(user_id)
        .load(conn)
        .await?;
        Self::with_items(rows, conn).await
    }
}
