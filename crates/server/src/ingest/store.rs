//! The one transaction from items to messages. What is committed here is alerted once; what is not
//! will be read again.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use diesel::QueryableByName;
use diesel::prelude::*;
use diesel::sql_types::{Array, Nullable, Text};
use diesel_async::{AsyncConnection, RunQueryDsl};
use matcher::PatternCost;
use uuid::Uuid;

use super::alerts::{ItemKey, Matches};
use super::kept::insert_items;
use super::outcome::Outcome;
use super::partitions::Partitions;
use super::stories::{self, Stories};
use super::variants;
use crate::bus::{Bus, Wakeups};
use crate::config::Plans;
use crate::context::Context;
use crate::coverage::{SeenItem, record_items};
use crate::db::models::unmatched_item;
use crate::db::{Conn, Pool};
use crate::sources::ForumItem;
use crate::watches::match_items::{Matched, match_items};
use crate::watches::{ActiveWatches, Known};

/// What became of a batch.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Stored {
    /// Items that were never seen before.
    pub new_items: usize,
    pub notifications: usize,
    /// Messages put into the outbox.
    pub messages: usize,
    /// Items that were searched, anew if watches changed meanwhile, and for how long.
    pub searched: usize,
    pub match_time: Duration,
    /// Whether the poll's outcome was written: not if another process holds the listing by now.
    pub outcome_written: bool,
}

/// What storing needs of its process.
#[derive(Clone, Copy)]
pub struct StoreContext<'a> {
    pub pool: &'a Pool,
    pub plans: Plans,
    pub bus: &'a dyn Bus,
}

impl<'a> From<&'a Context> for StoreContext<'a> {
    fn from(context: &'a Context) -> Self {
        Self {
            pool: &context.pool,
            plans: context.config.server.plans,
            bus: &*context.bus,
        }
    }
}

/// So often a batch is matched anew because watches changed meanwhile. Then it fails, and is read
/// again.
const MAX_ROUNDS: usize = 5;

/// Why a transaction was rolled back.
enum Undone {
    /// ActiveWatches changed, and match otherwise than what was about to be stored.
    Outdated,
    /// Another process reads the source by now.
    TakenOver,
    Failed(anyhow::Error),
}

impl<E: Into<anyhow::Error>> From<E> for Undone {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

/// Stores a batch, newest item first, as seen `now`. A watch that is committed before the end of
/// the transaction is in it, whichever process made it and whether or not this one had heard of it.
///
/// # Errors
/// The database failed; nothing of the batch was stored then.
pub async fn store(
    context: StoreContext<'_>,
    partitions: &Partitions,
    watches: &ActiveWatches,
    items: Vec<ForumItem>,
    outcome: Option<Outcome>,
    now: DateTime<Utc>,
) -> anyhow::Result<Stored> {
    let pool = context.pool;
    partitions.ensure(pool, now).await?;
    let (items, stories_of) = unknown(pool, items).await?;
    let mut costs = Vec::new();
    let batch = Unknown {
        items,
        stories_of,
        outcome,
    };
    let stored = batch.store(context, watches, &mut costs, now).await;
    // Afterwards, and whatever came of it: what was spent is spent.
    if let Err(error) = watches.charge(&costs, now, pool).await {
        tracing::warn!(error = %format!("{error:#}"), "could not pause what costs too much");
    }
    stored
}

/// A batch without the items that are stored already.
struct Unknown {
    items: Arc<[ForumItem]>,
    /// The stories of stored posts.
    stories_of: HashMap<String, String>,
    outcome: Option<Outcome>,
}

impl Unknown {
    /// Matches and stores it; adds what matching cost to `costs`.
    async fn store(
        &self,
        context: StoreContext<'_>,
        watches: &ActiveWatches,
        costs: &mut Vec<PatternCost>,
        now: DateTime<Utc>,
    ) -> anyhow::Result<Stored> {
        let (items, pool) = (&self.items, context.pool);
        let (mut searched, mut match_time) = (0, Duration::ZERO);
        for _ in 0..MAX_ROUNDS {
            // Matched before any row is locked: the transaction stays short, and items that another
            // process stores meanwhile are dropped in it.
            let known = watches.known().await;
            let began = Instant::now();
            let mut matched = match_items(known.snapshot(), items.clone()).await?;
            match_time += began.elapsed();
            searched += items.len();
            costs.append(&mut matched.costs);
            let stories = self.stories_of.clone();
            let mut conn = pool.get().await?;
            let stories = stories::find(items, &matched.found, stories, now, &mut conn).await?;
            let batch = Batch {
                items,
                known: &known,
                matched: &matched,
                stories: &stories,
                outcome: self.outcome.as_ref(),
            };
            let committed = batch.commit(context, now, &mut conn).await;
            drop(conn);
            match committed {
                Ok((stored, wakeups)) => {
                    context.bus.after_commit(&wakeups).await;
                    return Ok(Stored {
                        searched,
                        match_time,
                        ..stored
                    });
                }
                Err(Undone::Outdated) => watches.catch_up(pool).await?,
                Err(Undone::TakenOver) => return Ok(Stored::default()),
                Err(Undone::Failed(error)) => return Err(error),
            };
        }
        anyhow::bail!("the watches changed {MAX_ROUNDS} times while items were stored")
    }
}

/// What is stored in one transaction.
struct Batch<'a> {
    items: &'a Arc<[ForumItem]>,
    known: &'a Known,
    matched: &'a Matched,
    stories: &'a Stories,
    outcome: Option<&'a Outcome>,
}

impl Batch<'_> {
    async fn commit(
        &self,
        context: StoreContext<'_>,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> Result<(Stored, Wakeups), Undone> {
        let Self {
            items,
            matched,
            stories,
            ..
        } = self;
        conn.transaction(async |conn| -> Result<(Stored, Wakeups), Undone> {
            let (mut stored, mut wakeups) = (Stored::default(), Wakeups::default());
            let new = insert_items(items, matched, stories, now, conn).await?;
            stored.new_items = new.len();
            if !new.is_empty() {
                futures::try_join!(
                    stories::remember(stories, &new, now, conn),
                    stories::adopt_comments(items, stories, &new, conn),
                )?;
                let keys = keys(&new, now);
                let matches = Matches {
                    items,
                    keys: &keys,
                    found: &matched.found,
                    are_new: true,
                };
                let alerted = matches.alert(context, now, conn).await?;
                stored.notifications = alerted.notifications;
                stored.messages = alerted.messages;
                wakeups = alerted.wakeups;
                variants::note(items, &keys, matched, conn).await?;
            }
            self.record(&new, now, conn).await?;
            if let Some(outcome) = self.outcome {
                stored.outcome_written = outcome.write(stored.new_items, now, conn).await?;
                if outcome.holds() && !stored.outcome_written {
                    return Err(Undone::TakenOver);
                }
            }
            // At the end, so that what is committed while the others wait for locks is seen as
            // well.
            if !new.is_empty() && self.known.is_outdated(items, matched, conn).await? {
                return Err(Undone::Outdated);
            }
            Ok((stored, wakeups))
        })
        .await
    }

    /// Writes the new items into the ledger.
    async fn record(
        &self,
        new: &HashMap<usize, Uuid>,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<()> {
        let seen = new.keys().map(|place| &self.items[*place]);
        let seen: Vec<SeenItem<'_>> = seen
            .map(|item| SeenItem {
                kind: item.kind.into(),
                subreddit: &item.subreddit,
                created_at: item.created_at,
            })
            .collect();
        if !seen.is_empty() {
            record_items(&seen, now, conn).await?;
        }
        Ok(())
    }
}

/// New items, by what they are stored under.
fn keys(new: &HashMap<usize, Uuid>, now: DateTime<Utc>) -> HashMap<usize, ItemKey> {
    let key = |id: Uuid| ItemKey { id, seen_at: now };
    new.iter().map(|(place, id)| (*place, key(*id))).collect()
}

/// The forum's id of a stored item, and its story if that is another post's.
#[derive(QueryableByName)]
struct StoredKey {
    #[diesel(sql_type = Text)]
    forum_id: String,
    #[diesel(sql_type = Nullable<Text>)]
    story_id: Option<String>,
}

/// The items that are not stored yet, oldest first, each once, and what story the stored posts that
/// they refer to belong to. What is gone already when it is first seen is passed over.
async fn unknown(
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
