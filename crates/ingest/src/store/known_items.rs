//! Finds the items of a batch that are stored already.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use diesel::QueryableByName;
use diesel::sql_types::{Array, Nullable, Text};
use diesel_async::RunQueryDsl;

use db::Pool;
use db::models::unmatched_item;
use platform::sources::ForumItem;

/// The forum's id of a stored item, and its story if that belongs to another post.
#[derive(QueryableByName)]
struct StoredKey {
    #[diesel(sql_type = Text)]
    forum_id: String,
    #[diesel(sql_type = Nullable<Text>)]
    story_id: Option<String>,
}

/// Returns the items that are not stored yet, oldest first, each once, and the stories of the stored posts
/// that they refer to. Items that are already gone when first seen are skipped.
pub(crate) async fn unknown(
    pool: &Pool,
    items: Vec<ForumItem>,
) -> anyhow::Result<(Arc<[ForumItem]>, HashMap<String, String>)> {
    let ids: HashSet<&String> = items
        .iter()
        .flat_map(|item| [&item.forum_id, &item.thread_id, &item.crosspost_parent])
        .collect();
    let gone = items.iter().filter(|item| item.is_gone);
    let gone: Vec<&str> = gone.map(|item| item.forum_id.as_str()).collect();
    let mut conn = pool.get().await?;
    let stored: Vec<StoredKey> = diesel::sql_query(
        "SELECT forum_id, story_id FROM item_keys WHERE forum_id = ANY($1) AND NOT is_thread
         UNION ALL
         SELECT forum_id, CASE WHEN kind = 'post' THEN nullif(story_id, forum_id) END
         FROM unmatched_items WHERE forum_id = ANY($1)",
    )
    .bind::<Array<Text>, _>(ids.into_iter().collect::<Vec<_>>())
    .load(&mut conn)
    .await?;
    unmatched_item::delete(&gone, &conn).await?;
    drop(conn);
    let mut known = HashSet::with_capacity(stored.len() + items.len());
    let mut stories = HashMap::new();
    for StoredKey { forum_id, story_id } in stored {
        if let Some(story_id) = story_id {
            stories.insert(forum_id.clone(), story_id);
        }
        known.insert(forum_id);
    }
    let fresh = items.into_iter().rev();
    let fresh = fresh.filter(|item| !item.is_gone && known.insert(item.forum_id.clone()));
    Ok((fresh.collect(), stories))
}
