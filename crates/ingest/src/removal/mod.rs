//! Purges items that are gone in the forum: their text, title, author, label and
//! link, and what was made of them.
//! What stays is a tombstone, so that lists keep their places and counts.

mod authors;
pub(crate) mod changed;
pub mod give_up;
pub mod gone;
pub mod promise;
pub mod recheck;

use std::collections::{BTreeMap, HashMap};

use analyser::near::bands;
use chrono::{DateTime, Utc};
use diesel::sql_types::{
    Array, BigInt, Integer, Jsonb, Nullable, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel::{QueryResult, QueryableByName};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use self::authors::forget_authors;
use crate::alerts::ItemKey;
use crate::store::stories::link_hash;
use db::Conn;
use db::models::insight_result::InsightResult;
use db::models::notification::Notification;
use db::models::second_opinion::Opinion;
use platform::wire::{GONE_TITLE, StoredSpans};

/// A stored item.
#[derive(Debug, Clone, Copy)]
pub(super) struct Item<'a> {
    pub(super) id: Uuid,
    pub(super) seen_at: DateTime<Utc>,
    pub(super) forum_id: &'a str,
}

/// The numbers of purged rows.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Removed {
    pub items: usize,
    /// Notifications that are tombstones now.
    pub notifications: usize,
}

#[derive(QueryableByName)]
struct Purged {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = Timestamptz)]
    seen_at: DateTime<Utc>,
    #[diesel(sql_type = Nullable<BigInt>)]
    near_hash: Option<i64>,
    #[diesel(sql_type = Text)]
    link: String,
    #[diesel(sql_type = Text)]
    author: String,
    #[diesel(sql_type = Text)]
    subreddit: String,
}

#[derive(QueryableByName)]
struct Notified {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = SqlUuid)]
    item_id: Uuid,
    #[diesel(sql_type = Timestamptz)]
    seen_at: DateTime<Utc>,
    #[diesel(sql_type = SqlUuid)]
    user_id: Uuid,
    #[diesel(sql_type = SqlUuid)]
    watch_id: Uuid,
    #[diesel(sql_type = Timestamptz)]
    created_at: DateTime<Utc>,
    /// The position that it had before.
    #[diesel(sql_type = BigInt)]
    seq: i64,
}

/// Purges `gone`, within the caller's transaction. Messages about them that still wait are skipped
/// when they fall due, since they are made from what is stored then.
pub(super) async fn remove(
    gone: &[Item<'_>],
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<Removed> {
    if gone.is_empty() {
        return Ok(Removed::default());
    }
    let items = purge_items(gone, now, conn).await?;
    forget_hashes(&items, conn).await?;
    forget_links(&items, conn).await?;
    purge_threads(gone, conn).await?;
    let ids: Vec<&str> = gone.iter().map(|item| item.forum_id).collect();
    InsightResult::forget_posts(&ids, conn).await?;
    let texts: Vec<_> = gone.iter().map(|item| (item.id, item.seen_at)).collect();
    Opinion::forget(&texts, conn).await?;
    let keys: Vec<ItemKey> =
        gone.iter().map(|item| ItemKey { id: item.id, seen_at: item.seen_at }).collect();
    let notified = mark(&keys, &Marks::new(), true, conn).await?;
    forget_authors(&items, &notified, conn).await?;
    Ok(Removed { items: items.len(), notifications: notified.len() })
}

/// An address keeps its ids and loses the words of the title.
const WITHOUT_SLUG: &str = r"regexp_replace(items.url, '(/comments/[^/]+)/[^/]*', '\1/_')";

async fn purge_items(
    gone: &[Item<'_>],
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<Vec<Purged>> {
    diesel::sql_query(format!(
        "UPDATE items SET title = $4, body = '', author = '', url = {WITHOUT_SLUG}, gone_at = $3,
             near_hash = NULL, flair = '', link = ''
         FROM (SELECT items.id, items.seen_at, items.near_hash, items.link, items.author
               FROM unnest($1, $2) AS gone (id, seen_at)
               JOIN items ON items.id = gone.id AND items.seen_at = gone.seen_at) AS before
         WHERE items.id = before.id AND items.seen_at = before.seen_at AND items.gone_at IS NULL
         RETURNING items.id, items.seen_at, before.near_hash, before.link, before.author,
             items.subreddit"
    ))
    .bind::<Array<SqlUuid>, _>(gone.iter().map(|item| item.id).collect::<Vec<_>>())
    .bind::<Array<Timestamptz>, _>(gone.iter().map(|item| item.seen_at).collect::<Vec<_>>())
    .bind::<Timestamptz, _>(now)
    .bind::<Text, _>(GONE_TITLE)
    .load(conn)
    .await
}

async fn forget_hashes(items: &[Purged], conn: &mut Conn) -> QueryResult<()> {
    let hashed = items.iter().filter_map(|item| Some((item.id, item.near_hash?)));
    let (ids, taken): (Vec<Uuid>, Vec<i32>) =
        hashed.flat_map(|(id, hash)| bands(hash as u64).map(|band| (id, band))).unzip();
    diesel::sql_query(
        "DELETE FROM near_bands USING unnest($1, $2) AS gone (item_id, band)
         WHERE near_bands.band = gone.band AND near_bands.item_id = gone.item_id",
    )
    .bind::<Array<SqlUuid>, _>(ids)
    .bind::<Array<Integer>, _>(taken)
    .execute(conn)
    .await?;
    Ok(())
}

async fn forget_links(items: &[Purged], conn: &mut Conn) -> QueryResult<()> {
    let linked = items.iter().filter_map(|item| Some((link_hash(&item.link)?, item)));
    let (links, items): (Vec<i64>, Vec<&Purged>) = linked.unzip();
    diesel::sql_query(
        "DELETE FROM story_links USING unnest($1, $2, $3) AS gone (link_hash, seen_at, item_id)
         WHERE story_links.link_hash = gone.link_hash AND story_links.seen_at = gone.seen_at
             AND story_links.item_id = gone.item_id",
    )
    .bind::<Array<BigInt>, _>(links)
    .bind::<Array<Timestamptz>, _>(items.iter().map(|item| item.seen_at).collect::<Vec<_>>())
    .bind::<Array<SqlUuid>, _>(items.iter().map(|item| item.id).collect::<Vec<_>>())
    .execute(conn)
    .await?;
    Ok(())
}

/// Purges the title of a post that is also stored with its comments, and with mutes of its thread.
async fn purge_threads(gone: &[Item<'_>], conn: &mut Conn) -> QueryResult<()> {
    let ids: Vec<&str> = gone.iter().map(|item| item.forum_id).collect();
    diesel::sql_query(format!(
        "UPDATE items SET title = $2, url = {WITHOUT_SLUG}
         WHERE thread_id = ANY($1) AND kind = 'comment' AND gone_at IS NULL AND title NOT IN ('', $2)"
    ))
    .bind::<Array<Text>, _>(&ids)
    .bind::<Text, _>(GONE_TITLE)
    .execute(conn)
    .await?;
    diesel::sql_query("UPDATE mutes SET shown = $2 WHERE kind = 'thread' AND value = ANY($1)")
        .bind::<Array<Text>, _>(&ids)
        .bind::<Text, _>(GONE_TITLE)
        .execute(conn)
        .await?;
    Ok(())
}

/// The positions of the keyword in an item, by the ids of item and watch.
pub(crate) type Marks<'a> = HashMap<(Uuid, Uuid), &'a StoredSpans>;

/// Replaces what the notifications of changed items mark. One without an entry in `marks` marks nothing, or stays
/// as it is unless `all` are replaced. Each takes a new position in its user's sequence, by which open browsers
/// receive it, and those that were away when they come back.
async fn mark(
    changed: &[ItemKey],
    marks: &Marks<'_>,
    all: bool,
    conn: &mut Conn,
) -> QueryResult<Vec<Notified>> {
    let mut notified: Vec<Notified> = diesel::sql_query(
        "SELECT n.id, n.item_id, n.seen_at, n.user_id, n.watch_id, n.created_at, n.seq
         FROM unnest($1, $2) AS changed (id, seen_at)
         JOIN notifications n ON n.item_id = changed.id AND n.seen_at = changed.seen_at",
    )
    .bind::<Array<SqlUuid>, _>(changed.iter().map(|item| item.id).collect::<Vec<_>>())
    .bind::<Array<Timestamptz>, _>(changed.iter().map(|item| item.seen_at).collect::<Vec<_>>())
    .load(conn)
    .await?;
    notified.retain(|one| all || marks.contains_key(&(one.item_id, one.watch_id)));
    if notified.is_empty() {
        return Ok(notified);
    }
    let mut by_user: BTreeMap<Uuid, Vec<&Notified>> = BTreeMap::new();
    for one in &notified {
        by_user.entry(one.user_id).or_default().push(one);
    }
    let nothing = StoredSpans(Vec::new());
    let (mut ids, mut times, mut places, mut marked) = (vec![], vec![], vec![], vec![]);
    for (user_id, theirs) in &by_user {
        let last = Notification::take_places(*user_id, theirs.len() as i64, conn).await?;
        for (back, one) in theirs.iter().rev().enumerate() {
            ids.push(one.id);
            times.push(one.seen_at);
            places.push(last - back as i64);
            marked.push(*marks.get(&(one.item_id, one.watch_id)).unwrap_or(&&nothing));
        }
    }
    diesel::sql_query(
        "UPDATE notifications SET matches = changed.matches, seq = changed.seq
         FROM unnest($1, $2, $3, $4) AS changed (id, seen_at, seq, matches)
         WHERE notifications.id = changed.id AND notifications.seen_at = changed.seen_at",
    )
    .bind::<Array<SqlUuid>, _>(ids)
    .bind::<Array<Timestamptz>, _>(times)
    .bind::<Array<BigInt>, _>(places)
    .bind::<Array<Jsonb>, _>(marked)
    .execute(conn)
    .await?;
    let users: Vec<Uuid> = by_user.into_keys().collect();
    Notification::announce(&users, conn).await?;
    Ok(notified)
}
