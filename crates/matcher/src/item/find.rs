//! Finds short texts in short ones. The standard library's search is made for long texts, and would be 3 % of the
//! browser's first module.

/// Returns the first position of a part, which must not be empty.
pub(crate) fn find(text: &str, part: &str) -> Option<usize> {
    text.as_bytes().windows(part.len()).position(|window| window == part.as_bytes())
}

/// Returns what is before and after the first occurrence of a part, which must not be empty.
pub(super) fn split_once<'a>(text: &'a str, part: &str) -> Option<(&'a str, &'a str)> {
    let at = find(text, part)?;
    Some((&text[..at], &text[at + part.len()..]))
}

/// Returns a text with each occurrence of a part, which must not be empty, replaced by a text that has
/// none.
pub(crate) fn replaced(mut text: String, part: &str, by: &str) -> String {
    while let Some((before, after)) = split_once(&text, part) {
        text = [before, by, after].concat();
    }
    text
}
