//! Items that are searched again and again.

use crate::matcher::{FoldedItem, Work};
use crate::{Item, Kind, Match, Matcher};

/// An item with its own copy of the texts, folded once. Searching it costs only the scan: for a
/// preview that searches the same items at every keystroke.
///
/// ```
/// use matcher::{Filters, Item, Kind, Matcher, PreparedItem, Scope, Watch, WatchId};
///
/// let item = Item { kind: Kind::Post, subreddit: "tea", author: "", title: "Green tea", body: "" };
/// let prepared = PreparedItem::new(&item);
/// for keyword in ["t", "te", "tea"] {
///     let watch = Watch::new(WatchId(1), keyword, Scope::All, Filters::default())?;
///     let matcher = Matcher::build([watch]);
///     assert_eq!(prepared.matches(&matcher), matcher.matches(&item));
/// }
/// # Ok::<(), matcher::WatchError>(())
/// ```
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

    /// As [`Matcher::matches`].
    pub fn matches(&self, matcher: &Matcher) -> Vec<Match> {
        let mut out = Vec::new();
        matcher.collect_matches(&self.item(), &self.folded, &mut Work::default(), &mut out);
        out.sort_unstable();
        out
    }
}
