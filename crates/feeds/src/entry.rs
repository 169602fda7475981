//! An entry of a feed in XML.

use chrono::{DateTime, Utc};
use url::Url;

use crate::dates;
use crate::fold::{MAX_TEXTS, fold};
use crate::key::key;
use crate::namespaces::Namespace::{Content as Encoded, Core, DublinCore, Itunes, Media, Xhtml};
use crate::text::{MAX_CATEGORIES, MAX_NAME_CHARS, MAX_URL_BYTES, line};
use crate::value::{self, Kind, Value};
use crate::xml::{Element, Xml};
use crate::{Entry, person};

/// A link as it is in the document, and the `xml:base` around it.
#[derive(Debug, Default)]
pub(crate) struct Link {
    raw: String,
    base: Option<Url>,
}

impl Link {
    /// Returns the resolved address, if it is a web address.
    pub(crate) fn resolve(&self, around: &Url) -> Option<Url> {
        // Not the base itself.
        let raw = Some(self.raw.trim()).filter(|raw| !raw.is_empty())?;
        let link = self.base.as_ref().unwrap_or(around).join(raw).ok()?;
        let is_web =
            matches!(link.scheme(), "http" | "https") && link.as_str().len() <= MAX_URL_BYTES;
        is_web.then_some(link)
    }
}

/// An entry that is being read. Of two values, the one of the higher rank counts, then the first.
#[derive(Default)]
pub(crate) struct Draft {
    id: String,
    guid_is_link: bool,
    title: Ranked<String>,
    author: Ranked<String>,
    /// The texts, at most [`MAX_TEXTS`], each with its rank.
    texts: Vec<(u8, Value)>,
    link: Ranked<Link>,
    published: Ranked<DateTime<Utc>>,
    updated: Ranked<DateTime<Utc>>,
    categories: Vec<String>,
}

struct Ranked<T>(u8, Option<T>);

impl<T> Default for Ranked<T> {
    fn default() -> Self {
        Self(0, None)
    }
}

impl<T> Ranked<T> {
    fn offer(&mut self, rank: u8, value: T, is_empty: bool) {
        if !is_empty && rank > self.0 {
            *self = Self(rank, Some(value));
        }
    }
}

impl Ranked<DateTime<Utc>> {
    /// Offers a date. One that cannot be read leaves the place to others.
    fn offer_date(&mut self, rank: u8, text: &str) {
        if let Some(date) = dates::parse(text) {
            self.offer(rank, date, false);
        }
    }
}

/// Reads the entry whose element has just begun.
pub(crate) fn read(xml: &mut Xml<'_>, element: &Element<'_>, address: &Url, unsaid: Kind) -> Draft {
    let mut draft = Draft::default();
    // RDF's id: the fallback for an entry without `guid` or `id`.
    let about = element.attribute("about").unwrap_or_default();
    let depth = xml.depth();
    while let Some(child) = xml.child(depth, address) {
        draft.read(xml, &child, address, unsaid);
    }
    if draft.id.is_empty() {
        draft.id = about;
    }
    draft
}

impl Draft {
    fn read(&mut self, xml: &mut Xml<'_>, element: &Element<'_>, address: &Url, unsaid: Kind) {
        match (element.namespace, element.name.as_str()) {
            (Core, "guid" | "id") => {
                let id = value::characters(xml, address);
                if self.id.is_empty() {
                    let is_link = element.attribute("isPermaLink");
                    self.guid_is_link = element.name == "guid"
                        && !is_link.is_some_and(|is| is.eq_ignore_ascii_case("false"));
                    id.trim().clone_into(&mut self.id);
                }
            }
            (Core | DublinCore | Media | Itunes, "title") => {
                let rank = rank(element, &[Itunes, Media, DublinCore, Core]);
                let value = value::read(xml, element, address, unsaid);
                let title = value.to_line();
                self.title.offer(rank, title.clone(), title.is_empty());
                if matches!(element.namespace, Media | Itunes) {
                    self.add_text(0, value);
                }
            }
            (Core, "link") => {
                let (rank, link) = link(xml, element, address);
                let is_empty = link.raw.trim().is_empty();
                self.link.offer(rank, link, is_empty);
            }
            (Encoded, "encoded") | (Core, "content" | "fullitem") | (Xhtml | Core, "body") => {
                // HTML by its definition.
                let unsaid = if element.namespace == Encoded { Kind::Html } else { unsaid };
                self.add_text(6, value::read(xml, element, address, unsaid));
            }
            (Core, "description") => {
                self.add_text(5, value::read(xml, element, address, unsaid));
            }
            (Core, "summary" | "abstract" | "tagline") => {
                self.add_text(4, value::read(xml, element, address, unsaid));
            }
            (DublinCore, "description" | "abstract") => {
                self.add_text(3, value::read(xml, element, address, unsaid));
            }
            (Media, "description") => {
                self.add_text(2, value::read(xml, element, address, Kind::Text));
            }
            (Itunes, "summary" | "description") => {
                self.add_text(1, value::read(xml, element, address, Kind::Unsaid));
            }
            (Media, "text") | (Itunes, "subtitle") => {
                self.add_text(0, value::read(xml, element, address, Kind::Unsaid));
            }
            (Media, "group" | "content") => {
                // Within `Draft::read` only what is Media's: deeper elements of Core are not the entry's.
                let depth = xml.depth();
                while let Some(child) = xml.child(depth, address) {
                    let names = ["content", "description", "text", "title"];
                    if child.namespace == Media && names.contains(&&*child.name) {
                        self.read(xml, &child, address, unsaid);
                    }
                }
            }
            (Core, "author" | "managingeditor")
            | (DublinCore, "creator" | "author")
            | (Itunes, "author") => {
                let rank = rank(element, &[Itunes, DublinCore, Core]);
                let author = person::read(xml, address);
                self.author.offer(rank, author.clone(), author.is_empty());
            }
            (Core | Media | Itunes, "category") | (DublinCore, "subject") => {
                let term = element.attribute("term").or_else(|| element.attribute("text"));
                self.add_category(&term.unwrap_or_else(|| value::text(xml, address)));
            }
            // Not in any specification, yet in use.
            (Core, "tags") => {
                let tags = value::text(xml, address);
                tags.split(',').take(MAX_CATEGORIES).for_each(|tag| self.add_category(tag));
            }
            (Core, "pubdate" | "published" | "issued") => {
                self.published.offer_date(3, &value::text(xml, address));
            }
            (Core | DublinCore, "date" | "issued" | "created") => {
                let rank = if element.name == "created" { 1 } else { 2 };
                self.published.offer_date(rank, &value::text(xml, address));
            }
            (Core | DublinCore, "updated" | "modified" | "lastbuilddate") => {
                let rank = rank(element, &[DublinCore, Core]);
                self.updated.offer_date(rank, &value::text(xml, address));
            }
            _ => {}
        }
    }

    fn add_category(&mut self, name: &str) {
        let name = line(name, MAX_NAME_CHARS);
        let is_new = !name.is_empty() && !self.categories.contains(&name);
        if is_new && self.categories.len() < MAX_CATEGORIES {
            self.categories.push(name);
        }
    }

    fn add_text(&mut self, rank: u8, value: Value) {
        if !value.text.trim().is_empty() && self.texts.len() < MAX_TEXTS {
            self.texts.push((rank, value));
        }
    }

    /// Returns the entry. Links are relative to the feed's site, or else its address, unless an
    /// `xml:base` says otherwise.
    pub(crate) fn finish(self, around: &Url, feed_author: &str) -> Entry {
        let title = self.title.1.unwrap_or_default();
        // The sort is stable: of one rank, the first counts.
        let mut texts = self.texts;
        texts.sort_by_key(|(rank, _)| std::cmp::Reverse(*rank));
        let main = texts.first().filter(|(rank, _)| *rank > 0);
        let main = main.map_or(String::new(), |(_, value)| value.block());
        let link = self.link.1.and_then(|link| link.resolve(around));
        let link = link.or_else(|| {
            let is_address = self.id.starts_with("http://") || self.id.starts_with("https://");
            let raw = Some(self.id.clone()).filter(|_| is_address && self.guid_is_link)?;
            Link { raw, base: None }.resolve(around)
        });
        let author = self.author.1.unwrap_or_else(|| feed_author.to_owned());
        Entry {
            key: key(&self.id, link.as_ref().map_or("", Url::as_str), &title, &main),
            texts: fold(&title, texts.into_iter().map(|(_, value)| value).collect()),
            title,
            author,
            link: link.map(destination),
            published: self.published.1,
            updated: self.updated.1,
            categories: self.categories,
        }
    }
}

/// Returns where a link leads. Google Alerts link to a redirect of Google's.
fn destination(link: Url) -> Url {
    let is_redirect = link.path() == "/url"
        && link.host_str().is_some_and(|host| host.starts_with("www.google."));
    let named = |(name, _): &(_, _)| matches!(name as &str, "url" | "q");
    let target = link.query_pairs().find(|pair| is_redirect && named(pair));
    let target = target.and_then(|(_, target)| Url::parse(&target).ok());
    target.filter(|target| matches!(target.scheme(), "http" | "https")).unwrap_or(link)
}

fn rank(element: &Element<'_>, order: &[crate::namespaces::Namespace]) -> u8 {
    let place = order.iter().position(|namespace| *namespace == element.namespace);
    place.and_then(|place| u8::try_from(place + 1).ok()).unwrap_or(1)
}

/// Returns a link and its rank: the link to the page has the highest, and 0 means no link.
pub(crate) fn link(xml: &mut Xml<'_>, element: &Element<'_>, address: &Url) -> (u8, Link) {
    let base = xml.base().cloned();
    let Some(href) = element.attribute("href") else {
        let raw = value::text(xml, address);
        // RSS's link, which may occur beside `atom:link`s.
        let rank = if raw.len() <= MAX_URL_BYTES { 4 } else { 0 };
        return (rank, Link { raw, base });
    };
    let relation = element.attribute("rel").unwrap_or_default().trim().to_ascii_lowercase();
    let kind = element.attribute("type").unwrap_or_default().to_ascii_lowercase();
    let is_page = kind.is_empty() || kind.contains("html");
    let rank = match relation.rsplit('/').next().unwrap_or_default() {
        "" | "alternate" if is_page => 3,
        "" | "alternate" => 2,
        "related" | "via" => 1,
        _ => 0,
    };
    (rank, Link { raw: href, base })
}
