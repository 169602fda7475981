//! A few watches that changed lately.
//!
//! A watch more is put into flat tables, which takes microseconds, and so does a copy of the tables
//! for searches that must not see it. In exchange nothing is arranged by subreddit.

// Without queries there is nothing to clone.
#![cfg_attr(not(feature = "query"), allow(unreachable_code, dead_code))]

use std::sync::Arc;

use crate::automaton::KeywordAutomaton;
use crate::candidates::Candidates;
use crate::entry::Entry;
use crate::keywords::Distinct;
use crate::log::Log;
use crate::matcher::{FoldedItem, Occurrence, Work, admits_any, collect_admitted};
use crate::queries::QueryWork;
use crate::query::{Anchor, Query};
use crate::records::Scopes;
use crate::single::{Search, SingleWatch};
use crate::text::FoldedText;
use crate::windows::Windows;
use crate::{Item, Match, WatchId};

/// Watches that are added and taken away one at a time.
#[derive(Clone, Debug, Default)]
pub(crate) struct Recent {
    keywords: Distinct,
    windows: Windows,
    /// Keywords that the windows have no room for.
    crowded: Vec<u32>,
    automaton: Option<Arc<KeywordAutomaton>>,
    /// By keyword, the last one of those who want it.
    last: Vec<u32>,
    wanted_by: Vec<WantedBy>,
    watches: Log<Arc<SingleWatch>>,
    /// By watch: taken away.
    gone: Vec<bool>,
    taken_away: usize,
    looks_at_side: bool,
    looks_at_author: bool,
}

/// A watch that wants a keyword.
#[derive(Clone, Copy, Debug)]
struct WantedBy {
    watch: u32,
    place: Place,
    /// The one before it that wants the same keyword, if this is not itself.
    before: u32,
}

/// Where a keyword has to stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// The keyword of a literal watch.
    Literal,
    /// The anchors of a query.
    Text,
    Side,
    Author,
}

impl Recent {
    /// Adds a watch, and gives its number here. It may be found only once all is settled.
    pub(crate) fn add(&mut self, watch: SingleWatch) -> u32 {
        let number = self.gone.len() as u32;
        match &watch.search {
            Search::Keyword(keyword) => self.want(keyword, number, Place::Literal),
            Search::Query(query) => {
                self.looks_at_side |= query.needs_side();
                for anchor in query.anchors() {
                    match anchor {
                        Anchor::Text(text) => self.want(text, number, Place::Text),
                        Anchor::Side(text) => {
                            self.looks_at_side = true;
                            self.want(text, number, Place::Side);
                        }
                        Anchor::Author(name) => {
                            self.looks_at_author = true;
                            self.want(name.as_bytes(), number, Place::Author);
                        }
                    }
                }
            }
        }
        self.watches.push(Arc::new(watch));
        self.gone.push(false);
        number
    }

    fn want(&mut self, keyword: &[u8], watch: u32, place: Place) {
        let own = self.wanted_by.len() as u32;
        let number = self.keywords.number(keyword);
        if number == self.last.len() {
            self.last.push(own);
            self.search_for(number as u32);
        }
        let before = std::mem::replace(&mut self.last[number], own);
        self.wanted_by.push(WantedBy {
            watch,
            place,
            before,
        });
    }

    fn search_for(&mut self, number: u32) {
        let keywords = self.keywords.so_far();
        if !self.windows.insert(keywords, number) {
            self.crowded.push(number);
            self.automaton = None;
        }
    }

    /// Makes ready to search what was added, however much it was.
    pub(crate) fn settle(&mut self) {
        let keywords = self.keywords.so_far();
        let crowded = self.crowded.iter().map(|n| keywords.get(*n as usize));
        let crowded: Vec<&[u8]> = crowded.collect();
        self.automaton = Some(Arc::new(KeywordAutomaton::build(&crowded)));
    }

    /// Whether there is nothing to [`settle`](Recent::settle).
    pub(crate) fn is_settled(&self) -> bool {
        self.crowded.is_empty() || self.automaton.is_some()
    }

    /// Takes a watch away that was added.
    pub(crate) fn take_away(&mut self, number: u32) {
        self.gone[number as usize] = true;
        self.taken_away += 1;
    }

    /// Whether most of it is watches that were taken away.
    pub(crate) fn is_mostly_gone(&self) -> bool {
        const FEW: usize = 64;
        self.taken_away > FEW + self.gone.len() / 2
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.taken_away == self.gone.len()
    }

    /// Appends matches, those of one watch in order.
    pub(crate) fn collect_matches(
        &self,
        item: &Item<'_>,
        folded: &FoldedItem,
        work: &mut Work,
        out: &mut Vec<Match>,
    ) {
        self.visit(item, folded, work, |entry, occurrences, exact| {
            collect_admitted(entry, item, occurrences, exact, out);
        });
        let queries = &mut work.queries;
        self.nominate(item, queries);
        queries.collect_matches(item, folded, |n| self.query(item, n), out);
    }

    /// Appends the ids of matching watches, each once.
    pub(crate) fn collect_watches(
        &self,
        item: &Item<'_>,
        folded: &FoldedItem,
        work: &mut Work,
        out: &mut Vec<WatchId>,
    ) {
        self.visit(item, folded, work, |entry, occurrences, exact| {
            if admits_any(entry, item, occurrences, exact) {
                out.push(entry.id);
            }
        });
        let queries = &mut work.queries;
        self.nominate(item, queries);
        queries.collect_watches(item, folded, |n| self.query(item, n), out);
    }

    /// Shows each literal watch that has the item in its scope the occurrences of its keyword, in
    /// order, and nominates queries by what stands in title and body.
    fn visit(
        &self,
        item: &Item<'_>,
        folded: &FoldedItem,
        work: &mut Work,
        mut candidate: impl FnMut(Entry<'_>, &mut [Occurrence], &mut FoldedText),
    ) {
        let hits = &mut work.hits;
        hits.clear();
        self.scan(folded.bytes(), |keyword, end| {
            hits.push((keyword as u64) << 32 | end as u64);
        });
        hits.sort_unstable();
        for group in hits.chunk_by(|a, b| a >> 32 == b >> 32) {
            let keyword = (group[0] >> 32) as usize;
            let length = self.keywords.so_far().get(keyword).len();
            let occurrences = &mut work.occurrences;
            folded.occurrences(group, length, occurrences);
            for WantedBy { watch, place, .. } in self.wanted_by(keyword) {
                match place {
                    Place::Text => work.queries.candidates.push(watch),
                    Place::Literal if !occurrences.is_empty() => {
                        if let Some(watch) = self.watch_of(item, watch) {
                            candidate(watch.entry(), occurrences, &mut work.exact);
                        }
                    }
                    _ => (),
                }
            }
        }
    }

    /// Nominates queries by what stands elsewhere.
    fn nominate(&self, item: &Item<'_>, work: &mut QueryWork) {
        if self.looks_at_side {
            work.side.fold_side(item);
            self.scan(work.side.bytes(), |keyword, _| {
                work.candidates.extend(self.who_want(keyword, Place::Side));
            });
        }
        if self.looks_at_author {
            let name = item.author.to_ascii_lowercase();
            if let Some(keyword) = self.keywords.find(name.as_bytes()) {
                work.candidates
                    .extend(self.who_want(keyword, Place::Author));
            }
        }
    }

    fn scan(&self, text: &[u8], mut found: impl FnMut(usize, usize)) {
        let keywords = self.keywords.so_far();
        let found_there = |keyword, end| found(keyword as usize, end);
        let mut candidates = Candidates::new(keywords, text, found_there);
        self.windows.scan(Scopes::MAX, &mut candidates);
        if let Some(automaton) = &self.automaton {
            automaton.scan(text, |nth, end| found(self.crowded[nth] as usize, end));
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

    fn who_want(&self, keyword: usize, place: Place) -> impl Iterator<Item = u32> {
        let wanted = self.wanted_by(keyword);
        wanted
            .filter(move |wanted| wanted.place == place)
            .map(|wanted| wanted.watch)
    }

    /// The watch, if it is still there and has the item in its scope.
    fn watch_of(&self, item: &Item<'_>, number: u32) -> Option<&SingleWatch> {
        let there = !self.gone[number as usize];
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
