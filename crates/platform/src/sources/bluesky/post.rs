use chrono::{DateTime, Utc};
use matcher::Kind;
use serde::Deserialize;
use url::Url;

use super::embed::{Embed, sound, sound_ones};
use crate::sources::ForumItem;
use crate::sources::attached::with_descriptions;
use crate::sources::text::{MAX_BODY_CHARS, MAX_NAME_CHARS, MAX_URL_CHARS, clean, with_address};

/// The place of all posts, for watches and for people: the site has no parts.
pub const PLACE: &str = matcher::BLUESKY.place;
/// The prefix of ids where those of all sources are mixed.
pub(in crate::sources) const PREFIX: &str = "bsky:";
pub(super) const COLLECTION: &str = "app.bsky.feed.post";
/// The maximum number of tags of a post that are read: clients write up to 8 beside its text.
const MAX_TAGS: usize = 64;
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
    #[serde(default, deserialize_with = "sound_ones")]
    facets: Vec<Facet>,
    #[serde(default, deserialize_with = "sound")]
    embed: Embed,
    /// Tags beside those in the text.
    #[serde(default, deserialize_with = "sound_ones")]
    tags: Vec<String>,
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

/// A link or a tag; other features have neither.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
struct Feature {
    uri: Option<String>,
    tag: Option<String>,
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
            is_edited: false,
            flair: String::new(),
            link: clean(link, MAX_URL_CHARS),
        }
    }

    /// Returns the address that the post links to: the link below the text, or else the first link
    /// in it.
    fn link(&self) -> Option<&str> {
        let below = self.embed.address();
        below.or_else(|| self.links().next().map(|(_, address)| address))
    }

    /// Returns the text, with the whole addresses of its links, followed by the tags that are not
    /// in it and the descriptions of what is below it.
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
        let tags = self.other_tags();
        if !tags.is_empty() {
            body.push_str("\n\n");
            body.push_str(&tags);
        }
        with_descriptions("", body.trim(), self.embed.descriptions())
    }

    /// Returns the tags that are not in the text, each with its `#`.
    fn other_tags(&self) -> String {
        let of_text = self.facets.iter().flat_map(|facet| &facet.features);
        let of_text = of_text.filter_map(|feature| feature.tag.as_ref());
        let text = self.text.to_lowercase();
        let tags = self.tags.iter().chain(of_text).take(MAX_TAGS);
        let tags = tags.map(|tag| format!("#{}", tag.trim_start_matches('#')));
        let mut others: Vec<String> = Vec::new();
        for tag in tags.filter(|tag| tag.len() > 1 && !text.contains(&tag.to_lowercase())) {
            if !others.contains(&tag) {
                others.push(tag);
            }
        }
        others.join(" ")
    }

    /// Returns the links of the text, each with its range of bytes, in the order of the facets.
    fn links(&self) -> impl Iterator<Item = (std::ops::Range<usize>, &str)> {
        self.facets.iter().filter_map(|facet| {
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
            "🫖 see https://a.example/kettle?x=1 and [this](https://b.example/) #tea"
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
    fn what_describes_the_content_below_is_read() {
        let external = r#"{"external": {"uri": "https://a.example/x", "title": "All about kettles",
            "description": "They whistle", "thumb": {}}}"#;
        let card = "Look\n\n🔗 All about kettles – They whistle (https://a.example/x)";
        let images = r#"{"$type": "app.bsky.embed.images",
            "images": [{"alt": "A lighthouse\nat dusk", "image": {}}, {"alt": ""}, {"alt": "Its keeper"}]}"#;
        let pictures = "Look\n\n🖼️ A lighthouse at dusk\n\n🖼️ Its keeper";
        let gallery = r#"{"$type": "app.bsky.embed.gallery", "items": [
            {"$type": "app.bsky.embed.gallery#image", "alt": "A lighthouse", "image": {}, "aspectRatio": {}}]}"#;
        let video = r#"{"$type": "app.bsky.embed.video", "video": {}, "alt": "Waves"}"#;
        let quoting = |media: &str| {
            format!(r#"{{"record": {{"record": {{"uri": "at://x"}}}}, "media": {media}}}"#)
        };
        for (embed, wanted) in [
            (external.to_owned(), card),
            (quoting(external), card),
            (images.to_owned(), pictures),
            (quoting(images), pictures),
            (gallery.to_owned(), "Look\n\n🖼️ A lighthouse"),
            (quoting(gallery), "Look\n\n🖼️ A lighthouse"),
            (video.to_owned(), "Look\n\n🎬 Waves"),
            (quoting(video), "Look\n\n🎬 Waves"),
            // The text of a quoted post is that post's own.
            (r#"{"$type": "app.bsky.embed.record", "record": {"uri": "at://x", "value": {"text": "Not mine"}}}"#.to_owned(), "Look"),
        ] {
            let post = item(&format!(r#"{{"text": "Look", "embed": {embed}}}"#));
            assert_eq!(post.body, wanted, "{embed}");
            let link = if wanted == card { "https://a.example/x" } else { "" };
            assert_eq!(post.link, link, "{embed}");
        }
        let bare = item(&format!(r#"{{"text": "", "embed": {images}}}"#));
        assert_eq!(bare.body, pictures.trim_start_matches("Look\n\n"));
    }

    #[test]
    fn a_reply_has_the_address_of_its_card() {
        let reply = item(
            r#"{"text": "See", "reply": {"root": {"uri": "at://did:plc:ben/app.bsky.feed.post/1"}},
                "embed": {"external": {"uri": "https://a.example/x", "title": "", "description": ""}}}"#,
        );
        assert_eq!(reply.body, "See\n\n🔗 https://a.example/x");
    }

    #[test]
    fn what_a_card_repeats_of_the_text_is_shown_once() {
        let post = item(
            r#"{"text": "All about kettles: a.example/x", "facets": [
                {"index": {"byteStart": 19, "byteEnd": 30}, "features": [{"uri": "https://a.example/x"}]}],
                "embed": {"external": {"uri": "https://a.example/x", "title": "All about kettles", "description": "They whistle"}}}"#,
        );
        assert_eq!(post.body, "All about kettles: https://a.example/x\n\n🔗 They whistle");
    }

    #[test]
    fn tags_beside_the_text_are_read_once() {
        let post = item(
            r##"{"text": "A #Kettle", "tags": ["tea", "kettle", "#tea", "", "green tea"], "facets": [
                {"index": {"byteStart": 2, "byteEnd": 9}, "features": [{"$type": "x#tag", "tag": "kettle"}]},
                {"index": {"byteStart": 0, "byteEnd": 0}, "features": [{"$type": "x#tag", "tag": "clay"}]}]}"##,
        );
        assert_eq!(post.body, "A #Kettle\n\n#tea #green tea #clay");
    }

    #[test]
    fn content_of_a_strange_form_costs_no_post() {
        for strange in [
            r#""embed": 5"#,
            r#""embed": {"images": 5, "items": {"alt": "x"}, "alt": [], "external": "x", "media": []}"#,
            r#""embed": {"images": [5, {"alt": null}, {}], "external": {"uri": 5, "title": [], "description": null}}"#,
            r#""facets": 5, "tags": {}"#,
            r#""facets": [5, {"index": {"byteStart": -1, "byteEnd": 2}, "features": []}], "tags": [5, null]"#,
            r#""facets": null, "embed": null, "tags": null"#,
        ] {
            assert_eq!(
                item(&format!(r#"{{"text": "Look", {strange}}}"#)).body,
                "Look",
                "{strange}"
            );
        }
        let sound = item(r#"{"text": "Look", "embed": {"images": [5, {"alt": "A kettle"}]}}"#);
        assert_eq!(sound.body, "Look\n\n🖼️ A kettle");
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
