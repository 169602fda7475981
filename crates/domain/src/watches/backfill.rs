//! Adds notifications of items that were stored before their watch was created: they are shown and
//! counted, and no message is sent.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use chrono::{DateTime, TimeDelta, Utc};
use diesel::sql_types::{Array, BigInt, Jsonb, Text, Timestamptz, Uuid as SqlUuid};
use diesel::{OptionalExtension, QueryResult, QueryableByName};
use diesel_async::{AsyncConnection, RunQueryDsl};
use matcher::Match;
use uuid::Uuid;

use super::match_items::spans;
use super::not_muted::not_muted;
use super::rule::parse_row;
use super::sample::{Bounds, Sample};
use super::turns::Turn;
use db::Conn;
use db::error::Result;
use db::models::item::Item;
use db::models::notification::Notification;
use db::models::unmatched_item;
use db::models::watch::Watch;
use platform::context::Context;
use platform::wire::StoredSpans;

/// The age of the oldest items that a user can ask for.
pub const MAX_AGE: TimeDelta = TimeDelta::hours(24);
const MAX_ITEMS: usize = 50_000;
const MAX_MATCHES: usize = 500;
const PATIENCE: Duration = Duration::from_secs(10);

/// The outcome of a backfill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Backfilled {
    /// The number of notifications that were added.
    pub added: usize,
    /// Whether all stored items of the time were searched.
    pub complete: bool,
}

/// Adds the watch's matches from `since` to `now` as notifications: the newest 500, of at most 50,000
/// items, as far as ten seconds allow. Returns `None` if the watch is gone, or was switched off or
/// paused meanwhile.
///
/// # Errors
/// The database failed, or the stored watch breaks a rule of the matcher's.
pub async fn backfill(
    context: &Context,
    row: &Watch,
    since: DateTime<Utc>,
    now: DateTime<Utc>,
    turn: Arc<Turn>,
) -> Result<Option<Backfilled>> {
    // It was checked when it was stored.
    let watch = parse_row(row).context("a stored watch cannot be used")?;
    let bounds = Bounds { since, items: MAX_ITEMS, patience: PATIENCE, whole: true };
    let mut sample = Sample::new(watch, bounds, now, turn);
    let mut past = Vec::new();
    while past.len() < MAX_MATCHES
        && let Some(searched) = sample.next(context).await?
    {
        let recent = searched
            .into_iter()
            .filter(|one| !one.matches.is_empty() && one.item.forum_created_at >= since);
        past.extend(recent.map(|one| Past::new(one.item, &one.matches)));
    }
    past.truncate(MAX_MATCHES);
    let mut conn = context.conn().await?;
    let added = add(row, &past, now, &mut conn).await?;
    Ok(added.map(|added| Backfilled { added, complete: sample.is_complete() }))
}

/// A stored item that a watch matches.
#[derive(Debug)]
struct Past {
    item: Item,
    matches: StoredSpans,
}

impl Past {
    fn new(item: Item, matches: &[Match]) -> Self {
        Self { matches: spans(&item.searched(), matches), item }
    }
}

#[derive(QueryableByName)]
struct Id {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
}

/// Makes notifications of items that the watch has none of yet, and returns their number. Returns
/// `None` if the watch is gone or was switched off meanwhile.
async fn add(
    watch: &Watch,
    past: &[Past],
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<Option<usize>> {
    conn.transaction(async |conn| -> QueryResult<Option<usize>> {
        // Items are locked first, as by the code that purges them and that records their scores.
        let forum_ids: Vec<&str> = past.iter().map(|one| one.item.forum_id.as_str()).collect();
        unmatched_item::promote(&forum_ids, now, conn).await?;
        mark_matched(past, conn).await?;
        // In the order of alerts for new items: the user, the sequence, the watch.
        if !lock(watch, conn).await? {
            return Ok(None);
        }
        Notification::take_places(watch.user_id, 0, conn).await?;
        let known = known_items(watch, past, conn).await?;
        let stored = stored_items(past, conn).await?;
        let fresh = past.iter().map(|one| (one, one.item.id));
        let fresh = fresh.filter(|(_, id)| stored.contains(id) && !known.contains(id));
        let fresh = fresh.map(|(one, _)| one);
        let fresh = fresh.collect();
        let mut fresh = not_muted(watch, fresh, |one: &&Past| &one.item, now, conn).await?;
        if fresh.is_empty() {
            return Ok(Some(0));
        }
        fresh.sort_unstable_by_key(|one| (one.item.seen_at, one.item.id));
        let last = Notification::take_places(watch.user_id, fresh.len() as i64, conn).await?;
        // The watch is locked before the counts of notifications, as everywhere that both are.
        count(watch, &fresh, conn).await?;
        insert(watch, &fresh, last, conn).await?;
        Notification::announce(&[watch.user_id], conn).await?;
        Ok(Some(fresh.len()))
    })
    .await
}

/// Makes the items searchable by their words, muted ones too: mutes concern notifications.
async fn mark_matched(past: &[Past], conn: &mut Conn) -> QueryResult<()> {
    let (ids, times): (Vec<Uuid>, Vec<DateTime<Utc>>) =
        past.iter().map(|one| (one.item.id, one.item.seen_at)).unzip();
    // An UPDATE locks in no defined order: the rows are locked by id first.
    diesel::sql_query(
        "WITH locked AS MATERIALIZED (
             SELECT items.id, items.seen_at FROM unnest($1, $2) AS past (id, seen_at)
             JOIN items ON items.id = past.id AND items.seen_at = past.seen_at
             WHERE NOT items.is_matched AND items.gone_at IS NULL
             ORDER BY items.id FOR NO KEY UPDATE OF items)
         UPDATE items SET is_matched = true FROM locked
         WHERE items.id = locked.id AND items.seen_at = locked.seen_at",
    )
    .bind::<Array<SqlUuid>, _>(ids)
    .bind::<Array<Timestamptz>, _>(times)
    .execute(conn)
    .await?;
    Ok(())
}

/// Prevents the user from being deleted, and mutes from being created unseen, until the transaction
/// ends.
async fn lock(watch: &Watch, conn: &mut Conn) -> QueryResult<bool> {
    let there: Option<Id> = diesel::sql_query(
        "SELECT w.id FROM watches w JOIN users u ON u.id = w.user_id
         WHERE w.id = $1 AND w.is_active AND w.paused_at IS NULL FOR KEY SHARE OF u",
    )
    .bind::<SqlUuid, _>(watch.id)
    .get_result(conn)
    .await
    .optional()?;
    Ok(there.is_some())
}

/// Returns the items that still exist, and will: no row that is marked as matched is deleted.
async fn stored_items(past: &[Past], conn: &mut Conn) -> QueryResult<HashSet<Uuid>> {
    let (ids, times): (Vec<Uuid>, Vec<DateTime<Utc>>) =
        past.iter().map(|one| (one.item.id, one.item.seen_at)).unzip();
    let stored: Vec<Id> = diesel::sql_query(
        "SELECT items.id FROM unnest($1, $2) AS past (id, seen_at)
         JOIN items ON items.id = past.id AND items.seen_at = past.seen_at
         WHERE items.gone_at IS NULL",
    )
    .bind::<Array<SqlUuid>, _>(ids)
    .bind::<Array<Timestamptz>, _>(times)
    .load(conn)
    .await?;
    Ok(stored.into_iter().map(|stored| stored.id).collect())
}

/// Returns the items that the watch has a notification of, deleted ones included.
async fn known_items(watch: &Watch, past: &[Past], conn: &mut Conn) -> QueryResult<HashSet<Uuid>> {
    let (ids, times): (Vec<Uuid>, Vec<DateTime<Utc>>) =
        past.iter().map(|one| (one.item.id, one.item.seen_at)).unzip();
    let known: Vec<Id> = diesel::sql_query(
        "SELECT n.item_id AS id FROM unnest($2, $3) AS past (id, seen_at)
         JOIN notifications n ON n.item_id = past.id AND n.seen_at = past.seen_at
         WHERE n.watch_id = $1 AND n.user_id = $4",
    )
    .bind::<SqlUuid, _>(watch.id)
    .bind::<Array<SqlUuid>, _>(ids)
    .bind::<Array<Timestamptz>, _>(times)
    .bind::<SqlUuid, _>(watch.user_id)
    .load(conn)
    .await?;
    Ok(known.into_iter().map(|known| known.id).collect())
}

/// Inserts notifications, oldest first, so that the sequence follows time; `last` is the place of
/// the newest.
async fn insert(watch: &Watch, fresh: &[&Past], last: i64, conn: &mut Conn) -> QueryResult<()> {
    let places = fresh.len() as i64;
    diesel::sql_query(
        "INSERT INTO notifications (id, seen_at, item_id, watch_id, user_id, seq, keyword, matches,
                                    created_at)
         SELECT id, seen_at, item_id, $1, $2, seq, $3, matches, seen_at
         FROM unnest($4, $5, $6, $7, $8) AS batch (id, seen_at, item_id, seq, matches)
         ON CONFLICT DO NOTHING",
    )
    .bind::<SqlUuid, _>(watch.id)
    .bind::<SqlUuid, _>(watch.user_id)
    .bind::<Text, _>(&watch.keyword)
    .bind::<Array<SqlUuid>, _>(fresh.iter().map(|_| Uuid::now_v7()).collect::<Vec<_>>())
    .bind::<Array<Timestamptz>, _>(fresh.iter().map(|one| one.item.seen_at).collect::<Vec<_>>())
    .bind::<Array<SqlUuid>, _>(fresh.iter().map(|one| one.item.id).collect::<Vec<_>>())
    .bind::<Array<BigInt>, _>((last - places + 1..=last).collect::<Vec<_>>())
    .bind::<Array<Jsonb>, _>(fresh.iter().map(|one| &one.matches).collect::<Vec<_>>())
    .execute(conn)
    .await?;
    Ok(())
}

async fn count(watch: &Watch, fresh: &[&Past], conn: &mut Conn) -> QueryResult<()> {
    diesel::sql_query(
        "UPDATE watches SET match_count = match_count + $2,
                            last_match_at = greatest(last_match_at, $3)
         WHERE id = $1",
    )
    .bind::<SqlUuid, _>(watch.id)
    .bind::<BigInt, _>(fresh.len() as i64)
    .bind::<diesel::sql_types::Nullable<Timestamptz>, _>(
        fresh.iter().map(|one| one.item.seen_at).max(),
    )
    .execute(conn)
    .await?;
    Ok(())
}
