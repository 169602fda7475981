//! Reads instances of Lemmy, whose listings have the newest items first: posts and comments are read back to
//! where the last poll began, and a little further, since what comes from another instance may come late.

mod back;
mod read;
mod turns;

pub(crate) use self::read::read_lemmy;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};
use diesel::sql_types::{Array, Text};
use diesel::{QueryResult, QueryableByName};
use diesel_async::RunQueryDsl;
use tokio_util::sync::CancellationToken;
use tracing::Instrument;
use uuid::Uuid;

use self::back::{ReadBack, read_back};
use self::turns::next_turn;
use super::reader::Reader;
use super::removal::Removed;
use super::retry::wait_after;
use super::store::Stored;
use crate::removal::gone::Gone;
use crate::store::outcome::{LemmyOutcome, Outcome};
use db::Conn;
use db::models::coverage_gap::{CoverageGap, reason};
use db::models::item::ItemKind;
use db::models::lemmy_instance::LemmyInstance;
use domain::watches::ActiveWatches;
use foundation::telemetry::metrics::Source;
use foundation::telemetry::traces;
use platform::context::Context;
use platform::sources::lemmy::{Instance, Lemmy, PLACE};
use platform::sources::{ForumError, ForumItem};

/// The overlap of each poll with the last one: listings are in the order in which items were made, and an
/// item takes a moment to get from one instance to another.
const OVERLAP: TimeDelta = TimeDelta::minutes(2);
/// The overlap of a poll from time to time, since items may take longer when an instance is busy.
const LATE: TimeDelta = TimeDelta::minutes(30);
const LOOK_FOR_LATE: TimeDelta = TimeDelta::minutes(10);
const MAX_WAIT: TimeDelta = TimeDelta::minutes(5);
/// Longer than a poll of `MAX_PAGES` pages usually takes. If the lease lapses, what both polls store is
/// stored once, and the outcome of the later one counts.
const LEASE: TimeDelta = TimeDelta::minutes(5);

/// The reader of one process; of several, one reads an instance at a time.
pub struct LemmyReader {
    reader: Reader<Arc<Lemmy>>,
    /// When late items were last looked for, by instance.
    looked_for_late: Mutex<HashMap<String, DateTime<Utc>>>,
}

/// One poll of an instance, for the log and for tests.
#[derive(Debug, PartialEq, Eq)]
pub struct ReadInstance {
    pub address: String,
    pub pages: usize,
    /// Entries that could not be read.
    pub skipped: usize,
    pub stored: Stored,
    /// The items that a listing marks as gone.
    pub removed: Removed,
    pub gaps: usize,
    pub error: Option<ForumError>,
}

impl LemmyReader {
    pub fn new(context: Context, source: Arc<Lemmy>, watches: Arc<ActiveWatches>) -> Self {
        Self { reader: Reader::new(context, source, watches), looked_for_late: Mutex::default() }
    }

    /// Reads what is new on the instance that has been due longest. Returns `None` if no instance is due or
    /// other processes read the due ones. At `stop` the poll breaks off, and the next one begins where this
    /// one did.
    ///
    /// # Errors
    /// The database failed. Errors of the instance are part of the returned value.
    pub async fn read_once(
        &self,
        stop: &CancellationToken,
    ) -> anyhow::Result<Option<ReadInstance>> {
        let now = self.reader.context.clock.now();
        let (addresses, interval) = (self.addresses(), self.interval());
        let claimed = {
            let mut conn = self.reader.context.conn().await?;
            LemmyInstance::begin(&addresses, now, &mut conn).await?;
            LemmyInstance::claim(&addresses, now, LEASE, interval, &mut conn).await?
        };
        let Some(claimed) = claimed else {
            return Ok(None);
        };
        let mut instances = self.reader.source.instances().iter();
        let instance = instances.find(|instance| instance.address() == claimed.address);
        let Some(instance) = instance else {
            return Ok(None);
        };
        let span = traces::poll(Source::Lemmy);
        let polling = async {
            let found = tokio::select! {
                found = self.read(instance, &claimed, now) => found,
                () = stop.cancelled() => Err(ForumError::Unavailable {
                    reason: "Harken is stopping".to_owned(),
                    retry_after: None,
                }),
            };
            match found {
                Ok(found) => self.store(claimed, found, now).await,
                Err(error) => self.fail(claimed, error, now).await,
            }
        };
        let read = polling.instrument(span.clone()).await?;
        if read.error.is_some() {
            traces::failed(&span);
        }
        Ok(Some(read))
    }

    /// Returns when the next poll is due.
    ///
    /// # Errors
    /// The database failed.
    pub async fn next_due(&self) -> anyhow::Result<Option<DateTime<Utc>>> {
        let mut conn = self.reader.context.conn().await?;
        Ok(LemmyInstance::next_due(&self.addresses(), &mut conn).await?)
    }

    fn addresses(&self) -> Vec<&str> {
        let instances = self.reader.source.instances().iter();
        instances.map(Instance::address).collect()
    }

    fn interval(&self) -> TimeDelta {
        TimeDelta::seconds(self.reader.source.config().poll_seconds.into())
    }

    /// Returns when an instance that was polled at `began` is polled next: in its turn among the others.
    async fn next_poll(
        &self,
        address: &str,
        began: DateTime<Utc>,
    ) -> anyhow::Result<DateTime<Utc>> {
        let (addresses, interval) = (self.addresses(), self.interval());
        let position = addresses.iter().position(|one| *one == address).unwrap_or(0);
        let before = match position.checked_sub(1).and_then(|before| addresses.get(before)) {
            Some(before) => {
                let mut conn = self.reader.context.conn().await?;
                LemmyInstance::find(before, &mut conn).await?
            }
            None => None,
        };
        let before = before.map(|before| before.next_poll_at);
        Ok(next_turn(before, addresses.len(), interval, began))
    }

    /// Reads both listings. No database connection is held meanwhile.
    async fn read(
        &self,
        instance: &Instance,
        claimed: &LemmyInstance,
        now: DateTime<Utc>,
    ) -> Result<Vec<(ItemKind, ReadBack)>, ForumError> {
        let is_time = self.is_time_to_look_for_late(&claimed.address, now);
        let overlap = if is_time { LATE } else { OVERLAP };
        let from = claimed.polled_at.map(|polled| polled - overlap);
        let mut found = Vec::with_capacity(ItemKind::ALL.len());
        // One after the other, for the sake of the instance.
        for kind in ItemKind::ALL {
            found.push((*kind, read_back(instance, *kind, from, now).await?));
        }
        if is_time {
            self.looked_for_late().insert(claimed.address.clone(), now);
        }
        Ok(found)
    }

    fn looked_for_late(&self) -> std::sync::MutexGuard<'_, HashMap<String, DateTime<Utc>>> {
        let looked = self.looked_for_late.lock();
        looked.unwrap_or_else(PoisonError::into_inner)
    }

    fn is_time_to_look_for_late(&self, address: &str, now: DateTime<Utc>) -> bool {
        let looked = self.looked_for_late().get(address).copied();
        looked.is_none_or(|looked| now < looked || looked + LOOK_FOR_LATE <= now)
    }

    async fn store(
        &self,
        claimed: LemmyInstance,
        found: Vec<(ItemKind, ReadBack)>,
        began: DateTime<Utc>,
    ) -> anyhow::Result<ReadInstance> {
        let gaps = found.iter().filter_map(|(kind, back)| gap(*kind, back, claimed.polled_at?));
        let gaps: Vec<CoverageGap> = gaps.collect();
        let is_backlog = claimed.polled_at.is_none();
        let (mut pages, mut skipped, mut items) = (0, 0, Vec::new());
        for (_, back) in found {
            pages += back.pages;
            skipped += back.skipped;
            items.extend(back.items.into_iter().map(|item| ForumItem { is_backlog, ..item }));
        }
        items.sort_by_key(|item| std::cmp::Reverse(item.created_at));
        let now = self.reader.context.clock.now();
        let removed = self.remove_gone(&items, now).await?;
        let metrics = &self.reader.context.metrics;
        metrics.removed(Source::Lemmy, removed.items);
        let mut read = ReadInstance {
            address: claimed.address.clone(),
            pages,
            skipped,
            stored: Stored::default(),
            removed,
            gaps: gaps.len(),
            error: None,
        };
        let next_poll_at = self.next_poll(&claimed.address, began).await?;
        let outcome =
            LemmyOutcome { claimed, polled_at: Some(began), next_poll_at, error: None, gaps };
        let outcome = Some(Outcome::Lemmy(outcome));
        read.stored = self.reader.store(items, outcome, now).await?;
        Ok(read)
    }

    /// Purges stored items that are gone. This comes before the transaction that stores the rest: if that
    /// fails, the same items come again and nothing more changes.
    async fn remove_gone(
        &self,
        items: &[ForumItem],
        now: DateTime<Utc>,
    ) -> anyhow::Result<Removed> {
        let gone = items.iter().filter(|item| item.is_gone);
        let gone: Vec<&str> = gone.map(|item| item.forum_id.as_str()).collect();
        if gone.is_empty() {
            return Ok(Removed::default());
        }
        let mut conn = self.reader.context.conn().await?;
        let gone = still_there(&gone, &mut conn).await?;
        let gone = Gone { posts: gone, ..Gone::default() };
        Ok(gone.remove(now, &mut conn).await?)
    }

    /// Records that a poll failed. Nothing is lost: the next one reads back to the same time.
    async fn fail(
        &self,
        claimed: LemmyInstance,
        error: ForumError,
        now: DateTime<Utc>,
    ) -> anyhow::Result<ReadInstance> {
        let failures = u32::try_from(claimed.failures).unwrap_or(0) + 1;
        let (interval, chance) = (self.interval(), rand::random());
        let wait = wait_after(Some(&error), failures, interval, MAX_WAIT, chance);
        let address = claimed.address.clone();
        let outcome = LemmyOutcome {
            claimed,
            polled_at: None,
            next_poll_at: now + wait,
            error: Some(error.to_string()),
            gaps: Vec::new(),
        };
        let outcome = Some(Outcome::Lemmy(outcome));
        Ok(ReadInstance {
            address,
            pages: 0,
            skipped: 0,
            stored: self.reader.store(Vec::new(), outcome, now).await?,
            removed: Removed::default(),
            gaps: 0,
            error: Some(error),
        })
    }
}

/// Returns the gap between `polled` and the oldest item that was reached.
fn gap(kind: ItemKind, back: &ReadBack, polled: DateTime<Utc>) -> Option<CoverageGap> {
    let ended_at = back.missing_until.filter(|until| *until > polled)?;
    Some(CoverageGap {
        id: Uuid::now_v7(),
        listing: CoverageGap::listing_of(kind, PLACE),
        started_at: polled,
        ended_at,
        reason: reason::TOO_MANY.to_owned(),
    })
}

/// Returns the items that are still looked for, and so are not known to be gone.
async fn still_there(forum_ids: &[&str], conn: &mut Conn) -> QueryResult<Vec<String>> {
    #[derive(QueryableByName)]
    struct Key {
        #[diesel(sql_type = Text)]
        forum_id: String,
    }
    let keys: Vec<Key> = diesel::sql_query(
        "SELECT forum_id FROM item_keys WHERE forum_id = ANY ($1) AND check_at IS NOT NULL",
    )
    .bind::<Array<Text>, _>(forum_ids)
    .load(conn)
    .await?;
    Ok(keys.into_iter().map(|key| key.forum_id).collect())
}
