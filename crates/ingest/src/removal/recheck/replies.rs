//! Updates the number of replies to posts.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use diesel::QueryResult;
use diesel::sql_types::{Array, Integer, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;

use super::Claimed;
use db::Conn;
use db::models::notification::WORTH_A_REPLY_FOR;
use platform::sources::Page;

/// Stores the number of replies in the answer for items that somebody was alerted to and may still reply to; older
/// items are in no list.
pub(super) async fn note(
    claimed: &[Claimed],
    answer: &Page,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<()> {
    let there = answer.items.iter().filter(|item| !item.is_gone);
    let replies: HashMap<&str, i32> =
        there.map(|item| (item.forum_id.as_str(), item.num_comments)).collect();
    let young =
        claimed.iter().filter(|item| item.is_alerted && now - item.seen_at < WORTH_A_REPLY_FOR);
    let counted: Vec<(&Claimed, i32)> =
        young.filter_map(|item| Some((item, *replies.get(item.forum_id.as_str())?))).collect();
    if counted.is_empty() {
        return Ok(());
    }
    diesel::sql_query(
        "UPDATE items SET num_comments = counted.replies
         FROM unnest($1, $2, $3) AS counted (id, seen_at, replies)
         WHERE items.id = counted.id AND items.seen_at = counted.seen_at AND items.gone_at IS NULL
             AND items.num_comments <> counted.replies",
    )
    .bind::<Array<SqlUuid>, _>(counted.iter().map(|(c, _)| c.item_id).collect::<Vec<_>>())
    .bind::<Array<Timestamptz>, _>(counted.iter().map(|(c, _)| c.seen_at).collect::<Vec<_>>())
    .bind::<Array<Integer>, _>(counted.iter().map(|(_, n)| *n).collect::<Vec<_>>())
    .execute(conn)
    .await?;
    Ok(())
}
