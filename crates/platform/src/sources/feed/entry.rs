use aws_lc_rs::digest::{SHA256, digest};
use chrono::{DateTime, TimeDelta, Utc};
use feeds::{Content, Entry, Feed};
use matcher::{Kind, feed_place};
use url::Url;

use crate::sources::ForumItem;
use crate::sources::html::text_of;
use crate::sources::text::{MAX_BODY_CHARS, MAX_NAME_CHARS, MAX_TITLE_CHARS, MAX_URL_CHARS, clean};

/// The prefix of ids where those of all sources are mixed.
const PREFIX: &str = "feed:";
/// The greatest age of a new entry: one that is dated further back, or in the future, counts as
/// written when it was first seen.
const MAX_AGE: TimeDelta = TimeDelta::days(7);

/// The length to which titles of feeds are cut.
const MAX_FEED_TITLE_CHARS: usize = 300;

/// The hash that identifies an entry within its feed.
pub type Mark = [u8; 8];

/// Returns the place of the feed at an address: its host and a hash, which reveals nothing of the
/// rest of the address.
pub fn place_of(address: &Url) -> String {
    let hash = digest(&SHA256, address.as_str().as_bytes());
    let digits = hex(&hash.as_ref()[..4]);
    feed_place(address.host_str().unwrap_or_default(), &digits)
}

/// Returns a feed's title in the form that is stored.
pub fn title_of(document: &Feed) -> String {
    clean(&document.title, MAX_FEED_TITLE_CHARS)
}

/// Returns the address of a feed's web page in the form that is stored; empty if the feed names
/// none.
pub fn site_of(document: &Feed) -> String {
    let site = document.site.as_ref();
    clean(site.map_or("", Url::as_str), MAX_URL_CHARS)
}

/// Returns the mark of an entry.
pub fn mark(place: &str, entry: &Entry) -> Mark {
    mark_of(&[place, &entry.key])
}

/// Returns another mark, of an entry's link and title; none without a link, since many entries may
/// share a title.
pub fn title_mark(place: &str, entry: &Entry) -> Option<Mark> {
    let link = entry.link.as_ref()?;
    Some(mark_of(&[place, link.as_str(), &entry.title]))
}

/// Hashes `parts`, of which none but the last has line breaks.
fn mark_of(parts: &[&str]) -> Mark {
    let hash = digest(&SHA256, parts.join("\n").as_bytes());
    let mut mark = Mark::default();
    mark.copy_from_slice(&hash.as_ref()[..8]);
    mark
}

/// Returns an entry in the form common to all sources, first seen `now`. An entry without a link
/// leads to `site`.
pub fn item(entry: &Entry, place: &str, site: Option<&Url>, now: DateTime<Utc>) -> ForumItem {
    let forum_id = format!("{PREFIX}{}", hex(&mark(place, entry)));
    let link = |url: Option<&Url>| url.map_or("", Url::as_str).to_owned();
    let link_of_entry = clean(&link(entry.link.as_ref()), MAX_URL_CHARS);
    let url = match entry.link {
        Some(_) => link_of_entry.clone(),
        None => clean(&link(site), MAX_URL_CHARS),
    };
    let body = match &entry.content {
        Content::Html(html) => text_of(html),
        Content::Text(text) => text.clone(),
    };
    ForumItem {
        thread_id: forum_id.clone(),
        forum_id,
        kind: Kind::Post,
        subreddit: place.to_owned(),
        author: clean(&entry.author, MAX_NAME_CHARS),
        title: clean(&entry.title, MAX_TITLE_CHARS),
        body: clean(&body, MAX_BODY_CHARS),
        url,
        score: 0,
        num_comments: 0,
        created_at: written_at(entry, now).unwrap_or(now),
        pinned: false,
        crosspost_parent: String::new(),
        is_backlog: false,
        is_gone: false,
        flair: String::new(),
        link: link_of_entry,
    }
}

/// Returns the time at which an entry was written, if what it states is plausible for one first
/// seen `now`.
fn written_at(entry: &Entry, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let said = entry.published.or(entry.updated)?;
    (now - MAX_AGE..=now).contains(&said).then_some(said)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(key: &str) -> Entry {
        Entry {
            key: key.to_owned(),
            title: "A kettle".to_owned(),
            author: "Ada".to_owned(),
            content: Content::Html("<p>It &amp; <b>sings</b>.".to_owned()),
            link: Some("https://blog.example/kettle".parse().unwrap()),
            published: None,
            updated: None,
            categories: Vec::new(),
        }
    }

    #[test]
    fn a_place_distinguishes_feeds_of_one_host_and_reveals_no_address() {
        let place = |address: &str| place_of(&address.parse().unwrap());
        let [one, other] = ["https://Blog.example/feed?token=secret", "https://blog.example/feed"];
        assert!(place(one).starts_with("feed/blog.example/"), "{}", place(one));
        assert!(!place(one).contains("secret") && place(one) != place(other));
        assert_eq!(place(one).len(), "feed/blog.example/".len() + 8);
        assert!(matcher::SubredditName::parse(&place(one)).is_ok());
    }

    #[test]
    fn an_entry_is_a_post_of_text() {
        let now = DateTime::UNIX_EPOCH;
        let site: Url = "https://blog.example/".parse().unwrap();
        let stored = item(&entry("1"), "feed/blog.example/0a1b2c3d", Some(&site), now);
        assert_eq!(stored.body, "It & sings.");
        assert_eq!((stored.title.as_str(), stored.author.as_str()), ("A kettle", "Ada"));
        assert_eq!(stored.url, "https://blog.example/kettle");
        assert_eq!(stored.forum_id.len(), "feed:".len() + 16);
        assert_eq!(stored.forum_id, stored.thread_id);
        let elsewhere = item(&entry("1"), "feed/blog.example/00000000", None, now);
        assert_ne!(elsewhere.forum_id, stored.forum_id);
        let bare = Entry { link: None, content: Content::Text("a < b".to_owned()), ..entry("2") };
        let stored = item(&bare, "feed/blog.example/0a1b2c3d", Some(&site), now);
        assert_eq!(
            (stored.url.as_str(), stored.link.as_str(), stored.body.as_str()),
            ("https://blog.example/", "", "a < b")
        );
    }

    #[test]
    fn a_date_counts_only_if_it_can_be_true() {
        let now = DateTime::UNIX_EPOCH + TimeDelta::days(100);
        let at = |published: Option<TimeDelta>, updated: Option<TimeDelta>| {
            let dated = Entry {
                published: published.map(|ago| now - ago),
                updated: updated.map(|ago| now - ago),
                ..entry("1")
            };
            now - item(&dated, "feed/blog.example/0a1b2c3d", None, now).created_at
        };
        let days = TimeDelta::days;
        assert_eq!(at(Some(days(2)), Some(days(1))), days(2));
        assert_eq!(at(None, Some(days(1))), days(1));
        for wrong in [Some(days(8)), Some(days(-1)), None] {
            assert_eq!(at(wrong, None), days(0), "{wrong:?}");
        }
    }
}
