//! Reads a feed in XML, of any version: the formats differ in the position of entries and in their
//! vocabulary, and feeds mix these, so one reader handles all of them.

use std::collections::HashSet;

use url::Url;

use crate::entry::{self, Draft, Link, link};
use crate::namespaces::Namespace::{Core, DublinCore, Syndication};
use crate::value::{self, Kind};
use crate::wait::Asked;
use crate::xml::{Element, Xml};
use crate::{Error, Feed, MAX_ENTRIES, person};

/// The most bytes that may precede a document, such as a warning of the server's.
const MAX_BEFORE: usize = 4_096;

/// Reads a feed from text that is not empty.
pub(crate) fn parse(text: &str, address: &Url) -> Result<Feed, Error> {
    let document = from_begin(text)?;
    let mut xml = Xml::new(document);
    let root = xml.child(0, address).ok_or_else(|| no_root(&xml))?;
    let unsaid = match root.name.as_str() {
        "rss" | "rdf" => Kind::Unsaid,
        "feed" | "entry" => Kind::Text,
        other => return Err(Error::other_xml(other)),
    };
    let mut reading = Reading { xml, address, unsaid, found: Found::default() };
    if root.name == "entry" {
        reading.entry(&root);
    } else {
        reading.container();
    }
    reading.finish()
}

/// Returns the text from the beginning of the document.
fn from_begin(text: &str) -> Result<&str, Error> {
    let head = text.get(..text.floor_char_boundary(MAX_BEFORE)).unwrap_or_default();
    let head = head.to_ascii_lowercase();
    // PHP's warnings are HTML.
    let is_clean = head.starts_with('<') && !head.starts_with("<br") && !head.starts_with("<b>");
    let begins = ["<?xml", "<rss", "<feed", "<rdf:rdf", "<!doctype", "<html", "<entry"];
    let begin = match is_clean {
        true => 0,
        false => {
            let first = begins.iter().filter_map(|begin| head.find(begin)).min();
            first.or_else(|| head.find('<')).ok_or(Error::OtherText)?
        }
    };
    let head = head.get(begin..).unwrap_or_default();
    if head.starts_with("<!doctype html") || head.starts_with("<html") {
        return Err(Error::WebPage);
    }
    Ok(text.get(begin..).unwrap_or_default())
}

fn no_root(xml: &Xml<'_>) -> Error {
    match xml.is_broken() {
        true => Error::BrokenXml(xml.position()),
        false => Error::OtherText,
    }
}

#[derive(Default)]
struct Found {
    title: String,
    title_rank: u8,
    site: Link,
    site_rank: u8,
    author: String,
    asked: Asked,
    drafts: Vec<Draft>,
    skipped: usize,
}

struct Reading<'a> {
    xml: Xml<'a>,
    address: &'a Url,
    unsaid: Kind,
    found: Found,
}

impl Reading<'_> {
    /// Reads the children of the outermost element or the channel in it.
    fn container(&mut self) {
        let depth = self.xml.depth();
        while let Some(child) = self.xml.child(depth, self.address) {
            match (child.namespace, child.name.as_str()) {
                (Core, "channel") if depth <= 2 => self.container(),
                (Core, "item" | "entry") => self.entry(&child),
                _ => self.about(&child),
            }
        }
    }

    fn entry(&mut self, element: &Element<'_>) {
        if self.found.drafts.len() >= MAX_ENTRIES {
            self.found.skipped += 1;
            return;
        }
        let depth = self.xml.depth();
        let draft = entry::read(&mut self.xml, element, self.address, self.unsaid);
        // An entry that is cut off may lack its id, and would come again with another key.
        if self.xml.depth() < depth {
            self.found.drafts.push(draft);
        }
    }

    /// Reads an element that describes the feed itself.
    fn about(&mut self, element: &Element<'_>) {
        let (xml, address, found) = (&mut self.xml, self.address, &mut self.found);
        match (element.namespace, element.name.as_str()) {
            (Core | DublinCore, "title") => {
                let rank = if element.namespace == Core { 2 } else { 1 };
                let title = value::read(xml, element, address, self.unsaid).to_line();
                if rank > found.title_rank && !title.is_empty() {
                    (found.title, found.title_rank) = (title, rank);
                }
            }
            (Core, "link") => {
                let (rank, link) = link(xml, element, address);
                if rank > found.site_rank && rank > 1 && link.resolve(address).is_some() {
                    (found.site, found.site_rank) = (link, rank);
                }
            }
            (Core, "author") if found.author.is_empty() => {
                found.author = person::read(xml, address);
            }
            (Core, "ttl") => found.asked.ttl = value::text(xml, address),
            (Syndication, "updateperiod") => found.asked.period = value::text(xml, address),
            (Syndication, "updatefrequency") => found.asked.frequency = value::text(xml, address),
            _ => {}
        }
    }

    fn finish(self) -> Result<Feed, Error> {
        let found = self.found;
        let broken = self.xml.is_broken();
        if broken && found.drafts.is_empty() {
            return Err(Error::BrokenXml(self.xml.position()));
        }
        let site = found.site.resolve(self.address);
        let around = site.as_ref().unwrap_or(self.address);
        let mut keys = HashSet::new();
        let drafts = found.drafts.into_iter();
        let entries = drafts.map(|draft| draft.finish(around, &found.author));
        let entries = entries.filter(|entry| keys.insert(entry.key.clone())).collect();
        Ok(Feed {
            title: found.title,
            entries,
            wait: found.asked.wait(),
            skipped: found.skipped,
            broken,
            site,
        })
    }
}
