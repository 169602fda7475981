//! Reads JSON Feed, 1.0 and 1.1 (jsonfeed.org).

use std::collections::HashSet;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, SeqAccess, Visitor};
use serde_json::value::RawValue;
use url::Url;

use crate::key::key;
use crate::text::{MAX_CATEGORIES, MAX_NAME_CHARS, MAX_TITLE_CHARS, MAX_URL_BYTES, line};
use crate::value::{Kind, Value};
use crate::{Content, Entry, Error, Feed, MAX_ENTRIES, dates};

/// A value that is parsed later, so that one of the wrong type does not spoil the document.
type Raw<'a> = Option<&'a RawValue>;

#[derive(Deserialize)]
struct Document<'a> {
    #[serde(borrow)]
    version: Raw<'a>,
    #[serde(borrow)]
    title: Raw<'a>,
    #[serde(borrow)]
    home_page_url: Raw<'a>,
    #[serde(borrow)]
    author: Raw<'a>,
    #[serde(borrow)]
    authors: Raw<'a>,
    #[serde(borrow)]
    items: Option<Items<'a>>,
}

#[derive(Deserialize)]
struct Item<'a> {
    #[serde(borrow)]
    id: Raw<'a>,
    #[serde(borrow)]
    url: Raw<'a>,
    #[serde(borrow)]
    external_url: Raw<'a>,
    #[serde(borrow)]
    title: Raw<'a>,
    #[serde(borrow)]
    content_html: Raw<'a>,
    #[serde(borrow)]
    content_text: Raw<'a>,
    #[serde(borrow)]
    summary: Raw<'a>,
    #[serde(borrow)]
    date_published: Raw<'a>,
    #[serde(borrow)]
    date_modified: Raw<'a>,
    #[serde(borrow)]
    author: Raw<'a>,
    #[serde(borrow)]
    authors: Raw<'a>,
    #[serde(borrow)]
    tags: Raw<'a>,
}

#[derive(Deserialize)]
struct Author<'a> {
    #[serde(borrow)]
    name: Raw<'a>,
}

/// The first elements of an array, and the number of further ones.
struct First<'a, const N: usize> {
    values: Vec<&'a RawValue>,
    more: usize,
}

type Items<'a> = First<'a, MAX_ENTRIES>;

impl<'de: 'a, 'a, const N: usize> Deserialize<'de> for First<'a, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader<const N: usize>;

        impl<'de, const N: usize> Visitor<'de> for Reader<N> {
            type Value = First<'de, N>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an array")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
                let mut first = First { values: Vec::new(), more: 0 };
                while first.values.len() < N {
                    match seq.next_element()? {
                        Some(value) => first.values.push(value),
                        None => return Ok(first),
                    }
                }
                while seq.next_element::<IgnoredAny>()?.is_some() {
                    first.more += 1;
                }
                Ok(first)
            }
        }

        deserializer.deserialize_seq(Reader::<N>)
    }
}

/// Reads a feed from text that begins like JSON.
pub(crate) fn parse(text: &str, address: &Url) -> Result<Feed, Error> {
    let document: Document<'_> = match serde_json::from_str(text) {
        Ok(document) => document,
        Err(error) if error.is_data() => return Err(Error::OtherJson),
        Err(error) => return Err(Error::BrokenJson(error.to_string())),
    };
    let is_feed = string(document.version).contains("jsonfeed");
    let items = match document.items {
        Some(items) => items,
        None if is_feed => First { values: Vec::new(), more: 0 },
        None => return Err(Error::OtherJson),
    };
    // Other documents have items, too.
    if !is_feed && document.title.is_none() && document.home_page_url.is_none() {
        return Err(Error::OtherJson);
    }
    let site = web_address(document.home_page_url, address);
    let around = site.as_ref().unwrap_or(address);
    let feed_author = author(document.author, document.authors);
    let mut keys = HashSet::new();
    let entries = items.values.iter().filter_map(|item| entry(item, around, &feed_author));
    let entries = entries.filter(|entry| keys.insert(entry.key.clone())).collect();
    Ok(Feed {
        title: title(document.title),
        entries,
        wait: None,
        skipped: items.more,
        broken: false,
        site,
    })
}

/// Returns an entry, or `None` if the item is not an object.
fn entry(item: &RawValue, around: &Url, feed_author: &str) -> Option<Entry> {
    let item: Item<'_> = serde_json::from_str(item.get()).ok()?;
    let texts = [
        (item.content_html, Kind::Html),
        (item.content_text, Kind::Text),
        (item.summary, Kind::Text),
    ];
    let mut texts = texts.into_iter().map(|(raw, kind)| (string(raw), kind));
    let content = texts.find(|(text, _)| !text.trim().is_empty());
    let content = content.map(|(text, kind)| Value::new(text, kind).into_content());
    let content = content.unwrap_or(Content::Text(String::new()));
    let title = title(item.title);
    let link = web_address(item.url, around).or_else(|| web_address(item.external_url, around));
    let author = author(item.author, item.authors);
    let tags: Option<First<'_, MAX_CATEGORIES>> = read(item.tags);
    let tags = tags.iter().flat_map(|tags| &tags.values);
    let categories = tags.map(|tag| line(&string(Some(tag)), MAX_NAME_CHARS));
    Some(Entry {
        key: key(&string(item.id), link.as_ref().map_or("", Url::as_str), &title, content.as_str()),
        title,
        author: if author.is_empty() { feed_author.to_owned() } else { author },
        content,
        link,
        published: dates::parse(&string(item.date_published)),
        updated: dates::parse(&string(item.date_modified)),
        categories: categories.filter(|category| !category.is_empty()).collect(),
    })
}

fn read<'a, T: Deserialize<'a>>(raw: Raw<'a>) -> Option<T> {
    serde_json::from_str(raw?.get()).ok()
}

/// Returns a string, a number as written in the document (some feeds use numbers as ids), or an empty
/// string.
fn string(raw: Raw<'_>) -> String {
    let Some(json) = raw.map(RawValue::get) else {
        return String::new();
    };
    match json.bytes().next() {
        Some(b'"') => read(raw).unwrap_or_default(),
        Some(b'0'..=b'9' | b'-') => json.to_owned(),
        _ => String::new(),
    }
}

/// Returns the title: plain text by the specification, yet many feeds put HTML there.
fn title(raw: Raw<'_>) -> String {
    let title = Value::new(string(raw), Kind::Unsaid).to_line();
    line(&title, MAX_TITLE_CHARS)
}

/// Returns the author. Version 1.0 has one author, 1.1 several, of whom the first counts.
fn author(one: Raw<'_>, several: Raw<'_>) -> String {
    let several: Option<First<'_, 1>> = read(several);
    let first = several.and_then(|several| several.values.first().copied());
    let author: Option<Author<'_>> = read(first.or(one));
    author.map(|author| line(&string(author.name), MAX_NAME_CHARS)).unwrap_or_default()
}

fn web_address(raw: Raw<'_>, around: &Url) -> Option<Url> {
    let text = string(raw);
    let text = Some(text.trim()).filter(|text| !text.is_empty() && text.len() <= MAX_URL_BYTES)?;
    let address = around.join(text).ok()?;
    matches!(address.scheme(), "http" | "https").then_some(address)
}
