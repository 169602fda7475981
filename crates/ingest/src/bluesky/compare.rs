//! Compares what is stored with what another instance has of the same minute. That posts flow proves nothing: an
//! instance may leave out those of a part of the network. Then the stream continues at the next instance, from the
//! last time at which nothing was missing, and what may be missing until now is a gap.

use std::collections::HashSet;
use std::sync::PoisonError;

use chrono::{DateTime, TimeDelta, Utc};
use diesel::QueryableByName;
use diesel::sql_types::{Array, BigInt, Text};
use diesel_async::RunQueryDsl;
use tokio::time::{Instant, timeout_at};

use super::StreamReader;
use foundation::telemetry::metrics::Source;
use platform::sources::ForumError;
use platform::sources::bluesky::What;

/// The length of what is compared.
const LENGTH: TimeDelta = TimeDelta::minutes(1);
/// The age of what is compared: instances see an event at different times.
const AGE: TimeDelta = TimeDelta::minutes(2);
/// The other instance is read up to this long ago, so that what was deleted meanwhile is not missed.
const UP_TO: TimeDelta = TimeDelta::seconds(5);
/// Maximum events that are read for a comparison, many times those of three minutes.
const MAX_EVENTS: usize = 50_000;
/// Fewer missing posts than this prove nothing,
const MIN_MISSING: usize = 3;
/// nor does a smaller share of them, in percent: instances differ in what they refuse.
const MIN_PERCENT: usize = 1;
/// Time from the beginning of the first stream to the first comparison.
const FIRST: TimeDelta = TimeDelta::minutes(5);
/// The time that instances keep events, and so the furthest that a stream goes back.
const MAX_BACK: TimeDelta = TimeDelta::hours(36);

/// The reading of this process, as far as comparisons need to know it.
#[derive(Debug, Default)]
pub(super) struct Reading {
    /// The instance that the next stream is asked of first. It counts up, past the number of instances.
    pub(super) first: usize,
    /// The instance whose stream is open.
    pub(super) open: Option<usize>,
    /// The time of the last event that is stored, in microseconds since 1970.
    pub(super) read_to: i64,
    /// Nothing is known to be missing up to this time, in microseconds since 1970.
    complete_to: i64,
    due_at: Option<DateTime<Utc>>,
    /// What the last comparison found missing, until the stream is left for that.
    pub(super) lacking: Option<Lacking>,
}

/// The result of a comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compared {
    /// The posts of that minute that the other instance has.
    pub expected: usize,
    /// Those that are not stored.
    pub missing: usize,
    /// Whether too many are missing for the instance to be kept.
    pub is_incomplete: bool,
    /// The reason why the other instance could not be read.
    pub error: Option<ForumError>,
}

/// What an instance has left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Lacking {
    /// The time up to which nothing was missing, in microseconds since 1970.
    pub(super) since: i64,
    pub(super) missing: usize,
    pub(super) expected: usize,
}

impl Reading {
    /// Notes that a stream was opened at `cursor`.
    pub(super) fn open(
        &mut self,
        instance: usize,
        cursor: i64,
        now: DateTime<Utc>,
        every: TimeDelta,
    ) {
        self.open = Some(instance);
        self.read_to = cursor;
        if self.complete_to == 0 {
            self.complete_to = cursor;
        }
        self.due_at.get_or_insert(now + FIRST.min(every));
    }
}

impl StreamReader {
    /// Compares what is stored with what the next instance has, if that is due and this process reads; with one
    /// instance alone, with what that replays. Returns `None` if nothing was compared.
    ///
    /// # Errors
    /// The database failed.
    pub async fn compare_once(&self) -> anyhow::Result<Option<Compared>> {
        let (now, every) = (self.now(), self.compares_every());
        let end = (now - AGE).timestamp_micros();
        let begin = (now - AGE - LENGTH).timestamp_micros();
        let instance = {
            let mut reading = self.reading();
            let Some(open) = reading.open.filter(|_| !every.is_zero()) else {
                return Ok(None);
            };
            let is_due = reading.due_at.is_some_and(|due| due <= now);
            if !is_due || reading.read_to < end || reading.lacking.is_some() {
                return Ok(None);
            }
            reading.due_at = Some(now + every);
            open
        };
        let until = (now - UP_TO).timestamp_micros();
        let expected = match self.posts_at(instance + 1, begin..end, until).await {
            Ok(expected) => expected,
            Err(error) => {
                let compared =
                    Compared { expected: 0, missing: 0, is_incomplete: false, error: Some(error) };
                return Ok(Some(compared));
            }
        };
        let missing = self.count_missing(&expected).await?;
        let expected = expected.len();
        let is_incomplete = missing >= MIN_MISSING && missing * 100 >= expected * MIN_PERCENT;
        self.reader.context.metrics.missing(Source::Bluesky, missing);
        let mut reading = self.reading();
        if is_incomplete {
            let since = reading.complete_to.max((now - MAX_BACK).timestamp_micros());
            reading.lacking = Some(Lacking { since, missing, expected });
            reading.first = instance + 1;
        } else if expected > 0 {
            reading.complete_to = begin;
        }
        drop(reading);
        Ok(Some(Compared { expected, missing, is_incomplete, error: None }))
    }

    pub(super) fn reading(&self) -> std::sync::MutexGuard<'_, Reading> {
        self.reading.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the interval of comparisons; zero if nothing is compared.
    pub(super) fn compares_every(&self) -> TimeDelta {
        TimeDelta::minutes(self.reader.context.config.bluesky.compare_minutes.into())
    }

    /// Returns the ids of the posts of a time that an instance has and that were not deleted up to `until`.
    async fn posts_at(
        &self,
        instance: usize,
        time: std::ops::Range<i64>,
        until: i64,
    ) -> Result<HashSet<String>, ForumError> {
        let deadline = Instant::now() + self.reader.context.config.bluesky.timeout();
        let mut stream = self.reader.source.stream(time.start, instance).await?;
        let (mut posts, mut reached) = (HashSet::new(), i64::MIN);
        for _ in 0..MAX_EVENTS {
            let event = match timeout_at(deadline, stream.next()).await {
                Ok(event) => event?,
                Err(_) => break,
            };
            reached = reached.max(event.time);
            match event.what {
                What::Posted(id, _) if time.contains(&event.time) => {
                    posts.insert(id.forum_id());
                }
                What::Deleted(id) => {
                    posts.remove(&id.forum_id());
                }
                What::AccountGone(did) => {
                    let of_account = format!("bsky:{did}/");
                    posts.retain(|id| !id.starts_with(&of_account));
                }
                _ => {}
            }
            if reached >= until {
                break;
            }
        }
        if reached < time.end {
            return Err(ForumError::Unavailable {
                reason: "the other instance did not send a minute's posts in time".to_owned(),
                retry_after: None,
            });
        }
        Ok(posts)
    }

    async fn count_missing(&self, expected: &HashSet<String>) -> anyhow::Result<usize> {
        #[derive(QueryableByName)]
        struct Count {
            #[diesel(sql_type = BigInt)]
            count: i64,
        }
        let mut conn = self.reader.context.conn().await?;
        let missing: Count = diesel::sql_query(
            "SELECT count(*) AS count FROM unnest($1) AS expected (post)
             WHERE NOT EXISTS (SELECT FROM item_keys WHERE forum_id = post AND NOT is_thread)
                 AND NOT EXISTS (SELECT FROM unmatched_items WHERE forum_id = post)",
        )
        .bind::<Array<Text>, _>(expected.iter().collect::<Vec<_>>())
        .get_result(&mut conn)
        .await?;
        Ok(usize::try_from(missing.count)?)
    }
}
