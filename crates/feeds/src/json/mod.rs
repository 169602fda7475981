//! Reads JSON Feed, 1.0 and 1.1 (jsonfeed.org).

mod repair;

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;
use url::Url;

use crate::fold::fold;
use crate::key::key;
use crate::text::{MAX_CATEGORIES, MAX_NAME_CHARS, MAX_TITLE_CHARS, MAX_URL_BYTES, line};
use crate::value::{Kind, Value};
use crate::{Entry, Error, Feed, MAX_ENTRIES, Remark, dates};
use repair::{Repaired, repair};

/// A value that is parsed later, so that one of the wrong type does not spoil the document.
type Raw<'a> = Option<&'a RawValue>;

/// The members of a document, an item or an author that are read.
const NAMES: [&str; 17] = [
    "author",
    "authors",
    "content_html",
    "content_text",
    "date_modified",
    "date_published",
    "external_url",
    "home_page_url",
    "id",
    "items",
    "name",
    "next_url",
    "summary",
    "tags",
    "title",
    "url",
    "version",
];

/// The known members of an object. Of two of one name, the last counts.
struct Object<'a>([Raw<'a>; NAMES.len()]);

impl<'a> Object<'a> {
    fn get(&self, name: &str) -> Raw<'a> {
        let place = NAMES.iter().position(|known| *known == name)?;
        self.0.get(place).copied().flatten()
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Object<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;

        impl<'de> Visitor<'de> for Reader {
            type Value = Object<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut object = Object([None; NAMES.len()]);
                while let Some(name) = map.next_key::<Cow<'de, str>>()? {
                    match NAMES.iter().position(|known| *known == name) {
                        Some(place) => object.0[place] = Some(map.next_value()?),
                        None => drop(map.next_value::<IgnoredAny>()?),
                    }
                }
                Ok(object)
            }
        }

        deserializer.deserialize_map(Reader)
    }
}

/// The first elements of an array, and the number of further ones. PHP writes an array with gaps as an object.
struct First<'a, const N: usize> {
    values: Vec<&'a RawValue>,
    more: usize,
}

impl<'de: 'a, 'a, const N: usize> Deserialize<'de> for First<'a, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader<const N: usize>;

        impl<'de, const N: usize> Visitor<'de> for Reader<N> {
            type Value = First<'de, N>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an array, or an object in its place")
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

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut first = First { values: Vec::new(), more: 0 };
                while map.next_key::<IgnoredAny>()?.is_some() {
                    let value = map.next_value()?;
                    match first.values.len() < N {
                        true => first.values.push(value),
                        false => first.more += 1,
                    }
                }
                Ok(first)
            }
        }

        deserializer.deserialize_any(Reader::<N>)
    }
}

/// The most bytes that may precede a document, such as a warning of the server's.
const MAX_BEFORE: usize = 65_536;

/// Returns the text from the beginning of a JSON Feed on, if there is one.
pub(crate) fn within(text: &str) -> Option<&str> {
    let head = text.get(..text.floor_char_boundary(MAX_BEFORE)).unwrap_or_default();
    let mut begins = head.match_indices('{').filter_map(|(at, _)| text.get(at..));
    let is_object = |rest: &&str| {
        rest.strip_prefix('{').is_some_and(|inner| inner.trim_start().starts_with('"'))
    };
    begins.find(is_object).filter(|rest| rest.contains("jsonfeed.org"))
}

/// Reads a feed from text that begins like JSON.
pub(crate) fn parse(text: &str, address: &Url) -> Result<Feed, Error> {
    let Repaired { json, mut remarks } = repair(text);
    let document: Object<'_> = match serde_json::from_str(&json) {
        Ok(document) => document,
        Err(error) if error.is_data() => return Err(Error::OtherJson),
        Err(error) => return Err(Error::BrokenJson(error.to_string())),
    };
    let is_feed = string(document.get("version")).contains("jsonfeed");
    let items = document.get("items");
    let is_list = is_list(items);
    let items: First<'_, MAX_ENTRIES> = match read(items) {
        Some(items) if is_feed || is_list => items,
        _ if is_feed => First { values: Vec::new(), more: 0 },
        _ => return Err(Error::OtherJson),
    };
    // Other documents have items, too.
    let says_more = document.get("title").or(document.get("home_page_url")).is_some();
    if !is_feed && !says_more {
        return Err(Error::OtherJson);
    }
    let site = web_address(document.get("home_page_url"), address);
    let around = site.as_ref().unwrap_or(address);
    let feed_author = author(&document);
    let entries = items.values.iter().filter_map(|item| entry(item, around, &feed_author));
    let entries = entries.collect();
    if items.more > 0 {
        remarks.insert(Remark::TooManyEntries);
    }
    Ok(Feed {
        title: title(document.get("title")),
        entries,
        wait: None,
        earlier: web_address(document.get("next_url"), address),
        skipped: items.more,
        broken: remarks.contains(&Remark::BreaksOff),
        remarks,
        site,
    })
}

/// Returns an entry, or `None` if the item is not an object.
fn entry(item: &RawValue, around: &Url, feed_author: &str) -> Option<Entry> {
    let item: Object<'_> = serde_json::from_str(item.get()).ok()?;
    let texts =
        [("content_html", Kind::Html), ("content_text", Kind::Text), ("summary", Kind::Text)];
    let texts = texts.into_iter().map(|(name, kind)| Value::new(string(item.get(name)), kind));
    let texts: Vec<Value> = texts.filter(|value| !value.text.trim().is_empty()).collect();
    let main = texts.first().map_or(String::new(), Value::block);
    let title = title(item.get("title"));
    let link = web_address(item.get("url"), around);
    let link = link.or_else(|| web_address(item.get("external_url"), around));
    let author = author(&item);
    let tags: Option<First<'_, MAX_CATEGORIES>> = read(item.get("tags"));
    let listed = tags.iter().flat_map(|tags| &tags.values).map(|tag| string(Some(tag)));
    let joined = string(item.get("tags"));
    let joined = joined.split(',').take(MAX_CATEGORIES).map(str::to_owned);
    let categories = listed.chain(joined).map(|tag| line(&tag, MAX_NAME_CHARS));
    let address = link.as_ref().map_or("", Url::as_str);
    Some(Entry {
        key: key(&string(item.get("id")), address, &title, &main),
        texts: fold(&title, texts),
        title,
        author: if author.is_empty() { feed_author.to_owned() } else { author },
        link,
        published: dates::parse(&string(item.get("date_published"))),
        updated: dates::parse(&string(item.get("date_modified"))),
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

/// Returns the author of a document or item. Version 1.0 has one author, 1.1 several, of whom the first
/// counts. Many feeds have a name in the place of an author, or one author in the place of several.
fn author(object: &Object<'_>) -> String {
    let authors = object.get("authors");
    let first = match is_list(authors) {
        true => read(authors).and_then(|several: First<'_, 1>| several.values.first().copied()),
        false => authors,
    };
    let name = |raw: Raw<'_>| match read::<Object<'_>>(raw) {
        Some(author) => string(author.get("name")),
        None => string(raw),
    };
    let names = [first, object.get("author")].map(|raw| line(&name(raw), MAX_NAME_CHARS));
    names.into_iter().find(|name| !name.is_empty()).unwrap_or_default()
}

fn is_list(raw: Raw<'_>) -> bool {
    raw.is_some_and(|raw| raw.get().starts_with('['))
}

fn web_address(raw: Raw<'_>, around: &Url) -> Option<Url> {
    let text = string(raw);
    let text = Some(text.trim()).filter(|text| !text.is_empty() && text.len() <= MAX_URL_BYTES)?;
    let address = around.join(text).ok()?;
    matches!(address.scheme(), "http" | "https").then_some(address)
}
