//! The log of items: a JetStream stream to which the readers of sources append, and which each
//! shard reads from its own position. The database holds how far a shard has come, written in the
//! transaction that stores what it found; so NATS keeps no record of it, and only appends are
//! acknowledged.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow, ensure};
use async_nats::Client;
use async_nats::jetstream::consumer::{AckPolicy, DeliverPolicy, pull};
use async_nats::jetstream::context::{ContextBuilder, GetStreamErrorKind};
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::{self, ErrorCode, stream};
use bytes::Bytes;
use futures::{FutureExt, StreamExt};

use super::durability;
use crate::config::BusConfig;

/// The timeout of JetStream's answers: longer than the servers of a cluster take to elect a leader.
const TIMEOUT: Duration = Duration::from_secs(5);
/// The time to wait for a cluster that does not have all of its servers yet.
const PATIENCE: Duration = Duration::from_secs(30);
const PAUSE: Duration = Duration::from_millis(500);
/// The time within which an unacknowledged append may be repeated and is still stored only once.
const DUPLICATES: Duration = Duration::from_secs(600);
/// The number of messages that may be on their way to a reader.
const AHEAD: usize = 64;
/// The most messages taken in one call.
const AT_ONCE: usize = 16;
/// The interval of heartbeats; a server that is silent for twice as long is considered gone.
const HEARTBEAT: Duration = Duration::from_secs(1);
const EXPIRES: Duration = Duration::from_secs(10);
/// The time after which the server drops what a reader that ended leaves behind.
const FORGOTTEN_AFTER: Duration = Duration::from_secs(30);

/// Items to append, as one message.
#[derive(Debug, Clone)]
pub struct NewBatch {
    /// The last part of the subject, for those who inspect the stream.
    pub source: &'static str,
    /// Identifies the batch: two with the same id are stored once.
    pub id: String,
    pub payload: Bytes,
}

/// A batch of appended items, as read from the log.
#[derive(Debug, Clone)]
pub struct TakenBatch {
    /// Its place in the log, counted from 1.
    pub sequence: u64,
    pub payload: Bytes,
    /// The number of batches that follow it so far.
    pub waiting: u64,
    /// The time at which it was appended, by the clock of NATS, in microseconds since 1970.
    pub appended_at: i64,
}

/// The extent of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LogState {
    /// The time of its creation, in microseconds since 1970: another value is another log.
    pub made_at: i64,
    /// The place of the first batch that still exists.
    pub first: u64,
    /// The place of the last batch; one less than `first` if there is none.
    pub last: u64,
    /// The number of its current readers.
    pub readers: usize,
}

/// The log that passes items to those who match them.
pub struct ItemLog {
    context: jetstream::Context,
    config: BusConfig,
    failed_appends: AtomicU64,
}

impl ItemLog {
    pub(super) fn new(client: Client, config: &BusConfig) -> Self {
        let context = ContextBuilder::new().timeout(TIMEOUT).ack_timeout(TIMEOUT).build(client);
        Self { context, config: config.clone(), failed_appends: AtomicU64::new(0) }
    }

    fn name(&self) -> String {
        format!("{}-items", self.config.prefix)
    }

    /// Creates the log if there is none, and ensures that it keeps what it acknowledges.
    ///
    /// # Errors
    /// JetStream is missing, Harken may not use it, or what it acknowledges can be lost when a
    /// machine fails; the text names the setting to change.
    pub async fn open(&self) -> anyhow::Result<()> {
        let replicas = usize::from(self.config.replicas);
        let config = stream::Config {
            name: self.name(),
            description: Some("Posts and comments that Harken is about to match".to_owned()),
            subjects: vec![format!("{}.items.*", self.config.prefix)],
            storage: stream::StorageType::File,
            num_replicas: replicas,
            max_age: Duration::from_secs(u64::from(self.config.keep_hours) * 3_600),
            duplicate_window: DUPLICATES,
            ..stream::Config::default()
        };
        let began = Instant::now();
        let made = loop {
            match self.context.create_or_update_stream(config.clone()).await {
                Ok(made) => break made,
                // Servers that were just started still find each other and elect a leader.
                Err(error) if durability::may_pass(&error) && began.elapsed() < PATIENCE => {
                    tracing::info!(%error, "waiting for JetStream");
                    tokio::time::sleep(PAUSE).await;
                }
                Err(error) => return Err(durability::refusal(&error, replicas)),
            }
        };
        let kept = made.config.num_replicas;
        ensure!(
            kept >= replicas,
            "NATS keeps items in {kept} copies, and bus.replicas is {replicas}"
        );
        durability::check(&self.context.client(), &self.config).await
    }

    /// Appends the batches, and returns when all of them are stored.
    ///
    /// # Errors
    /// Not all of the batches were acknowledged; they may be stored all the same, and are to be
    /// appended again.
    pub async fn append(&self, batches: Vec<NewBatch>) -> anyhow::Result<()> {
        let appended = self.send(batches).await;
        if appended.is_err() {
            self.failed_appends.fetch_add(1, Ordering::Relaxed);
            if self.is_gone().await {
                // Somebody has deleted the log, or its servers have lost their disks.
                self.open().await?;
            }
        }
        appended
    }

    /// Returns how many appends of this process have failed.
    pub fn failed_appends(&self) -> u64 {
        self.failed_appends.load(Ordering::Relaxed)
    }

    /// Returns whether JetStream answers that the log does not exist.
    async fn is_gone(&self) -> bool {
        let found = self.context.get_stream(self.name()).await;
        found.is_err_and(|error| {
            matches!(error.kind(), GetStreamErrorKind::JetStream(error)
                if error.error_code() == ErrorCode::STREAM_NOT_FOUND)
        })
    }

    async fn send(&self, batches: Vec<NewBatch>) -> anyhow::Result<()> {
        let mut acknowledgements = Vec::with_capacity(batches.len());
        for batch in batches {
            let subject = format!("{}.items.{}", self.config.prefix, batch.source);
            let message = PublishMessage::build().message_id(batch.id).payload(batch.payload);
            let sent = self.context.send_publish(subject, message);
            // A connection that accepts nothing counts as lost.
            let sent = tokio::time::timeout(TIMEOUT, sent).await;
            acknowledgements.push(sent.context("NATS takes no items")??);
        }
        for acknowledged in acknowledgements {
            acknowledged.await.context("NATS has not acknowledged items")?;
        }
        Ok(())
    }

    /// Returns the extent of the log.
    ///
    /// # Errors
    /// JetStream does not answer.
    pub async fn state(&self) -> anyhow::Result<LogState> {
        let stream = self.context.get_stream(self.name()).await;
        let stream = stream.context("the log of items is not there")?;
        let info = stream.cached_info();
        Ok(LogState {
            made_at: micros(info.created.unix_timestamp_nanos()),
            first: info.state.first_sequence.max(1),
            last: info.state.last_sequence,
            readers: info.state.consumer_count,
        })
    }

    /// Returns a reader of the batches after `position`.
    ///
    /// # Errors
    /// JetStream does not answer.
    pub async fn read(&self, position: u64) -> anyhow::Result<ItemReader> {
        let config = pull::Config {
            ack_policy: AckPolicy::None,
            deliver_policy: DeliverPolicy::ByStartSequence { start_sequence: position + 1 },
            inactive_threshold: FORGOTTEN_AFTER,
            memory_storage: true,
            num_replicas: 1,
            ..pull::Config::default()
        };
        let consumer = self.context.create_consumer_on_stream(config, self.name());
        let consumer = consumer.await.context("the log of items cannot be read")?;
        let messages = consumer
            .stream()
            .max_messages_per_batch(AHEAD)
            .heartbeat(HEARTBEAT)
            .expires(EXPIRES)
            .messages();
        Ok(ItemReader {
            messages: messages.await.context("the log of items cannot be read")?,
            next: position + 1,
            is_first: true,
        })
    }
}

/// Reads the log in order. After an error, a new reader is needed.
pub struct ItemReader {
    messages: pull::Stream,
    /// The place of the next batch.
    next: u64,
    is_first: bool,
}

/// The result of one [`ItemReader::take`].
#[derive(Debug, Default)]
pub struct Taken {
    pub batches: Vec<TakenBatch>,
    /// The number of batches that no longer existed: the log keeps them for a limited time.
    pub lost: u64,
}

impl ItemReader {
    /// Waits for the next batch, and takes it with those that are available by then. A call that is
    /// dropped takes nothing.
    ///
    /// # Errors
    /// JetStream does not answer, or has skipped a batch.
    pub async fn take(&mut self) -> anyhow::Result<Taken> {
        let mut taken = Taken::default();
        let mut next = Some(self.messages.next().await);
        while let Some(message) = next {
            let message = message.ok_or_else(|| anyhow!("the log of items has ended"))??;
            let info = message.info().map_err(|error| anyhow!(error))?;
            let sequence = info.stream_sequence;
            if sequence > self.next {
                ensure!(self.is_first, "batch {} of the log was left out", self.next);
                taken.lost += sequence - self.next;
            }
            self.next = sequence + 1;
            self.is_first = false;
            taken.batches.push(TakenBatch {
                sequence,
                waiting: info.pending,
                appended_at: micros(info.published.unix_timestamp_nanos()),
                payload: message.payload.clone(),
            });
            next = match taken.batches.len() {
                AT_ONCE.. => None,
                _ => self.messages.next().now_or_never(),
            };
        }
        Ok(taken)
    }
}

fn micros(nanos: i128) -> i64 {
    i64::try_from(nanos / 1_000).unwrap_or(i64::MAX)
}
