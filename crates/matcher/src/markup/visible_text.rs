//! The text that a reader sees, and where each part of it stands in the source.

use super::piece::Piece;
use super::reader::read;
use crate::item::Span;

/// What a reader sees of a text in Markdown or HTML.
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
    /// In order. None is empty in the source.
    pieces: Vec<Piece>,
}

impl VisibleText {
    /// Reads a text. Returns none if it is seen as it is written.
    pub fn of(source: &str) -> Option<Self> {
        let mut visible = VisibleText::default();
        visible.read(source).then_some(visible)
    }

    /// Reads a text, and returns whether it is seen otherwise than it is written. If it is not, the
    /// visible text is empty.
    pub(crate) fn read(&mut self, source: &str) -> bool {
        self.text.clear();
        self.pieces.clear();
        if !may_have_markup(source.as_bytes()) {
            return false;
        }
        read(source, &mut self.pieces);
        let mut at = 0;
        for piece in &mut self.pieces {
            self.text.push_str(&source[at..piece.start as usize]);
            piece.shown_at = self.text.len() as u32;
            self.text.extend(piece.shown);
            at = piece.end as usize;
        }
        let is_other = !self.pieces.is_empty();
        if is_other {
            self.text.push_str(&source[at..]);
        }
        is_other
    }

    /// Returns the text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns where a span of the text, which must not be empty, stands in the source: from its
    /// first character to its last, with what is not shown between them.
    pub fn source_span(&self, span: Span) -> Span {
        Span {
            start: self.source_start(span.start),
            end: self.source_end(span.end),
        }
    }

    /// Returns whether a span of the text stands otherwise in the source.
    pub fn is_other(&self, span: Span) -> bool {
        self.ended(span.start) < self.begun(span.end)
    }

    /// Returns where the character that begins at a place of the text begins in the source.
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

    /// Returns the source's place of one that lies behind the first `pieces` pieces and in none.
    fn behind(&self, pieces: usize, at: usize) -> usize {
        match pieces.checked_sub(1).map(|last| &self.pieces[last]) {
            Some(last) => last.end as usize + (at - last.shown_end() as usize),
            None => at,
        }
    }

    /// Returns how many pieces have ended at a place of the text.
    fn ended(&self, at: usize) -> usize {
        self.pieces
            .partition_point(|piece| piece.shown_end() as usize <= at)
    }

    /// Returns how many pieces have begun before a place of the text.
    fn begun(&self, at: usize) -> usize {
        self.pieces
            .partition_point(|piece| (piece.shown_at as usize) < at)
    }
}

/// Bytes that are looked at together.
const CHUNK: usize = 32;

/// Returns whether there is any character that markup begins with. Without a branch for each byte,
/// since most texts have none.
fn may_have_markup(text: &[u8]) -> bool {
    let (chunks, rest) = text.as_chunks::<CHUNK>();
    let any = |bytes: &[u8]| bytes.iter().fold(false, |any, b| any | may_begin(*b));
    chunks.iter().any(|chunk| any(chunk)) || any(rest)
}

/// Returns whether markup may begin with a byte: ``[ \ _ ` & * < ~``, and two that lie between these.
fn may_begin(byte: u8) -> bool {
    (b'['..=b'`').contains(&byte)
        | (byte == b'&')
        | (byte == b'*')
        | (byte == b'<')
        | (byte == b'~')
}
