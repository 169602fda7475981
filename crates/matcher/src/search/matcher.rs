//! Searches items for the keywords of many watches at once.

use std::collections::{BTreeMap, HashMap};

use super::entry::Entry;
use super::occurrence::{
    Match, Occurrence, admits_any, collect_admitted, sort_matches, sort_watches,
};
use super::packed_entries::EntryExtras;
use super::places::scopes_of;
use super::query_set::QuerySet;
use super::records::Records;
use super::scratch::{Scratch, SearchScratch};
use crate::engine::{KeywordInterner, KeywordSearch, KeywordSpec};
use crate::item::Item;
use crate::text::{FoldedItem, FoldedText, spellings};
use crate::watch::{Rule, Watch, WatchId};

/// A set of watches, ready to search items.
///
/// Building takes time proportional to the keywords; searching scans the item once, whatever their
/// number. A `Matcher` never changes and can be shared between threads. For a set that changes see
/// [`LiveMatcher`](crate::LiveMatcher).
#[derive(Debug)]
pub struct Matcher {
    search: KeywordSearch,
    records: Records,
    extras: EntryExtras,
    queries: QuerySet,
    watches: usize,
    /// The bytes of the longest text that is searched for, when folded.
    max_bytes: usize,
}

impl Matcher {
    /// Builds a matcher for a set of watches. Of two with the same id the later one counts.
    pub fn build(watches: impl IntoIterator<Item = Watch>) -> Self {
        let watches: BTreeMap<_, _> = watches.into_iter().map(|w| (w.id(), w)).collect();
        Self::from_distinct(watches.values())
    }

    /// Like [`Matcher::build`], for watches that are known to have different ids.
    pub(crate) fn from_distinct<'a>(watches: impl IntoIterator<Item = &'a Watch>) -> Self {
        let mut distinct = KeywordInterner::default();
        let (mut literal, mut with_query, mut count) = (Vec::new(), Vec::new(), 0);
        for watch in watches {
            match watch.rule() {
                Rule::Literal(keyword) => {
                    count += 1;
                    for text in spellings(keyword, watch.filters().case_sensitive) {
                        literal.push((distinct.intern(&text), watch));
                    }
                }
                Rule::Query(_) => with_query.push(watch),
            }
        }
        let watches = count + with_query.len();
        let (queries, anchors) = QuerySet::build(with_query.into_iter()).finish();
        let anchors: HashMap<usize, u32> =
            anchors.iter().map(|text| distinct.intern(text)).zip(0..).collect();
        let keywords = distinct.finish();
        let longest = keywords.iter().map(<[u8]>::len).max().unwrap_or_default();
        let max_bytes = longest.max(queries.max_bytes());
        // Queries check themselves, and their anchors may occur inside words.
        let mut anywhere = vec![false; keywords.len()];
        let literal_anywhere = literal.iter().filter(|(_, w)| !w.filters().whole_word_only);
        for keyword in literal_anywhere.map(|(keyword, _)| keyword).chain(anchors.keys()) {
            anywhere[*keyword] = true;
        }
        let mut extras = EntryExtras::default();
        let anchor = |keyword| anchors.get(&keyword).copied();
        let (records, addresses) = Records::build(&keywords, literal, anchor, &mut extras);
        extras.shrink();
        let wanted = |keyword: usize| KeywordSpec {
            whole_words_only: !anywhere[keyword],
            at: addresses[keyword],
        };
        Matcher {
            search: KeywordSearch::build(&keywords, wanted),
            records,
            extras,
            queries,
            watches,
            max_bytes,
        }
    }

    /// Returns the bytes of the longest text that is searched for, when folded.
    pub(crate) fn max_bytes(&self) -> usize {
        self.max_bytes
    }

    /// Returns the number of watches.
    pub fn len(&self) -> usize {
        self.watches
    }

    /// Returns whether there is no watch at all.
    pub fn is_empty(&self) -> bool {
        self.watches == 0
    }

    /// Returns every occurrence of every watch's keyword that the watch's scope and filters admit,
    /// ordered by watch, field and start; for a query that matches, every place that makes it
    /// match. Occurrences of one watch do not overlap: of those that would, the first counts.
    pub fn matches(&self, item: &Item<'_>) -> Vec<Match> {
        let mut out = Vec::new();
        self.matches_into(item, &mut Scratch::new(), &mut out);
        out
    }

    /// Like [`Matcher::matches`], without allocating: `out` is cleared and filled.
    pub fn matches_into(&self, item: &Item<'_>, scratch: &mut Scratch, out: &mut Vec<Match>) {
        out.clear();
        scratch.folded.fold(item, self.max_bytes);
        self.collect_matches(item, &scratch.folded, &mut scratch.search, |_| false, out);
        sort_matches(out);
    }

    /// Returns the watches with at least one match, in ascending order. Cheaper than
    /// [`Matcher::matches`] where the places do not matter.
    pub fn matching_watches(&self, item: &Item<'_>) -> Vec<WatchId> {
        let mut out = Vec::new();
        self.matching_watches_into(item, &mut Scratch::new(), &mut out);
        out
    }

    /// Like [`Matcher::matching_watches`], without allocating: `out` is cleared and filled.
    pub fn matching_watches_into(
        &self,
        item: &Item<'_>,
        scratch: &mut Scratch,
        out: &mut Vec<WatchId>,
    ) {
        out.clear();
        scratch.folded.fold(item, self.max_bytes);
        self.collect_watches(item, &scratch.folded, &mut scratch.search, |_| false, out);
        sort_watches(out);
    }

    /// Appends matches, those of each spelling of a watch's keyword in order. Masked queries are not evaluated; masked
    /// keywords, which cost nothing extra, are found.
    pub(crate) fn collect_matches(
        &self,
        item: &Item<'_>,
        folded: &FoldedItem,
        scratch: &mut SearchScratch,
        is_masked: impl Fn(WatchId) -> bool,
        out: &mut Vec<Match>,
    ) {
        self.visit(item, folded, scratch, |entry, occurrences, exact| {
            collect_admitted(entry, item, folded, occurrences, exact, out);
        });
        if !self.queries.is_empty() {
            self.queries.collect_matches(item, folded, &mut scratch.queries, is_masked, out);
        }
    }

    /// Appends the ids of matching watches, each once for a spelling of its keyword, with masked ones as in
    /// [`collect_matches`](Self::collect_matches).
    pub(crate) fn collect_watches(
        &self,
        item: &Item<'_>,
        folded: &FoldedItem,
        scratch: &mut SearchScratch,
        is_masked: impl Fn(WatchId) -> bool,
        out: &mut Vec<WatchId>,
    ) {
        self.visit(item, folded, scratch, |entry, occurrences, exact| {
            if admits_any(entry, item, folded, occurrences, exact) {
                out.push(entry.id);
            }
        });
        if !self.queries.is_empty() {
            self.queries.collect_watches(item, folded, &mut scratch.queries, is_masked, out);
        }
    }

    /// Passes the occurrences of its keyword, in order, to each literal watch that has the item in
    /// its scope, and adds candidates among queries.
    fn visit(
        &self,
        item: &Item<'_>,
        folded: &FoldedItem,
        scratch: &mut SearchScratch,
        mut candidate: impl FnMut(Entry<'_>, &mut [Occurrence], &mut FoldedText),
    ) {
        let SearchScratch { keyword_ends, words, occurrences, lower, exact, queries } = scratch;
        let place = self.records.place(item.subreddit, lower);
        let queried = self.queries.place(item, queries);
        keyword_ends.clear();
        self.search.scan(&self.records, folded.bytes(), words, scopes_of(place), |keyword, end| {
            keyword_ends.push(u64::from(keyword) << 32 | end as u64);
        });
        keyword_ends.sort_unstable();
        for group in keyword_ends.chunk_by(|a, b| a >> 32 == b >> 32) {
            let record = self.records.get((group[0] >> 32) as u32, place);
            if let Some(anchor) = record.anchor {
                self.queries.add_candidates(anchor, queried, queries);
            }
            if !record.has_entries() {
                continue;
            }
            Occurrence::collect(folded, group, record.length, occurrences);
            if occurrences.is_empty() {
                continue;
            }
            for entry in record.entries() {
                let entry = self.extras.unpack(entry);
                if entry.includes(item) {
                    candidate(entry, occurrences, exact);
                }
            }
        }
    }
}

impl Default for Matcher {
    /// Returns a matcher without watches.
    fn default() -> Self {
        Matcher::from_distinct([])
    }
}
