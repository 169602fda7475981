//! Reads the log for a shard, and stores what its watches match, a transaction for each run of batches of one source.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use tokio_util::sync::CancellationToken;

use super::received::{Run, runs};
use crate::author_names::Names;
use crate::removal::changed::Changed;
use crate::steps::pause;
use crate::store::Progress;
use crate::store::partitions::Partitions;
use crate::store::{Reading, Stored, Unknown};
use db::models::match_shard::MatchShard;
use domain::watches::ActiveWatches;
use foundation::telemetry::metrics::Source;
use platform::bus::{ItemLog, ItemReader};
use platform::context::Context;
use platform::sources::bluesky::Bluesky;

/// Pause after a failure, before the log is read again from the shard's position.
const REST: Duration = Duration::from_millis(500);

/// Reads the log for a shard.
pub struct ShardReader<'a> {
    context: &'a Context,
    log: &'a ItemLog,
    watches: Arc<ActiveWatches>,
    /// Resolves the names of authors of Bluesky posts that the shard matches.
    bluesky: Arc<Bluesky>,
    names: Names,
    shard: MatchShard,
    partitions: Partitions,
    reader: Option<ItemReader>,
}

impl<'a> ShardReader<'a> {
    /// # Errors
    /// There is no log.
    pub fn new(
        context: &'a Context,
        bluesky: Arc<Bluesky>,
        watches: Arc<ActiveWatches>,
        shard: MatchShard,
    ) -> anyhow::Result<Self> {
        let log = context.bus.items();
        Ok(Self {
            context,
            log: log.context("there is no log of items without bus.url")?,
            watches,
            bluesky,
            names: Names::default(),
            shard,
            partitions: Partitions::default(),
            reader: None,
        })
    }

    /// Stores what arrives until `stop`, or until another process holds the shard.
    pub(super) async fn run(&mut self, stop: &CancellationToken) {
        loop {
            let read = tokio::select! {
                () = stop.cancelled() => return,
                read = self.take() => read,
            };
            // A transaction that has begun is completed.
            let stored = match read {
                Ok(runs) => self.store(runs).await,
                Err(error) => Err(error),
            };
            match stored {
                Ok(true) => {}
                Ok(false) => return,
                Err(error) => {
                    let (shard, error) = (self.shard.shard, format!("{error:#}"));
                    tracing::error!(shard, error, "reading the log of items failed");
                    self.context.metrics.shards.failed(shard);
                    self.reader = None;
                    if pause(REST, stop).await.is_none() {
                        return;
                    }
                }
            }
        }
    }

    /// Reads what comes next and stores it. Returns whether this process still holds the shard.
    ///
    /// # Errors
    /// The log does not answer, or the database failed: then the same is read again.
    pub async fn step(&mut self) -> anyhow::Result<bool> {
        let stored = match self.take().await {
            Ok(runs) => self.store(runs).await,
            Err(error) => Err(error),
        };
        if stored.is_err() {
            self.reader = None;
        }
        stored
    }

    /// Returns the position up to which everything is stored.
    pub fn position(&self) -> i64 {
        self.shard.position
    }

    async fn take(&mut self) -> anyhow::Result<Vec<Run>> {
        let reader = match &mut self.reader {
            Some(reader) => reader,
            None => {
                let reader = open(self.log, &mut self.shard).await?;
                self.reader.insert(reader)
            }
        };
        let taken = reader.take().await?;
        if taken.lost > 0 {
            tracing::error!(
                shard = self.shard.shard,
                batches = taken.lost,
                "items were lost: the shard was behind for longer than NATS keeps them (bus.keep_hours)"
            );
            self.context.metrics.shards.lost(self.shard.shard, taken.lost);
        }
        Ok(runs(&taken.batches))
    }

    async fn store(&mut self, runs: Vec<Run>) -> anyhow::Result<bool> {
        for run in runs {
            let began = Instant::now();
            let (shard, source, position) = (self.shard.shard, run.source, run.position);
            let (waiting, appended_at) = (run.waiting, run.appended_at);
            let stored = self.store_run(run).await?;
            if !stored.outcome_written {
                return Ok(false);
            }
            self.shard.position = position;
            let metrics = &self.context.metrics;
            if let Some(source) = source {
                metrics.stored(source, 0, stored.notifications, began.elapsed());
                metrics.matched(source, stored.searched, stored.match_time);
            }
            let now = self.context.clock.now().timestamp_micros();
            let lag = match waiting {
                0 => 0.0,
                _ => (now - appended_at).max(0) as f64 / 1e6,
            };
            metrics.shards.came_to(shard, position, waiting, lag);
        }
        Ok(true)
    }

    /// Stores what the shard's watches match of a run, along with the shard's progress. If the outcome was
    /// not written, another process holds the shard, and nothing was stored.
    async fn store_run(&self, run: Run) -> anyhow::Result<Stored> {
        let (context, watches, now) = (self.context, &*self.watches, self.context.clock.now());
        self.partitions.ensure(&context.pool, now).await?;
        let progress = Progress::new(&self.shard, run.position);
        if run.is_changed {
            let changed = Changed::find(run.into_changed(), watches, now, &context.pool).await?;
            return changed.store_for_shard(context, &progress, now).await;
        }
        let is_of_bluesky = run.source == Some(Source::Bluesky);
        let (keys, mut items) = run.into_new_items();
        if is_of_bluesky {
            items = self.names.of_matched(items, watches, &self.bluesky).await?;
        }
        let batch = Unknown {
            items: items.into(),
            keys,
            stories_of: HashMap::new(),
            reading: Reading::Shard(&progress),
        };
        batch.store(context.into(), watches, now).await
    }
}

/// Opens the log at the shard's position. A log that was created again, or that has gone back with the disk
/// of its server, is read from its beginning: what was stored of it before is found in the database.
async fn open(log: &ItemLog, shard: &mut MatchShard) -> anyhow::Result<ItemReader> {
    let state = log.state().await?;
    let last = i64::try_from(state.last)?;
    if shard.log_made_at != state.made_at || shard.position > last {
        if shard.position > 0 {
            tracing::warn!(
                shard = shard.shard,
                "the log of items was made anew; it is read from its beginning"
            );
        }
        (shard.log_made_at, shard.position) = (state.made_at, 0);
        // What is not there any more was in no log that this shard has read.
        shard.position = i64::try_from(state.first.saturating_sub(1))?;
    }
    log.read(u64::try_from(shard.position)?).await
}
