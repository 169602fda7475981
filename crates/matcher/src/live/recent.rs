//! A few watches that changed recently.
//!
//! Adding a watch to the flat tables takes microseconds, and so does copying the tables for
//! searches that must not see it. In exchange nothing is arranged by subreddit.

// Without queries there is nothing to clone.
#![cfg_attr(not(feature = "query"), allow(unreachable_code, dead_code))]

use std::sync::Arc;

use super::chunked_vec::ChunkedVec;
use crate::engine::{Candidates, KeywordAutomaton, KeywordInterner, Scopes, Windows};
use crate::item::Item;
use crate::query::{Anchor, Query};
use crate::search::{
    Entry, Match, Occurrence, QueryScratch, Search, SearchScratch, SingleWatch, admits_any,
    collect_admitted,
};
use crate::text::{FoldedItem, FoldedText};
use crate::watch::WatchId;

/// Watches that are added and removed one at a time.
#[derive(Clone, Debug, Default)]
pub(crate) struct Recent {
    keywords: KeywordInterner,
    windows: Windows,
    /// Keywords that do not fit into the windows.
    overflow: Vec<u32>,
    automaton: Option<Arc<KeywordAutomaton>>,
    /// The last watch that wants each keyword, by keyword.
    last: Vec<u32>,
    wanted_by: Vec<WantedBy>,
    watches: ChunkedVec<Arc<SingleWatch>>,
    /// Whether each watch was removed, by watch.
    removed: Vec<bool>,
    removed_count: usize,
    looks_at_metadata: bool,
    looks_at_author: bool,
    /// The bytes of the longest text that is searched for, when folded.
    max_bytes: usize,
}

/// A watch that wants a keyword.
#[derive(Clone, Copy, Debug)]
struct WantedBy {
    watch: u32,
    role: Role,
    /// The previous watch that wants the same keyword, or this one itself if there is none.
    before: u32,
}

/// The role of a keyword in a watch, which determines where it must occur.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// The keyword of a literal watch.
    Literal,
    /// The anchors of a query.
    Text,
    Metadata,
    Author,
}

impl Recent {
    /// Adds a watch, and returns its number in this set. Searches find it once the automaton is
    /// built.
    pub(crate) fn add(&mut self, watch: SingleWatch) -> u32 {
        let number = self.removed.len() as u32;
        match &watch.search {
            Search::Keyword(spellings) => {
                spellings.iter().for_each(|text| self.want(text, number, Role::Literal));
            }
            Search::Query(query) => {
                self.looks_at_metadata |= query.needs_metadata();
                self.max_bytes = self.max_bytes.max(query.max_bytes());
                for anchor in query.anchors() {
                    match anchor {
                        Anchor::Text(text) => self.want(text, number, Role::Text),
                        Anchor::Metadata(text) => {
                            self.looks_at_metadata = true;
                            self.want(text, number, Role::Metadata);
                        }
                        Anchor::Author(name) => {
                            self.looks_at_author = true;
                            self.want(name.as_bytes(), number, Role::Author);
                        }
                    }
                }
            }
        }
        self.watches.push(Arc::new(watch));
        self.removed.push(false);
        number
    }

    fn want(&mut self, keyword: &[u8], watch: u32, role: Role) {
        self.max_bytes = self.max_bytes.max(keyword.len());
        let own = self.wanted_by.len() as u32;
        let number = self.keywords.intern(keyword);
        if number == self.last.len() {
            self.last.push(own);
            self.search_for(number as u32);
        }
        let before = std::mem::replace(&mut self.last[number], own);
        self.wanted_by.push(WantedBy { watch, role, before });
    }

    fn search_for(&mut self, number: u32) {
        let keywords = self.keywords.keywords();
        if !self.windows.insert(keywords, number) {
            self.overflow.push(number);
            self.automaton = None;
        }
    }

    /// Builds the automaton over all keywords that do not fit into the windows.
    pub(crate) fn build_automaton(&mut self) {
        let keywords = self.keywords.keywords();
        let overflow = self.overflow.iter().map(|n| keywords.get(*n as usize));
        let overflow: Vec<&[u8]> = overflow.collect();
        self.automaton = Some(Arc::new(KeywordAutomaton::build(&overflow)));
    }

    /// Returns whether searches find everything that was added.
    pub(crate) fn is_searchable(&self) -> bool {
        self.overflow.is_empty() || self.automaton.is_some()
    }

    /// Removes a watch that was added.
    pub(crate) fn remove(&mut self, number: u32) {
        self.removed[number as usize] = true;
        self.removed_count += 1;
    }

    /// Returns whether most of the watches were removed.
    pub(crate) fn is_mostly_removed(&self) -> bool {
        const MIN_REMOVED: usize = 64;
        self.removed_count > MIN_REMOVED + self.removed.len() / 2
    }

    /// Returns the bytes of the longest text that is searched for, when folded.
    pub(crate) fn max_bytes(&self) -> usize {
        self.max_bytes
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.removed_count == self.removed.len()
    }

    /// Appends matches, those of each spelling of a watch's keyword in order.
    pub(crate) fn collect_matches(
        &self,
        item: &Item<'_>,
        folded: &FoldedItem,
        scratch: &mut SearchScratch,
        out: &mut Vec<Match>,
    ) {
        self.visit(item, folded, scratch, |entry, occurrences, exact| {
            collect_admitted(entry, item, folded, occurrences, exact, out);
        });
        let queries = &mut scratch.queries;
        self.add_candidates(item, queries);
        queries.collect_matches(item, folded, |n| self.query(item, n), out);
    }

    /// Appends the ids of matching watches, each once for a spelling of its keyword.
    pub(crate) fn collect_watches(
        &self,
        item: &Item<'_>,
        folded: &FoldedItem,
        scratch: &mut SearchScratch,
        out: &mut Vec<WatchId>,
    ) {
        self.visit(item, folded, scratch, |entry, occurrences, exact| {
            if admits_any(entry, item, folded, occurrences, exact) {
                out.push(entry.id);
            }
        });
        let queries = &mut scratch.queries;
        self.add_candidates(item, queries);
        queries.collect_watches(item, folded, |n| self.query(item, n), out);
    }

    /// Passes the occurrences of its keyword, in order, to each literal watch that has the item in
    /// its scope, and adds query candidates by the anchors in title and body.
    fn visit(
        &self,
        item: &Item<'_>,
        folded: &FoldedItem,
        scratch: &mut SearchScratch,
        mut candidate: impl FnMut(Entry<'_>, &mut [Occurrence], &mut FoldedText),
    ) {
        let keyword_ends = &mut scratch.keyword_ends;
        keyword_ends.clear();
        self.scan(folded.bytes(), |keyword, end| {
            keyword_ends.push((keyword as u64) << 32 | end as u64);
        });
        keyword_ends.sort_unstable();
        for group in keyword_ends.chunk_by(|a, b| a >> 32 == b >> 32) {
            let keyword = (group[0] >> 32) as usize;
            let length = self.keywords.keywords().get(keyword).len();
            let occurrences = &mut scratch.occurrences;
            Occurrence::collect(folded, group, length, occurrences);
            for WantedBy { watch, role, .. } in self.wanted_by(keyword) {
                match role {
                    Role::Text => scratch.queries.candidates.push(watch),
                    Role::Literal if !occurrences.is_empty() => {
                        if let Some(watch) = self.watch_of(item, watch) {
                            candidate(watch.entry(), occurrences, &mut scratch.exact);
                        }
                    }
                    _ => (),
                }
            }
        }
    }

    /// Adds candidates by the anchors elsewhere in the item.
    fn add_candidates(&self, item: &Item<'_>, scratch: &mut QueryScratch) {
        if self.looks_at_metadata {
            scratch.metadata.fold_metadata(item);
            self.scan(scratch.metadata.bytes(), |keyword, _| {
                scratch.candidates.extend(self.who_want(keyword, Role::Metadata));
            });
        }
        if self.looks_at_author {
            let name = item.author.to_ascii_lowercase();
            if let Some(keyword) = self.keywords.find(name.as_bytes()) {
                scratch.candidates.extend(self.who_want(keyword, Role::Author));
            }
        }
    }

    fn scan(&self, text: &[u8], mut found: impl FnMut(usize, usize)) {
        let keywords = self.keywords.keywords();
        let found_there = |keyword, end| found(keyword as usize, end);
        let mut candidates = Candidates::new(keywords, text, found_there);
        self.windows.scan(Scopes::MAX, &mut candidates);
        if let Some(automaton) = &self.automaton {
            automaton.scan(text, |_| true, |nth, end| found(self.overflow[nth] as usize, end));
        }
    }

    fn wanted_by(&self, keyword: usize) -> impl Iterator<Item = WantedBy> {
        let mut next = Some(self.last[keyword]);
        std::iter::from_fn(move || {
            let own = next?;
            let wanted = self.wanted_by[own as usize];
            next = (wanted.before != own).then_some(wanted.before);
            Some(wanted)
        })
    }

    fn who_want(&self, keyword: usize, role: Role) -> impl Iterator<Item = u32> {
        let wanted = self.wanted_by(keyword);
        wanted.filter(move |wanted| wanted.role == role).map(|wanted| wanted.watch)
    }

    /// Returns the watch if it still exists and has the item in its scope.
    fn watch_of(&self, item: &Item<'_>, number: u32) -> Option<&SingleWatch> {
        let there = !self.removed[number as usize];
        let watch = there.then(|| self.watches.get(number as usize));
        watch.map(Arc::as_ref).filter(|watch| watch.covers(item))
    }

    fn query(&self, item: &Item<'_>, number: u32) -> Option<(Entry<'_>, &Query)> {
        let watch = self.watch_of(item, number)?;
        match &watch.search {
            Search::Query(query) => Some((watch.entry(), query)),
            Search::Keyword(_) => None,
        }
    }
}
