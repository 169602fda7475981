//! Reads Hacker News, whose ids count up: nothing is missed, as every id is requested by its number. An id
//! that has nothing yet is requested again for an hour.

mod follow;
mod pace;
mod parents;
mod patience;
mod read;

pub(crate) use self::read::read_hacker_news;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};
use diesel::sql_types::{Array, BigInt, Text, Timestamptz};
use diesel::{QueryResult, QueryableByName};
use diesel_async::RunQueryDsl;
use tokio::sync::{Notify, watch};
use tokio_util::sync::CancellationToken;
use tracing::Instrument;
use uuid::Uuid;

use self::pace::Pace;
use self::parents::Parents;
use self::patience::next_look;
use super::reader::Reader;
use super::retry::wait_after;
use super::store::Stored;
use crate::store::outcome::{Outcome, SequenceOutcome};
use db::Conn;
use db::models::coverage_gap::{CoverageGap, reason};
use db::models::item::ItemKind;
use db::models::sequence::{Held, Sequence, SequenceSource, Waiting};
use domain::watches::ActiveWatches;
use foundation::telemetry::metrics::Source;
use foundation::telemetry::traces;
use platform::context::Context;
use platform::sources::hacker_news::{Answer, HackerNews, Item, PLACE, forum_id, id_of};
use platform::sources::{ForumError, ForumItem};

const SOURCE: SequenceSource = SequenceSource::HackerNews;
/// The number of ids before the latest at which the first read begins, about half an hour, so that previews
/// have something.
const BEGINS_BACK: i64 = 300;
/// Maximum new ids that one poll takes; when there are more, the next one follows at once.
const MAX_NEW: i64 = 200;
/// Maximum ids that one poll requests again, besides.
const MAX_AGAIN: i64 = 100;
/// Maximum ids that the reading may be behind, some two days. Earlier ones are skipped and recorded as a gap:
/// by then most of them are too old for anybody to be alerted to.
const MAX_BEHIND: i64 = 30_000;
/// Interval between two requests for what has changed.
const ASK_FOR_CHANGES: TimeDelta = TimeDelta::seconds(30);
/// Time for which the site lets people edit what they wrote.
const EDITABLE: TimeDelta = TimeDelta::hours(2);
/// Maximum unmatched items that are read again each time.
const MAX_CHANGED: i64 = 50;
const MAX_WAIT: TimeDelta = TimeDelta::minutes(1);
/// Longer than a poll usually takes. If the lease lapses, what both polls store is stored once, and the
/// outcome of the later one counts.
const LEASE: TimeDelta = TimeDelta::minutes(2);
/// The time after a poll is due for which a process that follows the stream keeps the source to itself, so that one
/// stream is open however many processes there are.
const HOLDS: TimeDelta = TimeDelta::seconds(10);

/// The reader of one process; of several, one reads at a time.
pub struct SequenceReader {
    reader: Reader<Arc<HackerNews>>,
    parents: Parents,
    asked_for_changes: Mutex<Option<DateTime<Utc>>>,
    pace: Mutex<Pace>,
    /// Notified when the stream announces an id.
    announced: Notify,
    /// The fence of the last claim, while the source is this process's between two polls as well.
    held: watch::Sender<Option<i64>>,
}

/// One poll, for the log and for tests.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Read {
    /// Ids that were requested.
    pub asked: usize,
    /// Requested ids that have nothing yet.
    pub waiting: usize,
    pub stored: Stored,
    /// Stored items that have changed and are looked for.
    pub changed: usize,
    /// Whether there is more to read at once.
    pub is_behind: bool,
    pub error: Option<ForumError>,
}

/// The items that were read.
#[derive(Default)]
struct Found {
    items: Vec<ForumItem>,
    waiting: Vec<Waiting>,
    arrived: Vec<i64>,
    asked: usize,
}

impl SequenceReader {
    pub fn new(context: Context, source: Arc<HackerNews>, watches: Arc<ActiveWatches>) -> Self {
        Self {
            parents: Parents::new(source.clone()),
            pace: Mutex::new(Pace::new(seconds(source.config().poll_seconds))),
            announced: Notify::new(),
            held: watch::Sender::new(None),
            reader: Reader::new(context, source, watches),
            asked_for_changes: Mutex::default(),
        }
    }

    /// Reads what is new if a poll is due, or an announced id is to be read. Returns `None` if none is, or
    /// another process reads. At `stop` the poll breaks off, and the next one begins where this one did.
    ///
    /// # Errors
    /// The database failed. Errors of the source are part of the returned value.
    pub async fn read_once(&self, stop: &CancellationToken) -> anyhow::Result<Option<Read>> {
        let now = self.reader.context.clock.now();
        let is_early = self.hurried().is_some_and(|at| at <= now);
        let held = self.held.borrow().map(|fence| Held { fence, is_early });
        let claimed = {
            let mut conn = self.reader.context.conn().await?;
            Sequence::claim(SOURCE, now, LEASE, self.interval(), held, &mut conn).await?
        };
        let Some(claimed) = claimed else {
            return self.begin(now).await;
        };
        let span = traces::poll(Source::HackerNews);
        let reading = self.read(claimed, stop, now).instrument(span.clone());
        let mut read = reading.await?;
        if read.error.is_some() {
            traces::failed(&span);
        }
        if read.error.is_none() {
            let (changed, stored) = self.look_at_changes(now).await?;
            read.changed = changed;
            read.stored.new_items += stored.new_items;
            read.stored.notifications += stored.notifications;
        }
        Ok(Some(read))
    }

    /// Returns when the next poll is due.
    ///
    /// # Errors
    /// The database failed.
    pub async fn next_due(&self) -> anyhow::Result<Option<DateTime<Utc>>> {
        let mut conn = self.reader.context.conn().await?;
        Ok(Sequence::next_due(SOURCE, &mut conn).await?)
    }

    fn interval(&self) -> TimeDelta {
        seconds(self.reader.source.config().poll_seconds)
    }

    /// Creates the row of a source that was never read, so that the next step reads it.
    async fn begin(&self, now: DateTime<Utc>) -> anyhow::Result<Option<Read>> {
        let known = Sequence::find(SOURCE, &mut *self.reader.context.conn().await?).await?;
        if let Some(known) = known {
            // Another process has taken over, since this one was held up.
            self.held
                .send_if_modified(|held| held.take_if(|fence| *fence != known.fence).is_some());
            return Ok(None);
        }
        match self.reader.source.last_id().await {
            Ok(last) => {
                let from = (last - BEGINS_BACK).max(0);
                let mut conn = self.reader.context.conn().await?;
                Sequence::begin(SOURCE, PLACE, from, now, &mut conn).await?;
                Ok(Some(Read { is_behind: true, ..Read::default() }))
            }
            Err(error) => Ok(Some(Read { error: Some(error), ..Read::default() })),
        }
    }

    async fn read(
        &self,
        claimed: Sequence,
        stop: &CancellationToken,
        now: DateTime<Utc>,
    ) -> anyhow::Result<Read> {
        let again = {
            let mut conn = self.reader.context.conn().await?;
            claimed.due(now, MAX_AGAIN, &mut conn).await?
        };
        let last = match self.reader.source.last_id().await {
            Ok(last) => last,
            Err(error) => return self.fail(claimed, error, now).await,
        };
        let (from, gaps) = skip_too_old(&claimed, last, now);
        let to = last.min(from + MAX_NEW);
        let new: Vec<i64> = (from + 1..=to).collect();
        let found = tokio::select! {
            found = self.find(&new, &again, now) => found,
            () = stop.cancelled() => Err(ForumError::Unavailable {
                reason: "Harken is stopping".to_owned(),
                retry_after: None,
            }),
        };
        let found = match found {
            Ok(found) => found,
            Err(error) => return self.fail(claimed, error, now).await,
        };
        let is_behind = to < last;
        let again = found.waiting.iter().filter_map(|waiting| waiting.next_look_at).min();
        let next_poll_at = if is_behind { now } else { self.pace().poll(last, again, now) };
        // Somebody follows the stream.
        let holds = self.held.receiver_count() > 0;
        let outcome = SequenceOutcome {
            // The source may report less than before, from another of its servers.
            read_to: to.max(claimed.read_to),
            polled_at: (!is_behind).then_some(now),
            next_poll_at,
            leased_until: holds.then_some(next_poll_at + HOLDS),
            waiting: found.waiting,
            arrived: found.arrived,
            gaps,
            ..SequenceOutcome::unchanged(claimed, now)
        };
        let (waiting, fence) = (outcome.waiting.len(), outcome.claimed.fence);
        let stored = self.store(found.items, outcome).await?;
        self.held.send_replace((holds && stored.outcome_written).then_some(fence));
        Ok(Read { asked: found.asked, waiting, stored, is_behind, ..Read::default() })
    }

    async fn store(
        &self,
        items: Vec<ForumItem>,
        outcome: SequenceOutcome,
    ) -> anyhow::Result<Stored> {
        let now = self.reader.context.clock.now();
        let outcome = Some(Outcome::Sequence(outcome));
        self.reader.store(items, outcome, now).await
    }

    /// Records that a poll failed. Nothing is lost: the next one begins where this one did.
    async fn fail(
        &self,
        claimed: Sequence,
        error: ForumError,
        now: DateTime<Utc>,
    ) -> anyhow::Result<Read> {
        self.held.send_replace(None);
        let failures = u32::try_from(claimed.failures).unwrap_or(0) + 1;
        let chance = rand::random();
        let wait = wait_after(Some(&error), failures, self.interval(), MAX_WAIT, chance);
        let outcome = SequenceOutcome {
            next_poll_at: now + wait,
            error: Some(error.to_string()),
            ..SequenceOutcome::unchanged(claimed, now)
        };
        let stored = self.store(Vec::new(), outcome).await?;
        Ok(Read { stored, error: Some(error), ..Read::default() })
    }

    /// Requests ids, both new ones and those that had nothing before. No connection is held meanwhile.
    async fn find(
        &self,
        new: &[i64],
        again: &[Waiting],
        now: DateTime<Utc>,
    ) -> Result<Found, ForumError> {
        let mut found = Found::default();
        let ids: Vec<i64> = new.iter().copied().chain(again.iter().map(|one| one.id)).collect();
        found.asked = ids.len();
        let waited: HashMap<i64, &Waiting> = again.iter().map(|one| (one.id, one)).collect();
        let mut items: Vec<Item> = Vec::new();
        for (id, answer) in self.reader.source.items(&ids).await? {
            let before = waited.get(&id).copied();
            if let Answer::Item(item) = answer {
                found.arrived.extend(before.map(|before| before.id));
                items.push(*item);
                continue;
            }
            if let Answer::Unreadable(reason) = answer {
                tracing::warn!(id, reason, "an item of Hacker News cannot be read");
            }
            found.waiting.push(next_look(id, before, now));
        }
        // The newest first, as listings have them.
        items.sort_unstable_by_key(|item| std::cmp::Reverse(item.id));
        let threads = self.parents.threads_of(&items).await?;
        let site_url = &self.reader.source.config().site_url;
        let stored =
            items.iter().filter_map(|item| item.stored_as(threads.get(&item.id), site_url, now));
        found.items = stored.collect();
        Ok(found)
    }

    /// Schedules looks at stored items that the source reports as changed, and returns how many: what was
    /// deleted goes within two minutes, and a new text or a score that has risen is seen. Unmatched items are
    /// read again at once while they can be edited; also returns what was stored of them.
    async fn look_at_changes(&self, now: DateTime<Utc>) -> anyhow::Result<(usize, Stored)> {
        {
            let asked = self.asked_for_changes.lock();
            let mut asked = asked.unwrap_or_else(PoisonError::into_inner);
            if asked.is_some_and(|asked| asked <= now && now < asked + ASK_FOR_CHANGES) {
                return Ok((0, Stored::default()));
            }
            *asked = Some(now);
        }
        let ids = match self.reader.source.updates().await {
            Ok(ids) => ids,
            Err(error) => {
                tracing::warn!(%error, "could not ask Hacker News what has changed");
                return Ok((0, Stored::default()));
            }
        };
        let ids: Vec<String> = ids.into_iter().map(forum_id).collect();
        let mut conn = self.reader.context.conn().await?;
        let changed = look_soon(&ids, now, &mut conn).await?;
        let unmatched = editable(&ids, now - EDITABLE, &mut conn).await?;
        drop(conn);
        if unmatched.is_empty() {
            return Ok((changed, Stored::default()));
        }
        match self.find(&unmatched, &[], now).await {
            Ok(Found { items, .. }) => {
                let edited = items.into_iter().map(|item| ForumItem { is_edited: true, ..item });
                Ok((changed, self.reader.store(edited.collect(), None, now).await?))
            }
            Err(error) => {
                tracing::warn!(%error, "could not ask Hacker News for what has changed");
                Ok((changed, Stored::default()))
            }
        }
    }
}

fn seconds(count: u32) -> TimeDelta {
    TimeDelta::seconds(count.into())
}

/// Returns the ids of those of these items that no watch matched and that were made after `since`, at most
/// [`MAX_CHANGED`].
async fn editable(ids: &[String], since: DateTime<Utc>, conn: &mut Conn) -> QueryResult<Vec<i64>> {
    #[derive(QueryableByName)]
    struct Unmatched {
        #[diesel(sql_type = Text)]
        forum_id: String,
    }
    let unmatched: Vec<Unmatched> = diesel::sql_query(
        "SELECT forum_id FROM unmatched_items
         WHERE forum_id = ANY ($1) AND forum_created_at > $2
         ORDER BY forum_created_at DESC LIMIT $3",
    )
    .bind::<Array<Text>, _>(ids)
    .bind::<Timestamptz, _>(since)
    .bind::<BigInt, _>(MAX_CHANGED)
    .load(conn)
    .await?;
    Ok(unmatched.iter().filter_map(|item| id_of(&item.forum_id)).collect())
}

/// Makes looks at these items due.
async fn look_soon(ids: &[String], now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<usize> {
    diesel::sql_query(
        "UPDATE item_keys SET check_at = $2 WHERE forum_id IN (
             SELECT forum_id FROM item_keys
             WHERE forum_id = ANY ($1) AND check_at > $2 ORDER BY forum_id FOR UPDATE SKIP LOCKED)",
    )
    .bind::<Array<Text>, _>(ids)
    .bind::<Timestamptz, _>(now)
    .execute(conn)
    .await
}

/// Returns the position at which the reading begins, and the gaps for skipped ids.
fn skip_too_old(claimed: &Sequence, last: i64, now: DateTime<Utc>) -> (i64, Vec<CoverageGap>) {
    let earliest = last - MAX_BEHIND;
    if claimed.read_to >= earliest {
        return (claimed.read_to, Vec::new());
    }
    let gap = |kind: &ItemKind| CoverageGap {
        id: Uuid::now_v7(),
        listing: CoverageGap::listing_of(*kind, &claimed.place),
        started_at: claimed.polled_at.unwrap_or(now),
        // The time at which the first item to be read was made is unknown, but is no later than this.
        ended_at: now,
        reason: reason::AWAY.to_owned(),
    };
    (earliest, ItemKind::ALL.iter().map(gap).collect())
}
