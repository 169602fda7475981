//! An item whose fields are folded into one text.

use std::ops::Range;

use super::fold::Case;
use super::folded_text::FoldedText;
use crate::item::{Field, Item, Span};

/// Two fields of an item in folded form.
#[derive(Clone, Debug, Default)]
pub(crate) struct FoldedItem {
    text: FoldedText,
    /// Where the last field begins.
    last: usize,
    /// Flair and address; otherwise what is searched in an item of its kind.
    is_metadata: bool,
}

impl FoldedItem {
    pub(crate) fn fold(&mut self, item: &Item<'_>) {
        self.text.clear();
        self.is_metadata = false;
        for field in item.searched() {
            self.last = self.text.push_field(item.text(*field), Case::Fold);
        }
    }

    /// Does what [`FoldedItem::fold`] does, of what only queries look at.
    pub(crate) fn fold_metadata(&mut self, item: &Item<'_>) {
        self.text.clear();
        self.is_metadata = true;
        self.text.push_field(item.flair, Case::Fold);
        self.last = self.text.push_field(item.url, Case::Fold);
    }

    /// Returns where a field lies in the folded bytes. The title of a comment is empty.
    pub(crate) fn range(&self, field: Field) -> Range<usize> {
        match field {
            Field::Title | Field::Flair => 0..self.last.saturating_sub(1),
            _ => self.last..self.text.bytes().len(),
        }
    }

    /// Returns the original bytes of a place that ends at `end` in the folded ones, if it is whole
    /// characters of the original.
    pub(crate) fn span(&self, end: usize, length: usize) -> Option<Span> {
        self.text.span(end - length..end)
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        self.text.bytes()
    }

    /// Returns the field in which a place in the folded bytes lies.
    pub(crate) fn field_at(&self, at: usize) -> Field {
        match (at < self.last, self.is_metadata) {
            (true, false) => Field::Title,
            (false, false) => Field::Body,
            (true, true) => Field::Flair,
            (false, true) => Field::Url,
        }
    }
}
