//! What regular expressions cost, by watch.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use crate::item::Span;
use crate::query::{Lap, Query};
use crate::watch::WatchId;

/// What searching for one regular expression of a watch took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternCost {
    /// The watch.
    pub watch: WatchId,
    /// Its query, as it was typed.
    pub query: Arc<str>,
    /// The part of the query that the regular expression is, in bytes.
    pub span: Span,
    /// How long it was searched for.
    pub time: Duration,
    /// How many bytes were searched. Those of an item that matches count twice: the first search finds
    /// out that it does, the second one where.
    pub bytes: usize,
}

/// The costs of some searches, added up.
#[derive(Debug, Default)]
pub(crate) struct PatternCosts(HashMap<(WatchId, usize), PatternCost>);

impl PatternCosts {
    /// Adds searches for regular expressions of a watch's query.
    pub(super) fn add(
        &mut self,
        watch: WatchId,
        query: &Query,
        laps: impl IntoIterator<Item = Lap>,
    ) {
        for lap in laps {
            let sum = self.0.entry((watch, lap.span.start));
            let sum = sum.or_insert_with(|| PatternCost {
                watch,
                query: query.shared_source(),
                span: lap.span,
                time: Duration::ZERO,
                bytes: 0,
            });
            sum.time += lap.time;
            sum.bytes += lap.bytes;
        }
    }

    pub(super) fn take(&mut self) -> Vec<PatternCost> {
        self.0.drain().map(|(_, cost)| cost).collect()
    }
}
