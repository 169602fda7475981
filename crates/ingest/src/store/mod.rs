//! The one transaction from items to messages. What is committed here is alerted once; what is not
//! will be read again.

pub(crate) mod kept;
pub(crate) mod known_items;
pub mod outcome;
pub mod partitions;
mod progress;
pub(crate) mod stories;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use diesel::QueryResult;
use diesel_async::AsyncConnection;
use matcher::PatternCost;
use uuid::Uuid;

use self::kept::{insert_items, known_keys};
use self::known_items::unknown;
use self::outcome::{Outcome, amount_of};
use self::partitions::Partitions;
pub(crate) use self::progress::{LEASE, Progress};
use self::stories::Stories;
use crate::alerts::variants;
use crate::alerts::{ItemKey, Matches, Novelty};
pub use crate::context::StoreContext;
use db::Conn;
use db::models::unmatched_item;
use domain::watches::match_items::{Matched, match_items};
use domain::watches::{ActiveWatches, Known};
use platform::bus::Wakeups;
use platform::coverage::{SeenItem, record_items};
use platform::sources::ForumItem;

/// The outcome of a batch.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Stored {
    /// Items that were never seen before.
    pub new_items: usize,
    pub notifications: usize,
    /// Messages put into the outbox.
    pub messages: usize,
    /// Items that were searched, again if watches changed meanwhile, and for how long.
    pub searched: usize,
    pub match_time: Duration,
    /// Whether the poll's outcome, or the shard's progress, was written: false if another process holds the
    /// listing or the shard by now.
    pub outcome_written: bool,
}

/// Maximum times that a batch is matched because watches changed meanwhile. Then storing fails, and the batch
/// is read again.
const MAX_ROUNDS: usize = 5;

/// The reason why a transaction was rolled back.
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
/// the transaction is in it, whichever process made it, even if this one did not know it before.
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
    let batch = Unknown {
        keys: new_keys(items.len(), now),
        items,
        stories_of,
        reading: Reading::Source(outcome.as_ref()),
    };
    batch.store(context, watches, now).await
}

/// Returns `count` keys, in the order of their ids, which is that of the batch.
pub(super) fn new_keys(count: usize, seen_at: DateTime<Utc>) -> Vec<ItemKey> {
    let key = |_| ItemKey { id: Uuid::now_v7(), seen_at };
    (0..count).map(key).collect()
}

/// The process that stores a batch, and what is written with it.
#[derive(Debug, Clone, Copy)]
pub(super) enum Reading<'a> {
    /// The process that has read it at its source and matches all of it, with the outcome of the poll.
    Source(Option<&'a Outcome>),
    /// A shard: what its watches match, and its progress. The process that has read the batch stored the rest.
    Shard(&'a Progress<'a>),
}

/// A batch without the items that are stored already, oldest first.
pub(super) struct Unknown<'a> {
    pub(super) items: Arc<[ForumItem]>,
    /// The keys under which the items are stored, in the same order.
    pub(super) keys: Vec<ItemKey>,
    /// The stories of stored posts, if the storing process has read the batch at its source; a shard queries
    /// those of its matches.
    pub(super) stories_of: HashMap<String, String>,
    pub(super) reading: Reading<'a>,
}

impl Unknown<'_> {
    /// Matches and stores the batch, and charges the watches for the cost.
    ///
    /// # Errors
    /// The database failed; nothing of the batch was stored then.
    pub(super) async fn store(
        &self,
        context: StoreContext<'_>,
        watches: &ActiveWatches,
        now: DateTime<Utc>,
    ) -> anyhow::Result<Stored> {
        let mut costs = Vec::new();
        let stored = self.store_matched(context, watches, &mut costs, now).await;
        // Afterwards, and whatever the result: what was spent is spent.
        if let Err(error) = watches.charge(&costs, now, context.pool).await {
            tracing::warn!(error = %format!("{error:#}"), "could not pause what costs too much");
        }
        stored
    }

    /// Adds what matching cost to `costs`.
    async fn store_matched(
        &self,
        context: StoreContext<'_>,
        watches: &ActiveWatches,
        costs: &mut Vec<PatternCost>,
        now: DateTime<Utc>,
    ) -> anyhow::Result<Stored> {
        let (items, pool) = (&self.items, context.pool);
        let (mut searched, mut match_time) = (0, Duration::ZERO);
        for _ in 0..MAX_ROUNDS {
            // Matching comes before any row is locked: the transaction stays short, and items that another
            // process stores meanwhile are dropped in it.
            let known = watches.known().await;
            let began = Instant::now();
            let mut matched = match_items(known.snapshot(), items.clone()).await?;
            match_time += began.elapsed();
            searched += items.len();
            costs.append(&mut matched.costs);
            let mut conn = pool.get().await?;
            let stories = match self.reading {
                Reading::Source(_) => self.stories_of.clone(),
                Reading::Shard(_) => stories::of_stored(items, &matched.kept(), &mut conn).await?,
            };
            let stories = stories::find(items, &matched.found, stories, now, &mut conn).await?;
            let batch = Batch {
                items,
                keys: &self.keys,
                known: &known,
                matched: &matched,
                stories: &stories,
                reading: self.reading,
            };
            let committed = batch.commit(context, now, &mut conn).await;
            if committed.is_ok() {
                batch.take_over(&conn).await?;
            }
            drop(conn);
            match committed {
                Ok((stored, wakeups)) => {
                    context.bus.after_commit(&wakeups).await;
                    return Ok(Stored { searched, match_time, ..stored });
                }
                Err(Undone::Outdated) => watches.catch_up(pool).await?,
                Err(Undone::TakenOver) => return Ok(Stored::default()),
                Err(Undone::Failed(error)) => return Err(error),
            };
        }
        anyhow::bail!("the watches changed {MAX_ROUNDS} times while items were stored")
    }
}

/// The data that is stored in one transaction.
struct Batch<'a> {
    items: &'a Arc<[ForumItem]>,
    keys: &'a [ItemKey],
    known: &'a Known,
    matched: &'a Matched,
    stories: &'a Stories,
    reading: Reading<'a>,
}

impl Batch<'_> {
    async fn commit(
        &self,
        context: StoreContext<'_>,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> Result<(Stored, Wakeups), Undone> {
        let Self { items, matched, stories, .. } = self;
        conn.transaction(async |conn| -> Result<(Stored, Wakeups), Undone> {
            let (mut stored, mut wakeups) = (Stored::default(), Wakeups::default());
            let places = self.places();
            let new = insert_items(items, self.keys, places, matched, stories, now, conn).await?;
            stored.new_items = new.len();
            if !new.is_empty() {
                futures::try_join!(
                    stories::remember(stories, &new, now, conn),
                    stories::adopt_comments(items, stories, &new, conn),
                )?;
            }
            let (keys, novelty) = self.keys_to_alert(&new, conn).await?;
            if !keys.is_empty() {
                let matches = Matches { items, keys: &keys, found: &matched.found, novelty };
                let alerted = matches.alert(context, now, conn).await?;
                stored.notifications = alerted.notifications;
                stored.messages = alerted.messages;
                wakeups = alerted.wakeups;
                variants::note(items, &keys, matched, conn).await?;
            }
            match self.reading {
                Reading::Source(outcome) => {
                    let seen = new.keys().map(|place| &items[*place]);
                    let amount = amount_of(seen.clone());
                    record(seen, now, conn).await?;
                    if let Some(outcome) = outcome {
                        stored.outcome_written = outcome.write(amount, now, conn).await?;
                        if outcome.holds() && !stored.outcome_written {
                            return Err(Undone::TakenOver);
                        }
                    }
                }
                Reading::Shard(progress) => {
                    stored.outcome_written = progress.write(now, conn).await?;
                    if !stored.outcome_written {
                        return Err(Undone::TakenOver);
                    }
                }
            }
            // Last, so that what is committed while the others wait for locks is seen as well.
            let is_of_shard = matches!(self.reading, Reading::Shard(_));
            let is_matched = is_of_shard || !new.is_empty();
            if is_matched && self.known.is_outdated(items, matched, conn).await? {
                return Err(Undone::Outdated);
            }
            Ok((stored, wakeups))
        })
        .await
    }

    /// Deletes items that the reader of the source may have committed as unmatched while a shard's
    /// transaction was running.
    async fn take_over(&self, conn: &Conn) -> QueryResult<()> {
        if let Reading::Source(_) = self.reading {
            return Ok(());
        }
        let kept = self.matched.kept().into_iter();
        let kept: Vec<&str> = kept.map(|place| self.items[place].forum_id.as_str()).collect();
        unmatched_item::delete(&kept, conn).await
    }

    /// Returns the positions of the items that are stored.
    fn places(&self) -> Vec<usize> {
        match self.reading {
            Reading::Source(_) => (0..self.items.len()).collect(),
            Reading::Shard(_) => self.matched.kept().into_iter().collect(),
        }
    }

    /// Returns the keys of the matches to alert of, and what was known of the items before.
    async fn keys_to_alert(
        &self,
        new: &HashMap<usize, Uuid>,
        conn: &mut Conn,
    ) -> QueryResult<(HashMap<usize, ItemKey>, Novelty)> {
        let mut keys: HashMap<usize, ItemKey> =
            new.keys().map(|place| (*place, self.keys[*place])).collect();
        if let Reading::Source(_) = self.reading {
            return Ok((keys, Novelty::New));
        }
        // What only variants find is not kept, and stored by who has read it.
        let kept = self.matched.kept();
        let of_variants = self.matched.of_variants.iter().map(|found| found.item);
        let of_variants = of_variants.filter(|place| !kept.contains(place));
        keys.extend(of_variants.map(|place| (place, self.keys[place])));
        let id = |place: &usize| self.items[*place].forum_id.as_str();
        let stored: Vec<usize> = kept.difference(&new.keys().copied().collect()).copied().collect();
        if stored.is_empty() {
            return Ok((keys, Novelty::New));
        }
        let found = self.matched.found.iter().map(|found| id(&found.item));
        let ids: Vec<&str> = stored.iter().map(id).collect();
        let known = known_keys(&ids, &found.collect(), conn).await?;
        keys.extend(stored.iter().filter_map(|place| Some((*place, *known.get(id(place))?))));
        Ok((keys, Novelty::PassedOn))
    }
}

/// Writes new items into the ledger.
pub(super) async fn record(
    new: impl Iterator<Item = &ForumItem>,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<()> {
    let seen: Vec<SeenItem<'_>> = new
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
