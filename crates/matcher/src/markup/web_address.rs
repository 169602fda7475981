//! Addresses that stand in a text by themselves.

/// Returns where an address ends, of which the text begins with what is behind the scheme's name.
/// What ends a sentence or closes emphasis behind it is no part of it.
pub(super) fn end_of_address(text: &str) -> usize {
    let bytes = text.as_bytes();
    let ends = |byte: &u8| byte.is_ascii_whitespace() || b"<>()[]\"`".contains(byte);
    let end = bytes.iter().position(ends).unwrap_or(bytes.len());
    let goes_on = |byte: &u8| !b"?!.,:*_~'".contains(byte);
    bytes[..end]
        .iter()
        .rposition(goes_on)
        .map_or(0, |last| last + 1)
}
