//! Characters that stay as they are although Unicode has a compatible form of them.

/// Returns whether a character is not decomposed although NFKD does: the signs for trade marks, which people add to
/// names, and which are no letters of these, and emoji, of which ℹ would be found in every i.
pub(crate) fn is_sign(c: char) -> bool {
    matches!(
        c,
        '\u{2120}' | '\u{2122}' | '\u{2139}' | '\u{1F16A}'
            ..='\u{1F16C}' | '\u{1F201}' | '\u{1F21A}'
    ) || matches!(c, '\u{1F22F}' | '\u{1F232}'..='\u{1F236}' | '\u{1F238}'..='\u{1F23A}' | '\u{1F250}' | '\u{1F251}')
}
