use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use tokio::time::{Instant, timeout_at};
use tokio_util::sync::CancellationToken;
use tracing::Instrument;

use super::batch::Batch;
use super::{LEASE, StreamReader, gaps};
use crate::removal::Removed;
use crate::store::Stored;
use crate::store::outcome::{Outcome, SequenceOutcome};
use db::models::coverage_gap::{CoverageGap, reason};
use db::models::sequence::Sequence;
use foundation::telemetry::metrics::Source;
use foundation::telemetry::traces;
use platform::sources::ForumError;
use platform::sources::bluesky::Stream;

/// The time for which events are gathered after the first of them,
const GATHER: Duration = Duration::from_millis(200);
/// or until this many have arrived.
const MAX_EVENTS: usize = 500;
/// The interval at which a reader records that it still reads the stream when nothing comes.
const HEARTBEAT: Duration = Duration::from_secs(5);
/// A reader that is at most this far behind is up to date.
const UP_TO_DATE: TimeDelta = TimeDelta::seconds(10);

/// A stream that is being read.
pub struct Session<'a> {
    of: &'a StreamReader,
    stream: Stream,
    claimed: Sequence,
    /// Whether nothing came yet.
    is_new: bool,
}

/// The result of storing a batch, for the log and for tests.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Heard {
    pub events: usize,
    /// Events and frames that could not be read.
    pub unreadable: usize,
    pub stored: Stored,
    pub removed: Removed,
    /// Whether a gap was recorded.
    pub has_gap: bool,
}

/// The reason why gathering stopped.
enum End {
    /// There is enough for now.
    Pause,
    Stopped,
    Failed(ForumError),
}

impl<'a> Session<'a> {
    pub(super) fn new(of: &'a StreamReader, stream: Stream, claimed: Sequence) -> Self {
        Self { of, stream, claimed, is_new: true }
    }

    /// Gathers events and stores them. Returns `None` at the end of the stream, which is recorded then, at
    /// `stop`, or when another process has taken over.
    ///
    /// # Errors
    /// The database failed.
    pub async fn read(&mut self, stop: &CancellationToken) -> anyhow::Result<Option<Heard>> {
        let (batch, end) = self.gather(stop).await;
        let goes_on = matches!(end, End::Pause);
        let heard = match goes_on || batch.events > 0 {
            true => {
                let span = traces::poll(Source::Bluesky);
                Some(self.store(batch, goes_on).instrument(span).await?)
            }
            false => None,
        };
        match end {
            End::Pause => {}
            End::Stopped => self.let_go().await?,
            End::Failed(error) => {
                self.of.reading().open = None;
                tracing::warn!(%error, "the stream of Bluesky ended");
                self.of.fail(&self.claimed, &error).await?;
            }
        }
        let lacking = if goes_on { self.of.reading().lacking.take() } else { None };
        if let Some(lacking) = lacking {
            self.of.reading().open = None;
            self.of.leave(&self.claimed, &lacking).await?;
            return Ok(None);
        }
        let is_ours = heard.as_ref().is_none_or(|heard| heard.stored.outcome_written);
        Ok(heard.filter(|_| goes_on && is_ours))
    }

    /// Leaves the stream to the next reader.
    pub(super) async fn let_go(&mut self) -> anyhow::Result<()> {
        let now = self.of.now();
        self.of.reading().open = None;
        let outcome = SequenceOutcome::unchanged(self.claimed.clone(), now);
        let outcome = Some(Outcome::Sequence(outcome));
        self.of.reader.store(Vec::new(), outcome, now).await?;
        Ok(())
    }

    /// Returns the time of the last event that is stored, in microseconds since 1970.
    pub fn read_to(&self) -> i64 {
        self.claimed.read_to
    }

    async fn gather(&mut self, stop: &CancellationToken) -> (Batch, End) {
        let site_url = self.of.reader.source.site_url();
        let mut batch = Batch::default();
        let mut until = Instant::now() + HEARTBEAT;
        let end = loop {
            let event = tokio::select! {
                biased;
                () = stop.cancelled() => break End::Stopped,
                event = timeout_at(until, self.stream.next()) => event,
            };
            match event {
                Err(_) => break End::Pause,
                Ok(Err(error)) => break End::Failed(error),
                Ok(Ok(event)) => batch.add(event, site_url),
            }
            if batch.events == 1 {
                until = Instant::now() + GATHER;
            }
            if batch.events >= MAX_EVENTS {
                break End::Pause;
            }
        };
        batch.unreadable += std::mem::take(&mut self.stream.skipped);
        (batch, end)
    }

    async fn store(&mut self, batch: Batch, goes_on: bool) -> anyhow::Result<Heard> {
        let (reader, now) = (&self.of.reader, self.of.now());
        let (events, unreadable, times) = (batch.events, batch.unreadable, batch.times);
        let (items, gone, names) = batch.divide();
        self.of.names.learn(names);
        let removed = gone.remove(now, &mut *reader.context.conn().await?).await?;
        let metrics = &reader.context.metrics;
        metrics.removed(Source::Bluesky, removed.items);
        let items = self.of.names.of_matched(items, &reader.watches, &reader.source).await?;
        let gaps = times.map_or_else(Vec::new, |(first, _)| self.gaps(first, now));
        let has_gap = !gaps.is_empty();
        let read_to =
            times.map_or(self.claimed.read_to, |(_, last)| last.max(self.claimed.read_to));
        let is_up_to_date = match DateTime::from_timestamp_micros(read_to) {
            Some(read_to) => events == 0 || now - read_to < UP_TO_DATE,
            None => false,
        };
        let polled_at = is_up_to_date.then_some(now);
        let outcome = SequenceOutcome {
            read_to,
            polled_at,
            leased_until: goes_on.then_some(now + LEASE),
            gaps,
            holds: true,
            ..SequenceOutcome::unchanged(self.claimed.clone(), now)
        };
        let stored = reader.store(items, Some(Outcome::Sequence(outcome)), now).await?;
        self.is_new &= events == 0;
        self.claimed.read_to = read_to;
        self.of.reading().read_to = read_to;
        self.claimed.polled_at = polled_at.or(self.claimed.polled_at);
        self.claimed.failures = 0;
        Ok(Heard { events, unreadable, stored, removed, has_gap })
    }

    /// Returns the gaps before the first event of a stream. It was asked for from before where the last one
    /// was read to: one that begins later is all that the instance still has.
    fn gaps(&self, first: i64, now: DateTime<Utc>) -> Vec<CoverageGap> {
        let was_read = self.claimed.polled_at.is_some();
        if !self.is_new || !was_read || first <= self.claimed.read_to {
            return Vec::new();
        }
        gaps(&self.claimed.place, self.claimed.read_to, first, reason::AWAY, now)
    }
}
