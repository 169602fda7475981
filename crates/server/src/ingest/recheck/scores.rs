//! Scores that have risen: what a query asks for with `min_score:` may hold by now. Only the score
//! is taken from the answer. The text is the stored one, since that is what is shown.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use chrono::{DateTime, Utc};
use diesel::sql_types::{Array, Bool, Integer, Timestamptz, Uuid as SqlUuid};
use diesel::{QueryResult, QueryableByName};
use diesel_async::{AsyncConnection, RunQueryDsl};
use uuid::Uuid;

use super::Claimed;
use crate::context::Context;
use crate::db::models::item::Item;
use crate::db::{Conn, Pool};
use crate::ingest::alerts::{Alerted, ItemKey, Matches};
use crate::sources::ForumItem;
use crate::sources::Page;
use crate::watches::ActiveWatches;
use crate::watches::match_items::{Found, match_items};

/// Stored items whose score is higher now, and the matches that they did not have before.
pub(super) struct Risen {
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
    /// Compares an answer with what is stored. Whatever else a watch asks for is as it was, so what
    /// matches only now is what waited for the score.
    pub(super) async fn find(
        claimed: &[Claimed],
        answer: &Page,
        watches: &ActiveWatches,
        now: DateTime<Utc>,
        pool: &Pool,
    ) -> anyhow::Result<Self> {
        let rows = with_lower_score(claimed, answer, &mut *pool.get().await?).await?;
        let (mut keys, mut before, mut after) = (Vec::new(), Vec::new(), Vec::new());
        for Row { item, risen_to } in rows {
            keys.push(ItemKey {
                id: item.id,
                seen_at: item.seen_at,
            });
            let item = read_before(item);
            after.push(ForumItem {
                score: risen_to,
                ..item.clone()
            });
            before.push(item);
        }
        let items: Arc<[ForumItem]> = after.into();
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

    /// Stores the scores and alerts of the matches, in one transaction. Returns how many
    /// notifications were made.
    pub(super) async fn store(
        &self,
        context: &Context,
        now: DateTime<Utc>,
    ) -> anyhow::Result<usize> {
        if self.keys.is_empty() {
            return Ok(0);
        }
        let mut conn = context.conn().await?;
        let stored = conn.transaction(async |conn| -> anyhow::Result<Alerted> {
            let written = self.write(conn).await?;
            let keys = self.keys.iter().copied().enumerate();
            let keys: HashMap<usize, ItemKey> =
                keys.filter(|(_, key)| written.contains(&key.id)).collect();
            let matches = Matches {
                items: &self.items,
                keys: &keys,
                found: &self.found,
                are_new: false,
            };
            matches.alert(context.into(), now, conn).await
        });
        let alerted = stored.await?;
        drop(conn);
        context.bus.after_commit(&alerted.wakeups).await;
        Ok(alerted.notifications)
    }

    /// The ids of the items that are still there and had a lower score.
    async fn write(&self, conn: &mut Conn) -> QueryResult<HashSet<Uuid>> {
        let found: HashSet<usize> = self.found.iter().map(|found| found.item).collect();
        let written: Vec<Written> = diesel::sql_query(
            "UPDATE items SET score = risen.score, is_matched = is_matched OR risen.found
             FROM unnest($1, $2, $3, $4) AS risen (id, seen_at, score, found)
             WHERE items.id = risen.id AND items.seen_at = risen.seen_at
                AND items.gone_at IS NULL AND items.score < risen.score
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

/// The items that the answer has with a higher score than is stored.
async fn with_lower_score(
    claimed: &[Claimed],
    answer: &Page,
    conn: &mut Conn,
) -> QueryResult<Vec<Row>> {
    let there = answer.items.iter().filter(|item| !item.is_gone);
    let scores: HashMap<&str, i32> = there
        .map(|item| (item.forum_id.as_str(), item.score))
        .collect();
    let asked = claimed
        .iter()
        .filter_map(|item| Some((item, *scores.get(item.forum_id.as_str())?)));
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

/// As the forum gave it.
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
