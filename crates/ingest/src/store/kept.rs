//! Stores items where they are kept: those that a watch matches, or would with a higher score, in `items` for
//! ninety days, with a key for later looks, except those of feeds, where an absent entry means nothing; all others
//! in `unmatched_items` for a few hours.

use std::collections::{BTreeSet, HashMap, HashSet};

use chrono::{DateTime, TimeDelta, Utc};
use diesel::sql_types::{
    Array, BigInt, Bool, Integer, Nullable, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel::{QueryResult, QueryableByName};
use diesel_async::RunQueryDsl;
use matcher::Kind;
use uuid::Uuid;

use super::stories::Stories;
use crate::alerts::ItemKey;
use db::models::item::ItemKind;
use db::models::unmatched_item::{self, TAKE_KEY};
use db::{Conn, Prepare};
use domain::watches::match_items::Matched;
use platform::sources::ForumItem;

/// The time from when an item is first seen to its first look.
pub const FIRST_CHECK: TimeDelta = TimeDelta::hours(1);

/// An item that was stored.
#[derive(QueryableByName)]
struct Taken {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
}

/// The key stored under a forum's id.
#[derive(QueryableByName)]
struct KnownKey {
    #[diesel(sql_type = Text)]
    forum_id: String,
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = Timestamptz)]
    seen_at: DateTime<Utc>,
    #[diesel(sql_type = Bool)]
    is_matched: bool,
}

/// Stores the items at `places` that no other process stored meanwhile, each in its table under its key. Returns
/// their positions in the batch, with their ids.
pub(crate) async fn insert_items(
    items: &[ForumItem],
    keys: &[ItemKey],
    mut places: Vec<usize>,
    matched: &Matched,
    stories: &Stories,
    now: DateTime<Utc>,
    mut conn: &Conn,
) -> QueryResult<HashMap<usize, Uuid>> {
    if places.is_empty() {
        return Ok(HashMap::new());
    }
    // Keys are taken in the order of their text, so that two processes with the same items wait for each
    // other and never in a circle.
    places.sort_unstable_by_key(|place| &items[*place].forum_id);
    let order = places;
    let (kept, found) = (matched.kept(), matched.found.iter());
    let found: HashSet<usize> = found.map(|found| found.item).collect();
    // Another process may have stored them before it knew the watch. Done before the keys, as wherever both are
    // changed.
    let taken_over = order.iter().filter(|place| kept.contains(place));
    let taken_over: Vec<&str> = taken_over.map(|p| items[*p].forum_id.as_str()).collect();
    let taken_over = unmatched_item::delete(&taken_over, conn);
    let threads = threads(items, &kept);
    // One array per column: no number of items exceeds the protocol's limit on parameters.
    let texts = |field: fn(&ForumItem) -> &str| -> Vec<&str> {
        order.iter().map(|p| field(&items[*p])).collect()
    };
    let taken = diesel::sql_query(format!(
        "WITH batch AS (
             SELECT * FROM unnest($3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17,
                                  $18, $19, $20, $21, $23)
                 AS batch (other_story, id, forum_id, kind, subreddit, author, title, body, url,
                           score, num_comments, created_at, thread_id, story_id, near_hash, flair,
                           link, is_matched, is_kept, seen_at)),
         keys AS (
             SELECT forum_id, id, seen_at, other_story, is_matched AS stays, false AS is_thread
             FROM batch WHERE is_kept
             UNION ALL
             SELECT thread, gen_random_uuid(), $1, NULL, true, true FROM unnest($22) AS thread),
         taken AS (
             INSERT INTO item_keys (forum_id, item_id, seen_at, story_id, check_at, stays, is_thread)
             SELECT forum_id, id, seen_at, other_story,
                    CASE WHEN forum_id NOT LIKE 'feed:%' THEN $2 END, stays, is_thread
             FROM keys ORDER BY forum_id
             {TAKE_KEY} RETURNING item_id),
         stored AS (
             INSERT INTO items (id, seen_at, forum_id, kind, subreddit, author, title, body, url,
                                score, num_comments, forum_created_at, thread_id, story_id,
                                near_hash, flair, link, is_matched)
             SELECT id, seen_at, forum_id, kind, subreddit, author, title, body, url, score,
                    num_comments, created_at, thread_id, story_id, near_hash, flair, link,
                    is_matched
             FROM batch JOIN taken ON taken.item_id = batch.id),
         passed_over AS (
             INSERT INTO unmatched_items (id, seen_at, forum_id, kind, subreddit, author, title, body,
                                          url, score, num_comments, forum_created_at, thread_id,
                                          story_id, flair, link)
             SELECT id, seen_at, forum_id, kind, subreddit, author, title, body, url, score,
                    num_comments, created_at, thread_id, story_id, flair, link
             FROM batch WHERE NOT is_kept
                 AND NOT EXISTS (SELECT FROM item_keys k
                                 WHERE k.forum_id = batch.forum_id AND NOT k.is_thread)
             ON CONFLICT DO NOTHING RETURNING id)
         SELECT item_id AS id FROM taken UNION ALL SELECT id FROM passed_over"
    ))
    .bind::<Timestamptz, _>(now)
    .bind::<Timestamptz, _>(now + FIRST_CHECK)
    .bind::<Array<Nullable<Text>>, _>(
        order
            .iter()
            .map(|p| others_story(&items[*p], &stories.ids[*p]))
            .collect::<Vec<_>>(),
    )
    .bind::<Array<SqlUuid>, _>(order.iter().map(|p| keys[*p].id).collect::<Vec<_>>())
    .bind::<Array<Text>, _>(texts(|i| &i.forum_id))
    .bind::<Array<Text>, _>(
        order
            .iter()
            .map(|p| ItemKind::from(items[*p].kind))
            .collect::<Vec<_>>(),
    )
    .bind::<Array<Text>, _>(texts(|i| &i.subreddit))
    .bind::<Array<Text>, _>(texts(|i| &i.author))
    .bind::<Array<Text>, _>(texts(|i| &i.title))
    .bind::<Array<Text>, _>(texts(|i| &i.body))
    .bind::<Array<Text>, _>(texts(|i| &i.url))
    .bind::<Array<Integer>, _>(order.iter().map(|p| items[*p].score).collect::<Vec<_>>())
    .bind::<Array<Integer>, _>(
        order
            .iter()
            .map(|p| items[*p].num_comments)
            .collect::<Vec<_>>(),
    )
    .bind::<Array<Timestamptz>, _>(
        order
            .iter()
            .map(|p| items[*p].created_at)
            .collect::<Vec<_>>(),
    )
    .bind::<Array<Text>, _>(texts(|i| &i.thread_id))
    .bind::<Array<Text>, _>(order.iter().map(|p| &stories.ids[*p]).collect::<Vec<_>>())
    .bind::<Array<Nullable<BigInt>>, _>(
        order
            .iter()
            .map(|p| stories.hashes[*p].map(|hash| hash as i64))
            .collect::<Vec<_>>(),
    )
    .bind::<Array<Text>, _>(texts(|i| &i.flair))
    .bind::<Array<Text>, _>(texts(|i| &i.link))
    .bind::<Array<Bool>, _>(
        order
            .iter()
            .map(|p| found.contains(p))
            .collect::<Vec<_>>(),
    )
    .bind::<Array<Bool>, _>(order.iter().map(|p| kept.contains(p)).collect::<Vec<_>>())
    .bind::<Array<Text>, _>(threads.into_iter().collect::<Vec<_>>())
    .bind::<Array<Timestamptz>, _>(order.iter().map(|p| keys[*p].seen_at).collect::<Vec<_>>())
    .prepared()
    .load(&mut conn);
    // One after the other to the database, which does not wait for us in between.
    let ((), taken): ((), Vec<Taken>) = futures::try_join!(taken_over, taken)?;
    let taken: HashSet<Uuid> = taken.into_iter().map(|taken| taken.id).collect();
    let new = order.into_iter().map(|place| (place, keys[place].id));
    Ok(new.filter(|(_, id)| taken.contains(id)).collect())
}

/// Returns the keys under which those of these items are kept that are stored, not gone, and somebody's match or
/// waiting for a score; those that are `found` are a match from now on. Keys are locked in the order of the ids, as
/// they are taken.
pub(crate) async fn known_keys(
    forum_ids: &[&str],
    found: &HashSet<&str>,
    mut conn: &Conn,
) -> QueryResult<HashMap<String, ItemKey>> {
    if forum_ids.is_empty() {
        return Ok(HashMap::new());
    }
    let known: Vec<KnownKey> = diesel::sql_query(
        "SELECT k.forum_id, i.id, i.seen_at, i.is_matched
         FROM item_keys k JOIN items i ON i.id = k.item_id AND i.seen_at = k.seen_at
         WHERE k.forum_id = ANY($1) AND NOT k.is_thread AND i.gone_at IS NULL
         ORDER BY k.forum_id FOR NO KEY UPDATE OF k",
    )
    .bind::<Array<Text>, _>(forum_ids)
    .load(&mut conn)
    .await?;
    let newly = known.iter().filter(|key| !key.is_matched);
    let newly: Vec<&KnownKey> = newly.filter(|key| found.contains(key.forum_id.as_str())).collect();
    if !newly.is_empty() {
        diesel::sql_query(
            "WITH stays AS (UPDATE item_keys SET stays = true WHERE forum_id = ANY($1))
             UPDATE items SET is_matched = true FROM unnest($2, $3) AS newly (id, seen_at)
             WHERE items.id = newly.id AND items.seen_at = newly.seen_at",
        )
        .bind::<Array<Text>, _>(newly.iter().map(|key| &key.forum_id).collect::<Vec<_>>())
        .bind::<Array<SqlUuid>, _>(newly.iter().map(|key| key.id).collect::<Vec<_>>())
        .bind::<Array<Timestamptz>, _>(newly.iter().map(|key| key.seen_at).collect::<Vec<_>>())
        .execute(&mut conn)
        .await?;
    }
    let keys = known.into_iter().map(|key| {
        let KnownKey { id, seen_at, .. } = key;
        (key.forum_id, ItemKey { id, seen_at })
    });
    Ok(keys.collect())
}

/// Returns the story of a post if it is not its own: what comments and crossposts of it need to know.
fn others_story<'a>(item: &ForumItem, story: &'a str) -> Option<&'a str> {
    (item.kind == Kind::Post && story != item.forum_id).then_some(story)
}

/// Returns the posts of kept comments, except posts that are kept with them: a comment carries the title of its
/// post, if that has one, so the post is looked for too, even if it is not stored.
fn threads<'a>(items: &'a [ForumItem], kept: &HashSet<usize>) -> BTreeSet<&'a str> {
    let kept = || kept.iter().map(|place| &items[*place]);
    let of_comments = kept().filter(|item| item.kind == Kind::Comment && !item.title.is_empty());
    let mut threads: BTreeSet<&str> = of_comments.map(|item| item.thread_id.as_str()).collect();
    threads.remove("");
    for item in kept() {
        threads.remove(item.forum_id.as_str());
    }
    threads
}
