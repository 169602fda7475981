//! Finds items whose score has risen, which may now satisfy `min_score:` of a query. Only the score is taken from the
//! answer; the text stays the stored one, since that is what is shown.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use chrono::{DateTime, Utc};
use diesel::sql_types::{Array, Bool, Integer, Timestamptz, Uuid as SqlUuid};
use diesel::{QueryResult, QueryableByName};
use diesel_async::{AsyncConnection, RunQueryDsl};
use uuid::Uuid;

use super::Claimed;
use crate::alerts::{Alerted, ItemKey, Matches, Novelty};
use crate::message::{PassedItem, messages};
use crate::store::Progress;
use crate::store::Stored;
use db::models::item::Item;
use db::{Conn, Pool};
use domain::watches::ActiveWatches;
use domain::watches::match_items::{Found, match_items};
use platform::bus::ItemLog;
use platform::context::Context;
use platform::sources::ForumItem;
use platform::sources::Page;

/// A stored item whose score is higher now.
#[derive(Debug, Clone)]
pub(crate) struct RisenItem {
    pub(crate) key: ItemKey,
    /// The item with its current score.
    pub(crate) item: ForumItem,
    /// The stored score.
    pub(crate) before: i32,
}

/// Items whose score has risen, and the matches that they did not have before.
pub(crate) struct Risen {
    items: Arc<[ForumItem]>,
    /// In the order of the items.
    keys: Vec<ItemKey>,
    found: Vec<Found>,
}

#[derive(QueryableByName)]
struct Row {
    #[diesel(embed)]
    item: Item,
    #[diesel(sql_type = Integer)]
    risen_to: i32,
}

#[derive(QueryableByName)]
struct Written {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
}

impl Risen {
    /// Searches the items with both scores. Nothing else has changed, so matches with the new score only are those
    /// that waited for it.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn find(
        risen: Vec<RisenItem>,
        watches: &ActiveWatches,
        now: DateTime<Utc>,
        pool: &Pool,
    ) -> anyhow::Result<Self> {
        let before =
            risen.iter().map(|risen| ForumItem { score: risen.before, ..risen.item.clone() });
        let before: Vec<ForumItem> = before.collect();
        let (keys, items): (Vec<_>, Vec<_>) =
            risen.into_iter().map(|risen| (risen.key, risen.item)).unzip();
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
        found.retain(|f| !known.contains(&(f.item, f.watch_id)));
        Ok(Self { items, keys, found })
    }

    /// Stores the scores and alerts about the matches, in one transaction. Returns the number of notifications.
    pub(super) async fn store(
        &self,
        context: &Context,
        now: DateTime<Utc>,
    ) -> anyhow::Result<usize> {
        if self.keys.is_empty() {
            return Ok(0);
        }
        let mut conn = context.conn().await?;
        let stored = conn.transaction(async |conn| self.alert(context, now, conn).await);
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
            let alerted = match self.found.is_empty() {
                true => Alerted::default(),
                false => self.alert(context, now, conn).await?,
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

    async fn alert(
        &self,
        context: &Context,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> anyhow::Result<Alerted> {
        let written = self.write(conn).await?;
        let keys = self.keys.iter().copied().enumerate();
        let keys: HashMap<usize, ItemKey> =
            keys.filter(|(_, key)| written.contains(&key.id)).collect();
        let matches = Matches {
            items: &self.items,
            keys: &keys,
            found: &self.found,
            novelty: Novelty::Stored,
        };
        matches.alert(context.into(), now, conn).await
    }

    /// Stores the scores. Returns the ids of the items that still exist and have no higher score by now.
    async fn write(&self, conn: &mut Conn) -> QueryResult<HashSet<Uuid>> {
        let found: HashSet<usize> = self.found.iter().map(|found| found.item).collect();
        let written: Vec<Written> = diesel::sql_query(
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

/// Returns the items with a higher score in the answer than is stored.
pub(super) async fn risen(
    claimed: &[Claimed],
    answer: &Page,
    conn: &mut Conn,
) -> QueryResult<Vec<RisenItem>> {
    let rows = with_lower_score(claimed, answer, conn).await?;
    let risen = rows.into_iter().map(|Row { item, risen_to }| RisenItem {
        key: ItemKey { id: item.id, seen_at: item.seen_at },
        before: item.score,
        item: ForumItem { score: risen_to, ..read_before(item) },
    });
    Ok(risen.collect())
}

/// Passes the items on to the shards, then writes their scores: after a crash in between, they are passed on again.
pub(super) async fn pass_on(risen: &[RisenItem], log: &ItemLog, pool: &Pool) -> anyhow::Result<()> {
    if risen.is_empty() {
        return Ok(());
    }
    let items =
        risen.iter().map(|risen| PassedItem::new(risen.key, &risen.item, Some(risen.before)));
    log.append(messages(items.collect(), "risen")?).await?;
    diesel::sql_query(
        "UPDATE items SET score = risen.score FROM unnest($1, $2, $3) AS risen (id, seen_at, score)
         WHERE items.id = risen.id AND items.seen_at = risen.seen_at
            AND items.gone_at IS NULL AND items.score < risen.score",
    )
    .bind::<Array<SqlUuid>, _>(risen.iter().map(|risen| risen.key.id).collect::<Vec<_>>())
    .bind::<Array<Timestamptz>, _>(risen.iter().map(|risen| risen.key.seen_at).collect::<Vec<_>>())
    .bind::<Array<Integer>, _>(risen.iter().map(|risen| risen.item.score).collect::<Vec<_>>())
    .execute(&mut *pool.get().await?)
    .await?;
    Ok(())
}

async fn with_lower_score(
    claimed: &[Claimed],
    answer: &Page,
    conn: &mut Conn,
) -> QueryResult<Vec<Row>> {
    let there = answer.items.iter().filter(|item| !item.is_gone);
    let scores: HashMap<&str, i32> =
        there.map(|item| (item.forum_id.as_str(), item.score)).collect();
    let asked =
        claimed.iter().filter_map(|item| Some((item, *scores.get(item.forum_id.as_str())?)));
    let (asked, scores): (Vec<&Claimed>, Vec<i32>) = asked.unzip();
    diesel::sql_query(
        "SELECT items.*, seen.score AS risen_to
         FROM unnest($1, $2, $3) AS seen (id, seen_at, score)
         JOIN items ON items.id = seen.id AND items.seen_at = seen.seen_at
         WHERE items.gone_at IS NULL AND items.score < seen.score",
    )
    .bind::<Array<SqlUuid>, _>(asked.iter().map(|item| item.item_id).collect::<Vec<_>>())
    .bind::<Array<Timestamptz>, _>(asked.iter().map(|item| item.seen_at).collect::<Vec<_>>())
    .bind::<Array<Integer>, _>(scores)
    .load(conn)
    .await
}

/// Returns the item as the forum gave it.
fn read_before(item: Item) -> ForumItem {
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
        flair: item.flair,
        link: item.link,
    }
}
