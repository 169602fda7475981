//! The queries among a matcher's watches.
// Without queries there is nothing to clone.
#![cfg_attr(not(feature = "query"), allow(unreachable_code, dead_code))]

use std::collections::HashMap;

use crate::automaton::KeywordAutomaton;
use crate::index::{Entry, ScopeIndex, SubredditNumber};
use crate::matcher::FoldedItem;
use crate::query::{Anchor, Found, Node, Query, Reader, sort_places};
use crate::text::FoldedText;
use crate::{Item, Match, Rule, Scope, Watch, WatchId};

/// One query in the form in which it is evaluated.
#[derive(Debug)]
struct QueryEntry {
    entry: Entry,
    query: Query,
    scope: Scope,
}

/// All queries, by what must stand in an item for them to be worth evaluating.
#[derive(Debug, Default)]
pub(crate) struct QuerySet {
    entries: Vec<QueryEntry>,
    /// By number of the anchor in the matcher's automaton.
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
    candidates: Vec<u32>,
    side: FoldedItem,
    found: Vec<Found>,
    lower: String,
    exact: FoldedText,
}

impl QuerySet {
    /// Takes watches, of which those with a query count. Anchors in text are numbered by `number`,
    /// together with the keywords of literal watches.
    pub(crate) fn build<'a>(
        watches: impl Iterator<Item = &'a Watch>,
        number: &mut dyn FnMut(&[u8]) -> usize,
    ) -> QuerySetBuilder {
        let mut builder = QuerySetBuilder::default();
        let mut side_numbers: HashMap<Box<[u8]>, usize> = HashMap::new();
        for watch in watches {
            let Rule::Query(query) = watch.rule() else {
                continue;
            };
            let n = builder.set.entries.len() as u32;
            for anchor in query.anchors() {
                match anchor {
                    Anchor::Text(text) => builder.texts.push((number(text), n)),
                    Anchor::Side(text) => {
                        let next = side_numbers.len();
                        let side = *side_numbers.entry(text.clone()).or_insert(next);
                        builder.sides.push((side, n));
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
                entry: Entry::new(watch),
                query: query.clone(),
                scope: watch.scope().clone(),
            });
        }
        builder.side_texts = vec![Vec::new(); side_numbers.len()];
        for (text, number) in side_numbers {
            builder.side_texts[number] = text.into_vec();
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

    /// Whether any query has this anchor.
    pub(crate) fn has_anchor(&self, number: usize, subreddit: Option<SubredditNumber>) -> bool {
        self.by_text.has_entries(number, subreddit)
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

    /// Shows each query that matches, evaluated once.
    fn visit(
        &self,
        item: &Item<'_>,
        folded: &FoldedItem,
        work: &mut QueryWork,
        mut matching: impl FnMut(WatchId, &Node, &mut Reader<'_>),
    ) {
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
        work.candidates.sort_unstable();
        work.candidates.dedup();
        let mut reader = Reader {
            item,
            main: folded,
            grams: None,
            side: &work.side,
            exact: &mut work.exact,
            strictness: Default::default(),
        };
        for n in work.candidates.drain(..) {
            let QueryEntry { entry, query, .. } = &self.entries[n as usize];
            reader.strictness = entry.strictness();
            if entry.includes(item) && reader.holds(query.root()) {
                matching(entry.id, query.root(), &mut reader);
            }
        }
    }

    /// Appends the ids of matching queries.
    pub(crate) fn collect_watches(
        &self,
        item: &Item<'_>,
        folded: &FoldedItem,
        work: &mut QueryWork,
        out: &mut Vec<WatchId>,
    ) {
        self.visit(item, folded, work, |id, _, _| out.push(id));
    }

    /// Appends the matches of queries.
    pub(crate) fn collect_matches(
        &self,
        item: &Item<'_>,
        folded: &FoldedItem,
        work: &mut QueryWork,
        out: &mut Vec<Match>,
    ) {
        let mut found = std::mem::take(&mut work.found);
        self.visit(item, folded, work, |id, node, reader| {
            collect_places(id, node, reader, &mut found, out);
        });
        work.found = found;
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
    sides: Vec<(usize, u32)>,
    side_texts: Vec<Vec<u8>>,
}

impl QuerySetBuilder {
    /// Completes the set. Numbers of text anchors are below `keywords`.
    pub(crate) fn finish(self, keywords: usize) -> QuerySet {
        let Self {
            mut set,
            texts,
            sides,
            side_texts,
        } = self;
        if set.entries.is_empty() {
            return set;
        }
        let scope = |n: u32| &set.entries[n as usize].scope;
        let by_text = ScopeIndex::build(texts, keywords, scope, |n| n);
        let by_side = (!side_texts.is_empty()).then(|| {
            let index = ScopeIndex::build(sides, side_texts.len(), scope, |n| n);
            (KeywordAutomaton::build(&side_texts), index)
        });
        set.by_text = by_text;
        set.by_side = by_side;
        set
    }
}
