//! Finds the feeds that a web page names.

use std::convert::Infallible;

use html5gum::emitters::default::DefaultEmitter;
use html5gum::{StartTag, Token, Tokenizer};
use url::Url;

use crate::encoding::decode_html;
use crate::text::{MAX_TITLE_CHARS, MAX_URL_BYTES, line};

/// The most feeds of a page that are returned.
const MAX_FOUND: usize = 20;
/// The most bytes of a page that are read: feeds are named in its head.
const MAX_PAGE_BYTES: usize = 2 * 1024 * 1024;
const TYPES: [&str; 7] = [
    "application/rss+xml",
    "application/atom+xml",
    "application/feed+json",
    "application/json",
    "application/rdf+xml",
    "application/xml",
    "text/xml",
];

/// A feed that a page names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// An HTTP or HTTPS address, which need not lead to a feed.
    pub address: Url,
    /// The title that the page gives it, maybe empty; at most 1,000 characters.
    pub title: String,
}

/// Returns the feeds that a web page names in its `link` elements, in its order, each address once, at
/// most 20. `address` is the page's final address, after redirects. Only the first 2 MB of the page are
/// read.
#[must_use]
pub fn discover(html: &[u8], content_type: Option<&str>, address: &Url) -> Vec<Found> {
    let html = html.get(..html.len().min(MAX_PAGE_BYTES)).unwrap_or_default();
    let html = decode_html(html, content_type);
    // Otherwise the content of scripts would be read as elements.
    let mut emitter = DefaultEmitter::default();
    emitter.naively_switch_states(true);
    let mut base: Option<Url> = None;
    let mut found: Vec<Found> = Vec::new();
    for token in Tokenizer::new_with_emitter(&*html, emitter) {
        let token: Result<Token, Infallible> = token;
        let Ok(Token::StartTag(tag)) = token else {
            continue;
        };
        match &tag.name[..] {
            // Only the first one counts (HTML, section 4.2.3).
            b"base" if base.is_none() => {
                base = attribute(&tag, b"href").and_then(|href| address.join(href.trim()).ok());
            }
            b"link" => {
                let feed = feed(&tag, base.as_ref().unwrap_or(address));
                let is_new = |feed: &Found| found.iter().all(|other| other.address != feed.address);
                if let Some(feed) = feed.filter(is_new) {
                    found.push(feed);
                }
                if found.len() >= MAX_FOUND {
                    break;
                }
            }
            _ => {}
        }
    }
    found
}

fn feed(tag: &StartTag<()>, base: &Url) -> Option<Found> {
    let relations = attribute(tag, b"rel")?.to_ascii_lowercase();
    let mut relations = relations.split_ascii_whitespace();
    let kind = attribute(tag, b"type")?.to_ascii_lowercase();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    if !relations.any(|relation| relation == "alternate") || !TYPES.contains(&kind) {
        return None;
    }
    let href = attribute(tag, b"href")?;
    let href = Some(href.trim()).filter(|href| !href.is_empty() && href.len() <= MAX_URL_BYTES)?;
    let address = base.join(href).ok()?;
    // WordPress links its REST API in the same way as a JSON Feed.
    let is_interface = kind == "application/json" && address.path().contains("/wp-json/");
    let is_feed = matches!(address.scheme(), "http" | "https") && !is_interface;
    is_feed.then(|| Found {
        address,
        title: line(&attribute(tag, b"title").unwrap_or_default(), MAX_TITLE_CHARS),
    })
}

fn attribute(tag: &StartTag<()>, name: &[u8]) -> Option<String> {
    let value = tag.attributes.get(name)?;
    Some(String::from_utf8_lossy(value).into_owned())
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::discover;

    fn found(html: &str) -> Vec<(String, String)> {
        let address = Url::parse("https://a.example/blog/").unwrap();
        let found = discover(html.as_bytes(), None, &address).into_iter();
        found.map(|found| (found.address.into(), found.title)).collect()
    }

    #[test]
    fn the_feeds_of_a_page_are_found_once_each() {
        let page = r#"<!DOCTYPE html><title>A</title>
            <LINK REL="Alternate" TYPE="application/rss+xml; charset=utf-8" TITLE="One &amp; all" HREF="feed.xml">
            <link rel=alternate type=application/atom+xml href=/atom>
            <link rel="alternate home" type="application/feed+json" href="//b.example/feed.json"/>
            <link rel=alternate type=application/atom+xml href=https://a.example/atom title=again>
            <link rel=stylesheet type=text/css href=style.css>
            <link rel=alternate hreflang=de href=/de>
            <link rel=alternate type=application/json href=/wp-json/wp/v2/posts/1>
            <link rel=alternate type=application/rss+xml href="javascript:alert(1)">
            <link rel=alternate type=application/rss+xml href="">
            <script>"<link rel=alternate type=application/rss+xml href=/script>"</script>
            <!-- <link rel=alternate type=application/rss+xml href=/comment> -->"#;
        let wanted = [
            ("https://a.example/blog/feed.xml", "One & all"),
            ("https://a.example/atom", ""),
            ("https://b.example/feed.json", ""),
        ];
        assert_eq!(found(page), wanted.map(|(a, t)| (a.to_owned(), t.to_owned())));
    }

    #[test]
    fn addresses_begin_at_the_first_base() {
        let page = "<base href=/x/><base href=/y/><link rel=alternate type=text/xml href=feed>";
        assert_eq!(found(page)[0].0, "https://a.example/x/feed");
    }

    #[test]
    fn of_many_twenty_are_returned() {
        let links: String = (0..100)
            .map(|n| format!("<link rel=alternate type=application/rss+xml href=/{n}>"))
            .collect();
        assert_eq!(found(&links).len(), 20);
    }
}
