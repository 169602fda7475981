//! A reader of in-memory XML documents that continues where others give up.
//!
//! Elements are always properly nested: an end tag closes everything that is open within its element,
//! and an end tag without an element is skipped. On request, the ends that are missing in feeds are put
//! in. Depth, attributes and namespaces are bounded, and declarations of entities are not read.

mod element;
mod missing_ends;
mod references;
mod scope;

use std::borrow::Cow;

use quick_xml::Reader;
use quick_xml::errors::SyntaxError;
use quick_xml::events::{BytesStart, Event as Raw};
use url::Url;

pub(crate) use element::Element;

use crate::namespaces::Namespace;
use references::resolve;
use scope::Scope;

/// The greatest depth of a document; a deeper one breaks off there.
const MAX_DEPTH: usize = 256;
/// The most end tags without an element that are skipped: each is searched for among the open
/// elements.
const MAX_STRAY_ENDS: usize = 10_000;
/// Reading may restart behind a `<` that is not markup, after it has continued to the next `>` or to
/// the end. This limits the bytes that may be read twice, in all, to a multiple of the document's
/// length; for a short document, to a number of bytes.
const MAX_REREAD_LENGTHS: usize = 4;
const MIN_REREAD_BYTES: usize = 1_000_000;
/// HTML elements without content: when HTML is embedded in XML, nothing closes them.
pub(crate) const VOID: [&str; 5] = ["br", "hr", "img", "input", "wbr"];

/// The next part of a document.
#[derive(Debug)]
pub(crate) enum Event<'a> {
    Start(Element<'a>),
    /// Characters, references resolved.
    Text(Cow<'a, str>),
    /// The end of an element, with its local name.
    End(String),
}

/// See the module.
pub(crate) struct Xml<'a> {
    document: &'a str,
    reader: Reader<&'a [u8]>,
    /// The offset at which the reader began.
    begin: usize,
    reread: usize,
    stray_ends: usize,
    open: Vec<String>,
    /// The number of `open` elements to close before reading on.
    closing: usize,
    scope: Scope,
    /// Whether ends that are missing are put in, and whether one was.
    puts_in_ends: bool,
    has_missing_ends: bool,
    /// The tag before which an end is missing.
    waiting: Option<Raw<'a>>,
    misnested: bool,
    ended: bool,
    broken: bool,
}

impl<'a> Xml<'a> {
    pub(crate) fn new(document: &'a str) -> Self {
        Self {
            document,
            reader: reader(document),
            begin: 0,
            reread: 0,
            stray_ends: 0,
            open: Vec::new(),
            closing: 0,
            scope: Scope::default(),
            puts_in_ends: false,
            has_missing_ends: false,
            waiting: None,
            misnested: false,
            ended: false,
            broken: false,
        }
    }

    /// Makes a reader that puts in the ends that are missing in a feed.
    pub(crate) fn with_missing_ends(document: &'a str) -> Self {
        Self { puts_in_ends: true, ..Self::new(document) }
    }

    /// Returns the number of open elements.
    pub(crate) fn depth(&self) -> usize {
        self.open.len()
    }

    /// Returns whether the document broke off: it cannot be read any further, or ended within an
    /// element.
    pub(crate) fn is_broken(&self) -> bool {
        self.broken
    }

    /// Returns whether an element was closed by the end of another one or not at all, or an end tag had
    /// no element.
    pub(crate) fn is_misnested(&self) -> bool {
        self.misnested || self.broken
    }

    /// Returns whether an end that is missing was put in.
    pub(crate) fn has_missing_ends(&self) -> bool {
        self.has_missing_ends
    }

    /// Returns the offset up to which the document was read, in bytes.
    pub(crate) fn position(&self) -> usize {
        self.begin + usize::try_from(self.reader.buffer_position()).unwrap_or(usize::MAX)
    }

    /// Returns the innermost `xml:base`, resolved.
    pub(crate) fn base(&self) -> Option<&Url> {
        self.scope.base()
    }

    /// Returns the next child of the element at a depth, skipping the rest of the previous one.
    pub(crate) fn child(&mut self, depth: usize, address: &Url) -> Option<Element<'a>> {
        loop {
            if self.depth() < depth {
                return None;
            }
            match self.next(address)? {
                Event::Start(element) if self.depth() == depth + 1 => return Some(element),
                _ => {}
            }
        }
    }

    /// Returns the next event, or `None` at the end. Bases are resolved against the address.
    pub(crate) fn next(&mut self, address: &Url) -> Option<Event<'a>> {
        loop {
            if self.closing > 0 {
                self.closing -= 1;
                return self.close().map(Event::End);
            }
            if self.ended {
                return None;
            }
            let before = self.position();
            let event = match self.waiting.take() {
                Some(event) => event,
                None => match self.reader.read_event() {
                    Ok(event) => self.after_missing_ends(event),
                    Err(error) if self.restart(&error) => return Some(Event::Text("<".into())),
                    Err(_) => {
                        self.stop();
                        return None;
                    }
                },
            };
            if self.closing > 0 {
                self.waiting = Some(event);
                continue;
            }
            match event {
                Raw::Start(tag) | Raw::Empty(tag) if !is_name(&tag) || has_tags(&tag) => {
                    // A `<` among words.
                    let markup = self.document.get(before..).and_then(|rest| rest.find('<'));
                    if !markup.is_some_and(|at| self.restart_at(before + at)) {
                        self.stop();
                        return None;
                    }
                    return Some(Event::Text("<".into()));
                }
                Raw::Start(tag) => return self.start(tag, address).map(Event::Start),
                Raw::Empty(tag) => {
                    let element = self.start(tag, address)?;
                    self.closing = 1;
                    return Some(Event::Start(element));
                }
                Raw::End(tag) => {
                    let name = local_name(tag.name().as_ref());
                    self.end(&name);
                }
                Raw::Text(text) => return Some(Event::Text(text.into_inner())),
                Raw::CData(text) => return Some(Event::Text(text.into_inner())),
                Raw::GeneralRef(name) => return Some(Event::Text(resolve(&name).into())),
                Raw::Eof => {
                    self.ended = true;
                    self.broken |= !self.open.is_empty();
                    return None;
                }
                Raw::Comment(_) | Raw::Decl(_) | Raw::PI(_) | Raw::DocType(_) => {}
            }
        }
    }

    /// Returns the event, after it was determined how many elements end before it.
    fn after_missing_ends(&mut self, event: Raw<'a>) -> Raw<'a> {
        if let (true, Raw::Start(tag) | Raw::Empty(tag)) = (self.puts_in_ends, &event) {
            let prefix = tag.name().prefix();
            let namespace =
                self.scope.namespace(prefix.as_ref().map_or("", |prefix| prefix.as_ref()));
            self.closing =
                missing_ends::before(namespace, &local_name(tag.name().as_ref()), &self.open);
            self.has_missing_ends |= self.closing > 0;
        }
        event
    }

    fn start(&mut self, tag: BytesStart<'a>, address: &Url) -> Option<Element<'a>> {
        if self.open.len() >= MAX_DEPTH {
            self.stop();
            return None;
        }
        let prefix = tag.name().prefix().map_or(String::new(), |prefix| prefix.as_ref().to_owned());
        let name = local_name(tag.name().as_ref());
        let mut element = Element { namespace: Namespace::Other, name, tag };
        self.open.push(element.name.clone());
        self.scope.enter(&element, self.open.len(), address);
        element.namespace = self.scope.namespace(&prefix);
        if VOID.contains(&&*element.name) {
            self.closing = 1;
        }
        Some(element)
    }

    fn close(&mut self) -> Option<String> {
        self.scope.leave(self.open.len());
        self.open.pop()
    }

    /// Closes the innermost element with this name, and everything open in it.
    fn end(&mut self, name: &str) {
        match self.open.iter().rev().position(|open| open == name) {
            Some(above) => {
                self.closing = above + 1;
                self.misnested |= above > 0;
            }
            None if VOID.contains(&name) => {}
            None => {
                self.misnested = true;
                self.stray_ends += 1;
                if self.stray_ends > MAX_STRAY_ENDS {
                    self.stop();
                }
            }
        }
    }

    fn stop(&mut self) {
        (self.ended, self.broken) = (true, true);
    }

    /// Continues behind the `<` of something that is not markup.
    fn restart(&mut self, error: &quick_xml::Error) -> bool {
        use SyntaxError::{
            InvalidBangMarkup, UnclosedCData, UnclosedDoubleQuotedAttributeValue,
            UnclosedSingleQuotedAttributeValue, UnclosedTag,
        };
        let quick_xml::Error::Syntax(error) = error else {
            return false;
        };
        let is_mere_text = matches!(
            error,
            InvalidBangMarkup
                | UnclosedCData
                | UnclosedTag
                | UnclosedSingleQuotedAttributeValue
                | UnclosedDoubleQuotedAttributeValue
        );
        let at = self.begin + usize::try_from(self.reader.error_position()).unwrap_or(usize::MAX);
        is_mere_text && self.restart_at(at)
    }

    fn restart_at(&mut self, at: usize) -> bool {
        let Some(rest) = self.document.get(at..).and_then(|rest| rest.strip_prefix('<')) else {
            return false;
        };
        self.reread += self.position().saturating_sub(at);
        self.begin = at + 1;
        self.reader = reader(rest);
        let most = MAX_REREAD_LENGTHS * self.document.len();
        self.reread <= most.max(MIN_REREAD_BYTES)
    }
}

fn reader(document: &str) -> Reader<&[u8]> {
    let mut reader = Reader::from_str(document);
    let config = reader.config_mut();
    config.allow_dangling_amp = true;
    config.allow_unmatched_ends = true;
    config.check_end_names = false;
    reader
}

fn is_name(tag: &BytesStart<'_>) -> bool {
    tag.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Returns whether an attribute continues to the next entry: it is not closed.
fn has_tags(tag: &BytesStart<'_>) -> bool {
    ["<item", "</item", "<entry", "</entry"].iter().any(|other| tag.contains(other))
}

fn local_name(name: &str) -> String {
    name.rsplit(':').next().unwrap_or(name).to_ascii_lowercase()
}
