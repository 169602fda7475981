//! Evaluates the queries that an item may match.
// Without queries there is nothing to clone.
#![cfg_attr(not(feature = "query"), allow(unreachable_code, dead_code))]

use super::entry::Entry;
use super::occurrence::Match;
use super::pattern_cost::PatternCosts;
use crate::item::{Item, Place, sort_places};
use crate::query::{Evaluator, Node, Query, Stopwatch};
use crate::text::{FoldedItem, FoldedText};
use crate::watch::WatchId;

/// Scratch space for queries.
#[derive(Debug, Default)]
pub(crate) struct QueryScratch {
    /// The numbers of queries that are worth evaluating.
    pub(crate) candidates: Vec<u32>,
    pub(crate) metadata: FoldedItem,
    found: Vec<Place>,
    pub(super) lower: String,
    exact: FoldedText,
    /// Measures the searches for regular expressions, if requested.
    pub(super) stopwatch: Option<Stopwatch>,
    pub(super) costs: PatternCosts,
    /// Whether a query that asks for a score has matched.
    pub(super) scored: bool,
}

impl QueryScratch {
    /// Calls `matching` with each candidate that matches, evaluated once. `query` returns those
    /// that look at the item.
    fn visit<'q>(
        &mut self,
        item: &Item<'_>,
        folded: &FoldedItem,
        query: impl Fn(u32) -> Option<(Entry<'q>, &'q Query)>,
        mut matching: impl FnMut(WatchId, &Node, &mut Evaluator<'_>),
    ) {
        self.candidates.sort_unstable();
        self.candidates.dedup();
        let mut evaluator = Evaluator {
            item,
            main: folded,
            trigrams: None,
            metadata: &self.metadata,
            exact: &mut self.exact,
            strictness: Default::default(),
            stopwatch: self.stopwatch.as_mut(),
        };
        for (entry, query) in self.candidates.drain(..).filter_map(query) {
            evaluator.strictness = entry.strictness();
            if evaluator.holds(query.root()) {
                self.scored |= query.needs_score();
                matching(entry.id, query.root(), &mut evaluator);
            }
            if let Some(stopwatch) = evaluator.stopwatch.as_deref_mut() {
                self.costs.add(entry.id, query, stopwatch.laps());
            }
        }
    }

    /// Appends the ids of the candidates that match.
    pub(crate) fn collect_watches<'q>(
        &mut self,
        item: &Item<'_>,
        folded: &FoldedItem,
        query: impl Fn(u32) -> Option<(Entry<'q>, &'q Query)>,
        out: &mut Vec<WatchId>,
    ) {
        self.visit(item, folded, query, |id, _, _| out.push(id));
    }

    /// Appends the matches of the candidates that match.
    pub(crate) fn collect_matches<'q>(
        &mut self,
        item: &Item<'_>,
        folded: &FoldedItem,
        query: impl Fn(u32) -> Option<(Entry<'q>, &'q Query)>,
        out: &mut Vec<Match>,
    ) {
        let mut found = std::mem::take(&mut self.found);
        self.visit(item, folded, query, |id, node, evaluator| {
            collect_places(id, node, evaluator, &mut found, out);
        });
        self.found = found;
    }
}

/// Appends the places that make a query match, except those that overlap an earlier one; of several
/// with the same beginning the longest counts. `found` is scratch space.
pub(crate) fn collect_places(
    watch: WatchId,
    node: &Node,
    evaluator: &mut Evaluator<'_>,
    found: &mut Vec<Place>,
    out: &mut Vec<Match>,
) {
    found.clear();
    evaluator.collect(node, found);
    sort_places(found, &|a, b| {
        let (begin, other) = ((a.field, a.span.start), (b.field, b.span.start));
        begin.cmp(&other).then(b.span.end.cmp(&a.span.end))
    });
    let mut free_from = None;
    for Place { field, span } in found.drain(..) {
        if free_from.is_none_or(|free| (field, span.start) >= free) {
            free_from = Some((field, span.end));
            out.push(Match { watch, field, span });
        }
    }
}
