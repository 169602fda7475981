//! Applies changes to stored items. A text is replaced by the current one, its matches are marked again, and
//! watches that it did not match before alert. A score that has risen may satisfy `min_score:` of a query.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use diesel::sql_types::{Array, BigInt, Bool, Integer, Text, Timestamptz, Uuid as SqlUuid};
use diesel::{QueryResult, QueryableByName};
use diesel_async::{AsyncConnection, RunQueryDsl};
use uuid::Uuid;

use super::{Marks, mark};
use crate::alerts::{Alerted, ItemKey, Matches, Novelty};
use crate::message::{PassedItem, messages};
use crate::store::Progress;
use crate::store::Stored;
use db::models::insight_result::InsightResult;
use db::models::item::Item;
use db::models::notification::Notification;
use db::models::second_opinion::Opinion;
use db::models::unmatched_item;
use db::{Conn, Pool};
use domain::watches::ActiveWatches;
use domain::watches::match_items::{Found, match_items};
use platform::bus::ItemLog;
use platform::context::Context;
use platform::sources::ForumItem;

/// The age up to which the new text of an item alerts somebody: who overwrites all that they ever wrote
/// mentions nothing in it.
const ALERTS_WITHIN: TimeDelta = TimeDelta::days(7);

/// A stored item that has changed.
#[derive(Debug, Clone)]
pub(crate) struct ChangedItem {
    pub(crate) key: ItemKey,
    /// The item as it is now. `is_edited` says whether its text is another one; otherwise its score is higher.
    pub(crate) item: ForumItem,
    /// The stored score.
    pub(crate) score_before: i32,
}

/// Items that have changed, and their matches.
pub(crate) struct Changed {
    items: Arc<[ForumItem]>,
    /// In the order of the items.
    keys: Vec<ItemKey>,
    /// The matches to alert of, unless somebody was alerted of them.
    found: Vec<Found>,
    /// The matches in edited items.
    in_edited: Vec<Found>,
}

/// The notifications whose marks are replaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Marked {
    /// All of the items that were edited.
    All,
    /// Those of watches that match, as a shard does not know the others.
    Matching,
}

#[derive(QueryableByName)]
struct Row {
    #[diesel(embed)]
    item: Item,
    /// The position of the item among those that were read, from 1 on.
    #[diesel(sql_type = BigInt)]
    place: i64,
    #[diesel(sql_type = Bool)]
    is_edited: bool,
}

#[derive(QueryableByName)]
struct Id {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
}

impl Changed {
    /// Searches the items. Of an item whose score alone has changed, only the matches that waited for the
    /// score are new.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn find(
        changed: Vec<ChangedItem>,
        watches: &ActiveWatches,
        now: DateTime<Utc>,
        pool: &Pool,
    ) -> anyhow::Result<Self> {
        let before = changed.iter().map(|changed| match changed.item.is_edited {
            // Its text before does not matter: nobody is alerted of a match twice.
            true => ForumItem::empty_post(&changed.item.forum_id),
            false => ForumItem { score: changed.score_before, ..changed.item.clone() },
        });
        let before: Vec<ForumItem> = before.collect();
        let (keys, items): (Vec<_>, Vec<_>) =
            changed.into_iter().map(|changed| (changed.key, changed.item)).unzip();
        let items: Arc<[ForumItem]> = items.into();
        let snapshot = watches.snapshot();
        let before = match_items(snapshot.clone(), before.into()).await?;
        let known = before.found.iter().map(|f| (f.item, f.watch_id));
        let known: HashSet<(usize, Uuid)> = known.collect();
        let after = match_items(snapshot, items.clone()).await?;
        for costs in [&before.costs, &after.costs] {
            watches.charge(costs, now, pool).await?;
        }
        let mut found = after.found;
        found.retain(|f| items[f.item].is_edited || !known.contains(&(f.item, f.watch_id)));
        let in_edited = found.iter().filter(|f| items[f.item].is_edited).cloned().collect();
        let is_late = |item: &ForumItem| item.is_edited && item.created_at < now - ALERTS_WITHIN;
        found.retain(|f| !is_late(&items[f.item]));
        Ok(Self { items, keys, found, in_edited })
    }

    /// Stores the changes and alerts about the matches, in one transaction. Returns the number of notifications.
    pub(crate) async fn store(
        &self,
        context: &Context,
        now: DateTime<Utc>,
    ) -> anyhow::Result<usize> {
        if self.keys.is_empty() {
            return Ok(0);
        }
        let mut conn = context.conn().await?;
        let stored =
            conn.transaction(async |conn| self.write(context, Marked::All, now, conn).await);
        let alerted = stored.await?;
        drop(conn);
        context.bus.after_commit(&alerted.wakeups).await;
        Ok(alerted.notifications)
    }

    /// Alerts about the matches and writes the progress of the shard that found them, in one transaction. If the
    /// progress was not written, another process has the shard, and nothing was stored.
    ///
    /// # Errors
    /// The database failed; nothing was stored then.
    pub(crate) async fn store_for_shard(
        &self,
        context: &Context,
        progress: &Progress<'_>,
        now: DateTime<Utc>,
    ) -> anyhow::Result<Stored> {
        let mut conn = context.conn().await?;
        let stored = conn.transaction(async |conn| -> anyhow::Result<Option<Alerted>> {
            let alerted = match self.found.is_empty() && self.in_edited.is_empty() {
                true => Alerted::default(),
                false => self.write(context, Marked::Matching, now, conn).await?,
            };
            let is_held = progress.write(now, conn).await?;
            Ok(is_held.then_some(alerted))
        });
        let alerted = match stored.await {
            Ok(Some(alerted)) => alerted,
            Ok(None) => return Ok(Stored::default()),
            Err(error) => return Err(error),
        };
        drop(conn);
        context.bus.after_commit(&alerted.wakeups).await;
        Ok(Stored {
            notifications: alerted.notifications,
            messages: alerted.messages,
            outcome_written: true,
            ..Stored::default()
        })
    }

    async fn write(
        &self,
        context: &Context,
        marked: Marked,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> anyhow::Result<Alerted> {
        let written = self.write_scores(conn).await?;
        let keys = self.keys.iter().copied().enumerate();
        let keys: HashMap<usize, ItemKey> =
            keys.filter(|(_, key)| written.contains(&key.id)).collect();
        let edited = keys.iter().map(|(place, key)| (*key, &self.items[*place]));
        let edited: Vec<(ItemKey, &ForumItem)> =
            edited.filter(|(_, item)| item.is_edited).collect();
        if !edited.is_empty() {
            write_texts(&edited, conn).await?;
            let ids: Vec<&str> = edited.iter().map(|(_, item)| item.forum_id.as_str()).collect();
            InsightResult::forget_posts(&ids, conn).await?;
            let keys: Vec<ItemKey> = edited.iter().map(|(key, _)| *key).collect();
            let texts: Vec<_> = keys.iter().map(|key| (key.id, key.seen_at)).collect();
            Opinion::forget(&texts, conn).await?;
            let watches: Vec<Uuid> = self.found.iter().map(|found| found.watch_id).collect();
            lock_users(&keys, &watches, conn).await?;
            let marks = self.in_edited.iter();
            let marks: Marks<'_> = marks
                .map(|found| ((self.keys[found.item].id, found.watch_id), &found.matches))
                .collect();
            mark(&keys, &marks, marked == Marked::All, conn).await?;
        }
        let matches = Matches {
            items: &self.items,
            keys: &keys,
            found: &self.found,
            novelty: Novelty::Stored,
        };
        matches.alert(context.into(), now, conn).await
    }

    /// Stores the scores. Returns the ids of the items that still exist and have no higher score by now.
    async fn write_scores(&self, conn: &mut Conn) -> QueryResult<HashSet<Uuid>> {
        let found = self.found.iter().chain(&self.in_edited);
        let found: HashSet<usize> = found.map(|found| found.item).collect();
        let written: Vec<Id> = diesel::sql_query(
            "UPDATE items SET score = greatest(items.score, risen.score), is_matched = is_matched OR risen.found
             FROM unnest($1, $2, $3, $4) AS risen (id, seen_at, score, found)
             WHERE items.id = risen.id AND items.seen_at = risen.seen_at
                AND items.gone_at IS NULL AND items.score <= risen.score
             RETURNING items.id",
        )
        .bind::<Array<SqlUuid>, _>(self.keys.iter().map(|key| key.id).collect::<Vec<_>>())
        .bind::<Array<Timestamptz>, _>(self.keys.iter().map(|key| key.seen_at).collect::<Vec<_>>())
        .bind::<Array<Integer>, _>(self.items.iter().map(|item| item.score).collect::<Vec<_>>())
        .bind::<Array<Bool>, _>(
            (0..self.items.len())
                .map(|n| found.contains(&n))
                .collect::<Vec<_>>(),
        )
        .load(conn)
        .await?;
        Ok(written.into_iter().map(|written| written.id).collect())
    }
}

/// Returns those of these items, as they are now, that are stored with another text or a lower score. The title
/// of a comment is that of its post, and not compared.
///
/// # Errors
/// The database failed.
pub(crate) async fn changed(
    items: &[&ForumItem],
    conn: &mut Conn,
) -> QueryResult<Vec<ChangedItem>> {
    let there: Vec<&ForumItem> = items.iter().filter(|item| !item.is_gone).copied().collect();
    if there.is_empty() {
        return Ok(Vec::new());
    }
    let texts = |field: fn(&ForumItem) -> &str| -> Vec<&str> {
        there.iter().map(|item| field(item)).collect()
    };
    let rows: Vec<Row> = diesel::sql_query(
        "SELECT items.*, seen.place, is_edited
         FROM unnest($1, $2, $3, $4, $5, $6) WITH ORDINALITY
             AS seen (forum_id, score, title, body, flair, link, place)
         JOIN item_keys k ON k.forum_id = seen.forum_id AND NOT k.is_thread
         JOIN items ON items.id = k.item_id AND items.seen_at = k.seen_at,
         LATERAL (SELECT items.body <> seen.body OR items.kind = 'post'
             AND (items.title, items.flair, items.link) <> (seen.title, seen.flair, seen.link))
             AS compared (is_edited)
         WHERE items.gone_at IS NULL AND (is_edited OR items.score < seen.score)",
    )
    .bind::<Array<Text>, _>(texts(|item| &item.forum_id))
    .bind::<Array<Integer>, _>(there.iter().map(|item| item.score).collect::<Vec<_>>())
    .bind::<Array<Text>, _>(texts(|item| &item.title))
    .bind::<Array<Text>, _>(texts(|item| &item.body))
    .bind::<Array<Text>, _>(texts(|item| &item.flair))
    .bind::<Array<Text>, _>(texts(|item| &item.link))
    .load(conn)
    .await?;
    let changed = rows.into_iter().filter_map(|Row { item, place, is_edited }| {
        let seen = there.get(usize::try_from(place).ok()?.checked_sub(1)?)?;
        let key = ItemKey { id: item.id, seen_at: item.seen_at };
        let score_before = item.score;
        let stored = as_read(item);
        let mut item = ForumItem { score: seen.score.max(score_before), is_edited, ..stored };
        if is_edited {
            item.body.clone_from(&seen.body);
            if item.kind == matcher::Kind::Post {
                item.title.clone_from(&seen.title);
                item.flair.clone_from(&seen.flair);
                item.link.clone_from(&seen.link);
            }
        }
        Some(ChangedItem { key, item, score_before })
    });
    Ok(changed.collect())
}

/// Stores changes, or passes them on to the shards. Returns the number of notifications; zero if shards match.
///
/// # Errors
/// The database failed, or the log has not acknowledged all.
pub(crate) async fn apply(
    changed: Vec<ChangedItem>,
    context: &Context,
    watches: &ActiveWatches,
    now: DateTime<Utc>,
) -> anyhow::Result<usize> {
    if changed.is_empty() {
        return Ok(0);
    }
    match context.bus.items() {
        Some(log) => {
            pass_on(&changed, log, &context.pool).await?;
            Ok(0)
        }
        None => {
            watches.catch_up(&context.pool).await?;
            let changed = Changed::find(changed, watches, now, &context.pool).await?;
            changed.store(context, now).await
        }
    }
}

/// Replaces the stored texts of edited items, and returns the number of notifications. What no watch matched is
/// deleted, so that it is stored as an item that is new, and matched as one. This comes before the transaction
/// that stores the rest: should that fail, the same items come again and change nothing more.
///
/// # Errors
/// The database failed, or the log has not acknowledged all.
pub(crate) async fn replace_edited(
    edited: &[&ForumItem],
    context: &Context,
    watches: &ActiveWatches,
    now: DateTime<Utc>,
) -> anyhow::Result<usize> {
    if edited.is_empty() {
        return Ok(0);
    }
    let mut conn = context.conn().await?;
    let ids: Vec<&str> = edited.iter().map(|item| item.forum_id.as_str()).collect();
    let titles: Vec<&str> = edited.iter().map(|item| item.title.as_str()).collect();
    let bodies: Vec<&str> = edited.iter().map(|item| item.body.as_str()).collect();
    unmatched_item::delete_edited(&ids, &titles, &bodies, &conn).await?;
    let changed = changed(edited, &mut conn).await?;
    drop(conn);
    apply(changed, context, watches, now).await
}

/// Passes the items on to the shards, then writes the changes: after a crash in between, they are passed on again.
async fn pass_on(changed: &[ChangedItem], log: &ItemLog, pool: &Pool) -> anyhow::Result<()> {
    let items = changed.iter().map(|changed| {
        let before = Some(changed.score_before);
        PassedItem::new(changed.key, &changed.item, before)
    });
    log.append(messages(items.collect(), "changed")?).await?;
    let mut conn = pool.get().await?;
    conn.transaction(async |conn| {
        diesel::sql_query(
            "UPDATE items SET score = risen.score FROM unnest($1, $2, $3) AS risen (id, seen_at, score)
             WHERE items.id = risen.id AND items.seen_at = risen.seen_at
                AND items.gone_at IS NULL AND items.score < risen.score",
        )
        .bind::<Array<SqlUuid>, _>(changed.iter().map(|one| one.key.id).collect::<Vec<_>>())
        .bind::<Array<Timestamptz>, _>(
            changed
                .iter()
                .map(|one| one.key.seen_at)
                .collect::<Vec<_>>(),
        )
        .bind::<Array<Integer>, _>(changed.iter().map(|one| one.item.score).collect::<Vec<_>>())
        .execute(conn)
        .await?;
        let edited = changed.iter().filter(|changed| changed.item.is_edited);
        let edited: Vec<(ItemKey, &ForumItem)> =
            edited.map(|changed| (changed.key, &changed.item)).collect();
        if edited.is_empty() {
            return Ok(());
        }
        write_texts(&edited, conn).await?;
        let keys: Vec<ItemKey> = edited.iter().map(|(key, _)| *key).collect();
        mark(&keys, &Marks::new(), true, conn).await?;
        anyhow::Ok(())
    })
    .await
}

async fn write_texts(edited: &[(ItemKey, &ForumItem)], conn: &mut Conn) -> QueryResult<()> {
    let texts = |field: fn(&ForumItem) -> &str| -> Vec<&str> {
        edited.iter().map(|(_, item)| field(item)).collect()
    };
    diesel::sql_query(
        "UPDATE items SET title = now.title, body = now.body, flair = now.flair, link = now.link
         FROM unnest($1, $2, $3, $4, $5, $6) AS now (id, seen_at, title, body, flair, link)
         WHERE items.id = now.id AND items.seen_at = now.seen_at AND items.gone_at IS NULL",
    )
    .bind::<Array<SqlUuid>, _>(edited.iter().map(|(key, _)| key.id).collect::<Vec<_>>())
    .bind::<Array<Timestamptz>, _>(edited.iter().map(|(key, _)| key.seen_at).collect::<Vec<_>>())
    .bind::<Array<Text>, _>(texts(|item| &item.title))
    .bind::<Array<Text>, _>(texts(|item| &item.body))
    .bind::<Array<Text>, _>(texts(|item| &item.flair))
    .bind::<Array<Text>, _>(texts(|item| &item.link))
    .execute(conn)
    .await?;
    Ok(())
}

/// Locks the users who have notifications of these items or own these watches, and then their positions in the
/// sequence of notifications, in the order that all code keeps: what marks and what alerts takes them in two
/// steps.
async fn lock_users(keys: &[ItemKey], watches: &[Uuid], conn: &mut Conn) -> QueryResult<()> {
    let users: Vec<Id> = diesel::sql_query(
        "SELECT id FROM users WHERE id IN (
             SELECT n.user_id FROM unnest($1, $2) AS changed (id, seen_at)
             JOIN notifications n ON n.item_id = changed.id AND n.seen_at = changed.seen_at
             UNION SELECT user_id FROM watches WHERE id = ANY ($3))
         ORDER BY id FOR KEY SHARE",
    )
    .bind::<Array<SqlUuid>, _>(keys.iter().map(|key| key.id).collect::<Vec<_>>())
    .bind::<Array<Timestamptz>, _>(keys.iter().map(|key| key.seen_at).collect::<Vec<_>>())
    .bind::<Array<SqlUuid>, _>(watches)
    .load(conn)
    .await?;
    let users: BTreeSet<Uuid> = users.into_iter().map(|user| user.id).collect();
    for user_id in users {
        Notification::take_places(user_id, 0, conn).await?;
    }
    Ok(())
}

/// Returns a stored item as the forum gave it.
fn as_read(item: Item) -> ForumItem {
    ForumItem {
        kind: item.searched().kind,
        forum_id: item.forum_id,
        thread_id: item.thread_id,
        subreddit: item.subreddit,
        author: item.author,
        title: item.title,
        body: item.body,
        url: item.url,
        score: item.score,
        num_comments: item.num_comments,
        created_at: item.forum_created_at,
        pinned: false,
        crosspost_parent: String::new(),
        is_backlog: false,
        is_gone: false,
        is_edited: false,
        flair: item.flair,
        link: item.link,
    }
}
