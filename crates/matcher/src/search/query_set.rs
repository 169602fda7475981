//! The queries among a matcher's watches.
// Without queries there is nothing to clone.
#![cfg_attr(not(feature = "query"), allow(unreachable_code, dead_code))]

use std::collections::HashMap;

use super::entry::{Entry, OwnEntry};
use super::occurrence::Match;
use super::places::PlaceNumber;
use super::query_scratch::QueryScratch;
use super::scope_index::ScopeIndex;
use crate::engine::{KeywordAutomaton, KeywordInterner, Keywords};
use crate::item::Item;
use crate::query::{Anchor, Query};
use crate::text::FoldedItem;
use crate::watch::{Rule, Scope, Watch, WatchId};

/// A query in the form in which it is evaluated.
#[derive(Debug)]
struct QueryEntry {
    entry: OwnEntry,
    query: Query,
    scope: Scope,
}

/// All queries, by what an item must contain for them to be worth evaluating.
#[derive(Debug, Default)]
pub(crate) struct QuerySet {
    entries: Vec<QueryEntry>,
    /// The queries by the number of a text anchor.
    by_text: ScopeIndex<u32>,
    /// The queries by an anchor in flair or address, if any query has one.
    by_metadata: Option<(KeywordAutomaton, ScopeIndex<u32>)>,
    /// The queries by the author's name in small letters.
    by_author: HashMap<Box<str>, Vec<u32>>,
    looks_at_metadata: bool,
    /// The bytes of the longest text that is searched for, when folded.
    max_bytes: usize,
}

impl QuerySet {
    /// Builds a set of those watches that have a query.
    pub(crate) fn build<'a>(watches: impl Iterator<Item = &'a Watch>) -> QuerySetBuilder {
        let mut builder = QuerySetBuilder::default();
        for watch in watches {
            let Rule::Query(query) = watch.rule() else {
                continue;
            };
            let n = builder.set.entries.len() as u32;
            for anchor in query.anchors() {
                match anchor {
                    Anchor::Text(text) => builder.texts.push((builder.anchors.intern(text), n)),
                    Anchor::Metadata(text) => {
                        builder.metadata.push((builder.metadata_texts.intern(text), n));
                    }
                    Anchor::Author(name) => {
                        builder.set.by_author.entry(name.clone()).or_default().push(n);
                    }
                }
            }
            builder.set.looks_at_metadata |= query.needs_metadata();
            builder.set.max_bytes = builder.set.max_bytes.max(query.max_bytes());
            builder.set.entries.push(QueryEntry {
                entry: OwnEntry::new(watch),
                query: query.clone(),
                scope: watch.scope().clone(),
            });
        }
        builder
    }

    pub(crate) fn max_bytes(&self) -> usize {
        self.max_bytes
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the item's place, as numbered for the queries with a text anchor.
    pub(crate) fn place(&self, item: &Item<'_>, scratch: &mut QueryScratch) -> PlaceNumber {
        self.by_text.place(item.subreddit, &mut scratch.lower)
    }

    /// Adds the queries with an anchor that was found to the candidates.
    pub(crate) fn add_candidates(
        &self,
        number: usize,
        place: PlaceNumber,
        scratch: &mut QueryScratch,
    ) {
        scratch.candidates.extend(self.by_text.entries(number, place));
    }

    /// Adds candidates by their anchors outside title and body.
    fn add_other_candidates(&self, item: &Item<'_>, scratch: &mut QueryScratch) {
        if self.looks_at_metadata {
            scratch.metadata.fold_metadata(item);
        }
        if let Some((automaton, index)) = &self.by_metadata {
            let place = index.place(item.subreddit, &mut scratch.lower);
            automaton.scan(
                scratch.metadata.bytes(),
                |_| true,
                |number, _| {
                    scratch.candidates.extend(index.entries(number, place));
                },
            );
        }
        if !self.by_author.is_empty() {
            scratch.lower.clear();
            scratch.lower.push_str(item.author);
            scratch.lower.make_ascii_lowercase();
            let by_author = self.by_author.get(scratch.lower.as_str()).into_iter().flatten();
            let in_scope = |n: &&u32| self.entries[**n as usize].scope.contains(item.subreddit);
            scratch.candidates.extend(by_author.filter(in_scope));
        }
    }

    fn query(&self, item: &Item<'_>, n: u32) -> Option<(Entry<'_>, &Query)> {
        let QueryEntry { entry, query, .. } = &self.entries[n as usize];
        let entry = Some(entry.get()).filter(|entry| entry.includes(item))?;
        Some((entry, query))
    }

    /// Appends the ids of the queries that match.
    pub(crate) fn collect_watches(
        &self,
        item: &Item<'_>,
        folded: &FoldedItem,
        scratch: &mut QueryScratch,
        is_masked: impl Fn(WatchId) -> bool,
        out: &mut Vec<WatchId>,
    ) {
        self.add_other_candidates(item, scratch);
        let query = |n| self.query(item, n).filter(|(entry, _)| !is_masked(entry.id));
        scratch.collect_watches(item, folded, query, out);
    }

    /// Appends the matches of the queries.
    pub(crate) fn collect_matches(
        &self,
        item: &Item<'_>,
        folded: &FoldedItem,
        scratch: &mut QueryScratch,
        is_masked: impl Fn(WatchId) -> bool,
        out: &mut Vec<Match>,
    ) {
        self.add_other_candidates(item, scratch);
        let query = |n| self.query(item, n).filter(|(entry, _)| !is_masked(entry.id));
        scratch.collect_matches(item, folded, query, out);
    }
}

/// A set whose anchors have numbers, but no index yet.
#[derive(Default)]
pub(crate) struct QuerySetBuilder {
    set: QuerySet,
    texts: Vec<(usize, u32)>,
    anchors: KeywordInterner,
    metadata: Vec<(usize, u32)>,
    metadata_texts: KeywordInterner,
}

impl QuerySetBuilder {
    /// Completes the set. Also returns the anchors that are looked for in title and body, by
    /// number.
    pub(crate) fn finish(self) -> (QuerySet, Keywords) {
        let Self { mut set, texts, anchors, metadata, metadata_texts } = self;
        let (anchors, metadata_texts) = (anchors.finish(), metadata_texts.finish());
        let scope = |n: u32| &set.entries[n as usize].scope;
        let by_text = ScopeIndex::build(texts, anchors.len(), scope, |n| n);
        let by_metadata = (metadata_texts.len() > 0).then(|| {
            let texts: Vec<&[u8]> = metadata_texts.iter().collect();
            let index = ScopeIndex::build(metadata, metadata_texts.len(), scope, |n| n);
            (KeywordAutomaton::build(&texts), index)
        });
        set.by_text = by_text;
        set.by_metadata = by_metadata;
        (set, anchors)
    }
}
