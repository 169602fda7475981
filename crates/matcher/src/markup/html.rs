//! HTML tags and comments.

use super::paragraph::unbroken;
use super::piece::MAX_PIECE_BYTES;

/// What a tag does to the text on its two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Layout {
    /// It does not part them.
    Inline,
    /// A browser lays them out apart.
    Apart,
    /// It begins or ends a quotation.
    Quote,
}

use Layout::{Apart, Inline, Quote};

/// The tags that people format with, as the web app reads them (`html-to-markdown.ts`). Sorted.
const TAGS: [(&str, Layout); 92] = [
    ("a", Inline),
    ("abbr", Inline),
    ("acronym", Inline),
    ("address", Apart),
    ("article", Apart),
    ("aside", Apart),
    ("b", Inline),
    ("bdi", Inline),
    ("bdo", Inline),
    ("big", Inline),
    ("blockquote", Quote),
    ("br", Apart),
    ("button", Apart),
    ("caption", Apart),
    ("center", Apart),
    ("cite", Inline),
    ("code", Inline),
    ("data", Inline),
    ("dd", Apart),
    ("del", Inline),
    ("details", Apart),
    ("dfn", Inline),
    ("dialog", Apart),
    ("div", Apart),
    ("dl", Apart),
    ("dt", Apart),
    ("em", Inline),
    ("fieldset", Apart),
    ("figcaption", Apart),
    ("figure", Apart),
    ("font", Inline),
    ("footer", Apart),
    ("form", Apart),
    ("h1", Apart),
    ("h2", Apart),
    ("h3", Apart),
    ("h4", Apart),
    ("h5", Apart),
    ("h6", Apart),
    ("header", Apart),
    ("hgroup", Apart),
    ("hr", Apart),
    ("i", Inline),
    ("iframe", Apart),
    ("img", Inline),
    ("ins", Inline),
    ("kbd", Inline),
    ("label", Inline),
    ("legend", Apart),
    ("li", Apart),
    ("main", Apart),
    ("mark", Inline),
    ("menu", Apart),
    ("nav", Apart),
    ("ol", Apart),
    ("optgroup", Apart),
    ("option", Apart),
    ("p", Apart),
    ("pre", Apart),
    ("q", Inline),
    ("rp", Apart),
    ("rt", Apart),
    ("ruby", Inline),
    ("s", Inline),
    ("samp", Inline),
    ("script", Apart),
    ("section", Apart),
    ("select", Apart),
    ("small", Inline),
    ("span", Inline),
    ("strike", Inline),
    ("strong", Inline),
    ("style", Apart),
    ("sub", Inline),
    ("summary", Apart),
    ("sup", Inline),
    ("svg", Apart),
    ("table", Apart),
    ("tbody", Apart),
    ("td", Apart),
    ("textarea", Apart),
    ("tfoot", Apart),
    ("th", Apart),
    ("thead", Apart),
    ("time", Inline),
    ("tr", Apart),
    ("tt", Inline),
    ("u", Inline),
    ("ul", Apart),
    ("var", Inline),
    ("video", Apart),
    ("wbr", Inline),
];

/// Returns whether a browser lays out an element apart from the text around it, so that it parts
/// words. The name is in small letters.
///
/// ```
/// assert!(matcher::parts_words("td") && matcher::parts_words("br"));
/// assert!(!matcher::parts_words("b") && !matcher::parts_words("unknown"));
/// ```
pub fn parts_words(element: &str) -> bool {
    layout(element).is_some_and(|layout| layout != Inline)
}

fn layout(element: &str) -> Option<Layout> {
    let nth = TAGS.binary_search_by_key(&element, |(tag, _)| tag);
    Some(TAGS[nth.ok()?].1)
}

const MAX_NAME_BYTES: usize = "blockquote".len();

/// Returns the length of the tag or comment at the beginning of the text, and what it does to the
/// text on its two sides. If there is none, fails with the position up to which it has looked.
pub(super) fn html(text: &str) -> Result<(usize, Layout), usize> {
    let text = &text[..text.floor_char_boundary(MAX_PIECE_BYTES)];
    if text.starts_with("<!--") {
        let ends = |end: &[u8; 3]| end == b"-->";
        let end = text.as_bytes()[4..].array_windows().position(ends);
        let end = end.ok_or(text.len())?;
        return unbroken(text.as_bytes(), 4 + end + 3).map(|length| (length, Inline));
    }
    let inside = text[1..].trim_start_matches('/');
    let slashes = text.len() - 1 - inside.len();
    let rest = inside.trim_start_matches(|c: char| c.is_ascii_alphanumeric());
    let name = &inside[..inside.len() - rest.len()];
    let layout = (slashes <= 1).then(|| layout_of(name)).flatten();
    let layout = layout.ok_or(1 + slashes + name.len())?;
    let end = rest.find(['<', '>']).unwrap_or(rest.len());
    let seen = text.len() - rest.len() + end;
    if rest[end..].starts_with('>') && are_attributes(&rest[..end]) {
        unbroken(text.as_bytes(), seen + 1).map(|length| (length, layout))
    } else {
        Err(seen)
    }
}

/// Returns what a tag of this name, in any case, does to the text on its two sides, if there is such
/// a tag.
fn layout_of(name: &str) -> Option<Layout> {
    // A single capital letter is a type: `Stack<S>`.
    if name.len() == 1 && name.as_bytes()[0].is_ascii_uppercase() {
        return None;
    }
    let mut lower = [0; MAX_NAME_BYTES];
    let lower = lower.get_mut(..name.len())?;
    lower.copy_from_slice(name.as_bytes());
    lower.make_ascii_lowercase();
    layout(std::str::from_utf8(lower).ok()?)
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
        for (text, length, layout) in [
            ("<b>green</b>", 3, Inline),
            ("</b> tea", 4, Inline),
            ("<br>", 4, Apart),
            ("<br/>", 5, Apart),
            ("<BR />", 6, Apart),
            ("</BlockQuote>", 13, Quote),
            ("<a href=\"https://example.org/?a&b\" class=x>", 43, Inline),
            ("<!-- green -- tea --> tea", 21, Inline),
        ] {
            assert_eq!(html(text), Ok((length, layout)), "{text}");
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
