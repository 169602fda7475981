//! Items that are searched repeatedly.

use super::occurrence::Occurrence;
use crate::item::{Item, Kind};
use crate::text::{FoldedItem, Trigrams};

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
    pub(super) trigrams: Trigrams,
    /// The folded flair and address.
    pub(super) metadata: FoldedItem,
}

impl PreparedItem {
    /// Copies and folds an item.
    pub fn new(item: &Item<'_>) -> Self {
        let mut folded = FoldedItem::default();
        folded.fold(item, usize::MAX);
        let mut metadata = FoldedItem::default();
        metadata.fold_metadata(item);
        PreparedItem {
            kind: item.kind,
            subreddit: item.subreddit.into(),
            author: item.author.into(),
            title: item.title.into(),
            body: item.body.into(),
            flair: item.flair.into(),
            url: item.url.into(),
            score: item.score,
            trigrams: Trigrams::of(folded.bytes()),
            folded,
            metadata,
        }
    }

    /// Returns the item as it was passed in.
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

/// Returns the occurrences of a keyword, given by its spellings, that are whole characters, in
/// order.
pub(crate) fn ordered_occurrences(spellings: &[Vec<u8>], item: &PreparedItem) -> Vec<Occurrence> {
    let mut all = Vec::new();
    for text in spellings {
        let mut found: Vec<Occurrence> = occurrences(text, item).collect();
        Occurrence::order(&mut found);
        Occurrence::merge(&mut all, found);
    }
    all
}

/// Like [`ordered_occurrences`], for one spelling, but lazily and in no particular order.
pub(super) fn occurrences<'a>(
    keyword: &'a [u8],
    item: &'a PreparedItem,
) -> impl Iterator<Item = Occurrence> + 'a {
    let folded = &item.folded;
    let bytes = if item.trigrams.may_hold(keyword) { folded.bytes() } else { &[] };
    // A watch's keyword never folds to an empty text.
    let first = keyword.first().copied();
    let begins = bytes.iter().enumerate().filter(move |(_, byte)| Some(**byte) == first);
    let whole = begins.filter(|(at, _)| bytes[*at..].starts_with(keyword));
    whole.filter_map(|(at, _)| Occurrence::ending_at(folded, at + keyword.len(), keyword.len()))
}
