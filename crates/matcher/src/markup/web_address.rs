//! Addresses that stand in a text by themselves.

/// Returns where an address ends, of which the text begins with what is behind the scheme's name.
/// What ends a sentence or closes emphasis behind it is no part of it.
pub(super) fn end_of_address(text: &str) -> usize {
    let ends =
        |c: char| c.is_whitespace() || matches!(c, '<' | '>' | '(' | ')' | '[' | ']' | '"' | '`');
    let whole = &text[..text.find(ends).unwrap_or(text.len())];
    whole
        .trim_end_matches(['?', '!', '.', ',', ':', '*', '_', '~', '\''])
        .len()
}
