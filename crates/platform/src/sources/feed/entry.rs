use aws_lc_rs::digest::{SHA256, digest};
use chrono::{DateTime, TimeDelta, Utc};
use feeds::{Content, Entry, Feed};
use matcher::{Kind, feed_place};
use url::Url;

use crate::sources::ForumItem;
use crate::sources::html::text_of;
use crate::sources::text::{MAX_BODY_CHARS, MAX_NAME_CHARS, MAX_TITLE_CHARS, MAX_URL_CHARS, clean};
use foundation::hex;

/// The prefix of ids where those of all sources are mixed.
pub(super) const PREFIX: &str = "feed:";
/// The greatest age of a new entry: one that is dated further back, or in the future, counts as
/// written when it was first seen.
const MAX_AGE: TimeDelta = TimeDelta::days(7);

/// The length to which titles of feeds are cut.
const MAX_FEED_TITLE_CHARS: usize = 300;

/// Parameters of addresses that say where a reader came from, and their beginnings.
const TRACKING: [&str; 6] = ["utm_", "fbclid=", "gclid=", "mc_cid=", "mc_eid=", "at_medium="];

/// Returns what was wrong with a document, in words as those of `FeedError`; `None` if nothing was.
pub fn remark_of(document: &Feed) -> Option<String> {
    let remarks: Vec<String> = document.remarks.iter().map(ToString::to_string).collect();
    (!remarks.is_empty()).then(|| format!("it {}", remarks.join("; it ")))
}

/// The hash that identifies an entry within its feed.
pub type Mark = [u8; 8];

/// What an entry is known again by: its id, its link and its title, each as a hash.
///
/// An id should be enough, but some feeds give one id to several entries. So an entry of a known id is
/// known only if its link or its title is known with that id, and is not what several entries have in
/// common: a title was edited, or a link has moved. What differs in both is another entry. A link is the
/// same with another scheme, and with other parameters that tell where readers come from.
///
/// An entry without an id is known by link and title together, which make its key: with another title
/// it is another one, since many feeds link all entries to one page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Identity {
    pub id: Mark,
    pub link: [u8; 4],
    pub title: [u8; 4],
}

impl Identity {
    /// The length in bytes.
    pub const LENGTH: usize = 16;

    /// Returns the identity of an entry of the feed at `place`.
    pub fn of(place: &str, entry: &Entry) -> Self {
        let link = entry.link.as_ref().map(without_tracking).unwrap_or_default();
        Self { id: mark(place, entry), link: short(&link), title: short(&entry.title) }
    }

    /// Returns the identity in bytes.
    pub fn to_bytes(self) -> [u8; Self::LENGTH] {
        let mut bytes = [0; Self::LENGTH];
        let parts = self.id.iter().chain(&self.link).chain(&self.title);
        bytes.iter_mut().zip(parts).for_each(|(byte, part)| *byte = *part);
        bytes
    }

    /// Returns the identity that [`Identity::to_bytes`] has put into bytes.
    pub fn from_bytes(bytes: &[u8; Self::LENGTH]) -> Self {
        let [id @ .., l1, l2, l3, l4, t1, t2, t3, t4] = *bytes;
        Self { id, link: [l1, l2, l3, l4], title: [t1, t2, t3, t4] }
    }

    /// Returns a mark that entries of the same id do not share.
    pub fn own_mark(self) -> Mark {
        let mut mark = Mark::default();
        mark.copy_from_slice(&digest(&SHA256, &self.to_bytes()).as_ref()[..8]);
        mark
    }
}

fn short(text: &str) -> [u8; 4] {
    let mut hash = [0; 4];
    hash.copy_from_slice(&digest(&SHA256, text.as_bytes()).as_ref()[..4]);
    hash
}

fn without_tracking(link: &Url) -> String {
    let mut link = link.clone();
    let is_kept = |part: &&str| !TRACKING.iter().any(|tracking| part.starts_with(tracking));
    let query =
        link.query().map(|query| query.split('&').filter(is_kept).collect::<Vec<_>>().join("&"));
    link.set_query(query.as_deref().filter(|query| !query.is_empty()));
    let address = link.as_str();
    address.split_once("://").map_or(address, |(_, rest)| rest).to_owned()
}

/// Returns the place of the feed at an address: its host and a hash, which reveals nothing of the
/// rest of the address.
pub fn place_of(address: &Url) -> String {
    let hash = digest(&SHA256, address.as_str().as_bytes());
    let digits = hex::encode(&hash.as_ref()[..4]);
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
fn mark(place: &str, entry: &Entry) -> Mark {
    mark_of(&[place, &entry.key])
}

/// Returns another mark, of an entry's link and title; none without a link, since many entries may
/// share a title.
pub fn title_mark(place: &str, entry: &Entry) -> Option<Mark> {
    let link = entry.link.as_ref()?;
    Some(mark_of(&[place, link.as_str(), &entry.title]))
}

/// Hashes `parts`, of which none but the last has line breaks.
pub(super) fn mark_of(parts: &[&str]) -> Mark {
    let hash = digest(&SHA256, parts.join("\n").as_bytes());
    let mut mark = Mark::default();
    mark.copy_from_slice(&hash.as_ref()[..8]);
    mark
}

/// Returns an entry, which `mark` identifies, in the form common to all sources, first seen `now`. An
/// entry without a link leads to `site`.
pub fn item(
    entry: &Entry,
    mark: Mark,
    place: &str,
    site: Option<&Url>,
    now: DateTime<Utc>,
) -> ForumItem {
    let forum_id = format!("{PREFIX}{}", hex::encode(&mark));
    let link = |url: Option<&Url>| url.map_or("", Url::as_str).to_owned();
    let link_of_entry = clean(&link(entry.link.as_ref()), MAX_URL_CHARS);
    let url = match entry.link {
        Some(_) => link_of_entry.clone(),
        None => clean(&link(site), MAX_URL_CHARS),
    };
    let texts = entry.texts.iter().map(|content| match content {
        Content::Html(html) => text_of(html),
        Content::Text(text) => text.clone(),
    });
    let texts: Vec<String> = texts.filter(|text| !text.is_empty()).collect();
    let body = texts.join("\n\n");
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
        is_edited: false,
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

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(key: &str) -> Entry {
        Entry {
            key: key.to_owned(),
            title: "A kettle".to_owned(),
            author: "Ada".to_owned(),
            texts: vec![
                Content::Html("<p>It &amp; <b>sings</b>.".to_owned()),
                Content::Html("<img src=x>".to_owned()),
                Content::Text("a < b".to_owned()),
            ],
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
        let item = |entry: &Entry, place: &str, site: Option<&Url>| {
            super::item(entry, mark(place, entry), place, site, now)
        };
        let stored = item(&entry("1"), "feed/blog.example/0a1b2c3d", Some(&site));
        assert_eq!(stored.body, "It & sings.\n\na < b");
        assert_eq!((stored.title.as_str(), stored.author.as_str()), ("A kettle", "Ada"));
        assert_eq!(stored.url, "https://blog.example/kettle");
        assert_eq!(stored.forum_id.len(), "feed:".len() + 16);
        assert_eq!(stored.forum_id, stored.thread_id);
        let elsewhere = item(&entry("1"), "feed/blog.example/00000000", None);
        assert_ne!(elsewhere.forum_id, stored.forum_id);
        let bare = Entry { link: None, texts: Vec::new(), ..entry("2") };
        let stored = item(&bare, "feed/blog.example/0a1b2c3d", Some(&site));
        assert_eq!(
            (stored.url.as_str(), stored.link.as_str(), stored.body.as_str()),
            ("https://blog.example/", "", "")
        );
    }

    #[test]
    fn an_identity_has_id_link_and_title() {
        let of = |entry: &Entry| Identity::of("feed/blog.example/0a1b2c3d", entry);
        let one = of(&entry("1"));
        assert_eq!(Identity::from_bytes(&one.to_bytes()), one);
        assert_eq!(one.id, mark("feed/blog.example/0a1b2c3d", &entry("1")));
        let linked = |link: &str| of(&Entry { link: Some(link.parse().unwrap()), ..entry("1") });
        for same in
            ["http://blog.example/kettle", "https://blog.example/kettle?utm_source=rss&gclid=1"]
        {
            assert_eq!(linked(same), one, "{same}");
        }
        for other in
            ["https://blog.example/kettle?id=1&utm_source=x", "https://blog.example/kettle#2"]
        {
            assert_ne!(linked(other).link, one.link, "{other}");
        }
        let titled = of(&Entry { title: "A pot".to_owned(), ..entry("1") });
        assert!(titled.id == one.id && titled.link == one.link && titled.title != one.title);
        assert_ne!(titled.own_mark(), one.own_mark());
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
            now - item(&dated, Mark::default(), "feed/blog.example/0a1b2c3d", None, now).created_at
        };
        let days = TimeDelta::days;
        assert_eq!(at(Some(days(2)), Some(days(1))), days(2));
        assert_eq!(at(None, Some(days(1))), days(1));
        for wrong in [Some(days(8)), Some(days(-1)), None] {
            assert_eq!(at(wrong, None), days(0), "{wrong:?}");
        }
    }
}
