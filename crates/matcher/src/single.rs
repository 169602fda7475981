//! Searching for one watch, again and again over the same items.
// Without queries there is nothing to clone.
#![cfg_attr(not(feature = "query"), allow(unreachable_code, dead_code))]

use crate::entry::{Entry, OwnEntry};
use crate::grams::Grams;
use crate::matcher::{FoldedItem, Occurrence, admits, collect_admitted};
use crate::queries::collect_places;
use crate::query::{Query, Reader};
use crate::text::{Case, FoldedText, fold_keyword};
use crate::{Item, Kind, Match, Rule, Scope, Watch};

/// One watch, ready to search prepared items: what a preview does at every keystroke.
///
/// It finds what a [`Matcher`](crate::Matcher) of that one watch finds, by the same rules, without
/// the automaton that only many keywords need. That also keeps the browser's build small.
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
    Keyword(Vec<u8>),
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
                Rule::Literal(keyword) => Search::Keyword(fold_keyword(keyword, Case::Fold)),
                Rule::Query(query) => Search::Query(query.clone()),
            },
        }
    }

    /// As [`Matcher::matches`](crate::Matcher::matches) of this watch alone.
    pub fn matches(&self, item: &PreparedItem) -> Vec<Match> {
        let mut out = Vec::new();
        let exact = &mut FoldedText::default();
        let own = item.item();
        match &self.search {
            _ if !self.covers(&own) => (),
            Search::Keyword(keyword) => {
                let mut found: Vec<Occurrence> = occurrences(keyword, item).collect();
                collect_admitted(self.entry(), &own, &mut found, exact, &mut out);
            }
            Search::Query(query) => {
                let mut reader = self.reader(item, &own, exact);
                if reader.holds(query.root()) {
                    let found = &mut Vec::new();
                    collect_places(self.entry().id, query.root(), &mut reader, found, &mut out);
                }
            }
        }
        out
    }

    /// Whether there is any match. Looks no further than the first.
    pub fn is_match(&self, item: &PreparedItem) -> bool {
        if let Search::Keyword(keyword) = &self.search
            && !item.grams.may_hold(keyword)
        {
            return false;
        }
        let exact = &mut FoldedText::default();
        let own = item.item();
        self.covers(&own)
            && match &self.search {
                Search::Keyword(keyword) => occurrences(keyword, item)
                    .any(|mut found| admits(self.entry(), &own, &mut found, exact)),
                Search::Query(query) => self.reader(item, &own, exact).holds(query.root()),
            }
    }

    pub(crate) fn entry(&self) -> Entry<'_> {
        self.entry.get()
    }

    /// Whether the watch looks at the item at all.
    pub(crate) fn covers(&self, item: &Item<'_>) -> bool {
        self.entry().includes(item) && self.scope.contains(item.subreddit)
    }

    pub(crate) fn reader<'a>(
        &self,
        item: &'a PreparedItem,
        own: &'a Item<'a>,
        exact: &'a mut FoldedText,
    ) -> Reader<'a> {
        Reader {
            item: own,
            main: &item.folded,
            grams: Some(&item.grams),
            side: &item.side,
            exact,
            strictness: self.entry().strictness(),
        }
    }
}

/// Where a folded keyword stands as whole characters, in order.
pub(crate) fn occurrences<'a>(
    keyword: &'a [u8],
    item: &'a PreparedItem,
) -> impl Iterator<Item = Occurrence> + 'a {
    let folded = &item.folded;
    let bytes = if item.grams.may_hold(keyword) {
        folded.bytes()
    } else {
        &[]
    };
    // A watch's keyword never folds to nothing.
    let first = keyword.first().copied();
    let begins = bytes
        .iter()
        .enumerate()
        .filter(move |(_, byte)| Some(**byte) == first);
    let whole = begins.filter(|(at, _)| bytes[*at..].starts_with(keyword));
    whole.filter_map(|(at, _)| folded.occurrence(at + keyword.len(), keyword.len()))
}

/// An item with its own copy of the texts, folded once.
#[derive(Clone, Debug)]
pub struct PreparedItem {
    kind: Kind,
    subreddit: Box<str>,
    author: Box<str>,
    title: Box<str>,
    body: Box<str>,
    flair: Box<str>,
    url: Box<str>,
    score: Option<i64>,
    pub(crate) folded: FoldedItem,
    grams: Grams,
    /// Flair and address.
    pub(crate) side: FoldedItem,
}

impl PreparedItem {
    /// Copies and folds an item.
    pub fn new(item: &Item<'_>) -> Self {
        let mut folded = FoldedItem::default();
        folded.fold(item);
        let mut side = FoldedItem::default();
        side.fold_side(item);
        PreparedItem {
            kind: item.kind,
            subreddit: item.subreddit.into(),
            author: item.author.into(),
            title: item.title.into(),
            body: item.body.into(),
            flair: item.flair.into(),
            url: item.url.into(),
            score: item.score,
            grams: Grams::of(folded.bytes()),
            folded,
            side,
        }
    }

    /// The item as it was given.
    pub fn item(&self) -> Item<'_> {
        Item {
            kind: self.kind,
            subreddit: &self.subreddit,
            author: &self.author,
            title: &self.title,
            body: &self.body,
            flair: &self.flair,
            url: &self.url,
            score: self.score,
        }
    }
}
