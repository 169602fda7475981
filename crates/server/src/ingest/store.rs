//! The one transaction from items to messages. What is committed here is alerted once; what is not
//! will be read again.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use diesel::QueryableByName;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Bool, Integer, Jsonb, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncConnection, RunQueryDsl};
use futures::TryStreamExt;
use matcher::{Kind, Snapshot};
use uuid::Uuid;

use super::match_items::{Found, match_items};
use super::partitions::Partitions;
use crate::db::models::coverage_gap::CoverageGap;
use crate::db::models::outbox::{Kind as MessageKind, NewMessage};
use crate::db::models::poll_state::PollState;
use crate::db::schema::item_keys;
use crate::db::{Conn, Pool};
use crate::forum::ForumItem;

/// A watch looks from the moment it took its present form, and this much further back: so an edit
/// during an outage loses nothing, and a new watch on a quiet subreddit is not answered with a year
/// of old posts.
const LOOK_BACK: TimeDelta = TimeDelta::hours(1);

/// How a poll went, to be written with its items.
#[derive(Debug)]
pub struct PollOutcome {
    /// As it was claimed.
    pub claimed: PollState,
    pub known_ids: Vec<String>,
    pub names: Vec<String>,
    pub next_poll_at: DateTime<Utc>,
    /// None when the poll went well.
    pub error: Option<String>,
    pub gap: Option<CoverageGap>,
}

/// What became of a batch.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Stored {
    /// Items that were never seen before.
    pub new_items: usize,
    pub notifications: usize,
    /// Messages put into the outbox.
    pub messages: usize,
    /// Whether the poll's outcome was written: not if another process holds the listing by now.
    pub outcome_written: bool,
}

#[derive(QueryableByName)]
struct Key {
    #[diesel(sql_type = Text)]
    forum_id: String,
}

/// A watch that is still there, with what is needed of its user.
#[derive(QueryableByName)]
struct Watcher {
    #[diesel(sql_type = SqlUuid)]
    watch_id: Uuid,
    #[diesel(sql_type = SqlUuid)]
    user_id: Uuid,
    #[diesel(sql_type = Text)]
    keyword: String,
    #[diesel(sql_type = Timestamptz)]
    updated_at: DateTime<Utc>,
    #[diesel(sql_type = Bool)]
    email_notifications: bool,
}

#[derive(QueryableByName)]
struct Cursor {
    #[diesel(sql_type = SqlUuid)]
    user_id: Uuid,
    #[diesel(sql_type = BigInt)]
    seq: i64,
}

struct Alert {
    id: Uuid,
    item_id: Uuid,
    found: Found,
    seq: i64,
}

/// Stores a batch, newest item first, as seen `now`.
///
/// # Errors
/// The database failed; nothing of the batch was stored then.
pub async fn store(
    pool: &Pool,
    partitions: &Partitions,
    watches: Arc<Snapshot>,
    items: Vec<ForumItem>,
    outcome: Option<PollOutcome>,
    now: DateTime<Utc>,
) -> anyhow::Result<Stored> {
    partitions.ensure(pool, now).await?;
    let items = unknown(pool, items).await?;
    // Matched before any row is locked: the transaction stays short, and items that another process
    // stores meanwhile are dropped in it.
    let found = match_items(watches, items.clone()).await?;
    let mut conn = pool.get().await?;
    let stored = conn
        .transaction(async |conn| -> anyhow::Result<Stored> {
            let mut stored = Stored::default();
            let new = insert_items(&items, now, conn).await?;
            stored.new_items = new.len();
            if !new.is_empty() {
                alert(&items, &new, &found, now, &mut stored, conn).await?;
            }
            if let Some(outcome) = &outcome {
                stored.outcome_written =
                    write_outcome(outcome, stored.new_items, now, conn).await?;
            }
            Ok(stored)
        })
        .await?;
    Ok(stored)
}

/// The items that are not stored yet, oldest first, each once.
async fn unknown(pool: &Pool, items: Vec<ForumItem>) -> anyhow::Result<Arc<[ForumItem]>> {
    let ids: Vec<&str> = items.iter().map(|item| item.forum_id.as_str()).collect();
    let mut conn = pool.get().await?;
    let mut known: HashSet<String> = item_keys::table
        .filter(item_keys::forum_id.eq_any(ids))
        .select(item_keys::forum_id)
        .load_stream(&mut conn)
        .await?
        .try_collect()
        .await?;
    let fresh = items.into_iter().rev();
    Ok(fresh
        .filter(|item| known.insert(item.forum_id.clone()))
        .collect())
}

/// Stores the items that nobody stored meanwhile; gives their places in the batch and their new ids.
async fn insert_items(
    items: &[ForumItem],
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<HashMap<usize, Uuid>> {
    if items.is_empty() {
        return Ok(HashMap::new());
    }
    // Ids are given in the batch's order, which is that of time. Keys are taken in the order of their
    // text, so that two processes with the same items wait for each other and never in a circle.
    let ids: Vec<Uuid> = items.iter().map(|_| Uuid::now_v7()).collect();
    let mut order: Vec<usize> = (0..items.len()).collect();
    order.sort_unstable_by_key(|place| &items[*place].forum_id);
    let taken: Vec<Key> = diesel::sql_query(
        "INSERT INTO item_keys (forum_id, item_id, seen_at)
         SELECT forum_id, item_id, $3 FROM unnest($1, $2) AS batch (forum_id, item_id)
         ON CONFLICT DO NOTHING RETURNING forum_id",
    )
    .bind::<Array<Text>, _>(
        order
            .iter()
            .map(|p| &items[*p].forum_id)
            .collect::<Vec<_>>(),
    )
    .bind::<Array<SqlUuid>, _>(order.iter().map(|p| ids[*p]).collect::<Vec<_>>())
    .bind::<Timestamptz, _>(now)
    .load(conn)
    .await?;
    let taken: HashSet<String> = taken.into_iter().map(|key| key.forum_id).collect();
    let new: HashMap<usize, Uuid> = (0..items.len())
        .filter(|place| taken.contains(&items[*place].forum_id))
        .map(|place| (place, ids[place]))
        .collect();
    let mut places: Vec<usize> = new.keys().copied().collect();
    places.sort_unstable();
    // A column an array: no number of items meets the protocol's limit on parameters.
    let texts = |field: fn(&ForumItem) -> &str| -> Vec<&str> {
        places.iter().map(|p| field(&items[*p])).collect()
    };
    diesel::sql_query(
        "INSERT INTO items (id, seen_at, forum_id, kind, subreddit, author, title, body, url, score,
                            num_comments, forum_created_at)
         SELECT id, $2, forum_id, kind, subreddit, author, title, body, url, score, num_comments,
                created_at
         FROM unnest($1, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
             AS batch (id, forum_id, kind, subreddit, author, title, body, url, score,
                       num_comments, created_at)",
    )
    .bind::<Array<SqlUuid>, _>(places.iter().map(|p| ids[*p]).collect::<Vec<_>>())
    .bind::<Timestamptz, _>(now)
    .bind::<Array<Text>, _>(texts(|i| &i.forum_id))
    .bind::<Array<Text>, _>(texts(|i| kind_word(i.kind)))
    .bind::<Array<Text>, _>(texts(|i| &i.subreddit))
    .bind::<Array<Text>, _>(texts(|i| &i.author))
    .bind::<Array<Text>, _>(texts(|i| &i.title))
    .bind::<Array<Text>, _>(texts(|i| &i.body))
    .bind::<Array<Text>, _>(texts(|i| &i.url))
    .bind::<Array<Integer>, _>(places.iter().map(|p| items[*p].score).collect::<Vec<_>>())
    .bind::<Array<Integer>, _>(places.iter().map(|p| items[*p].num_comments).collect::<Vec<_>>())
    .bind::<Array<Timestamptz>, _>(places.iter().map(|p| items[*p].created_at).collect::<Vec<_>>())
    .execute(conn)
    .await?;
    Ok(new)
}

/// `post` or `comment`, as the database has it.
pub fn kind_word(kind: Kind) -> &'static str {
    match kind {
        Kind::Post => "post",
        Kind::Comment => "comment",
    }
}

/// Makes notifications of the matches of new items, counts them, and puts messages into the outbox.
async fn alert(
    items: &[ForumItem],
    new: &HashMap<usize, Uuid>,
    found: &[Found],
    now: DateTime<Utc>,
    stored: &mut Stored,
    conn: &mut Conn,
) -> anyhow::Result<()> {
    let watchers = lock_watchers(found.iter().filter(|f| new.contains_key(&f.item)), conn).await?;
    let mut by_user: BTreeMap<Uuid, Vec<Alert>> = BTreeMap::new();
    for found in found {
        let (Some(item_id), Some(watcher)) = (new.get(&found.item), watchers.get(&found.watch_id))
        else {
            continue;
        };
        if items[found.item].created_at < watcher.updated_at - LOOK_BACK {
            continue;
        }
        by_user.entry(watcher.user_id).or_default().push(Alert {
            id: Uuid::now_v7(),
            item_id: *item_id,
            found: found.clone(),
            seq: 0,
        });
    }
    if by_user.is_empty() {
        return Ok(());
    }
    number(&mut by_user, conn).await?;
    let alerts: Vec<&Alert> = by_user.values().flatten().collect();
    insert_notifications(&alerts, &watchers, now, conn).await?;
    count_matches(&alerts, conn).await?;
    stored.notifications = alerts.len();
    let mailed = alerts
        .iter()
        .filter(|a| watchers[&a.found.watch_id].email_notifications);
    let messages: Vec<NewMessage> = mailed
        .map(|alert| {
            let user = watchers[&alert.found.watch_id].user_id;
            let message = NewMessage::mail(MessageKind::Match, user, alert.id, now);
            NewMessage {
                subject_seen_at: Some(now),
                ..message
            }
        })
        .collect();
    stored.messages = NewMessage::enqueue(&messages, conn).await?;
    diesel::sql_query(
        "SELECT pg_notify('notifications', user_id::text) FROM unnest($1) AS batch (user_id)",
    )
    .bind::<Array<SqlUuid>, _>(by_user.keys().collect::<Vec<_>>())
    .execute(conn)
    .await?;
    Ok(())
}

/// The matched watches that are still active, by id. Their users cannot be deleted until the end of
/// the transaction.
async fn lock_watchers(
    found: impl Iterator<Item = &Found>,
    conn: &mut Conn,
) -> QueryResult<HashMap<Uuid, Watcher>> {
    let ids: HashSet<Uuid> = found.map(|found| found.watch_id).collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let watchers: Vec<Watcher> = diesel::sql_query(
        "SELECT w.id AS watch_id, w.user_id, w.keyword, w.updated_at, u.email_notifications
         FROM watches w JOIN users u ON u.id = w.user_id
         WHERE w.id = ANY($1) AND w.is_active AND u.email_verified_at IS NOT NULL
         ORDER BY u.id FOR KEY SHARE OF u",
    )
    .bind::<Array<SqlUuid>, _>(ids.into_iter().collect::<Vec<_>>())
    .load(conn)
    .await?;
    Ok(watchers.into_iter().map(|w| (w.watch_id, w)).collect())
}

/// Gives each notification its place in its user's sequence. The rows are locked in the order of user
/// ids until commit, so that the order of the numbers is the order of commit.
async fn number(by_user: &mut BTreeMap<Uuid, Vec<Alert>>, conn: &mut Conn) -> QueryResult<()> {
    let counts: Vec<i64> = by_user.values().map(|alerts| alerts.len() as i64).collect();
    let cursors: Vec<Cursor> = diesel::sql_query(
        "INSERT INTO live_cursors (user_id, seq)
         SELECT user_id, n FROM unnest($1, $2) AS batch (user_id, n)
         ON CONFLICT (user_id) DO UPDATE SET seq = live_cursors.seq + excluded.seq
         RETURNING user_id, seq",
    )
    .bind::<Array<SqlUuid>, _>(by_user.keys().collect::<Vec<_>>())
    .bind::<Array<BigInt>, _>(counts)
    .load(conn)
    .await?;
    for cursor in cursors {
        let alerts = by_user.get_mut(&cursor.user_id).into_iter().flatten();
        for (back, alert) in alerts.rev().enumerate() {
            alert.seq = cursor.seq - back as i64;
        }
    }
    Ok(())
}

async fn insert_notifications(
    alerts: &[&Alert],
    watchers: &HashMap<Uuid, Watcher>,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<()> {
    let watcher = |alert: &Alert| &watchers[&alert.found.watch_id];
    diesel::sql_query(
        "INSERT INTO notifications (id, seen_at, item_id, watch_id, user_id, seq, keyword, matches,
                                    created_at)
         SELECT id, $2, item_id, watch_id, user_id, seq, keyword, matches, $2
         FROM unnest($1, $3, $4, $5, $6, $7, $8)
             AS batch (id, item_id, watch_id, user_id, seq, keyword, matches)
         ON CONFLICT DO NOTHING",
    )
    .bind::<Array<SqlUuid>, _>(alerts.iter().map(|a| a.id).collect::<Vec<_>>())
    .bind::<Timestamptz, _>(now)
    .bind::<Array<SqlUuid>, _>(alerts.iter().map(|a| a.item_id).collect::<Vec<_>>())
    .bind::<Array<SqlUuid>, _>(alerts.iter().map(|a| a.found.watch_id).collect::<Vec<_>>())
    .bind::<Array<SqlUuid>, _>(
        alerts
            .iter()
            .map(|a| watcher(a).user_id)
            .collect::<Vec<_>>(),
    )
    .bind::<Array<BigInt>, _>(alerts.iter().map(|a| a.seq).collect::<Vec<_>>())
    .bind::<Array<Text>, _>(
        alerts
            .iter()
            .map(|a| watcher(a).keyword.as_str())
            .collect::<Vec<_>>(),
    )
    .bind::<Array<Jsonb>, _>(alerts.iter().map(|a| &a.found.matches).collect::<Vec<_>>())
    .execute(conn)
    .await?;
    Ok(())
}

async fn count_matches(alerts: &[&Alert], conn: &mut Conn) -> QueryResult<()> {
    let mut counts: BTreeMap<Uuid, i64> = BTreeMap::new();
    for alert in alerts {
        *counts.entry(alert.found.watch_id).or_default() += 1;
    }
    // An UPDATE locks in no order of its own: the rows are locked by id first.
    diesel::sql_query(
        "WITH locked AS MATERIALIZED (
             SELECT id FROM watches WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE)
         UPDATE watches SET match_count = match_count + batch.n
         FROM unnest($1, $2) AS batch (id, n) JOIN locked ON locked.id = batch.id
         WHERE watches.id = locked.id",
    )
    .bind::<Array<SqlUuid>, _>(counts.keys().collect::<Vec<_>>())
    .bind::<Array<BigInt>, _>(counts.values().collect::<Vec<_>>())
    .execute(conn)
    .await?;
    Ok(())
}

/// Ends the poll, unless another process holds the listing by now: then its outcome counts.
async fn write_outcome(
    outcome: &PollOutcome,
    new_items: usize,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<bool> {
    use crate::db::schema::poll_state::dsl as p;
    let mine = p::poll_state
        .find(&outcome.claimed.listing)
        .filter(p::fence.eq(outcome.claimed.fence));
    let failures = match &outcome.error {
        Some(_) => outcome.claimed.failures.saturating_add(1),
        None => 0,
    };
    let polled_at = match &outcome.error {
        Some(_) => outcome.claimed.polled_at,
        None => Some(now),
    };
    let written = diesel::update(mine)
        .set((
            p::known_ids.eq(&outcome.known_ids),
            p::names.eq(&outcome.names),
            p::next_poll_at.eq(outcome.next_poll_at),
            p::leased_until.eq(None::<DateTime<Utc>>),
            p::polled_at.eq(polled_at),
            p::failures.eq(failures),
            p::last_error.eq(&outcome.error),
            p::items_seen.eq(p::items_seen + new_items as i64),
        ))
        .execute(conn)
        .await?;
    if written == 1
        && let Some(gap) = &outcome.gap
    {
        gap.record(conn).await?;
    }
    Ok(written == 1)
}
