//! An entry of a feed in XML.

use url::Url;

use crate::dates;
use crate::key::key;
use crate::namespaces::Namespace::{Content as Encoded, Core, DublinCore, Itunes, Media, Xhtml};
use crate::text::{MAX_CATEGORIES, MAX_NAME_CHARS, MAX_URL_BYTES, line};
use crate::value::{self, Kind, Value};
use crate::xml::{Element, Xml};
use crate::{Content, Entry, person};

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
    content: Ranked<Value>,
    link: Ranked<Link>,
    published: Ranked<String>,
    updated: Ranked<String>,
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
                let id = value::text(xml, address);
                if self.id.is_empty() {
                    let is_link = element.attribute("isPermaLink");
                    self.guid_is_link = element.name == "guid"
                        && !is_link.is_some_and(|is| is.eq_ignore_ascii_case("false"));
                    id.trim().clone_into(&mut self.id);
                }
            }
            (Core | DublinCore | Media, "title") => {
                let rank = rank(element, &[Media, DublinCore, Core]);
                let title = value::read(xml, element, address, unsaid).to_line();
                self.title.offer(rank, title.clone(), title.is_empty());
            }
            (Core, "link") => {
                let (rank, link) = link(xml, element, address);
                let is_empty = link.raw.trim().is_empty();
                self.link.offer(rank, link, is_empty);
            }
            (Encoded, "encoded") | (Core, "content" | "fullitem") | (Xhtml | Core, "body") => {
                // HTML by its definition.
                let unsaid = if element.namespace == Encoded { Kind::Html } else { unsaid };
                self.offer_content(6, value::read(xml, element, address, unsaid));
            }
            (Core, "description") => {
                self.offer_content(5, value::read(xml, element, address, unsaid));
            }
            (Core, "summary" | "abstract" | "tagline") => {
                self.offer_content(4, value::read(xml, element, address, unsaid));
            }
            (DublinCore, "description" | "abstract") => {
                self.offer_content(3, value::read(xml, element, address, unsaid));
            }
            (Media, "description") => {
                self.offer_content(2, value::read(xml, element, address, Kind::Text));
            }
            (Itunes, "summary") => {
                self.offer_content(1, value::read(xml, element, address, Kind::Unsaid));
            }
            (Media, "group" | "content") => {
                // Within `Draft::read` only what is Media's: deeper elements of Core are not the entry's.
                let depth = xml.depth();
                while let Some(child) = xml.child(depth, address) {
                    if child.namespace == Media && matches!(&*child.name, "title" | "description") {
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
                let date = value::text(xml, address);
                self.published.offer(3, date.clone(), date.is_empty());
            }
            (Core | DublinCore, "date" | "issued" | "created") => {
                let date = value::text(xml, address);
                let rank = if element.name == "created" { 1 } else { 2 };
                self.published.offer(rank, date.clone(), date.is_empty());
            }
            (Core | DublinCore, "updated" | "modified" | "lastbuilddate") => {
                let date = value::text(xml, address);
                self.updated.offer(
                    rank(element, &[DublinCore, Core]),
                    date.clone(),
                    date.is_empty(),
                );
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

    fn offer_content(&mut self, rank: u8, value: Value) {
        let is_empty = value.text.trim().is_empty();
        self.content.offer(rank, value, is_empty);
    }

    /// Returns the entry. Links are relative to the feed's site, or else its address, unless an
    /// `xml:base` says otherwise.
    pub(crate) fn finish(self, around: &Url, feed_author: &str) -> Entry {
        let title = self.title.1.unwrap_or_default();
        let content = self.content.1.map(Value::into_content);
        let content = content.unwrap_or(Content::Text(String::new()));
        let link = self.link.1.and_then(|link| link.resolve(around));
        let link = link.or_else(|| {
            let is_address = self.id.starts_with("http://") || self.id.starts_with("https://");
            let raw = Some(self.id.clone()).filter(|_| is_address && self.guid_is_link)?;
            Link { raw, base: None }.resolve(around)
        });
        let author = self.author.1.unwrap_or_else(|| feed_author.to_owned());
        Entry {
            key: key(&self.id, link.as_ref().map_or("", Url::as_str), &title, content.as_str()),
            title,
            author,
            content,
            link,
            published: self.published.1.and_then(|date| dates::parse(&date)),
            updated: self.updated.1.and_then(|date| dates::parse(&date)),
            categories: self.categories,
        }
    }
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
