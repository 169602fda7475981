//! Emoji that are written in several characters.

use super::marks::is_mark;
use crate::unicode::is_boundary;

pub(super) const JOINER: char = '\u{200D}';
/// The most characters that are looked at for the end of a sequence, which bounds the time that a
/// hostile text takes. Real ones have up to ten.
const MAX_SEQUENCE_CHARS: usize = 30;

/// Returns whether a character is one of the two that make a flag.
pub(super) fn is_flag_half(c: char) -> bool {
    matches!(c, '\u{1F1E6}'..='\u{1F1FF}')
}

/// Returns whether a character is a part of the name of a region whose flag is shown.
pub(super) fn is_tag(c: char) -> bool {
    matches!(c, '\u{E0020}'..='\u{E007F}')
}

/// Returns the end of the flag or of the emoji joined from several that begins at a position, which
/// is not inside one. A skin tone at its end is not part of it.
pub(super) fn end_of_sequence(text: &str, at: usize) -> Option<usize> {
    let mut chars = text[at..].char_indices();
    let (_, first) = chars.next()?;
    if is_flag_half(first) {
        let (from, _) = chars.next().filter(|(_, c)| is_flag_half(*c))?;
        return Some(at + 2 * from);
    }
    if first == '🏴' {
        let tags = text[at + first.len_utf8()..].chars().take_while(|c| is_tag(*c));
        let bytes: usize = tags.map(char::len_utf8).sum();
        if bytes > 0 {
            return Some(at + first.len_utf8() + bytes);
        }
    }
    let mut end = None;
    let mut before = first;
    for (past, c) in chars.take(MAX_SEQUENCE_CHARS) {
        let next = at + past;
        if c.is_ascii() || is_boundary(text, next) {
            break;
        }
        if before == JOINER && is_emoji(c) {
            end = Some(next + c.len_utf8());
        }
        before = c;
    }
    end
}

/// Returns whether a character that is in one cluster with a joiner before it is an emoji, and not
/// something that changes one.
fn is_emoji(c: char) -> bool {
    let is_modifier =
        matches!(c, JOINER | '\u{200C}' | '\u{FE00}'..='\u{FE0F}' | '\u{1F3FB}'..='\u{1F3FF}');
    !is_modifier && !is_mark(c) && !is_tag(c) && !c.is_alphanumeric()
}
