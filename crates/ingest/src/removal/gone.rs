//! Removes stored items that are gone, as their source announces.

use chrono::{DateTime, Utc};
use diesel::sql_types::{Array, Text, Timestamptz, Uuid as SqlUuid};
use diesel::{QueryResult, QueryableByName};
use diesel_async::{AsyncConnection, RunQueryDsl};
use uuid::Uuid;

use super::{self as removal, Removed};
use db::Conn;
use db::models::unmatched_item;
use platform::sources::bluesky::PostId;

/// What is gone.
#[derive(Debug, Default)]
pub(crate) struct Gone {
    /// Ids of posts.
    pub(crate) posts: Vec<String>,
    /// DIDs whose posts have all gone.
    pub(crate) accounts: Vec<String>,
}

/// The key of a stored item.
#[derive(QueryableByName)]
struct Key {
    #[diesel(sql_type = Text)]
    forum_id: String,
    #[diesel(sql_type = SqlUuid)]
    item_id: Uuid,
    #[diesel(sql_type = Timestamptz)]
    seen_at: DateTime<Utc>,
}

impl Key {
    fn item(&self) -> removal::Item<'_> {
        removal::Item { id: self.item_id, seen_at: self.seen_at, forum_id: &self.forum_id }
    }
}

/// Purges posts that their source has deleted, by their ids where all sources are mixed.
///
/// # Errors
/// The database failed; nothing was purged then.
pub async fn remove_posts(
    ids: &[String],
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<Removed> {
    Gone { posts: ids.to_vec(), accounts: Vec::new() }.remove(now, conn).await
}

impl Gone {
    /// Purges what is gone. This comes before the transaction that stores the rest: should that fail, the
    /// same comes again and changes nothing more.
    pub(crate) async fn remove(&self, now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<Removed> {
        if self.posts.is_empty() && self.accounts.is_empty() {
            return Ok(Removed::default());
        }
        let ranges = self.accounts.iter().map(|did| PostId::stored_of(did));
        let (from, to): (Vec<String>, Vec<String>) = ranges.unzip();
        let posts: Vec<&str> = self.posts.iter().map(String::as_str).collect();
        conn.transaction(async |conn| {
            unmatched_item::delete(&posts, conn).await?;
            unmatched_item::delete_between(&from, &to, conn).await?;
            let keys = lock(&posts, &from, &to, conn).await?;
            let gone: Vec<removal::Item<'_>> = keys.iter().map(Key::item).collect();
            look_no_more(&gone, conn).await?;
            removal::remove(&gone, now, conn).await
        })
        .await
    }
}

async fn lock(
    posts: &[&str],
    from: &[String],
    to: &[String],
    conn: &mut Conn,
) -> QueryResult<Vec<Key>> {
    diesel::sql_query(
        "WITH of_accounts AS MATERIALIZED (
             SELECT k.forum_id FROM unnest($2, $3) AS ids (low, high)
             JOIN item_keys k ON k.forum_id >= low AND k.forum_id < high)
         SELECT forum_id, item_id, seen_at FROM item_keys
         WHERE forum_id = ANY ($1 || ARRAY(SELECT forum_id FROM of_accounts)::text[])
         ORDER BY forum_id FOR UPDATE",
    )
    .bind::<Array<Text>, _>(posts)
    .bind::<Array<Text>, _>(from)
    .bind::<Array<Text>, _>(to)
    .load(conn)
    .await
}

/// Ends the looks at removed items.
async fn look_no_more(gone: &[removal::Item<'_>], conn: &mut Conn) -> QueryResult<usize> {
    let ids: Vec<&str> = gone.iter().map(|item| item.forum_id).collect();
    diesel::sql_query(
        "UPDATE item_keys SET check_at = NULL, checked_until = NULL WHERE forum_id = ANY ($1)",
    )
    .bind::<Array<Text>, _>(ids)
    .execute(conn)
    .await
}
