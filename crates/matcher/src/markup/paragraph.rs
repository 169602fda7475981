//! Paragraphs, which a blank line ends.

use std::ops::Range;

/// Returns whether the line that begins a text is blank, and another follows.
pub(super) fn begins_blank(text: &[u8]) -> bool {
    let mut seen = text
        .iter()
        .filter(|byte| !matches!(byte, b' ' | b'\t' | b'\r'));
    seen.next() == Some(&b'\n')
}

/// Returns the paragraph that a stretch of the text lies in, but nothing before `from`.
pub(super) fn paragraph(text: &[u8], from: usize, stretch: Range<usize>) -> Range<usize> {
    let ends = |at: usize| text[at] == b'\n' && begins_blank(&text[at + 1..]);
    let before = (from..stretch.start).rev().find(|at| ends(*at));
    let after = (stretch.end..text.len()).find(|at| ends(*at));
    before.map_or(from, |at| at + 1)..after.unwrap_or(text.len())
}

/// Returns `length` if so much of the text lies in one paragraph, else fails with it. No piece goes
/// over the end of one.
pub(super) fn unbroken(text: &[u8], length: usize) -> Result<usize, usize> {
    let ends = |at: usize| text[at] == b'\n' && begins_blank(&text[at + 1..length]);
    if (0..length).any(ends) {
        Err(length)
    } else {
        Ok(length)
    }
}
