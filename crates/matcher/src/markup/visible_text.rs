//! The text that a reader sees, and the position of each part in the source.

use std::ops::Range;

use super::marks::may_have_markup;
use super::piece::Piece;
use super::reader::read;
use crate::item::Span;

/// The part of a text in Markdown or HTML that a reader sees.
///
/// ```
/// use matcher::{Span, VisibleText};
///
/// let source = "**green** [tea](https://example.org) R&amp;D";
/// let visible = VisibleText::of(source).unwrap();
/// assert_eq!(visible.text(), "green tea R&D");
/// let span = visible.source_span(Span { start: 0, end: 9 });
/// assert_eq!(&source[span.range()], "green** [tea");
/// // What has no markup is seen as it is written.
/// assert!(VisibleText::of("5 * 3 * 2 < x_y_z && Vec<T>").is_none());
/// ```
#[derive(Clone, Debug, Default)]
pub struct VisibleText {
    text: String,
    /// The pieces, in order. None is empty in the source, and none contains the end of a paragraph.
    pieces: Vec<Piece>,
    /// The paragraphs of the text that have a piece.
    paragraphs: Vec<Range<usize>>,
}

impl VisibleText {
    /// Reads a text. Returns `None` if it is seen as it is written.
    pub fn of(source: &str) -> Option<Self> {
        let mut visible = VisibleText::default();
        visible.read(source).then_some(visible)
    }

    /// Reads a text, and returns whether it is seen differently than it is written. If not, the
    /// visible text is empty.
    pub(crate) fn read(&mut self, source: &str) -> bool {
        self.text.clear();
        self.pieces.clear();
        self.paragraphs.clear();
        if !may_have_markup(source.as_bytes()) {
            return false;
        }
        read(source, &mut self.pieces, &mut self.paragraphs);
        if self.pieces.is_empty() {
            return false;
        }
        let mut at = 0;
        for piece in &mut self.pieces {
            self.text.push_str(&source[at..piece.start as usize]);
            piece.shown_at = self.text.len() as u32;
            self.text.extend(piece.shown);
            at = piece.end as usize;
        }
        self.text.push_str(&source[at..]);
        self.place_paragraphs();
        true
    }

    /// Moves the paragraphs from their positions in the source to those in the text.
    fn place_paragraphs(&mut self) {
        let (mut next, mut hidden) = (0, 0);
        for paragraph in &mut self.paragraphs {
            paragraph.start -= hidden;
            let within = |piece: &&Piece| piece.end as usize <= paragraph.end;
            while let Some(piece) = self.pieces.get(next).filter(within) {
                hidden = (piece.end - piece.shown_end()) as usize;
                next += 1;
            }
            paragraph.end -= hidden;
        }
    }

    /// Returns the paragraphs of the text that differ in the source, in order.
    pub(crate) fn paragraphs(&self) -> &[Range<usize>] {
        &self.paragraphs
    }

    /// Returns the text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the span in the source of a span of the text, which must not be empty: from its
    /// first character to its last, with what is hidden between them.
    pub fn source_span(&self, span: Span) -> Span {
        Span { start: self.source_start(span.start), end: self.source_end(span.end) }
    }

    /// Returns whether a span of the text differs in the source.
    pub fn is_other(&self, span: Span) -> bool {
        self.ended(span.start) < self.begun(span.end)
    }

    /// Returns the position in the source at which the character at a position of the text begins.
    pub(crate) fn source_start(&self, at: usize) -> usize {
        let next = self.ended(at);
        match self.pieces.get(next) {
            Some(piece) if piece.shown_at as usize == at && piece.shown.is_some() => {
                piece.start as usize
            }
            _ => self.behind(next, at),
        }
    }

    fn source_end(&self, at: usize) -> usize {
        self.behind(self.begun(at), at)
    }

    /// Returns the position in the source of one that is behind the first `pieces` pieces and in
    /// none.
    fn behind(&self, pieces: usize, at: usize) -> usize {
        match pieces.checked_sub(1).map(|last| &self.pieces[last]) {
            Some(last) => last.end as usize + (at - last.shown_end() as usize),
            None => at,
        }
    }

    /// Returns the number of pieces that have ended at a position of the text.
    fn ended(&self, at: usize) -> usize {
        self.pieces.partition_point(|piece| piece.shown_end() as usize <= at)
    }

    /// Returns the number of pieces that have begun before a position of the text.
    fn begun(&self, at: usize) -> usize {
        self.pieces.partition_point(|piece| (piece.shown_at as usize) < at)
    }
}
