//! Reads and writes OPML: lists of feeds, as readers exchange them (opml.org).

use std::collections::{HashMap, HashSet};

use url::Url;

use crate::address::address_of;
use crate::encoding::decode;
use crate::text::{MAX_NAME_CHARS, MAX_TITLE_CHARS, MAX_URL_BYTES, line};
use crate::xml::{Element, Event, Xml};
use crate::{Error, MAX_BYTES};

/// The most feeds of a list that are read.
pub const MAX_OUTLINES: usize = 5_000;

/// A feed in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outline {
    /// One line, at most 1,000 characters, maybe empty.
    pub title: String,
    /// An HTTP or HTTPS address.
    pub address: Url,
    /// The names of the enclosing folders, outermost first, separated by `/`; empty if there are none;
    /// at most 200 characters.
    pub folder: String,
}

/// Reads a list of feeds, OPML 1.0 or 2.0: every element with an `xmlUrl`, each address once, at most
/// 5,000. A list that breaks off yields the feeds up to there.
///
/// # Errors
///
/// The document is too large, or not OPML.
pub fn read(body: &[u8]) -> Result<Vec<Outline>, Error> {
    if body.len() > MAX_BYTES {
        return Err(Error::TooLarge);
    }
    let (text, _) = decode(body, None);
    if text.trim().is_empty() {
        return Err(Error::Empty);
    }
    let begin = text.find('<').ok_or(Error::NotOpml)?;
    let mut xml = Xml::new(text.get(begin..).unwrap_or_default());
    // Addresses in a list are absolute, so any base of the document's is irrelevant.
    let nowhere = Url::parse("about:blank").map_err(|_| Error::NotOpml)?;
    let root = xml.child(0, &nowhere);
    match root {
        Some(root) if root.name == "opml" => {}
        Some(root) if root.name == "html" => return Err(Error::WebPage),
        None if xml.is_broken() => return Err(Error::BrokenXml(xml.position())),
        _ => return Err(Error::NotOpml),
    }
    let mut outlines: Vec<Outline> = Vec::new();
    let mut known = HashSet::new();
    // The folders that are open, with their depth.
    let mut folders: Vec<(usize, String)> = Vec::new();
    while let Some(event) = xml.next(&nowhere) {
        let depth = xml.depth();
        match event {
            Event::Start(element) if element.name == "outline" => {
                let title = title(&element);
                match element.attribute("xmlUrl").filter(|address| !address.trim().is_empty()) {
                    Some(address) => {
                        let outline = outline(title, &address, &folders);
                        let is_new = |outline: &Outline| known.insert(outline.address.clone());
                        outlines.extend(outline.filter(is_new));
                    }
                    None => folders.push((depth, line(&title, MAX_NAME_CHARS))),
                }
                if outlines.len() >= MAX_OUTLINES {
                    break;
                }
            }
            Event::End(_) => {
                folders.pop_if(|(at, _)| *at > depth);
            }
            _ => {}
        }
    }
    if outlines.is_empty() && xml.is_broken() {
        return Err(Error::BrokenXml(xml.position()));
    }
    Ok(outlines)
}

/// Returns the title: OPML 1.0 has `text`, and many lists have `title` as well, or instead.
fn title(element: &Element<'_>) -> String {
    let named = |name| element.attribute(name).map(|title| line(&title, MAX_TITLE_CHARS));
    let title = named("title").filter(|title| !title.is_empty());
    title.or_else(|| named("text")).unwrap_or_default()
}

fn outline(title: String, address: &str, folders: &[(usize, String)]) -> Option<Outline> {
    let is_web = |address: &Url| matches!(address.scheme(), "http" | "https");
    // Other programs write schemes of their own, and people none.
    let is_host = |address: &Url| address.host_str().is_some_and(|host| host.contains('.'));
    let other = || address_of(address).filter(|other| is_web(other) && is_host(other));
    let address = Url::parse(address.trim()).ok().filter(is_web).or_else(other)?;
    let fits = address.as_str().len() <= MAX_URL_BYTES;
    let names = folders.iter().map(|(_, name)| name.as_str());
    let names: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
    let folder = line(&names.join("/"), MAX_NAME_CHARS);
    fits.then_some(Outline { title, address, folder })
}

/// Returns a list of feeds as OPML 2.0. Folders come in the order of their first feed, each once, after
/// the feeds outside any folder.
#[must_use]
pub fn write(outlines: &[Outline]) -> String {
    let mut folders: Vec<(String, Vec<&Outline>)> = vec![(String::new(), Vec::new())];
    let mut places = HashMap::from([(String::new(), 0)]);
    for outline in outlines {
        let folder = line(&outline.folder, MAX_NAME_CHARS);
        let place = *places.entry(folder.clone()).or_insert(folders.len());
        if place == folders.len() {
            folders.push((folder, Vec::new()));
        }
        folders[place].1.push(outline);
    }
    let mut out = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opml version=\"2.0\">\n<head><title>Feeds</title></head>\n<body>\n",
    );
    for (folder, outlines) in folders {
        if !folder.is_empty() {
            out.push_str("<outline text=\"");
            escape(&folder, &mut out);
            out.push_str("\">\n");
        }
        for outline in outlines {
            out.push_str("<outline type=\"rss\" text=\"");
            escape(&line(&outline.title, MAX_TITLE_CHARS), &mut out);
            out.push_str("\" xmlUrl=\"");
            escape(outline.address.as_str(), &mut out);
            out.push_str("\"/>\n");
        }
        if !folder.is_empty() {
            out.push_str("</outline>\n");
        }
    }
    out.push_str("</body>\n</opml>\n");
    out
}

fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
}
