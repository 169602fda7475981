//! An item whose fields are folded into one text.

use std::ops::Range;

use super::fold::Case;
use super::folded_text::FoldedText;
use crate::item::{Field, Item, Place, Span};
use crate::markup::{VisibleText, may_have_markup};

/// Two fields of an item in folded form, as written, followed by those of their paragraphs that a
/// reader sees differently.
#[derive(Clone, Debug, Default)]
pub(crate) struct FoldedItem {
    text: FoldedText,
    /// The beginning of the last field.
    last: usize,
    /// Whether the fields are flair and address; otherwise they are those searched in an item of
    /// its kind.
    is_metadata: bool,
    /// The end of the fields as written.
    written_end: usize,
    title: Shown,
    body: Shown,
}

/// The text that a reader sees of a field that has markup.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shown {
    pub(crate) text: VisibleText,
    /// The ranges of its paragraphs in the folded bytes. A field without markup has none.
    pub(crate) ranges: Vec<Range<usize>>,
}

/// A place in a field.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FoundPlace {
    pub(crate) field: Field,
    /// The span in the source.
    pub(crate) span: Span,
    /// The span in the text that a reader sees, if it was found there.
    pub(crate) shown: Option<Span>,
}

impl Shown {
    fn fold(&mut self, folded: &mut FoldedText) {
        for paragraph in self.text.paragraphs() {
            let text = &self.text.text()[..paragraph.end];
            let begin = folded.push_rest(text, paragraph.start, Case::Fold);
            self.ranges.push(begin..folded.bytes().len());
        }
    }
}

impl FoundPlace {
    pub(crate) fn place(&self) -> Place {
        Place { field: self.field, span: self.span }
    }
}

impl FoldedItem {
    pub(crate) fn fold(&mut self, item: &Item<'_>) {
        self.text.clear();
        self.is_metadata = false;
        for field in item.searched() {
            self.last = self.text.push_field(item.text(*field), Case::Fold);
        }
        self.written_end = self.text.bytes().len();
        self.title.ranges.clear();
        self.body.ranges.clear();
        // The bytes that begin markup fold to themselves.
        if may_have_markup(self.text.bytes()) {
            self.fold_shown(item);
        }
    }

    #[cold]
    fn fold_shown(&mut self, item: &Item<'_>) {
        for field in item.searched() {
            let shown = match field {
                Field::Title => &mut self.title,
                _ => &mut self.body,
            };
            if shown.text.read(item.text(*field)) {
                shown.fold(&mut self.text);
            }
        }
    }

    /// Like [`FoldedItem::fold`], for the fields that only queries look at. They have no markup.
    pub(crate) fn fold_metadata(&mut self, item: &Item<'_>) {
        self.text.clear();
        self.is_metadata = true;
        self.text.push_field(item.flair, Case::Fold);
        self.last = self.text.push_field(item.url, Case::Fold);
        self.written_end = self.text.bytes().len();
    }

    /// Returns the range in the folded bytes of a field as written. The title of a comment is
    /// empty.
    pub(crate) fn range(&self, field: Field) -> Range<usize> {
        match field {
            Field::Title | Field::Flair => 0..self.last.saturating_sub(1),
            _ => self.last..self.written_end,
        }
    }

    /// Returns the text that a reader sees of a field, if it has markup.
    pub(crate) fn shown(&self, field: Field) -> Option<&Shown> {
        let shown = match field {
            Field::Title => &self.title,
            Field::Body => &self.body,
            _ => return None,
        };
        Some(shown).filter(|shown| !shown.ranges.is_empty())
    }

    /// Returns the place in the original of one that ends at `end` in the folded bytes, if it
    /// consists of whole characters of the original. Text that a reader sees as written is found in
    /// the written text only.
    #[inline]
    pub(crate) fn place(&self, end: usize, length: usize) -> Option<FoundPlace> {
        let start = end - length;
        let span = self.text.span(start..end)?;
        if start < self.written_end {
            let field = self.written_field_at(start);
            return Some(FoundPlace { field, span, shown: None });
        }
        self.shown_place(start, span)
    }

    #[cold]
    fn shown_place(&self, start: usize, span: Span) -> Option<FoundPlace> {
        let in_body = self.body.ranges.first();
        let (field, shown) = match in_body.is_some_and(|first| first.start <= start) {
            true => (Field::Body, &self.body),
            false => (Field::Title, &self.title),
        };
        shown.text.is_other(span).then(|| FoundPlace {
            field,
            span: shown.text.source_span(span),
            shown: Some(span),
        })
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        self.text.bytes()
    }

    /// Returns the field that contains a position in the folded bytes.
    fn written_field_at(&self, at: usize) -> Field {
        match (at < self.last, self.is_metadata) {
            (true, false) => Field::Title,
            (false, false) => Field::Body,
            (true, true) => Field::Flair,
            (false, true) => Field::Url,
        }
    }

    /// Returns the text in which a place was found, and the span there.
    pub(crate) fn text_of<'a>(&'a self, item: &Item<'a>, place: &FoundPlace) -> (&'a str, Span) {
        match (place.shown, self.shown(place.field)) {
            (Some(span), Some(shown)) => (shown.text.text(), span),
            _ => (item.text(place.field), place.span),
        }
    }
}
