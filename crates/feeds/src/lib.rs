//! Reads feeds: RSS 0.90 to 2.0, RDF, Atom 0.3 and 1.0, JSON Feed. Pure: no clock, no network, no
//! database; the same document gives the same entries in every process and release.
//!
//! - [`parse`] reads a feed document.
//! - [`discover()`] finds the feeds that a web page names.
//! - [`address_of`] reads an address as people type it.
//! - [`opml`] reads and writes lists of feeds.
//!
//! # What is tolerated
//!
//! Feeds are written by templates, and many are not quite XML. The reader accepts undeclared entities
//! of HTML, bare ampersands and `<`, control characters, missing or superfluous end tags, undeclared or
//! wrong namespaces, text before the document, and several documents in one. Of JSON it accepts raw line
//! breaks in strings, halves of characters, comments, text around the document, and commas, quotes and values that
//! are not JSON's.
//! Encodings are recognized by the bytes where the declaration is wrong. A document that breaks off yields
//! the entries up to there, except the one that is incomplete. [`Feed::remarks`] says what was wrong.
//!
//! # What a document cannot do
//!
//! A document is read once, in time and space proportional to its length, which is bounded. Entities
//! that a document declares are not expanded, and nothing that it refers to is read.
#![deny(missing_docs)]

mod address;
mod dates;
mod discover;
mod encoded_twice;
mod encoding;
mod entry;
mod error;
mod feed;
mod fold;
mod html;
mod json;
mod key;
mod namespaces;
pub mod opml;
mod person;
mod remark;
mod text;
mod value;
mod wait;
mod xml;

use std::collections::BTreeSet;
use std::time::Duration;

use chrono::{DateTime, Utc};
use url::Url;

pub use address::address_of;
pub use discover::{Found, discover};
pub use error::Error;
pub use html::{Layout, picture_text};
pub use remark::Remark;

/// The largest size of a document, in bytes.
pub const MAX_BYTES: usize = 10 * 1024 * 1024;
/// The most entries that are read from a document; the rest are counted.
pub const MAX_ENTRIES: usize = 2_000;

/// The feed that a document contains.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Feed {
    /// One line of text, maybe empty.
    pub title: String,
    /// The web page that the feed belongs to.
    pub site: Option<Url>,
    /// The entries in the order of the document, which is mostly newest first. Some may be there twice.
    pub entries: Vec<Entry>,
    /// The time that the feed asks clients to wait between polls.
    pub wait: Option<Duration>,
    /// The document with the entries before these: the previous archive of the feed or its next page
    /// (RFC 5005), or the `next_url` of a JSON Feed.
    pub earlier: Option<Url>,
    /// The number of entries beyond [`MAX_ENTRIES`].
    pub skipped: usize,
    /// Whether the document breaks off, so that there may be more entries.
    pub broken: bool,
    /// What is wrong with the document.
    pub remarks: BTreeSet<Remark>,
}

/// An entry of a feed. It may lack anything but its key.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Entry {
    /// The entry's own id if it has one; otherwise a hash of link and title, or of the content if
    /// it has neither. Stable between polls. Some feeds give several entries one id. At most 1,000
    /// characters.
    pub key: String,
    /// One line of text without markup, at most 1,000 characters.
    pub title: String,
    /// A name, or what the feed has in its place, at most 200 characters. An entry without an
    /// author has the feed's.
    pub author: String,
    /// Its texts, such as content and summary, the longest first, at most 10. What is in the title or a
    /// longer text is not repeated.
    pub texts: Vec<Content>,
    /// The web page of the entry, an HTTP or HTTPS address.
    pub link: Option<Url>,
    /// The time as given; it may be wrong, even in the future.
    pub published: Option<DateTime<Utc>>,
    /// The time as given; it may be wrong, even in the future.
    pub updated: Option<DateTime<Utc>>,
    /// The categories, at most 50, of at most 200 characters each.
    pub categories: Vec<String>,
}

/// A text of an entry, at most 100,000 characters. HTML is unchanged: not sanitised, its
/// addresses not resolved, maybe cut within a tag.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// HTML, whose markup must be removed before it is shown or searched.
    Html(String),
    /// Plain text, in which `<` is a character like any other.
    Text(String),
}

impl Content {
    /// Returns the HTML or text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Html(text) | Self::Text(text) => text,
        }
    }
}

/// Reads a feed.
///
/// `content_type` is the HTTP header, of which only the `charset` counts; `address` is the document's
/// final address, after redirects: relative links are resolved against it unless an `xml:base` or the
/// feed's own link says otherwise.
///
/// # Errors
///
/// The document is too large, or not a feed. See [`Error`].
pub fn parse(body: &[u8], content_type: Option<&str>, address: &Url) -> Result<Feed, Error> {
    if body.len() > MAX_BYTES {
        return Err(Error::TooLarge);
    }
    let (text, fits) = encoding::decode(body, content_type);
    let text =
        text.trim_start_matches(|c: char| c.is_whitespace() || c.is_control() || c == '\u{feff}');
    let mut feed = match text.chars().next() {
        None => Err(Error::Empty),
        Some('{' | '[') => json::parse(text, address),
        Some(_) => feed::parse(text, address).or_else(|error| {
            let json = json::within(text).filter(|_| error != Error::WebPage);
            json.and_then(|json| json::parse(json, address).ok()).ok_or(error)
        }),
    }?;
    if !fits {
        feed.remarks.insert(Remark::Encoding);
    }
    // Keys were made before, and stay what they are in databases.
    if encoded_twice::undo(&mut feed) {
        feed.remarks.insert(Remark::EncodedTwice);
    }
    Ok(feed)
}
