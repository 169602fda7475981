//! Searches for one watch, repeatedly over the same items.
// Without queries there is nothing to clone.
#![cfg_attr(not(feature = "query"), allow(unreachable_code, dead_code))]

use super::entry::{Entry, OwnEntry};
use super::occurrence::{Match, admits, collect_admitted};
use super::prepared_item::{PreparedItem, occurrences, ordered_occurrences};
use super::query_scratch::collect_places;
use crate::item::Item;
use crate::query::{Evaluator, Query};
use crate::text::{FoldedText, spellings};
use crate::watch::{Rule, Scope, Watch};

/// One watch, ready to search prepared items, as a preview does at every keystroke.
///
/// It finds what a [`Matcher`](crate::Matcher) of that one watch finds, by the same rules, without
/// the automaton, which only many keywords need. This also keeps the browser's build small.
///
/// ```
/// use matcher::{Filters, Item, PreparedItem, Scope, SingleWatch, Watch, WatchId};
///
/// let prepared = PreparedItem::new(&Item::post("tea", "Green tea", ""));
/// for (typed, found) in [("t", 1), ("te", 1), ("tea", 1), ("tea.", 0)] {
///     let watch = Watch::new(WatchId(1), typed, Scope::All, Filters::default())?;
///     assert_eq!(SingleWatch::new(&watch).matches(&prepared).len(), found);
/// }
/// # Ok::<(), matcher::WatchError>(())
/// ```
#[derive(Clone, Debug)]
pub struct SingleWatch {
    entry: OwnEntry,
    pub(crate) scope: Scope,
    pub(crate) search: Search,
    /// The keyword as typed.
    pub(crate) rule: Box<str>,
}

#[derive(Clone, Debug)]
pub(crate) enum Search {
    /// The spellings of a keyword.
    Keyword(Vec<Vec<u8>>),
    Query(Query),
}

impl SingleWatch {
    /// Prepares a watch.
    pub fn new(watch: &Watch) -> Self {
        SingleWatch {
            entry: OwnEntry::new(watch),
            scope: watch.scope().clone(),
            rule: watch.keyword().into(),
            search: match watch.rule() {
                Rule::Literal(keyword) => {
                    Search::Keyword(spellings(keyword, watch.filters().case_sensitive))
                }
                Rule::Query(query) => Search::Query(query.clone()),
            },
        }
    }

    /// Like [`Matcher::matches`](crate::Matcher::matches), for this watch alone.
    pub fn matches(&self, item: &PreparedItem) -> Vec<Match> {
        let mut out = Vec::new();
        let exact = &mut FoldedText::default();
        let own = item.item();
        match &self.search {
            _ if !self.covers(&own) => (),
            Search::Keyword(spellings) => {
                let mut found = ordered_occurrences(spellings, item);
                let folded = &item.folded;
                collect_admitted(self.entry(), &own, folded, &mut found, exact, &mut out);
            }
            Search::Query(query) => {
                let mut evaluator = self.evaluator(item, &own, exact);
                if evaluator.holds(query.root()) {
                    let found = &mut Vec::new();
                    collect_places(self.entry().id, query.root(), &mut evaluator, found, &mut out);
                }
            }
        }
        out
    }

    /// Returns whether there is any match. Looks no further than the first.
    pub fn is_match(&self, item: &PreparedItem) -> bool {
        if let Search::Keyword(spellings) = &self.search
            && !spellings.iter().any(|text| item.trigrams.may_hold(text))
        {
            return false;
        }
        let exact = &mut FoldedText::default();
        let own = item.item();
        self.covers(&own)
            && match &self.search {
                Search::Keyword(spellings) => {
                    let mut found = spellings.iter().flat_map(|text| occurrences(text, item));
                    found.any(|mut found| {
                        admits(self.entry(), &own, &item.folded, &mut found, exact).is_ok()
                    })
                }
                Search::Query(query) => self.evaluator(item, &own, exact).holds(query.root()),
            }
    }

    pub(crate) fn entry(&self) -> Entry<'_> {
        self.entry.get()
    }

    /// Returns whether the watch looks at the item at all.
    pub(crate) fn covers(&self, item: &Item<'_>) -> bool {
        self.entry().includes(item) && self.scope.contains(item.subreddit)
    }

    pub(crate) fn evaluator<'a>(
        &self,
        item: &'a PreparedItem,
        own: &'a Item<'a>,
        exact: &'a mut FoldedText,
    ) -> Evaluator<'a> {
        Evaluator {
            item: own,
            main: &item.folded,
            trigrams: Some(&item.trigrams),
            metadata: &item.metadata,
            exact,
            strictness: self.entry().strictness(),
            stopwatch: None,
        }
    }
}
