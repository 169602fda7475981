//! Turns what was read from the log back into items.

use std::collections::HashSet;

use crate::alerts::ItemKey;
use crate::message::{PassedItem, PassedOn};
use crate::removal::changed::ChangedItem;
use foundation::telemetry::metrics::Source;
use platform::bus::TakenBatch;
use platform::sources::ForumItem;

/// Batches of one source that follow each other.
pub(super) struct Run {
    /// The position of its last batch.
    pub(super) position: i64,
    /// The number of batches after it so far.
    pub(super) waiting: u64,
    /// When its last batch was appended, by the clock of NATS, in microseconds since 1970.
    pub(super) appended_at: i64,
    pub(super) source: Option<Source>,
    /// Whether the items are stored, and have changed since.
    pub(super) is_changed: bool,
    items: Vec<PassedItem>,
}

/// Reads batches, and groups those of one source.
pub(super) fn runs(batches: &[TakenBatch]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for batch in batches {
        let next = Run::read(batch);
        match runs.last_mut() {
            Some(last) if (last.source, last.is_changed) == (next.source, next.is_changed) => {
                last.append(next);
            }
            _ => runs.push(next),
        }
    }
    runs
}

impl Run {
    fn read(batch: &TakenBatch) -> Self {
        let passed: PassedOn = serde_json::from_slice(&batch.payload).unwrap_or_else(|error| {
            // It could not be read later, either.
            tracing::error!(%error, sequence = batch.sequence, "what is in the log of items cannot be read");
            PassedOn { items: Vec::new() }
        });
        let first = passed.items.first();
        Self {
            position: i64::try_from(batch.sequence).unwrap_or(i64::MAX),
            waiting: batch.waiting,
            appended_at: batch.appended_at,
            source: first.map(PassedItem::source),
            is_changed: first.is_some_and(|item| item.risen_from.is_some()),
            items: passed.items,
        }
    }

    fn append(&mut self, mut next: Self) {
        self.items.append(&mut next.items);
        *self = Self { items: std::mem::take(&mut self.items), ..next };
    }

    /// Returns its items with the keys under which they are stored, each once: it may have been passed on twice, if its
    /// reader has died in between.
    pub(super) fn into_new_items(self) -> (Vec<ItemKey>, Vec<ForumItem>) {
        let mut known = HashSet::new();
        let items = self.items.into_iter();
        let items = items.filter(|item| known.insert(item.forum_id().to_owned()));
        items.map(|item| (item.key(), item.into_item())).unzip()
    }

    pub(super) fn into_changed(self) -> Vec<ChangedItem> {
        let changed = self.items.into_iter().filter_map(|item| {
            let score_before = item.risen_from?;
            Some(ChangedItem { score_before, key: item.key(), item: item.into_item() })
        });
        changed.collect()
    }
}
