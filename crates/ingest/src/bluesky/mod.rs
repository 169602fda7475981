//! Reads Bluesky, whose events come as a stream: some are gathered, and stored with the place that the
//! stream was read to, so that whatever ends it, the next one begins where the last commit was.

mod batch;
mod compare;
mod read;
mod session;

use std::sync::{Arc, Mutex};

use chrono::{DateTime, TimeDelta, Utc};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

pub use self::compare::Compared;
use self::compare::{Lacking, Reading};
pub(crate) use self::read::read_bluesky;
pub use self::session::{Heard, Session};
use super::reader::Reader;
use super::retry::wait_after;
use crate::author_names::Names;
use crate::store::outcome::{Outcome, SequenceOutcome};
use db::models::coverage_gap::{CoverageGap, reason};
use db::models::item::ItemKind;
use db::models::sequence::{Sequence, SequenceSource};
use domain::watches::ActiveWatches;
use foundation::telemetry::metrics::Source;
use platform::context::Context;
use platform::sources::ForumError;
use platform::sources::bluesky::{Bluesky, PLACE};

const SOURCE: SequenceSource = SequenceSource::Bluesky;
/// The time that the first stream begins back, so that previews have something.
const BEGINS_BACK: TimeDelta = TimeDelta::minutes(5);
/// The overlap of each stream with the last one: instances see an event at different times, and stored events
/// are skipped.
const OVERLAP: TimeDelta = TimeDelta::seconds(5);
/// Time between the end of a stream and the next one, which is longer if it fails again.
const PAUSE: TimeDelta = TimeDelta::seconds(1);
const MAX_WAIT: TimeDelta = TimeDelta::minutes(1);
/// Renewed with each commit. A process that dies holds up the others for this long.
const LEASE: TimeDelta = TimeDelta::seconds(30);

/// The reader of one process; of several, one reads at a time.
pub struct StreamReader {
    reader: Reader<Arc<Bluesky>>,
    names: Names,
    reading: Mutex<Reading>,
}

impl StreamReader {
    pub fn new(context: Context, source: Arc<Bluesky>, watches: Arc<ActiveWatches>) -> Self {
        let reader = Reader::new(context, source, watches);
        Self { reader, names: Names::default(), reading: Mutex::default() }
    }

    /// Opens the stream if that is due. Returns `None` if it is not, another process reads, or the stream
    /// could not be opened, which is recorded.
    ///
    /// # Errors
    /// The database failed.
    pub async fn open(&self) -> anyhow::Result<Option<Session<'_>>> {
        let now = self.now();
        let claimed = {
            let mut conn = self.reader.context.conn().await?;
            let from = (now - BEGINS_BACK).timestamp_micros();
            Sequence::begin(SOURCE, PLACE, from, now, &mut conn).await?;
            Sequence::claim(SOURCE, now, LEASE, TimeDelta::zero(), None, &mut conn).await?
        };
        let Some(claimed) = claimed else {
            return Ok(None);
        };
        let failures = usize::try_from(claimed.failures).unwrap_or(0);
        let tried = self.reading().first + failures;
        let overlap = OVERLAP.num_microseconds().unwrap_or(0);
        let cursor = claimed.read_to.saturating_sub(overlap);
        let opened = self.reader.source.stream(cursor, tried).await;
        let metrics = &self.reader.context.metrics;
        metrics.polled(Source::Bluesky, opened.is_ok());
        match opened {
            Ok(stream) => {
                self.reading().open(tried, cursor, now, self.compares_every());
                Ok(Some(Session::new(self, stream, claimed)))
            }
            Err(error) => {
                tracing::warn!(%error, "could not open the stream of Bluesky");
                self.fail(&claimed, &error).await?;
                Ok(None)
            }
        }
    }

    /// Reads a stream until it ends or `stop`. Returns false if there was none to open.
    ///
    /// # Errors
    /// The database failed.
    pub async fn read(&self, stop: &CancellationToken) -> anyhow::Result<bool> {
        let Some(mut session) = self.open().await? else {
            return Ok(false);
        };
        tracing::info!("reading the stream of Bluesky");
        loop {
            match session.read(stop).await {
                Ok(Some(heard)) => tracing::debug!(?heard, "stored events of Bluesky"),
                Ok(None) => return Ok(true),
                Err(error) => {
                    // The first process that can store again continues; otherwise none could before the lease
                    // ends.
                    if let Err(error) = session.let_go().await {
                        tracing::debug!(%error, "Bluesky is read on when the lease ends");
                    }
                    return Err(error);
                }
            }
        }
    }

    /// Returns when the next stream is to be opened.
    ///
    /// # Errors
    /// The database failed.
    pub async fn next_due(&self) -> anyhow::Result<Option<DateTime<Utc>>> {
        let mut conn = self.reader.context.conn().await?;
        Ok(Sequence::next_due(SOURCE, &mut conn).await?)
    }

    fn now(&self) -> DateTime<Utc> {
        self.reader.context.clock.now()
    }

    /// Leaves an instance that has left out posts. The next stream is another instance's, and goes back to where
    /// nothing was missing. What may be missing since is a gap, as the other instance may lack it, too.
    async fn leave(&self, claimed: &Sequence, lacking: &Lacking) -> anyhow::Result<()> {
        let now = self.now();
        let Lacking { since, missing, expected } = lacking;
        tracing::warn!(
            missing,
            expected,
            "the instance of Bluesky's stream leaves out posts that another one has; reading another one"
        );
        let outcome = SequenceOutcome {
            read_to: *since,
            gaps: gaps(&claimed.place, *since, now.timestamp_micros(), reason::LEFT_OUT, now),
            ..SequenceOutcome::unchanged(claimed.clone(), now)
        };
        let outcome = Some(Outcome::Sequence(outcome));
        self.reader.store(Vec::new(), outcome, now).await?;
        Ok(())
    }

    /// Records that a stream ended or could not be opened. Nothing is lost: the next one begins at the
    /// position that this one reached.
    async fn fail(&self, claimed: &Sequence, error: &ForumError) -> anyhow::Result<()> {
        let now = self.now();
        let failures = u32::try_from(claimed.failures).unwrap_or(0) + 1;
        let wait = wait_after(Some(error), failures, PAUSE, MAX_WAIT, rand::random());
        let outcome = SequenceOutcome {
            error: Some(error.to_string()),
            next_poll_at: now + wait,
            ..SequenceOutcome::unchanged(claimed.clone(), now)
        };
        let outcome = Some(Outcome::Sequence(outcome));
        self.reader.store(Vec::new(), outcome, now).await?;
        Ok(())
    }
}

/// Returns the gaps, of posts and of replies, between two times in microseconds since 1970.
fn gaps(place: &str, from: i64, to: i64, reason: &str, now: DateTime<Utc>) -> Vec<CoverageGap> {
    let time = |micros| DateTime::from_timestamp_micros(micros).unwrap_or(now);
    let gap = |kind: &ItemKind| CoverageGap {
        id: Uuid::now_v7(),
        listing: CoverageGap::listing_of(*kind, place),
        started_at: time(from),
        ended_at: time(to),
        reason: reason.to_owned(),
    };
    ItemKind::ALL.iter().map(gap).collect()
}
