//! Small documents: each format, the values of entries, and broken ones.

mod broken;
mod formats;
mod values;

use feeds::{Content, Entry, Feed, parse};
use url::Url;

pub(crate) fn address() -> Url {
    Url::parse("https://a.example/feeds/all.xml").unwrap()
}

pub(crate) fn read(document: &str) -> Feed {
    parse(document.as_bytes(), None, &address()).unwrap()
}

/// Reads an RSS 2.0 feed with one item.
pub(crate) fn item(inner: &str) -> Entry {
    let feed = read(&format!("<rss version='2.0'><channel><item>{inner}</item></channel></rss>"));
    assert_eq!(feed.entries.len(), 1);
    feed.entries.into_iter().next().unwrap()
}

/// Reads an Atom 1.0 feed with one entry.
pub(crate) fn entry(inner: &str) -> Entry {
    let feed =
        read(&format!("<feed xmlns='http://www.w3.org/2005/Atom'><entry>{inner}</entry></feed>"));
    feed.entries.into_iter().next().unwrap()
}

/// Returns the longest text of an entry.
pub(crate) fn content(entry: &Entry) -> Content {
    entry.texts.first().cloned().unwrap_or(text(""))
}

pub(crate) fn html(text: &str) -> Content {
    Content::Html(text.to_owned())
}

pub(crate) fn text(text: &str) -> Content {
    Content::Text(text.to_owned())
}

pub(crate) fn link(entry: &Entry) -> &str {
    entry.link.as_ref().map_or("", Url::as_str)
}

pub(crate) fn seconds(date: Option<chrono::DateTime<chrono::Utc>>) -> Option<i64> {
    date.map(|date| date.timestamp())
}
