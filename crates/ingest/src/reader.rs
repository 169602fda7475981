//! The parts that every job that reads items of a source needs.

use std::sync::Arc;
use std::time::Instant;

use chrono::{DateTime, Utc};
use tracing::Instrument;

use super::removal::changed::replace_edited;
use super::store::{Stored, store};
use crate::shards::pass_on::pass_on;
use crate::store::outcome::Outcome;
use crate::store::partitions::Partitions;
use domain::watches::ActiveWatches;
use foundation::telemetry::metrics::Source;
use foundation::telemetry::traces;
use platform::context::Context;
use platform::sources::ForumItem;
use platform::sources::reddit::Forum;

/// A source, by default the forum, and what is needed to store and match its items.
pub(super) struct Reader<S = Arc<dyn Forum>> {
    pub(super) context: Context,
    pub(super) source: S,
    pub(super) watches: Arc<ActiveWatches>,
    partitions: Partitions,
}

impl<S> Reader<S> {
    pub(super) fn new(context: Context, source: S, watches: Arc<ActiveWatches>) -> Self {
        Self { context, source, watches, partitions: Partitions::default() }
    }

    /// Stores a batch, or passes it on to the shards: see [`store`] and [`pass_on`]. Edited items replace what is
    /// stored of them.
    ///
    /// # Errors
    /// The database failed; nothing of the batch was stored then.
    pub(super) async fn store(
        &self,
        items: Vec<ForumItem>,
        outcome: Option<Outcome>,
        now: DateTime<Utc>,
    ) -> anyhow::Result<Stored> {
        let (partitions, watches) = (&self.partitions, &self.watches);
        let edited: Vec<&ForumItem> =
            items.iter().filter(|item| item.is_edited && !item.is_gone).collect();
        let of_edited = replace_edited(&edited, &self.context, watches, now).await?;
        // All items of a batch are from one source.
        let count = items.len();
        let source = items.first().map(|item| Source::of(&item.subreddit));
        let began = Instant::now();
        let storing = async {
            match self.context.bus.items() {
                Some(log) => {
                    let pool = &self.context.pool;
                    pass_on(pool, log, partitions, watches, items, outcome, now).await
                }
                None => {
                    let context = (&self.context).into();
                    store(context, partitions, watches, items, outcome, now).await
                }
            }
        };
        let stored = match source {
            Some(source) => {
                let span = traces::store(source, count);
                let stored = storing.instrument(span.clone()).await?;
                span.record("new_items", stored.new_items);
                span.record("notifications", stored.notifications);
                span.record("messages", stored.messages);
                stored
            }
            None => storing.await?,
        };
        let notifications = stored.notifications + of_edited;
        let stored = Stored { notifications, ..stored };
        if let Some(source) = source {
            let (items, notifications) = (stored.new_items, stored.notifications);
            let metrics = &self.context.metrics;
            metrics.stored(source, items, notifications, began.elapsed());
            if stored.searched > 0 {
                metrics.matched(source, stored.searched, stored.match_time);
            }
        }
        Ok(stored)
    }
}
