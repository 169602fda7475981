//! What was taken of the log, as items again.

use std::collections::HashSet;

use crate::bus::TakenBatch;
use crate::ingest::alerts::ItemKey;
use crate::ingest::passed_on::{PassedItem, PassedOn};
use crate::ingest::recheck::RisenItem;
use crate::metrics::Source;
use crate::sources::ForumItem;

/// Batches of the log.
pub(super) struct Passed(Vec<PassedBatch>);

pub(super) struct PassedBatch {
    pub(super) sequence: u64,
    pub(super) waiting: u64,
    pub(super) appended_at: i64,
    source: Option<Source>,
    /// Whether the items are stored, and have a higher score now.
    is_risen: bool,
    items: Vec<PassedItem>,
}

impl Passed {
    pub(super) fn read(batches: &[TakenBatch]) -> Self {
        Self(batches.iter().map(PassedBatch::read).collect())
    }

    pub(super) fn last(&self) -> Option<&PassedBatch> {
        self.0.last()
    }

    /// Divides them into runs of one source each.
    pub(super) fn by_source(&self) -> impl Iterator<Item = Run<'_>> {
        let runs = self
            .0
            .chunk_by(|a, b| (a.source, a.is_risen) == (b.source, b.is_risen));
        runs.map(Run)
    }
}

impl PassedBatch {
    fn read(batch: &TakenBatch) -> Self {
        let passed: PassedOn = serde_json::from_slice(&batch.payload).unwrap_or_else(|error| {
            // Nobody could read it later, either.
            tracing::error!(%error, sequence = batch.sequence, "what is in the log of items cannot be read");
            PassedOn { items: Vec::new() }
        });
        let first = passed.items.first();
        Self {
            sequence: batch.sequence,
            waiting: batch.waiting,
            appended_at: batch.appended_at,
            source: first.map(PassedItem::source),
            is_risen: first.is_some_and(|item| item.risen_from.is_some()),
            items: passed.items,
        }
    }
}

/// Batches of one source that follow each other; never none.
#[derive(Clone, Copy)]
pub(super) struct Run<'a>(&'a [PassedBatch]);

impl<'a> Run<'a> {
    pub(super) fn source(self) -> Option<Source> {
        self.0[0].source
    }

    /// Returns the place of its last batch.
    pub(super) fn position(self) -> i64 {
        let last = self.0.last().map_or(0, |batch| batch.sequence);
        i64::try_from(last).unwrap_or(i64::MAX)
    }

    /// Returns whether its items are stored, and have a higher score now.
    pub(super) fn is_risen(self) -> bool {
        self.0[0].is_risen
    }

    /// Returns its items with the keys under which they are stored, each once: it may have been passed on twice, if its
    /// reader has died in between.
    pub(super) fn new_items(self) -> (Vec<ItemKey>, Vec<ForumItem>) {
        let mut known = HashSet::new();
        let items = self.items();
        let items = items.filter(|item| known.insert(item.forum_id().to_owned()));
        items.map(|item| (item.key(), item.into_item())).unzip()
    }

    pub(super) fn risen(self) -> Vec<RisenItem> {
        let risen = self.items().filter_map(|item| {
            Some(RisenItem {
                before: item.risen_from?,
                key: item.key(),
                item: item.into_item(),
            })
        });
        risen.collect()
    }

    fn items(self) -> impl Iterator<Item = PassedItem> + 'a {
        self.0.iter().flat_map(|batch| batch.items.iter().cloned())
    }
}
