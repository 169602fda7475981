//! Detects HTML, and extracts its words.

mod layout;

use std::convert::Infallible;

use html5gum::{StartTag, Token, Tokenizer};

pub use layout::Layout;

/// The tags within a line that occur in texts of feeds. `<T>` and `<vector>` in a title are words.
const INLINE: [&str; 38] = [
    "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "blink", "cite", "code", "del", "dfn", "em",
    "font", "i", "ins", "kbd", "mark", "nobr", "noscript", "q", "ruby", "s", "samp", "small",
    "source", "span", "strike", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr", "col",
    "colgroup",
];
/// Elements that are talked about more often than used in texts: only with an attribute do they count as
/// tags.
const RARE: [&str; 40] = [
    "address",
    "applet",
    "aside",
    "audio",
    "base",
    "button",
    "canvas",
    "caption",
    "datalist",
    "details",
    "dialog",
    "dir",
    "embed",
    "fieldset",
    "footer",
    "form",
    "frame",
    "header",
    "hgroup",
    "input",
    "legend",
    "link",
    "listing",
    "main",
    "menu",
    "meta",
    "meter",
    "nav",
    "object",
    "optgroup",
    "option",
    "picture",
    "plaintext",
    "progress",
    "search",
    "select",
    "summary",
    "template",
    "textarea",
    "title",
];
/// The number of bytes in which an attribute is searched for.
const MAX_TAG_BYTES: usize = 200;

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
    if !rest.starts_with(['>', '/', ' ', '\t', '\r', '\n']) {
        return false;
    }
    let name = name.to_ascii_lowercase();
    let has_attribute = || {
        let head = rest.get(..rest.floor_char_boundary(MAX_TAG_BYTES));
        let tag = head.and_then(|head| head.split('>').next());
        tag.is_some_and(|tag| tag.contains('='))
    };
    match RARE.contains(&&*name) {
        true => has_attribute(),
        false => is_element(&name),
    }
}

/// Returns whether HTML has an element of this name, in lower case.
pub(crate) fn is_element(name: &str) -> bool {
    Layout::of(name.as_bytes()).is_some() || INLINE.contains(&name) || RARE.contains(&name)
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

/// Returns the words of HTML for a title: as [`words`], but text that looks like a tag and is not an HTML
/// tag stays as it is.
pub(crate) fn title(html: &str) -> String {
    words(&protect(html), true)
}

/// Returns the words of HTML: markup removed, references resolved, and `pictures` by their texts. Elements
/// that are laid out apart are separated by a line break or a space.
pub(crate) fn words(html: &str, pictures: bool) -> String {
    let mut out = String::with_capacity(html.len());
    let mut hidden = 0_usize;
    for token in Tokenizer::new(html) {
        let token: Result<Token, Infallible> = token;
        let (tag, opens) = match &token {
            Ok(Token::String(text)) if hidden == 0 => {
                out.push_str(&String::from_utf8_lossy(text));
                continue;
            }
            Ok(Token::StartTag(tag)) => (&tag.name, true),
            Ok(Token::EndTag(tag)) => (&tag.name, false),
            Ok(_) => continue,
            Err(never) => match *never {},
        };
        match Layout::of(tag) {
            Some(Layout::Hidden) if opens => hidden += 1,
            Some(Layout::Hidden) => hidden = hidden.saturating_sub(1),
            Some(Layout::Block | Layout::Line) => out.push('\n'),
            Some(Layout::Beside) => out.push(' '),
            None => {}
        }
        if let (Ok(Token::StartTag(tag)), 0, true) = (&token, hidden, pictures)
            && let Some(text) = picture_text(tag)
        {
            out.push_str(&text);
            out.push(' ');
        }
    }
    out
}

/// Returns the text in place of a picture, and the one that a mouse over it shows, if it has any.
#[must_use]
pub fn picture_text(tag: &StartTag<()>) -> Option<String> {
    if &tag.name[..] != b"img" {
        return None;
    }
    let [alt, title] = [&b"alt"[..], b"title"].map(|name| {
        let value = tag.attributes.get(name);
        value.map_or(String::new(), |value| String::from_utf8_lossy(value).trim().to_owned())
    });
    let text = match (alt.contains(&title), title.contains(&alt)) {
        (true, _) => alt,
        (_, true) => title,
        _ => format!("{alt} {title}"),
    };
    (!text.is_empty()).then_some(text)
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
    use super::{is_html, title, words};
    use crate::text::line;

    #[test]
    fn a_tag_or_a_reference_makes_html() {
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
            assert_eq!(line(&title(html), 100), wanted, "{html}");
        }
    }

    #[test]
    fn what_is_laid_out_apart_parts_words() {
        for name in [
            "article",
            "aside",
            "blockquote",
            "br",
            "caption",
            "dd",
            "details",
            "div",
            "dt",
            "figcaption",
            "footer",
            "h1",
            "header",
            "hr",
            "legend",
            "li",
            "main",
            "nav",
            "option",
            "p",
            "pre",
            "section",
            "summary",
            "tbody",
            "td",
            "th",
            "tr",
            "ul",
            "img",
            "iframe",
            "video",
            "svg",
            "button",
        ] {
            for html in [
                format!("Boiler<{name}>40</{name}>x"),
                format!("Boiler<{}/>40 x", name.to_uppercase()),
                format!("<{name}>Boiler</{name}>40 x"),
                format!("<{name} class=a>Boiler</{name}><{name}>40</{name}> x"),
            ] {
                assert_eq!(line(&words(&html, true), 100), "Boiler 40 x", "{html}");
            }
        }
        for name in ["a", "b", "em", "font", "i", "span", "sub", "sup", "u", "wbr", "x-y"] {
            let html = format!("Boi<{name}>ler</{name}>40");
            assert_eq!(words(&html, true), "Boiler40", "{html}");
        }
    }

    #[test]
    fn a_picture_has_its_texts() {
        let cases = [
            ("a<img src=x alt='A lighthouse' title='At dusk'>b", "a A lighthouse At dusk b"),
            ("<img alt=Dusk title='Dusk at sea'>", "Dusk at sea"),
            ("<img alt='' title=Dusk>", "Dusk"),
            ("<img alt=''><img>", ""),
            ("<template><img alt=x></template>", ""),
        ];
        for (html, wanted) in cases {
            assert_eq!(line(&words(html, true), 100), wanted, "{html}");
        }
    }
}
