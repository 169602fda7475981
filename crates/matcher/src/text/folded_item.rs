//! An item whose fields are folded into one text.

use std::ops::Range;

use super::address::{AddressEnds, address_span, path_of};
use super::fold::Case;
use super::folded_text::{FoldedText, is_exactly};
use crate::item::{Field, Item, Place, Span};
use crate::markup::{VisibleText, ends_of_quotes, may_have_markup};

/// Two fields of an item in folded form, as written, followed by those of their parts that a reader
/// sees differently.
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
    /// The ranges of its parts in the folded bytes. A field without markup has none.
    pub(crate) ranges: Vec<Range<usize>>,
}

/// What is folded before and after a part of a text that a reader sees differently, besides what a
/// match can have: the first and the last character may be parts of others.
const CONTEXT_BYTES: usize = 2;

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
    fn fold(&mut self, folded: &mut FoldedText, reach: usize) {
        let Shown { text, ranges } = self;
        text.for_each_part(reach, |part| {
            let begin = folded.push_rest(&text.text()[..part.end], part.start, Case::Fold);
            ranges.push(begin..folded.bytes().len());
        });
    }
}

/// Folds a field so that nothing is found in a quotation and what follows it together. Returns the
/// offset at which the field begins.
fn fold_quotes(folded: &mut FoldedText, text: &str) -> usize {
    let mut start = 0;
    let mut first = None;
    for end in ends_of_quotes(text).chain([text.len()]) {
        let begin = folded.push_rest(&text[..end], start, Case::Fold);
        first.get_or_insert(begin);
        start = end;
    }
    first.unwrap_or_default()
}

impl FoundPlace {
    pub(crate) fn place(&self) -> Place {
        Place { field: self.field, span: self.span }
    }
}

impl FoldedItem {
    /// Folds an item in which texts are searched for that have up to `max_bytes` when folded.
    pub(crate) fn fold(&mut self, item: &Item<'_>, max_bytes: usize) {
        self.title.ranges.clear();
        self.body.ranges.clear();
        self.fold_written(item, |text, field| text.push_field(field, Case::Fold));
        // The bytes that begin markup fold to themselves, except for the backtick.
        if self.text.had_backtick() || may_have_markup(self.text.bytes()) {
            let mut fields = item.searched().iter().map(|field| item.text(*field));
            if fields.any(|text| ends_of_quotes(text).next().is_some()) {
                self.fold_written(item, fold_quotes);
            }
            self.fold_shown(item, max_bytes.saturating_add(CONTEXT_BYTES));
        }
    }

    /// Folds the fields as they are written.
    fn fold_written(&mut self, item: &Item<'_>, fold: fn(&mut FoldedText, &str) -> usize) {
        self.text.clear();
        self.is_metadata = false;
        for field in item.searched() {
            self.last = fold(&mut self.text, item.text(*field));
        }
        self.written_end = self.text.bytes().len();
    }

    #[cold]
    fn fold_shown(&mut self, item: &Item<'_>, reach: usize) {
        for field in item.searched() {
            let shown = match field {
                Field::Title => &mut self.title,
                _ => &mut self.body,
            };
            if shown.text.read(item.text(*field)) {
                shown.fold(&mut self.text, reach);
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

    /// Returns the place of an address from that of its host and path, as [`address_span`] does.
    pub(crate) fn address_place(
        &self,
        item: &Item<'_>,
        found: &FoundPlace,
        ends: AddressEnds,
    ) -> Option<FoundPlace> {
        if ends == AddressEnds::Open {
            return Some(*found);
        }
        let (text, span) = self.text_of(item, found);
        let span = address_span(text, span, ends)?;
        Some(match (found.shown, self.shown(found.field)) {
            (Some(_), Some(shown)) => {
                FoundPlace { span: shown.text.source_span(span), shown: Some(span), ..*found }
            }
            _ => FoundPlace { span, ..*found },
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

    /// Returns whether what was found at a place equals the keyword when case matters. The case of
    /// a host does not matter.
    pub(crate) fn is_exactly(
        &self,
        item: &Item<'_>,
        found: &FoundPlace,
        (exact, ends): (&[u8], AddressEnds),
        folder: &mut FoldedText,
    ) -> bool {
        let (text, span) = self.text_of(item, found);
        let text = &text[span.range()];
        let text = if ends == AddressEnds::Open { text } else { path_of(text) };
        is_exactly(text, exact, folder)
    }

    /// Returns the text in which a place was found, and the span there.
    pub(crate) fn text_of<'a>(&'a self, item: &Item<'a>, place: &FoundPlace) -> (&'a str, Span) {
        match (place.shown, self.shown(place.field)) {
            (Some(span), Some(shown)) => (shown.text.text(), span),
            _ => (item.text(place.field), place.span),
        }
    }
}
