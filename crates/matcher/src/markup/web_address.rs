//! Bare addresses in a text.

/// Returns the end of an address whose part after the scheme's name begins the text. Trailing
/// characters that end a sentence or close emphasis are not part of it.
pub(super) fn end_of_address(text: &str) -> usize {
    let bytes = text.as_bytes();
    let ends = |byte: &u8| byte.is_ascii_whitespace() || b"<>()[]\"`".contains(byte);
    let end = bytes.iter().position(ends).unwrap_or(bytes.len());
    let goes_on = |byte: &u8| !b"?!.,:*_~'".contains(byte);
    bytes[..end].iter().rposition(goes_on).map_or(0, |last| last + 1)
}
