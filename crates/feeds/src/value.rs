//! Reads the value of an element that holds a text: plain, escaped HTML, or XHTML as elements.

use base64::Engine as _;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};
use url::Url;

use crate::Content;
use crate::html::{is_element, is_html, title, words};
use crate::text::{MAX_CONTENT_CHARS, MAX_TITLE_CHARS, block, line};
use crate::xml::{Element, Event, VOID, Xml};

/// The most bytes of an element that are read: enough for content of the longest characters.
const MAX_BYTES: usize = 4 * MAX_CONTENT_CHARS;

/// The marks of CDATA, which some programs escape as if they were text, or put in twice. In HTML they would hide
/// what follows them.
const CDATA: &str = "<![CDATA[";
const CDATA_END: &str = "]]>";
const ESCAPED_CDATA: &str = "&lt;![CDATA[";

fn is_within_cdata(text: &str) -> bool {
    text.trim_start().starts_with(CDATA)
}

/// The kind of a text, as far as the document says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Html,
    Text,
    /// RSS does not declare the kind.
    Unsaid,
}

/// Characters and their kind.
#[derive(Debug)]
pub(crate) struct Value {
    pub(crate) text: String,
    kind: Kind,
}

impl Value {
    pub(crate) fn new(text: String, kind: Kind) -> Self {
        let mut value = Self { text, kind };
        if value.text.contains(CDATA) && (is_within_cdata(&value.text) || value.is_html()) {
            value.text = value.text.replace(CDATA, "").replace(CDATA_END, "");
        }
        value
    }

    fn is_html(&self) -> bool {
        match self.kind {
            Kind::Html => true,
            Kind::Text => false,
            Kind::Unsaid => is_html(&self.text),
        }
    }

    pub(crate) fn into_content(self) -> Content {
        let text = self.block();
        if self.is_html() { Content::Html(text) } else { Content::Text(text) }
    }

    /// Returns the characters as they are kept.
    pub(crate) fn block(&self) -> String {
        block(&self.text, MAX_CONTENT_CHARS)
    }

    /// Returns the words without markup, with those of pictures or without.
    pub(crate) fn words(&self, pictures: bool) -> String {
        match self.is_html() {
            true => words(&self.text, pictures),
            false => self.text.clone(),
        }
    }

    /// Returns the value as one line without markup.
    pub(crate) fn to_line(&self) -> String {
        // Bounds the work; a title with more markup than that is cut.
        let end = self.text.floor_char_boundary(8 * MAX_TITLE_CHARS);
        let text = self.text.get(..end).unwrap_or_default();
        match self.is_html() {
            true => line(&title(text), MAX_TITLE_CHARS),
            false => line(text, MAX_TITLE_CHARS),
        }
    }
}

/// Reads the value of an element that has just begun. `unsaid` is the kind of a text that has neither a
/// type nor elements in it.
pub(crate) fn read(xml: &mut Xml<'_>, element: &Element<'_>, address: &Url, unsaid: Kind) -> Value {
    let kind = element.attribute("type").unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let mode = element.attribute("mode").unwrap_or_default().to_ascii_lowercase();
    let is_xhtml = kind.ends_with("xhtml") || kind == "application/xhtml+xml";
    let Read { text, markup } = contents(xml, address, is_xhtml);
    if let Some(markup) = markup {
        // Where nothing ends it, the mark is text.
        return Value::new(markup.replace(ESCAPED_CDATA, ""), Kind::Html);
    }
    let (kind, is_base64) = match kind.as_str() {
        "html" | "text/html" => (Kind::Html, false),
        // Without elements, what is between the tags has been decoded already.
        "xhtml" | "application/xhtml+xml" => (Kind::Text, false),
        "text" | "text/plain" => (Kind::Text, false),
        "" => (unsaid, false),
        // RFC 4287, section 4.1.3.3.
        kind => (
            Kind::Unsaid,
            kind.contains('/') && !kind.starts_with("text/") && !kind.ends_with("xml"),
        ),
    };
    match mode.as_str() {
        "base64" => Value::new(decode(&text).unwrap_or_default(), kind),
        _ if is_base64 && mode.is_empty() => Value::new(decode(&text).unwrap_or_default(), kind),
        _ => Value::new(text, kind),
    }
}

/// Returns the characters of an element that has just begun, without its markup.
pub(crate) fn text(xml: &mut Xml<'_>, address: &Url) -> String {
    let text = characters(xml, address);
    if is_within_cdata(&text) { text.replace(CDATA, "").replace(CDATA_END, "") } else { text }
}

/// Returns the characters exactly as they are, for what identifies an entry.
pub(crate) fn characters(xml: &mut Xml<'_>, address: &Url) -> String {
    contents(xml, address, false).text
}

struct Read {
    /// The characters without markup.
    text: String,
    /// The characters with markup, if there are elements.
    markup: Option<String>,
}

/// Reads to the end of the innermost element. For XHTML, omits the `div` that the specification puts
/// around the content (RFC 4287, section 3.1.1.3).
fn contents(xml: &mut Xml<'_>, address: &Url, is_xhtml: bool) -> Read {
    let depth = xml.depth();
    let mut read = Read { text: String::new(), markup: None };
    while xml.depth() >= depth {
        let Some(event) = xml.next(address) else {
            break;
        };
        let length = read.text.len() + read.markup.as_ref().map_or(0, String::len);
        let has_room = length < MAX_BYTES;
        // `below` is the depth of what begins here, and of what ended here.
        let is_wrapper = |name: &str, below: usize| is_xhtml && name == "div" && below == depth + 1;
        match event {
            Event::Text(text) if has_room => {
                if let Some(markup) = &mut read.markup {
                    escape(&text, markup);
                }
                let room = text.floor_char_boundary(MAX_BYTES);
                read.text.push_str(text.get(..room).unwrap_or_default());
            }
            Event::Start(element) => {
                let markup = read.markup.get_or_insert_with(|| {
                    let mut markup = String::new();
                    escape(&read.text, &mut markup);
                    markup
                });
                if has_room && !is_wrapper(&element.name, xml.depth()) {
                    markup.push_str(&element.source());
                }
            }
            Event::End(name) if has_room && xml.depth() >= depth => {
                // What HTML does not have is mostly a word, such as the type in `Vec<T>`.
                let is_void = VOID.contains(&name.as_str()) || !is_element(&name);
                if let Some(markup) = &mut read.markup
                    && !is_void
                    && !is_wrapper(&name, xml.depth() + 1)
                {
                    markup.push_str("</");
                    markup.push_str(&name);
                    markup.push('>');
                }
            }
            Event::Text(_) | Event::End(_) => {}
        }
    }
    read
}

fn escape(text: &str, out: &mut String) {
    let room = text.floor_char_boundary(MAX_BYTES);
    for c in text.get(..room).unwrap_or_default().chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            c => out.push(c),
        }
    }
}

/// Decodes base64, if the result is text.
fn decode(text: &str) -> Option<String> {
    let config =
        GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
    let engine = GeneralPurpose::new(&base64::alphabet::STANDARD, config);
    let figures: String = text.split_whitespace().collect();
    String::from_utf8(engine.decode(figures).ok()?).ok()
}
