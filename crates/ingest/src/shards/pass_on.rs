//! Passes items on to the shards that match them, where a bus has a log for them (`bus::ItemLog`). The reader
//! of a source appends what is new, waits until it is kept, and only then commits its position, with the
//! items stored as unmatched: after a crash in between they are read and passed on again. A shard that
//! matches an item takes it from there.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use chrono::{DateTime, Utc};
use diesel::QueryableByName;
use diesel::sql_types::{Array, Text};
use diesel_async::{AsyncConnection, RunQueryDsl};
use uuid::Uuid;

use crate::alerts::ItemKey;
use crate::message::{PassedItem, messages};
use crate::store::kept::insert_items;
use crate::store::known_items::unknown;
use crate::store::outcome::{Outcome, amount_of};
use crate::store::partitions::Partitions;
use crate::store::stories;
use crate::store::{Stored, new_keys, record};
use db::models::unmatched_item;
use db::{Conn, Pool};
use domain::watches::ActiveWatches;
use domain::watches::match_items::Matched;
use platform::bus::ItemLog;
use platform::sources::ForumItem;

/// Passes a batch on, newest item first, as seen `now`. A watch that is committed before the end of the transaction
/// that stores it is matched, as is one that is committed later by its backfill.
///
/// # Errors
/// The log has not acknowledged all, or the database failed: nothing of the batch was stored then.
pub async fn pass_on(
    pool: &Pool,
    log: &ItemLog,
    partitions: &Partitions,
    watches: &ActiveWatches,
    items: Vec<ForumItem>,
    outcome: Option<Outcome>,
    now: DateTime<Utc>,
) -> anyhow::Result<Stored> {
    partitions.ensure(pool, now).await?;
    let (items, stories_of) = unknown(pool, items).await?;
    let keys = new_keys(items.len(), now);
    let known = watches.known().await;
    append(log, &items, &keys, "new").await?;
    let batch = PassedBatch { items: &items, keys: &keys, outcome: outcome.as_ref() };
    let mut conn = pool.get().await?;
    let stored = batch.commit(stories_of, now, &mut conn).await?;
    let Some(stored) = stored else {
        return Ok(Stored::default());
    };
    let ids: Vec<&str> = items.iter().map(|item| item.forum_id.as_str()).collect();
    if ids.is_empty() {
        return Ok(stored);
    }
    unmatched_item::delete_kept(&ids, &conn).await?;
    // A watch that was committed since they were passed on may have come too late for the shard, and its backfill too
    // early for what was stored only now.
    let nothing = Matched::default();
    let is_outdated = known.is_outdated(&items, &nothing, &mut conn).await?;
    drop(conn);
    if is_outdated {
        append(log, &items, &keys, &Uuid::now_v7().to_string()).await?;
        watches.catch_up(pool).await?;
    }
    Ok(stored)
}

async fn append(
    log: &ItemLog,
    items: &[ForumItem],
    keys: &[ItemKey],
    reason: &str,
) -> anyhow::Result<()> {
    let items = keys.iter().zip(items);
    let items = items.map(|(key, item)| PassedItem::new(*key, item, None));
    log.append(messages(items.collect(), reason)?).await
}

/// A batch that was passed on and is stored as unmatched.
struct PassedBatch<'a> {
    items: &'a Arc<[ForumItem]>,
    keys: &'a [ItemKey],
    outcome: Option<&'a Outcome>,
}

#[derive(QueryableByName)]
struct Kept {
    #[diesel(sql_type = Text)]
    forum_id: String,
}

impl PassedBatch<'_> {
    /// Returns what was stored, or `None` if another process has taken the source over.
    async fn commit(
        &self,
        stories_of: HashMap<String, String>,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> anyhow::Result<Option<Stored>> {
        let Self { items, keys, outcome } = self;
        let (matched, places) = (Matched::default(), (0..items.len()).collect());
        let stories = stories::find(items, &[], stories_of, now, conn).await?;
        let mut stored = Stored::default();
        let committed = conn.transaction(async |conn| {
            let new = insert_items(items, keys, places, &matched, &stories, now, conn).await?;
            let kept = self.kept_since(&new, conn).await?;
            let new = items
                .iter()
                .enumerate()
                .filter(|(place, item)| new.contains_key(place) || kept.contains(&item.forum_id));
            let new: Vec<&ForumItem> = new.map(|(_, item)| item).collect();
            stored.new_items = new.len();
            record(new.iter().copied(), now, conn).await?;
            if let Some(outcome) = outcome {
                let amount = amount_of(new.iter().copied());
                stored.outcome_written = outcome.write(amount, now, conn).await?;
                if outcome.holds() && !stored.outcome_written {
                    return Err(diesel::result::Error::RollbackTransaction);
                }
            }
            Ok(())
        });
        match committed.await {
            Ok(()) => Ok(Some(stored)),
            Err(diesel::result::Error::RollbackTransaction) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Returns the items that a shard has stored already: they are as new as the others.
    async fn kept_since(
        &self,
        new: &HashMap<usize, Uuid>,
        conn: &mut Conn,
    ) -> diesel::QueryResult<HashSet<String>> {
        let items = self.items.iter().enumerate();
        let left_out = items.filter(|(place, _)| !new.contains_key(place));
        let left_out: Vec<&str> = left_out.map(|(_, item)| item.forum_id.as_str()).collect();
        if left_out.is_empty() {
            return Ok(HashSet::new());
        }
        let kept: Vec<Kept> = diesel::sql_query(
            "SELECT forum_id FROM item_keys WHERE forum_id = ANY($1) AND NOT is_thread",
        )
        .bind::<Array<Text>, _>(left_out)
        .load(conn)
        .await?;
        Ok(kept.into_iter().map(|kept| kept.forum_id).collect())
    }
}
