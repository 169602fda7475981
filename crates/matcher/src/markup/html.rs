//! HTML tags and comments.

use super::paragraph::unbroken;
use super::piece::MAX_PIECE_BYTES;

/// The tags that people format with, as the web app reads them (`html-to-markdown.ts`), and whether
/// each separates the text on its two sides. Sorted.
const TAGS: [(&str, bool); 54] = [
    ("a", false),
    ("abbr", false),
    ("b", false),
    ("blockquote", true),
    ("br", true),
    ("code", false),
    ("dd", true),
    ("del", false),
    ("div", true),
    ("dl", true),
    ("dt", true),
    ("em", false),
    ("h1", true),
    ("h2", true),
    ("h3", true),
    ("h4", true),
    ("h5", true),
    ("h6", true),
    ("hr", true),
    ("i", false),
    ("iframe", true),
    ("img", false),
    ("ins", false),
    ("kbd", false),
    ("li", true),
    ("mark", false),
    ("ol", true),
    ("p", true),
    ("pre", true),
    ("q", false),
    ("s", false),
    ("samp", false),
    ("script", true),
    ("small", false),
    ("span", false),
    ("strike", false),
    ("strong", false),
    ("style", true),
    ("sub", false),
    ("sup", false),
    ("svg", true),
    ("table", true),
    ("tbody", true),
    ("td", true),
    ("tfoot", true),
    ("th", true),
    ("thead", true),
    ("tr", true),
    ("tt", false),
    ("u", false),
    ("ul", true),
    ("var", false),
    ("video", true),
    ("wbr", false),
];

const MAX_NAME_BYTES: usize = "blockquote".len();

/// Returns the length of the tag or comment at the beginning of the text, and whether it separates
/// the text on its two sides. If there is none, fails with the position up to which it has looked.
pub(super) fn html(text: &str) -> Result<(usize, bool), usize> {
    let text = &text[..text.floor_char_boundary(MAX_PIECE_BYTES)];
    if text.starts_with("<!--") {
        let ends = |end: &[u8; 3]| end == b"-->";
        let end = text.as_bytes()[4..].array_windows().position(ends);
        let end = end.ok_or(text.len())?;
        return unbroken(text.as_bytes(), 4 + end + 3).map(|length| (length, false));
    }
    let inside = text[1..].trim_start_matches('/');
    let slashes = text.len() - 1 - inside.len();
    let rest = inside.trim_start_matches(|c: char| c.is_ascii_alphanumeric());
    let name = &inside[..inside.len() - rest.len()];
    let parts = (slashes <= 1).then(|| parts(name)).flatten();
    let parts = parts.ok_or(1 + slashes + name.len())?;
    let end = rest.find(['<', '>']).unwrap_or(rest.len());
    let seen = text.len() - rest.len() + end;
    if rest[end..].starts_with('>') && are_attributes(&rest[..end]) {
        unbroken(text.as_bytes(), seen + 1).map(|length| (length, parts))
    } else {
        Err(seen)
    }
}

/// Returns whether a tag of this name separates the text on its two sides, if there is such a tag.
fn parts(name: &str) -> Option<bool> {
    // A single capital letter is a type: `Stack<S>`.
    if name.len() == 1 && name.as_bytes()[0].is_ascii_uppercase() {
        return None;
    }
    let mut lower = [0; MAX_NAME_BYTES];
    let lower = lower.get_mut(..name.len())?;
    lower.copy_from_slice(name.as_bytes());
    lower.make_ascii_lowercase();
    let nth = TAGS.binary_search_by_key(&&*lower, |(tag, _)| tag.as_bytes());
    Some(TAGS[nth.ok()?].1)
}

/// Returns whether a text may be the attributes after a tag's name: `a <b && c> d` has none.
fn are_attributes(text: &str) -> bool {
    let text = text.strip_suffix('/').unwrap_or(text);
    let trimmed = text.trim_start();
    trimmed.is_empty()
        || (trimmed.len() < text.len()
            && trimmed.starts_with(|c: char| c.is_ascii_alphabetic())
            && trimmed.contains('='))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_sorted() {
        assert!(TAGS.is_sorted());
    }

    #[test]
    fn tags_and_comments_are_read_to_their_ends() {
        for (text, length, parts) in [
            ("<b>green</b>", 3, false),
            ("</b> tea", 4, false),
            ("<br>", 4, true),
            ("<br/>", 5, true),
            ("<BR />", 6, true),
            ("</BlockQuote>", 13, true),
            ("<a href=\"https://example.org/?a&b\" class=x>", 43, false),
            ("<!-- green -- tea --> tea", 21, false),
        ] {
            assert_eq!(html(text), Ok((length, parts)), "{text}");
        }
    }

    #[test]
    fn what_only_looks_like_a_tag_is_text() {
        for text in [
            "<",
            "<3",
            "< b",
            "<T>",
            "<S>",
            "<Vec<u8>>",
            "<b",
            "<b\n \n>",
            "<!-- \n\n -->",
            "<b <i>",
            "<//b>",
            "<b && c>",
            "<>",
            "<bold>",
            "<!-- green",
            "<blockquotes>",
            "<https://example.org/>",
            "<é>",
        ] {
            assert!(html(text).is_err(), "{text}");
        }
        let long = format!("<a href=\"{}\">", "é".repeat(MAX_PIECE_BYTES));
        assert!(html(&long).is_err());
    }
}
