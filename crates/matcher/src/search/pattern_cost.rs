//! The cost of regular expressions, by watch.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use crate::item::Span;
use crate::query::{Lap, Query};
use crate::watch::WatchId;

/// The cost of searching for one regular expression of a watch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternCost {
    /// The watch.
    pub watch: WatchId,
    /// The watch's query, as typed.
    pub query: Arc<str>,
    /// The span of the regular expression in the query, in bytes.
    pub span: Span,
    /// The time spent on searching for it.
    pub time: Duration,
    /// The number of bytes searched. Those of an item that matches count twice: the first search
    /// finds out whether it matches, the second one where.
    pub bytes: usize,
}

/// The total costs of some searches.
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
