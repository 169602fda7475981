//! Buffers that searches reuse.

use std::time::Duration;

use super::occurrence::Occurrence;
use super::pattern_cost::PatternCost;
use super::query_scratch::QueryScratch;
use crate::engine::AsciiWord;
use crate::query::Stopwatch;
use crate::text::{FoldedItem, FoldedText};

/// Scratch space, kept between searches so that they need no allocation.
#[derive(Debug, Default)]
pub struct Scratch {
    pub(crate) folded: FoldedItem,
    pub(crate) search: SearchScratch,
}

impl Scratch {
    /// Returns empty scratch space; it grows with use.
    pub fn new() -> Self {
        Scratch::default()
    }

    /// Returns empty scratch space that also measures the cost of the regular expressions of
    /// queries. `clock` returns the time since some fixed moment; a clock of the thread's processor
    /// time excludes what else the machine does.
    pub fn measuring(clock: fn() -> Duration) -> Self {
        let mut scratch = Scratch::default();
        scratch.search.queries.stopwatch = Some(Stopwatch::new(clock));
        scratch
    }

    /// Returns the costs of the searches since the last call, in no particular order: one for each
    /// regular expression that was searched for. Empty if this scratch space does not measure.
    pub fn take_costs(&mut self) -> Vec<PatternCost> {
        self.search.queries.costs.take()
    }

    /// Returns whether a query that asks for a score has matched since the last call. If none has,
    /// the same item with a lower score matches the same watches.
    pub fn take_scored(&mut self) -> bool {
        std::mem::take(&mut self.search.queries.scored)
    }
}

#[derive(Debug, Default)]
pub(crate) struct SearchScratch {
    /// The keyword number and end of each occurrence, packed so that they sort by both.
    pub(crate) keyword_ends: Vec<u64>,
    pub(super) words: Vec<AsciiWord>,
    /// The occurrences of one keyword.
    pub(crate) occurrences: Vec<Occurrence>,
    pub(super) lower: String,
    pub(crate) exact: FoldedText,
    pub(crate) queries: QueryScratch,
}
