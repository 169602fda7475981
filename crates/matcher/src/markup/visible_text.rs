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

    /// Calls `see` with the parts of the text in which something is found that differs in the source
    /// and has up to `reach` bytes when it is folded, in order: what is around the pieces of each
    /// paragraph.
    pub(crate) fn for_each_part(&self, reach: usize, mut see: impl FnMut(Range<usize>)) {
        let mut pieces = self.pieces.iter().peekable();
        for paragraph in &self.paragraphs {
            let within = |piece: &&Piece| piece.shown_end() as usize <= paragraph.end;
            if paragraph.len() / MIN_PARAGRAPH_REACHES <= reach {
                while pieces.next_if(|piece| within(piece)).is_some() {}
                see(paragraph.clone());
                continue;
            }
            let mut part: Option<Range<usize>> = None;
            while let Some(piece) = pieces.next_if(|piece| within(piece)) {
                let (at, end) = (piece.shown_at as usize, piece.shown_end() as usize);
                let start = match &part {
                    Some(part) if at <= part.end => part.start,
                    _ => before(&self.text[..at], paragraph.start, reach),
                };
                let end = after(&self.text[..paragraph.end], end, reach);
                match &mut part {
                    Some(part) if start <= part.end => part.end = part.end.max(end),
                    _ => part.replace(start..end).into_iter().for_each(&mut see),
                }
            }
            part.into_iter().for_each(&mut see);
        }
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

    /// Returns whether a span of the text lies within a paragraph or quotation, and not in several.
    pub fn is_in_paragraph(&self, span: Span) -> bool {
        let before = self.paragraphs.partition_point(|paragraph| paragraph.end < span.end);
        let own = self.paragraphs.get(before);
        // Paragraphs without pieces are seen as they are written.
        own.is_some_and(|own| own.start <= span.start)
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

/// A paragraph of fewer times the reach is searched as a whole: finding its parts would take longer.
const MIN_PARAGRAPH_REACHES: usize = 6;

/// Counts bytes that fold to at least one byte each: what can be seen of ASCII, and a run of white
/// space as one.
#[derive(Default)]
struct Counter {
    count: usize,
    in_space: bool,
}

impl Counter {
    /// Counts a byte, and returns whether there are `reach` and the byte is ASCII.
    fn is_full_with(&mut self, byte: u8, reach: usize) -> bool {
        let is_space = byte.is_ascii_whitespace();
        let counts = byte.is_ascii_graphic() || (is_space && !self.in_space);
        self.count += usize::from(counts);
        self.in_space = is_space || (self.in_space && !byte.is_ascii_graphic());
        counts && self.count >= reach
    }
}

/// Returns the beginning of the end of a text, from `start` on, that folds to at least `reach`
/// bytes.
fn before(text: &str, start: usize, reach: usize) -> usize {
    let mut counter = Counter::default();
    let part = &text.as_bytes()[start..];
    let full = part.iter().rposition(|byte| counter.is_full_with(*byte, reach));
    start + full.unwrap_or_default()
}

/// Returns the end of the part of a text from `at` on that folds to at least `reach` bytes.
fn after(text: &str, at: usize, reach: usize) -> usize {
    let mut counter = Counter::default();
    let part = &text.as_bytes()[at..];
    let full = part.iter().position(|byte| counter.is_full_with(*byte, reach));
    full.map_or(text.len(), |full| at + full + 1)
}
