//! The queries among a matcher's watches.
// Without queries there is nothing to clone.
#![cfg_attr(not(feature = "query"), allow(unreachable_code, dead_code))]

use std::collections::HashMap;

use crate::automaton::KeywordAutomaton;
use crate::entry::{Entry, OwnEntry};
use crate::index::{ScopeIndex, SubredditNumber};
use crate::keywords::{Distinct, Keywords};
use crate::matcher::FoldedItem;
use crate::query::{Anchor, Found, Node, Query, Reader, sort_places};
use crate::text::FoldedText;
use crate::{Item, Match, Rule, Scope, Watch, WatchId};

/// One query in the form in which it is evaluated.
#[derive(Debug)]
struct QueryEntry {
    entry: OwnEntry,
    query: Query,
    scope: Scope,
}

/// All queries, by what must stand in an item for them to be worth evaluating.
#[derive(Debug, Default)]
pub(crate) struct QuerySet {
    entries: Vec<QueryEntry>,
    /// By number of the anchor.
    by_text: ScopeIndex<u32>,
    /// By flair and address, if any query has such an anchor.
    by_side: Option<(KeywordAutomaton, ScopeIndex<u32>)>,
    /// By name in small letters.
    by_author: HashMap<Box<str>, Vec<u32>>,
    looks_at_side: bool,
}

/// Room to work in.
#[derive(Debug, Default)]
pub(crate) struct QueryWork {
    /// Numbers of queries that are worth evaluating.
    pub(crate) candidates: Vec<u32>,
    pub(crate) side: FoldedItem,
    found: Vec<Found>,
    lower: String,
    exact: FoldedText,
}

impl QuerySet {
    /// Takes watches, of which those with a query count.
    pub(crate) fn build<'a>(watches: impl Iterator<Item = &'a Watch>) -> QuerySetBuilder {
        let mut builder = QuerySetBuilder::default();
        for watch in watches {
            let Rule::Query(query) = watch.rule() else {
                continue;
            };
            let n = builder.set.entries.len() as u32;
            for anchor in query.anchors() {
                match anchor {
                    Anchor::Text(text) => builder.texts.push((builder.anchors.number(text), n)),
                    Anchor::Side(text) => {
                        builder.sides.push((builder.side_texts.number(text), n));
                    }
                    Anchor::Author(name) => {
                        builder
                            .set
                            .by_author
                            .entry(name.clone())
                            .or_default()
                            .push(n);
                    }
                }
            }
            builder.set.looks_at_side |= query.needs_side();
            builder.set.entries.push(QueryEntry {
                entry: OwnEntry::new(watch),
                query: query.clone(),
                scope: watch.scope().clone(),
            });
        }
        builder
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The number of the item's subreddit among those that queries with a text anchor name.
    pub(crate) fn subreddit(
        &self,
        item: &Item<'_>,
        work: &mut QueryWork,
    ) -> Option<SubredditNumber> {
        self.by_text.subreddit(item.subreddit, &mut work.lower)
    }

    /// Makes candidates of the queries with an anchor that was found.
    pub(crate) fn nominate(
        &self,
        number: usize,
        subreddit: Option<SubredditNumber>,
        work: &mut QueryWork,
    ) {
        work.candidates
            .extend(self.by_text.entries(number, subreddit));
    }

    /// Nominates queries by what stands elsewhere than in title and body.
    fn nominate_others(&self, item: &Item<'_>, work: &mut QueryWork) {
        if self.looks_at_side {
            work.side.fold_side(item);
        }
        if let Some((automaton, index)) = &self.by_side {
            let subreddit = index.subreddit(item.subreddit, &mut work.lower);
            automaton.scan(work.side.bytes(), |number, _| {
                work.candidates.extend(index.entries(number, subreddit));
            });
        }
        if !self.by_author.is_empty() {
            work.lower.clear();
            work.lower.push_str(item.author);
            work.lower.make_ascii_lowercase();
            let by_author = self
                .by_author
                .get(work.lower.as_str())
                .into_iter()
                .flatten();
            let in_scope = |n: &&u32| self.entries[**n as usize].scope.contains(item.subreddit);
            work.candidates.extend(by_author.filter(in_scope));
        }
    }

    fn query(&self, item: &Item<'_>, n: u32) -> Option<(Entry<'_>, &Query)> {
        let QueryEntry { entry, query, .. } = &self.entries[n as usize];
        let entry = Some(entry.get()).filter(|entry| entry.includes(item))?;
        Some((entry, query))
    }

    /// Appends the ids of matching queries.
    pub(crate) fn collect_watches(
        &self,
        item: &Item<'_>,
        folded: &FoldedItem,
        work: &mut QueryWork,
        out: &mut Vec<WatchId>,
    ) {
        self.nominate_others(item, work);
        work.collect_watches(item, folded, |n| self.query(item, n), out);
    }

    /// Appends the matches of queries.
    pub(crate) fn collect_matches(
        &self,
        item: &Item<'_>,
        folded: &FoldedItem,
        work: &mut QueryWork,
        out: &mut Vec<Match>,
    ) {
        self.nominate_others(item, work);
        work.collect_matches(item, folded, |n| self.query(item, n), out);
    }
}

impl QueryWork {
    /// Shows each candidate that matches, evaluated once. `query` gives those that look at the item.
    fn visit<'q>(
        &mut self,
        item: &Item<'_>,
        folded: &FoldedItem,
        query: impl Fn(u32) -> Option<(Entry<'q>, &'q Query)>,
        mut matching: impl FnMut(WatchId, &Node, &mut Reader<'_>),
    ) {
        self.candidates.sort_unstable();
        self.candidates.dedup();
        let mut reader = Reader {
            item,
            main: folded,
            grams: None,
            side: &self.side,
            exact: &mut self.exact,
            strictness: Default::default(),
        };
        for (entry, query) in self.candidates.drain(..).filter_map(query) {
            reader.strictness = entry.strictness();
            if reader.holds(query.root()) {
                matching(entry.id, query.root(), &mut reader);
            }
        }
    }

    /// Appends the ids of those candidates that match.
    pub(crate) fn collect_watches<'q>(
        &mut self,
        item: &Item<'_>,
        folded: &FoldedItem,
        query: impl Fn(u32) -> Option<(Entry<'q>, &'q Query)>,
        out: &mut Vec<WatchId>,
    ) {
        self.visit(item, folded, query, |id, _, _| out.push(id));
    }

    /// Appends the matches of those candidates that match.
    pub(crate) fn collect_matches<'q>(
        &mut self,
        item: &Item<'_>,
        folded: &FoldedItem,
        query: impl Fn(u32) -> Option<(Entry<'q>, &'q Query)>,
        out: &mut Vec<Match>,
    ) {
        let mut found = std::mem::take(&mut self.found);
        self.visit(item, folded, query, |id, node, reader| {
            collect_places(id, node, reader, &mut found, out);
        });
        self.found = found;
    }
}

/// Appends the places that make a query match, without those that overlap an earlier one; of
/// several that begin together the longest counts. `found` is room to work in.
pub(crate) fn collect_places(
    watch: WatchId,
    node: &Node,
    reader: &mut Reader<'_>,
    found: &mut Vec<Found>,
    out: &mut Vec<Match>,
) {
    found.clear();
    reader.collect(node, found);
    sort_places(found, &|a, b| {
        let (begin, other) = ((a.field, a.span.start), (b.field, b.span.start));
        begin.cmp(&other).then(b.span.end.cmp(&a.span.end))
    });
    let mut free_from = None;
    for Found { field, span } in found.drain(..) {
        if free_from.is_none_or(|free| (field, span.start) >= free) {
            free_from = Some((field, span.end));
            out.push(Match { watch, field, span });
        }
    }
}

/// A set whose anchors have numbers, but no index yet.
#[derive(Default)]
pub(crate) struct QuerySetBuilder {
    set: QuerySet,
    texts: Vec<(usize, u32)>,
    anchors: Distinct,
    sides: Vec<(usize, u32)>,
    side_texts: Distinct,
}

impl QuerySetBuilder {
    /// Completes the set. Gives also the anchors that are looked for in title and body, by number.
    pub(crate) fn finish(self) -> (QuerySet, Keywords) {
        let Self {
            mut set,
            texts,
            anchors,
            sides,
            side_texts,
        } = self;
        let (anchors, side_texts) = (anchors.finish(), side_texts.finish());
        let scope = |n: u32| &set.entries[n as usize].scope;
        let by_text = ScopeIndex::build(texts, anchors.len(), scope, |n| n);
        let by_side = (side_texts.len() > 0).then(|| {
            let texts: Vec<&[u8]> = side_texts.iter().collect();
            let index = ScopeIndex::build(sides, side_texts.len(), scope, |n| n);
            (KeywordAutomaton::build(&texts), index)
        });
        set.by_text = by_text;
        set.by_side = by_side;
        (set, anchors)
    }
}
