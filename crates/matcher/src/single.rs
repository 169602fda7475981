//! Searching for one watch, again and again over the same items.

use crate::index::Entry;
use crate::matcher::{FoldedItem, Occurrence, admits, collect_admitted};
use crate::text::{Case, FoldedText, fold_keyword};
use crate::{Item, Kind, Match, Scope, Watch};

/// One watch, ready to search prepared items: what a preview does at every keystroke.
///
/// It finds what a [`Matcher`](crate::Matcher) of that one watch finds, by the same rules, without
/// the automaton that only many keywords need. That also keeps the browser's build small.
///
/// ```
/// use matcher::{Filters, Item, Kind, PreparedItem, Scope, SingleWatch, Watch, WatchId};
///
/// let item = Item { kind: Kind::Post, subreddit: "tea", author: "", title: "Green tea", body: "" };
/// let prepared = PreparedItem::new(&item);
/// for (typed, found) in [("t", 1), ("te", 1), ("tea", 1), ("tea.", 0)] {
///     let watch = Watch::new(WatchId(1), typed, Scope::All, Filters::default())?;
///     assert_eq!(SingleWatch::new(&watch).matches(&prepared).len(), found);
/// }
/// # Ok::<(), matcher::WatchError>(())
/// ```
#[derive(Clone, Debug)]
pub struct SingleWatch {
    entry: Entry,
    scope: Scope,
    keyword: Vec<u8>,
}

impl SingleWatch {
    /// Prepares a watch.
    pub fn new(watch: &Watch) -> Self {
        SingleWatch {
            entry: Entry::new(watch),
            scope: watch.scope().clone(),
            keyword: fold_keyword(watch.keyword(), Case::Fold),
        }
    }

    /// As [`Matcher::matches`](crate::Matcher::matches) of this watch alone.
    pub fn matches(&self, item: &PreparedItem) -> Vec<Match> {
        let mut out = Vec::new();
        if self.covers(item) {
            let mut found: Vec<Occurrence> = self.occurrences(&item.folded).collect();
            let exact = &mut FoldedText::default();
            collect_admitted(&self.entry, &item.item(), &mut found, exact, &mut out);
        }
        out
    }

    /// Whether there is any match. Looks no further than the first.
    pub fn is_match(&self, item: &PreparedItem) -> bool {
        let exact = &mut FoldedText::default();
        let admits = |mut found| admits(&self.entry, &item.item(), &mut found, exact);
        self.covers(item) && self.occurrences(&item.folded).any(admits)
    }

    fn covers(&self, item: &PreparedItem) -> bool {
        self.entry.includes(item.kind) && self.scope.contains(&item.subreddit)
    }

    /// Where the folded keyword stands as whole characters, in order.
    fn occurrences<'a>(&'a self, folded: &'a FoldedItem) -> impl Iterator<Item = Occurrence> + 'a {
        let (keyword, bytes) = (&self.keyword, folded.bytes());
        // A watch's keyword never folds to nothing.
        let first = keyword.first().copied();
        let begins = bytes
            .iter()
            .enumerate()
            .filter(move |(_, byte)| Some(**byte) == first);
        let whole = begins.filter(|(at, _)| bytes[*at..].starts_with(keyword));
        whole.filter_map(|(at, _)| folded.occurrence(at + keyword.len(), keyword.len()))
    }
}

/// An item with its own copy of the texts, folded once.
#[derive(Clone, Debug)]
pub struct PreparedItem {
    kind: Kind,
    subreddit: Box<str>,
    author: Box<str>,
    title: Box<str>,
    body: Box<str>,
    folded: FoldedItem,
}

impl PreparedItem {
    /// Copies and folds an item.
    pub fn new(item: &Item<'_>) -> Self {
        let mut folded = FoldedItem::default();
        folded.fold(item);
        PreparedItem {
            kind: item.kind,
            subreddit: item.subreddit.into(),
            author: item.author.into(),
            title: item.title.into(),
            body: item.body.into(),
            folded,
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
        }
    }
}
