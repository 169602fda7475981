//! Rows of `unmatched_items`: items that no watch matched. They are read with all others, as
//! `recent_items`.

use chrono::{DateTime, Utc};
use diesel::QueryResult;
use diesel::sql_types::{Array, BigInt, Text, Timestamptz};
use diesel_async::RunQueryDsl;

use crate::Conn;

/// Replaces a key made for a thread by one made for an item, or for the thread of a comment. The
/// earlier due time is kept, so that a busy thread is looked for as well.
pub const TAKE_KEY: &str = "ON CONFLICT (forum_id) DO UPDATE SET
        item_id = excluded.item_id, seen_at = excluded.seen_at, story_id = excluded.story_id,
        check_at = least(item_keys.check_at, excluded.check_at), checked_until = NULL,
        stays = excluded.stays, is_thread = excluded.is_thread
    WHERE item_keys.is_thread";

/// Deletes the unmatched items with these ids of the forum, locked in the order of the ids to prevent
/// deadlocks.
pub async fn delete(forum_ids: &[&str], mut conn: &Conn) -> QueryResult<()> {
    if forum_ids.is_empty() {
        return Ok(());
    }
    diesel::sql_query(
        "WITH locked AS MATERIALIZED (
             SELECT forum_id FROM unmatched_items WHERE forum_id = ANY($1)
             ORDER BY forum_id FOR UPDATE)
         DELETE FROM unmatched_items WHERE forum_id = ANY(ARRAY(SELECT forum_id FROM locked))",
    )
    .bind::<Array<Text>, _>(forum_ids)
    .execute(&mut conn)
    .await?;
    Ok(())
}

/// Deletes the unmatched items with these ids of the forum that are stored with another text. The title of a
/// comment is that of its post, and not compared.
pub async fn delete_edited(
    forum_ids: &[&str],
    titles: &[&str],
    bodies: &[&str],
    mut conn: &Conn,
) -> QueryResult<()> {
    diesel::sql_query(
        "WITH locked AS MATERIALIZED (
             SELECT u.forum_id FROM unnest($1, $2, $3) AS now (forum_id, title, body)
             JOIN unmatched_items u ON u.forum_id = now.forum_id
             WHERE u.body <> now.body OR u.kind = 'post' AND u.title <> now.title
             ORDER BY u.forum_id FOR UPDATE OF u)
         DELETE FROM unmatched_items WHERE forum_id = ANY(ARRAY(SELECT forum_id FROM locked))",
    )
    .bind::<Array<Text>, _>(forum_ids)
    .bind::<Array<Text>, _>(titles)
    .bind::<Array<Text>, _>(bodies)
    .execute(&mut conn)
    .await?;
    Ok(())
}

/// Deletes those of the unmatched items with these ids that are kept as matched ones: a shard may have
/// stored them while the process that read them had not committed yet.
pub async fn delete_kept(forum_ids: &[&str], mut conn: &Conn) -> QueryResult<()> {
    diesel::sql_query(
        "WITH locked AS MATERIALIZED (
             SELECT forum_id FROM unmatched_items u WHERE forum_id = ANY($1)
                 AND EXISTS (SELECT FROM item_keys k WHERE k.forum_id = u.forum_id AND NOT k.is_thread)
             ORDER BY forum_id FOR UPDATE OF u)
         DELETE FROM unmatched_items WHERE forum_id = ANY(ARRAY(SELECT forum_id FROM locked))",
    )
    .bind::<Array<Text>, _>(forum_ids)
    .execute(&mut conn)
    .await?;
    Ok(())
}

/// Deletes at most `limit` of the unmatched items seen since `since` that are kept as matched ones as well, and
/// returns how many.
pub async fn delete_kept_since(
    since: DateTime<Utc>,
    limit: i64,
    mut conn: &Conn,
) -> QueryResult<usize> {
    diesel::sql_query(
        "WITH locked AS MATERIALIZED (
             SELECT u.forum_id FROM unmatched_items u
             JOIN item_keys k ON k.forum_id = u.forum_id AND NOT k.is_thread
             WHERE u.seen_at >= $1 AND k.seen_at >= $1
             ORDER BY u.forum_id LIMIT $2 FOR UPDATE OF u)
         DELETE FROM unmatched_items WHERE forum_id = ANY(ARRAY(SELECT forum_id FROM locked))",
    )
    .bind::<Timestamptz, _>(since)
    .bind::<BigInt, _>(limit)
    .execute(&mut conn)
    .await
}

/// Deletes the unmatched items with ids from each of `from`, inclusive, to the one of `to` at the same
/// index, exclusive.
pub async fn delete_between(from: &[String], to: &[String], mut conn: &Conn) -> QueryResult<()> {
    if from.is_empty() {
        return Ok(());
    }
    diesel::sql_query(
        "WITH locked AS MATERIALIZED (
             SELECT u.forum_id FROM unnest($1, $2) AS ids (low, high)
             JOIN unmatched_items u ON u.forum_id >= low AND u.forum_id < high
             ORDER BY u.forum_id FOR UPDATE OF u)
         DELETE FROM unmatched_items WHERE forum_id = ANY(ARRAY(SELECT forum_id FROM locked))",
    )
    .bind::<Array<Text>, _>(from)
    .bind::<Array<Text>, _>(to)
    .execute(&mut conn)
    .await?;
    Ok(())
}

/// Moves items to the matched ones, and schedules an early look at them and at the posts of comments.
/// Items that have gone meanwhile are left out, and so are those that another process keeps under an
/// id of its own or that belong to a post that is gone, whose title they carry.
pub async fn promote(forum_ids: &[&str], now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<()> {
    if forum_ids.is_empty() {
        return Ok(());
    }
    diesel::sql_query(format!(
        "WITH locked AS MATERIALIZED (
             SELECT forum_id FROM unmatched_items WHERE forum_id = ANY($1)
             ORDER BY forum_id FOR UPDATE),
         moved AS (
             DELETE FROM unmatched_items WHERE forum_id = ANY(ARRAY(SELECT forum_id FROM locked))
             RETURNING *),
         there AS (
             SELECT moved.*, post.story_id AS story_of_post FROM moved
             LEFT JOIN item_keys post ON post.forum_id = moved.thread_id
             WHERE post.forum_id IS NULL OR post.check_at IS NOT NULL),
         keys AS (
             SELECT forum_id, id AS item_id, seen_at,
                    CASE WHEN kind = 'post' THEN nullif(story_id, forum_id) END AS story_id,
                    false AS is_thread
             FROM there
             UNION ALL
             SELECT thread_id, gen_random_uuid(), max(seen_at), NULL, true FROM there
             WHERE kind = 'comment' AND thread_id <> '' AND title <> '' AND thread_id NOT IN (SELECT forum_id FROM there)
             GROUP BY thread_id),
         taken AS (
             INSERT INTO item_keys (forum_id, item_id, seen_at, story_id, check_at, stays, is_thread)
             SELECT forum_id, item_id, seen_at, story_id,
                    CASE WHEN forum_id NOT LIKE 'feed:%' THEN $2 END, true, is_thread
             FROM keys
             ORDER BY forum_id
             {TAKE_KEY} RETURNING item_id)
         INSERT INTO items (id, seen_at, forum_id, kind, subreddit, author, title, body, url, score,
                            num_comments, forum_created_at, thread_id, story_id, flair, link,
                            is_matched)
         SELECT id, seen_at, forum_id, kind, subreddit, author, title, body, url, score,
                num_comments, forum_created_at, thread_id,
                CASE WHEN kind = 'comment' THEN coalesce(story_of_post, story_id) ELSE story_id END,
                flair, link, true
         FROM there JOIN taken ON taken.item_id = there.id"
    ))
    .bind::<Array<Text>, _>(forum_ids)
    .bind::<Timestamptz, _>(now)
    .execute(conn)
    .await?;
    Ok(())
}
