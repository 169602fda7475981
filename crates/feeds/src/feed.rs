//! Reads a feed in XML, of any version: the formats differ in the position of entries and in their
//! vocabulary, and feeds mix these, so one reader handles all of them.

use url::Url;

use crate::entry::{self, Draft, Link, link};
use crate::namespaces::Namespace::{Core, DublinCore, Syndication};
use crate::value::{self, Kind};
use crate::wait::Asked;
use crate::xml::{Element, Event, Xml};
use crate::{Error, Feed, MAX_ENTRIES, Remark, person};

/// The most bytes that may precede a document, such as a warning of the server's.
const MAX_BEFORE: usize = 65_536;

/// Reads a feed from text that is not empty. A document whose elements are not closed properly is read again
/// with the ends that are missing, unless that finds fewer entries.
pub(crate) fn parse(text: &str, address: &Url) -> Result<Feed, Error> {
    let document = from_begin(text)?;
    let strict = Reading::of(Xml::new(document), address);
    if !strict.xml.is_misnested() {
        return strict.finish();
    }
    let repaired = Reading::of(Xml::with_missing_ends(document), address);
    let count = |reading: &Reading<'_>| reading.found.drafts.len() + reading.found.skipped;
    if count(&repaired) >= count(&strict) { repaired.finish() } else { strict.finish() }
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

#[derive(Default)]
struct Found {
    title: String,
    title_rank: u8,
    site: Link,
    site_rank: u8,
    author: String,
    asked: Asked,
    earlier: Option<Url>,
    earlier_rank: u8,
    drafts: Vec<Draft>,
    skipped: usize,
}

struct Reading<'a> {
    xml: Xml<'a>,
    address: &'a Url,
    unsaid: Kind,
    /// The names of the first element, and of the one that is a feed.
    outermost: Option<String>,
    has_feed: bool,
    /// Whether a feed ended where it says so.
    has_end: bool,
    found: Found,
}

impl<'a> Reading<'a> {
    /// Reads all feeds in a document: mostly one, its outermost element. There may be another element
    /// around it, and several behind each other.
    fn of(xml: Xml<'a>, address: &'a Url) -> Self {
        let found = Found::default();
        let mut reading = Self {
            xml,
            address,
            unsaid: Kind::Unsaid,
            outermost: None,
            has_feed: false,
            has_end: false,
            found,
        };
        while let Some(event) = reading.xml.next(address) {
            let Event::Start(element) = event else {
                continue;
            };
            let name = element.name.as_str();
            reading.outermost.get_or_insert_with(|| name.to_owned());
            let is_outermost = reading.xml.depth() == 1;
            match name {
                "html" | "opml" if !reading.has_feed && is_outermost => break,
                "feed" => reading.unsaid = Kind::Text,
                "entry" if is_outermost => reading.unsaid = Kind::Text,
                "rss" | "rdf" => reading.unsaid = Kind::Unsaid,
                "channel" | "item" if is_outermost => reading.unsaid = Kind::Unsaid,
                _ => continue,
            }
            reading.has_feed = true;
            match name {
                "entry" | "item" => reading.entry(&element),
                _ => reading.container(),
            }
        }
        reading
    }

    /// Reads the children of the outermost element or the channel in it.
    fn container(&mut self) {
        let depth = self.xml.depth();
        while let Some(child) = self.xml.child(depth, self.address) {
            match (child.namespace, child.name.as_str()) {
                (Core, "channel") if depth <= 2 => self.container(),
                // Not in any specification; RDF's has no entries.
                (Core, "items" | "entries") if depth <= 2 => self.container(),
                (Core, "item" | "entry") => self.entry(&child),
                _ => self.about(&child),
            }
        }
        self.has_end |= self.xml.depth() < depth;
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
            (Core, "link") if earlier_rank(element) > 0 => {
                let (rank, (_, link)) = (earlier_rank(element), link(xml, element, address));
                if rank > found.earlier_rank {
                    (found.earlier, found.earlier_rank) = (link.resolve(address), rank);
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
        match self.outermost {
            _ if self.has_feed && (self.has_end || !broken || !found.drafts.is_empty()) => {}
            Some(name) if !self.has_feed => return Err(Error::other_xml(&name)),
            None if !broken => return Err(Error::OtherText),
            _ => return Err(Error::BrokenXml(self.xml.position())),
        }
        let remarks = [
            (broken, Remark::BreaksOff),
            (found.skipped > 0, Remark::TooManyEntries),
            (self.xml.has_missing_ends(), Remark::Nesting),
        ];
        let site = found.site.resolve(self.address);
        let around = site.as_ref().unwrap_or(self.address);
        let drafts = found.drafts.into_iter();
        let entries = drafts.map(|draft| draft.finish(around, &found.author)).collect();
        Ok(Feed {
            title: found.title,
            entries,
            wait: found.asked.wait(),
            earlier: found.earlier,
            skipped: found.skipped,
            broken,
            remarks: remarks.into_iter().filter(|(is, _)| *is).map(|(_, remark)| remark).collect(),
            site,
        })
    }
}

/// Returns the rank of a link to the document with earlier entries (RFC 5005): that to an archive
/// reaches all of them. 0 means another link.
fn earlier_rank(link: &Element<'_>) -> u8 {
    let relation = link.attribute("rel").unwrap_or_default().trim().to_ascii_lowercase();
    match relation.as_str() {
        _ if link.attribute("href").is_none() => 0,
        "prev-archive" => 2,
        "next" => 1,
        _ => 0,
    }
}
