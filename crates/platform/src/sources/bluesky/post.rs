use chrono::{DateTime, Utc};
use matcher::Kind;
use serde::Deserialize;
use url::Url;

use crate::sources::ForumItem;
use crate::sources::text::{MAX_BODY_CHARS, MAX_NAME_CHARS, MAX_URL_CHARS, clean, with_address};

/// The place of all posts, for watches and for people: the site has no parts.
pub const PLACE: &str = matcher::BLUESKY.place;
/// The prefix of ids where those of all sources are mixed.
pub(in crate::sources) const PREFIX: &str = "bsky:";
pub(super) const COLLECTION: &str = "app.bsky.feed.post";
/// The longest possible id, by the specifications of DIDs and record keys.
const MAX_ID_BYTES: usize = 2_048;

/// The identity of a post.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PostId {
    /// The DID of its author.
    pub did: String,
    pub rkey: String,
}

impl PostId {
    /// Returns the post of a stored item; none if the item is from another source.
    pub fn of(forum_id: &str) -> Option<Self> {
        Self::split(forum_id.strip_prefix(PREFIX)?, "/")
    }

    /// Returns the post at an address of the protocol, such as `at://did:plc:ada/app.bsky.feed.post/3k`.
    pub fn at(uri: &str) -> Option<Self> {
        Self::split(uri.strip_prefix("at://")?, &format!("/{COLLECTION}/"))
    }

    fn split(id: &str, between: &str) -> Option<Self> {
        let (did, rkey) = id.split_once(between)?;
        let id = Self { did: did.to_owned(), rkey: rkey.to_owned() };
        id.is_sound().then_some(id)
    }

    /// Returns whether it has the form of an id, so that it can be part of an address.
    pub(super) fn is_sound(&self) -> bool {
        let is_key = |c: char| c.is_ascii_alphanumeric() || ".-_:~".contains(c);
        let is_did = |c: char| is_key(c) || c == '%';
        let (did, rkey) = (&self.did, &self.rkey);
        did.len() + rkey.len() <= MAX_ID_BYTES
            && did.starts_with("did:")
            && did.chars().all(is_did)
            && !rkey.is_empty()
            && rkey.chars().all(is_key)
    }

    /// Returns the id under which the post is stored.
    pub fn forum_id(&self) -> String {
        format!("{PREFIX}{}/{}", self.did, self.rkey)
    }

    /// Returns the post's address in the protocol.
    pub fn uri(&self) -> String {
        format!("at://{}/{COLLECTION}/{}", self.did, self.rkey)
    }

    /// Returns the address of the post's page.
    fn page(&self, site_url: &Url) -> String {
        let base = site_url.as_str().trim_end_matches('/');
        format!("{base}/profile/{}/post/{}", self.did, self.rkey)
    }

    /// Returns the range of ids, excluding the second, in which an author's posts are stored.
    pub fn stored_of(did: &str) -> (String, String) {
        // `0` follows `/`.
        (format!("{PREFIX}{did}/"), format!("{PREFIX}{did}0"))
    }
}

/// A post as its author wrote it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Record {
    pub text: String,
    reply: Option<Reply>,
    facets: Option<Vec<Facet>>,
    embed: Option<Embed>,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
struct Reply {
    root: Referred,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
struct Referred {
    uri: String,
}

/// The meaning of a part of the text, by byte offsets.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
struct Facet {
    index: Bytes,
    features: Vec<Feature>,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Bytes {
    byte_start: usize,
    byte_end: usize,
}

/// A link; other features have no `uri`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
struct Feature {
    uri: Option<String>,
}

/// The content below the text: a link with its title is read, images, videos and quotations are
/// not.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
struct Embed {
    external: Option<External>,
    media: Option<Box<Embed>>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
struct External {
    uri: String,
    title: String,
    description: String,
}

impl Record {
    /// Returns the post in the form common to all sources, posted by `author` at `time`. It has no
    /// title: what people see in its place is made from its text.
    pub fn item(
        &self,
        id: &PostId,
        author: &str,
        time: DateTime<Utc>,
        site_url: &Url,
    ) -> ForumItem {
        let root = self.reply.as_ref();
        let root = root.map(|reply| PostId::at(&reply.root.uri));
        let own = id.forum_id();
        let (kind, thread_id) = match root {
            None => (Kind::Post, own.clone()),
            Some(root) => (Kind::Comment, root.map(|root| root.forum_id()).unwrap_or_default()),
        };
        let link = match kind {
            Kind::Post => self.link().unwrap_or_default(),
            Kind::Comment => "",
        };
        ForumItem {
            forum_id: own,
            thread_id,
            kind,
            subreddit: PLACE.to_owned(),
            author: clean(author, MAX_NAME_CHARS),
            title: String::new(),
            body: clean(&self.body(), MAX_BODY_CHARS),
            url: id.page(site_url),
            score: 0,
            num_comments: 0,
            created_at: time,
            pinned: false,
            crosspost_parent: String::new(),
            is_backlog: false,
            is_gone: false,
            flair: String::new(),
            link: clean(link, MAX_URL_CHARS),
        }
    }

    fn external(&self) -> Option<&External> {
        let embed = self.embed.as_ref()?;
        let media = || embed.media.as_ref()?.external.as_ref();
        embed.external.as_ref().or_else(media)
    }

    /// Returns the address that the post links to: the link below the text, or else the first link
    /// in it.
    fn link(&self) -> Option<&str> {
        let below = self.external().map(|external| external.uri.as_str());
        below.or_else(|| self.links().next().map(|(_, address)| address))
    }

    /// Returns the text, with the whole addresses of its links, followed by what the link below it
    /// shows.
    fn body(&self) -> String {
        let mut body = String::with_capacity(self.text.len());
        let mut done = 0;
        for (part, address) in self.links() {
            let shown = self.text.get(part.clone());
            let (Some(before), Some(shown)) = (self.text.get(done..part.start), shown) else {
                continue;
            };
            body.push_str(before);
            body.push_str(&with_address(shown, address));
            done = part.end;
        }
        body.push_str(self.text.get(done..).unwrap_or_default());
        if let Some(External { title, description, .. }) = self.external() {
            for line in [title, description] {
                // A description often repeats the text.
                if !line.is_empty() && !self.text.contains(line.as_str()) {
                    body.push_str("\n\n");
                    body.push_str(line);
                }
            }
        }
        body.trim().to_owned()
    }

    /// Returns the links of the text, each with its range of bytes, in the order of the facets.
    fn links(&self) -> impl Iterator<Item = (std::ops::Range<usize>, &str)> {
        let facets = self.facets.iter().flatten();
        facets.filter_map(|facet| {
            let mut addresses = facet.features.iter().filter_map(|one| one.uri.as_deref());
            let address = addresses.find(|uri| uri.starts_with("http"))?;
            Some((facet.index.byte_start..facet.index.byte_end, address))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id() -> PostId {
        PostId { did: "did:plc:ada".to_owned(), rkey: "3kabc".to_owned() }
    }

    fn item(json: &str) -> ForumItem {
        let record: Record = serde_json::from_str(json).unwrap();
        let site = "https://bsky.app".parse().unwrap();
        record.item(&id(), "ada.example", DateTime::UNIX_EPOCH, &site)
    }

    #[test]
    fn a_post_begins_its_thread_and_a_reply_belongs_to_the_first_post() {
        let post = item(r#"{"text": "A kettle"}"#);
        assert_eq!((post.kind, post.title.as_str()), (Kind::Post, ""));
        assert_eq!(post.forum_id, "bsky:did:plc:ada/3kabc");
        assert_eq!(post.thread_id, post.forum_id);
        assert_eq!(post.url, "https://bsky.app/profile/did:plc:ada/post/3kabc");
        let reply = item(
            r#"{"text": "Mine, too", "reply": {
                "root": {"uri": "at://did:plc:ben/app.bsky.feed.post/1", "cid": "c"},
                "parent": {"uri": "at://did:plc:cyd/app.bsky.feed.post/2", "cid": "c"}}}"#,
        );
        assert_eq!((reply.kind, reply.thread_id.as_str()), (Kind::Comment, "bsky:did:plc:ben/1"));
        let elsewhere =
            item(r#"{"text": "x", "reply": {"root": {"uri": "at://did:plc:ben/app.x.y/1"}}}"#);
        assert_eq!((elsewhere.kind, elsewhere.thread_id.as_str()), (Kind::Comment, ""));
    }

    #[test]
    fn links_have_their_whole_address() {
        // Offsets are in bytes: the teapot takes four.
        let post = item(
            r##"{"text": "🫖 see a.example/ke... and this #tea", "facets": [
                {"index": {"byteStart": 9, "byteEnd": 24},
                 "features": [{"$type": "x#link", "uri": "https://a.example/kettle?x=1"}]},
                {"index": {"byteStart": 29, "byteEnd": 33},
                 "features": [{"$type": "x#link", "uri": "https://b.example/"}]},
                {"index": {"byteStart": 34, "byteEnd": 38}, "features": [{"$type": "x#tag", "tag": "tea"}]}]}"##,
        );
        assert_eq!(
            post.body,
            "🫖 see https://a.example/kettle?x=1 and this (https://b.example/) #tea"
        );
        assert_eq!(post.link, "https://a.example/kettle?x=1");
    }

    #[test]
    fn offsets_that_fit_nothing_are_ignored() {
        for (from, to) in [(1, 3), (3, 1), (0, 99), (99, 100), (2, 2)] {
            let post = item(&format!(
                r#"{{"text": "🫖 tea", "facets": [{{"index": {{"byteStart": {from}, "byteEnd": {to}}},
                    "features": [{{"uri": "https://a.example"}}]}}]}}"#
            ));
            assert!(post.body.contains("tea"), "{from}..{to}: {}", post.body);
        }
    }

    #[test]
    fn what_is_shown_of_a_link_below_is_read() {
        let external = r#""external": {"uri": "https://a.example/x", "title": "All about kettles",
            "description": "They whistle", "thumb": {}}"#;
        for embed in [
            format!("{{{external}}}"),
            format!(r#"{{"record": {{"uri": "at://x"}}, "media": {{{external}}}}}"#),
        ] {
            let post = item(&format!(r#"{{"text": "Look", "embed": {embed}}}"#));
            assert_eq!(post.body, "Look\n\nAll about kettles\n\nThey whistle");
            assert_eq!(post.link, "https://a.example/x");
        }
        let images =
            item(r#"{"text": "Look", "embed": {"$type": "images", "images": [{"alt": ""}]}}"#);
        assert_eq!((images.body.as_str(), images.link.as_str()), ("Look", ""));
    }

    #[test]
    fn ids_are_found_again_and_strange_ones_refused() {
        assert_eq!(PostId::of(&id().forum_id()), Some(id()));
        assert_eq!(PostId::at(&id().uri()), Some(id()));
        for other in ["hn:1", "t3_abc", "bsky:ada", "bsky:did:plc:ada/", "bsky:did:plc:ada/a b"] {
            assert_eq!(PostId::of(other), None, "{other}");
        }
        let (from, to) = PostId::stored_of("did:plc:ada");
        let own = id().forum_id();
        assert!(from < own && own < to);
        assert!(to.as_str() < "bsky:did:plc:adaa/3kabc");
    }
}
