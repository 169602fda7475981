//! Detects HTML, and extracts the words of short HTML.

use std::convert::Infallible;

use html5gum::{Token, Tokenizer};

/// The tags that occur in texts of feeds, sorted. `<T>` and `<vector>` in a title are words.
const TAGS: [&str; 61] = [
    "a",
    "abbr",
    "acronym",
    "article",
    "b",
    "bdo",
    "big",
    "blink",
    "blockquote",
    "br",
    "center",
    "cite",
    "code",
    "dd",
    "del",
    "dfn",
    "div",
    "dl",
    "dt",
    "em",
    "figcaption",
    "figure",
    "font",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "i",
    "iframe",
    "img",
    "ins",
    "kbd",
    "li",
    "mark",
    "marquee",
    "ol",
    "p",
    "pre",
    "q",
    "s",
    "samp",
    "script",
    "section",
    "small",
    "span",
    "strike",
    "strong",
    "style",
    "sub",
    "sup",
    "table",
    "td",
    "th",
    "tr",
    "tt",
    "u",
    "ul",
    "video",
];
const HIDDEN: [&str; 2] = ["script", "style"];
/// HTML elements that are talked about more often than used in texts: only with an attribute do they
/// count as tags.
const RARE: [&str; 8] = ["applet", "base", "embed", "form", "input", "link", "meta", "object"];
/// The number of bytes in which an attribute is searched for.
const MAX_TAG_BYTES: usize = 200;
/// Elements that separate the words around them.
const APART: [&str; 16] = [
    "blockquote",
    "br",
    "dd",
    "div",
    "dt",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "li",
    "p",
    "td",
    "th",
];

/// Returns whether a text is HTML if its feed does not say: it contains an HTML tag or character
/// reference.
pub(crate) fn is_html(text: &str) -> bool {
    let after = |mark: char| text.match_indices(mark).filter_map(move |(at, _)| text.get(at + 1..));
    after('<').any(|rest| rest.starts_with("!--") || is_tag(rest)) || after('&').any(is_reference)
}

/// Returns whether the text after a `<` is the rest of an HTML tag.
fn is_tag(rest: &str) -> bool {
    let rest = rest.strip_prefix('/').unwrap_or(rest);
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
    let (name, rest) = rest.split_at(end);
    let name = name.to_ascii_lowercase();
    let ends = rest.starts_with(['>', '/', ' ', '\t', '\r', '\n']);
    let has_attribute = || {
        let head = rest.get(..rest.floor_char_boundary(MAX_TAG_BYTES));
        let tag = head.and_then(|head| head.split('>').next());
        tag.is_some_and(|tag| tag.contains('='))
    };
    ends && (TAGS.binary_search(&&*name).is_ok() || (RARE.contains(&&*name) && has_attribute()))
}

fn is_reference(rest: &str) -> bool {
    let Some(name) = rest.get(..rest.len().min(32)).or_else(|| rest.get(..8)) else {
        return false;
    };
    let Some((name, _)) = name.split_once(';') else {
        return false;
    };
    match name.strip_prefix('#') {
        Some(figure) => {
            figure.trim_start_matches(['x', 'X']).bytes().any(|b| b.is_ascii_hexdigit())
        }
        None => quick_xml::escape::resolve_html5_entity(name).is_some(),
    }
}

/// Returns the words of HTML, for a title: markup removed, references resolved. Text that looks like a
/// tag but is not an HTML tag stays as it is.
pub(crate) fn words(html: &str) -> String {
    let mut out = String::with_capacity(html.len());
    let mut hidden = 0_usize;
    for token in Tokenizer::new(protect(html).as_str()) {
        let token: Result<Token, Infallible> = token;
        match token {
            Ok(Token::String(text)) if hidden == 0 => out.push_str(&String::from_utf8_lossy(&text)),
            Ok(Token::StartTag(tag)) => {
                let name = String::from_utf8_lossy(&tag.name);
                hidden += usize::from(HIDDEN.contains(&&*name));
                if APART.contains(&&*name) {
                    out.push(' ');
                }
            }
            Ok(Token::EndTag(tag)) => {
                let name = String::from_utf8_lossy(&tag.name);
                hidden = hidden.saturating_sub(usize::from(HIDDEN.contains(&&*name)));
                if APART.contains(&&*name) {
                    out.push(' ');
                }
            }
            Ok(_) => {}
            Err(never) => match never {},
        }
    }
    out
}

/// Escapes each `<` that does not begin an HTML tag or comment.
fn protect(html: &str) -> String {
    let mut out = String::with_capacity(html.len());
    let mut parts = html.split('<');
    out.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let is_markup = part.starts_with("!--") || is_tag(part);
        out.push_str(if is_markup { "<" } else { "&lt;" });
        out.push_str(part);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{TAGS, is_html, words};

    #[test]
    fn a_tag_or_a_reference_makes_html() {
        assert!(TAGS.is_sorted());
        for html in
            ["a<br>b", "</P>", "<a href=x>", "R&amp;D", "&#39;", "&#x27;", "x&nbsp;", "<!-- -->"]
        {
            assert!(is_html(html), "{html}");
        }
        for text in [
            "",
            "a < b",
            "Vec<T>",
            "R&D; x",
            "&;",
            "&#;",
            "<vector>",
            "<b",
            "a<",
            "&é€éééééééééééééé",
        ] {
            assert!(!is_html(text), "{text}");
        }
    }

    #[test]
    fn words_are_left_and_tags_are_not() {
        let cases = [
            ("a <b>bold</b> move", "a bold move"),
            ("R&amp;D &lt;b&gt;", "R&D <b>"),
            ("Vec<T> and <i>a < b</i>", "Vec<T> and a < b"),
            ("one<br/>two", "one two"),
            ("a<script>alert(1)</script>b", "ab"),
            ("a<!-- c -->b", "ab"),
            ("x<b", "x<b"),
            ("the <link> element", "the <link> element"),
            ("the <link rel=x> element", "the element"),
        ];
        for (html, wanted) in cases {
            assert_eq!(words(html).replace("  ", " "), wanted, "{html}");
        }
    }
}
