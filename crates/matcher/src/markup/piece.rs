//! A part of a text that is not shown as it is written.

/// The longest piece in bytes: what would be a longer address, tag or comment is text. It limits
/// the hidden text that a match can span.
pub(super) const MAX_PIECE_BYTES: usize = 2_048;

/// A part of the source that is not shown, or shown as another character.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    /// The piece's beginning and end in the source.
    pub(super) start: u32,
    pub(super) end: u32,
    /// The position in the visible text where the piece's replacement begins.
    pub(super) shown_at: u32,
    pub(super) shown: Option<char>,
}

impl Piece {
    pub(super) fn hidden(start: usize, end: usize) -> Self {
        Piece { start: start as u32, end: end as u32, shown_at: 0, shown: None }
    }

    pub(super) fn shown_as(start: usize, end: usize, shown: char) -> Self {
        Piece { shown: Some(shown), ..Piece::hidden(start, end) }
    }

    /// Returns the position in the visible text where the piece's replacement ends.
    pub(super) fn shown_end(&self) -> u32 {
        self.shown_at + self.shown.map_or(0, |c| c.len_utf8() as u32)
    }
}
