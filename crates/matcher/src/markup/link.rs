//! Inline links: `[text](address "title")`, which are shown as their text.

use super::paragraph::unbroken;
use super::piece::MAX_PIECE_BYTES;

/// Returns the length of `](address "title")` at the beginning of the text, else the position up to
/// which it has looked.
pub(super) fn target(text: &str) -> Result<usize, usize> {
    let bytes = &text.as_bytes()[..text.len().min(MAX_PIECE_BYTES)];
    if !bytes.starts_with(b"](") {
        return Err(0);
    }
    let begin = skip_space(bytes, 2);
    let end = address(bytes, begin)?;
    let after = skip_space(bytes, end);
    let close = match bytes.get(after) {
        Some(quote @ (b'"' | b'\'')) if after > end => {
            skip_space(bytes, quoted(bytes, after, *quote)?)
        }
        _ => after,
    };
    match bytes.get(close) {
        Some(b')') => unbroken(bytes, close + 1),
        _ => Err(close),
    }
}

fn skip_space(bytes: &[u8], at: usize) -> usize {
    let space = bytes[at..].iter().take_while(|b| b.is_ascii_whitespace());
    at + space.count()
}

/// Returns the end of the address that begins at `at`: before white space, or before an unmatched
/// closing parenthesis.
fn address(bytes: &[u8], mut at: usize) -> Result<usize, usize> {
    if bytes.get(at) == Some(&b'<') {
        let end = bytes[at..].iter().position(|b| matches!(b, b'>' | b'\n'));
        let end = end.map_or(bytes.len(), |end| at + end);
        return match bytes.get(end) {
            Some(b'>') => Ok(end + 1),
            _ => Err(end),
        };
    }
    let mut open = 0;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'(' => open += 1,
            b')' if open == 0 => break,
            b')' => open -= 1,
            b'\\' if bytes.get(at + 1).is_some_and(u8::is_ascii_punctuation) => at += 1,
            _ if byte.is_ascii_whitespace() => break,
            _ => (),
        }
        at += 1;
    }
    if open == 0 { Ok(at) } else { Err(at) }
}

/// Returns the end of a title in quotes.
fn quoted(bytes: &[u8], begin: usize, quote: u8) -> Result<usize, usize> {
    let mut at = begin + 1;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 1,
            _ if *byte == quote => return Ok(at + 1),
            _ => (),
        }
        at += 1;
    }
    Err(bytes.len())
}
