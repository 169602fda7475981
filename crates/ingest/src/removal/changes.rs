//! Applies changes at the source to stored items.

use chrono::{DateTime, Utc};
use diesel::sql_types::{Array, Bool, Text, Timestamptz, Uuid as SqlUuid};
use diesel::{QueryResult, QueryableByName};
use diesel_async::{AsyncConnection, RunQueryDsl};
use uuid::Uuid;

use super::{self as removal, Removed};
use db::Conn;
use db::models::unmatched_item;
use platform::sources::ForumItem;
use platform::sources::bluesky::PostId;

/// Changes to make to what is stored.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    /// Ids of posts.
    pub(crate) gone: Vec<String>,
    /// DIDs whose posts have all gone.
    pub(crate) accounts_gone: Vec<String>,
    pub(crate) edited: Vec<ForumItem>,
}

impl Changes {
    /// Returns changes that remove these posts, and nothing else.
    pub(crate) fn of_gone(gone: Vec<String>) -> Self {
        Self { gone, ..Self::default() }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.gone.is_empty() && self.accounts_gone.is_empty() && self.edited.is_empty()
    }
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
    #[diesel(sql_type = Bool)]
    is_gone: bool,
}

impl Key {
    fn item(&self) -> removal::Item<'_> {
        removal::Item { id: self.item_id, seen_at: self.seen_at, forum_id: &self.forum_id }
    }
}

impl Changes {
    /// Purges what is gone, and gives what some watch matched its new text. What none matched is deleted
    /// where it was edited: its new text is stored as a post that is new, and matched as one.
    ///
    /// This comes before the transaction that moves the cursor: should that fail, the same events come
    /// again and change nothing more.
    pub(crate) async fn apply(&self, now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<Removed> {
        if self.is_empty() {
            return Ok(Removed::default());
        }
        let ranges = self.accounts_gone.iter().map(|did| PostId::stored_of(did));
        let (from, to): (Vec<String>, Vec<String>) = ranges.unzip();
        let edited = self.edited.iter().map(|post| post.forum_id.as_str());
        let replaced: Vec<&str> = self.gone.iter().map(String::as_str).chain(edited).collect();
        conn.transaction(async |conn| {
            unmatched_item::delete(&replaced, conn).await?;
            unmatched_item::delete_between(&from, &to, conn).await?;
            let keys = self.lock(&replaced, &from, &to, conn).await?;
            let (gone, edited): (Vec<&Key>, Vec<&Key>) = keys.iter().partition(|key| key.is_gone);
            let gone: Vec<removal::Item<'_>> = gone.into_iter().map(Key::item).collect();
            look_no_more(&gone, conn).await?;
            let removed = removal::remove(&gone, now, conn).await?;
            let text_of = |key: &Key| self.edited.iter().find(|post| post.forum_id == key.forum_id);
            let edited = edited.into_iter().filter_map(|key| Some((key.item(), text_of(key)?)));
            let edited: Vec<(removal::Item<'_>, &ForumItem)> = edited.collect();
            removal::rewrite(&edited, conn).await?;
            Ok(removed)
        })
        .await
    }

    async fn lock(
        &self,
        replaced: &[&str],
        from: &[String],
        to: &[String],
        conn: &mut Conn,
    ) -> QueryResult<Vec<Key>> {
        diesel::sql_query(
            "WITH of_accounts AS MATERIALIZED (
                 SELECT k.forum_id FROM unnest($2, $3) AS ids (low, high)
                 JOIN item_keys k ON k.forum_id >= low AND k.forum_id < high)
             SELECT forum_id, item_id, seen_at,
                    forum_id = ANY ($4) OR forum_id IN (SELECT forum_id FROM of_accounts) AS is_gone
             FROM item_keys
             WHERE forum_id = ANY ($1 || ARRAY(SELECT forum_id FROM of_accounts)::text[])
             ORDER BY forum_id FOR UPDATE",
        )
        .bind::<Array<Text>, _>(replaced)
        .bind::<Array<Text>, _>(from)
        .bind::<Array<Text>, _>(to)
        .bind::<Array<Text>, _>(&self.gone)
        .load(conn)
        .await
    }
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
