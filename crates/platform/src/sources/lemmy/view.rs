//! The API's views of posts and comments, and their conversion to items.

use chrono::{DateTime, NaiveDateTime, Utc};
use matcher::{Kind, community_place};
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use url::Url;

use crate::sources::ForumItem;
use crate::sources::attached::{Attached, Description, with_descriptions};
use crate::sources::text::{MAX_BODY_CHARS, MAX_NAME_CHARS, MAX_TITLE_CHARS, MAX_URL_CHARS, clean};

/// The prefix of ids where those of all sources are mixed.
pub(in crate::sources) const PREFIX: &str = "lemmy:";
/// The longest `ap_id`: Lemmy itself has no longer ones.
const MAX_AP_ID_BYTES: usize = 255;

/// Returns the id under which an item is stored; none if `ap_id` is not a web address or is too
/// long.
fn forum_id(ap_id: &str) -> Option<String> {
    let is_web = ap_id.starts_with("https://") || ap_id.starts_with("http://");
    let is_clean = !ap_id.contains(|c: char| c.is_control() || c.is_whitespace());
    let is_id = is_web && is_clean && ap_id.len() <= MAX_AP_ID_BYTES;
    is_id.then(|| format!("{PREFIX}{ap_id}"))
}

/// Returns the `ap_id` of a stored item; none if the item is from another source.
pub(super) fn ap_id_of(forum_id: &str) -> Option<&str> {
    forum_id.strip_prefix(PREFIX)
}

/// A view of a post.
#[derive(Debug, Deserialize)]
pub(super) struct PostView {
    post: Post,
    creator: Actor,
    community: Actor,
    counts: Counts,
}

/// A view of a comment.
#[derive(Debug, Deserialize)]
pub(super) struct CommentView {
    comment: Comment,
    post: Post,
    creator: Actor,
    community: Actor,
    counts: Counts,
}

#[derive(Debug, Deserialize)]
struct Post {
    id: i64,
    ap_id: String,
    /// The title.
    name: String,
    url: Option<String>,
    /// Markdown.
    body: Option<String>,
    /// The title and description of the page at `url`.
    embed_title: Option<String>,
    embed_description: Option<String>,
    /// The description of the picture at `url`, from 0.19.4 on.
    alt_text: Option<String>,
    #[serde(deserialize_with = "time")]
    published: DateTime<Utc>,
    /// When it was last edited.
    #[serde(default)]
    updated: Option<Value>,
    #[serde(default)]
    deleted: bool,
    #[serde(default)]
    removed: bool,
    /// Pinned to the top of the listing.
    #[serde(default)]
    featured_local: bool,
}

#[derive(Debug, Deserialize)]
struct Comment {
    id: i64,
    ap_id: String,
    /// Markdown.
    content: String,
    #[serde(deserialize_with = "time")]
    published: DateTime<Utc>,
    /// When it was last edited.
    #[serde(default)]
    updated: Option<Value>,
    #[serde(default)]
    deleted: bool,
    #[serde(default)]
    removed: bool,
}

/// A person or a community.
#[derive(Debug, Deserialize)]
struct Actor {
    name: String,
    /// The address of its page on its own instance.
    actor_id: Url,
}

#[derive(Debug, Deserialize)]
struct Counts {
    #[serde(default)]
    score: i64,
    /// Only for a post.
    #[serde(default)]
    comments: i64,
}

/// Reads a time; one without a zone is in UTC.
fn time<'de, D: Deserializer<'de>>(deserializer: D) -> Result<DateTime<Utc>, D::Error> {
    let text = String::deserialize(deserializer)?;
    let zoned = DateTime::parse_from_rfc3339(&text).map(|time| time.to_utc());
    let time = zoned.or_else(|_| text.parse::<NaiveDateTime>().map(|time| time.and_utc()));
    time.map_err(serde::de::Error::custom)
}

impl Actor {
    /// Returns the actor's host, with the port if it is not the default one.
    fn host(&self) -> Option<String> {
        let host = self.actor_id.host_str()?;
        Some(match self.actor_id.port() {
            Some(port) => format!("{host}:{port}"),
            None => host.to_owned(),
        })
    }

    fn place(&self) -> Option<String> {
        community_place(&self.name, &self.host()?)
    }

    /// Returns the name that identifies the actor on all instances, `name@host`.
    fn handle(&self) -> Option<String> {
        Some(clean(&format!("{}@{}", self.name, self.host()?), MAX_NAME_CHARS))
    }
}

fn count(n: i64) -> i32 {
    i32::try_from(n.clamp(i32::MIN.into(), i32::MAX.into())).unwrap_or_default()
}

/// Returns the address of an item on the instance at `base`, whose number for it is `id`.
fn page(base: &Url, kind: &str, id: i64) -> String {
    let base = base.as_str().trim_end_matches('/');
    format!("{base}/{kind}/{id}")
}

impl Post {
    /// Returns the text, and below it what describes the page or picture at the link.
    fn text(&self) -> String {
        let [body, alt, title, description] =
            [&self.body, &self.alt_text, &self.embed_title, &self.embed_description]
                .map(|field| field.as_deref().unwrap_or_default());
        let descriptions = [
            Description::new(Attached::Picture, &[alt]),
            Description::new(Attached::Link, &[title, description]),
        ];
        with_descriptions(&self.name, body, descriptions)
    }
}

impl PostView {
    /// Returns the post in the form common to all sources, read `now` from the instance at `base`;
    /// none if its ids or names are not valid.
    pub(super) fn stored_as(self, base: &Url, now: DateTime<Utc>) -> Option<ForumItem> {
        let post = self.post;
        let forum_id = forum_id(&post.ap_id)?;
        Some(ForumItem {
            thread_id: forum_id.clone(),
            forum_id,
            kind: Kind::Post,
            subreddit: self.community.place()?,
            author: self.creator.handle()?,
            title: clean(&post.name, MAX_TITLE_CHARS),
            body: clean(&post.text(), MAX_BODY_CHARS),
            url: page(base, "post", post.id),
            score: count(self.counts.score),
            num_comments: count(self.counts.comments),
            // The time comes from the item's own instance, which may state any time.
            created_at: post.published.min(now),
            pinned: post.featured_local,
            crosspost_parent: String::new(),
            is_backlog: false,
            is_gone: post.deleted || post.removed,
            is_edited: post.updated.is_some(),
            flair: String::new(),
            link: clean(post.url.as_deref().unwrap_or_default(), MAX_URL_CHARS),
        })
    }
}

impl CommentView {
    /// Returns the comment as [`PostView::stored_as`] returns a post.
    pub(super) fn stored_as(self, base: &Url, now: DateTime<Utc>) -> Option<ForumItem> {
        let (comment, post) = (self.comment, self.post);
        let title = match post.deleted || post.removed {
            true => String::new(),
            false => clean(&post.name, MAX_TITLE_CHARS),
        };
        Some(ForumItem {
            forum_id: forum_id(&comment.ap_id)?,
            thread_id: forum_id(&post.ap_id)?,
            kind: Kind::Comment,
            subreddit: self.community.place()?,
            author: self.creator.handle()?,
            title,
            body: clean(&comment.content, MAX_BODY_CHARS),
            url: page(base, "comment", comment.id),
            score: count(self.counts.score),
            num_comments: 0,
            created_at: comment.published.min(now),
            pinned: false,
            crosspost_parent: String::new(),
            is_backlog: false,
            is_gone: comment.deleted || comment.removed,
            is_edited: comment.updated.is_some(),
            flair: String::new(),
            link: String::new(),
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn base() -> Url {
        "https://lemmy.world/".parse().unwrap()
    }

    fn now() -> DateTime<Utc> {
        "2026-11-26T12:00:00Z".parse().unwrap()
    }

    fn post_view() -> Value {
        json!({
            "post": {
                "id": 7, "ap_id": "https://a.example/post/1", "name": "A kettle", "body": "It **whistles**",
                "url": "https://kettle.example/x", "published": "2026-11-26T10:00:00.123456Z",
                "deleted": false, "removed": false, "nsfw": false, "featured_local": true,
            },
            "creator": { "name": "Ada", "actor_id": "https://b.example/u/Ada" },
            "community": { "name": "Tea", "actor_id": "https://C.example/c/Tea" },
            "counts": { "score": 9_000_000_000_i64, "comments": 2 },
        })
    }

    fn comment_view() -> Value {
        let mut view = post_view();
        view["comment"] = json!({
            "id": 8, "ap_id": "https://b.example/comment/2", "content": "Does it?",
            "published": "2026-11-26T11:00:00.5", "deleted": false, "removed": false,
        });
        view
    }

    fn post(view: Value) -> Option<ForumItem> {
        let view: PostView = serde_json::from_value(view).unwrap();
        view.stored_as(&base(), now())
    }

    fn comment(view: Value) -> Option<ForumItem> {
        let view: CommentView = serde_json::from_value(view).unwrap();
        view.stored_as(&base(), now())
    }

    #[test]
    fn a_post_is_known_by_the_address_that_it_has_everywhere() {
        let item = post(post_view()).unwrap();
        assert_eq!(item.forum_id, "lemmy:https://a.example/post/1");
        assert_eq!(item.thread_id, item.forum_id);
        assert_eq!(ap_id_of(&item.forum_id), Some("https://a.example/post/1"));
        assert_eq!(item.subreddit, "c/tea@c.example");
        assert_eq!(item.author, "Ada@b.example");
        assert_eq!(item.url, "https://lemmy.world/post/7");
        assert_eq!(item.link, "https://kettle.example/x");
        assert_eq!((item.title.as_str(), item.body.as_str()), ("A kettle", "It **whistles**"));
        assert_eq!((item.score, item.num_comments), (i32::MAX, 2));
        assert_eq!(item.created_at.timestamp_subsec_micros(), 123_456);
        assert!(item.pinned && !item.is_gone);
    }

    #[test]
    fn what_describes_the_page_or_picture_at_the_link_is_read() {
        let described = |fields: Value| {
            let mut view = post_view();
            view["post"].as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
            post(view).unwrap().body
        };
        for (fields, wanted) in [
            (json!({ "alt_text": "A pot" }), "It **whistles**\n\n🖼️ A pot"),
            (json!({ "alt_text": "A pot", "body": null }), "🖼️ A pot"),
            (
                json!({ "embed_title": "Pots", "embed_description": "Of clay" }),
                "It **whistles**\n\n🔗 Pots – Of clay",
            ),
            // The title of a post is often that of its link.
            (json!({ "embed_title": "A kettle", "embed_description": null }), "It **whistles**"),
        ] {
            assert_eq!(described(fields.clone()), wanted, "{fields}");
        }
    }

    #[test]
    fn a_comment_belongs_to_its_post_and_a_time_without_a_zone_is_in_utc() {
        let item = comment(comment_view()).unwrap();
        assert_eq!(item.forum_id, "lemmy:https://b.example/comment/2");
        assert_eq!(item.thread_id, "lemmy:https://a.example/post/1");
        assert_eq!((item.title.as_str(), item.body.as_str()), ("A kettle", "Does it?"));
        assert_eq!(
            (item.kind, item.url.as_str()),
            (Kind::Comment, "https://lemmy.world/comment/8")
        );
        assert_eq!(item.created_at, "2026-11-26T11:00:00.5Z".parse::<DateTime<Utc>>().unwrap());
    }

    #[test]
    fn what_is_deleted_or_removed_is_gone_and_its_title_with_it() {
        for flag in ["deleted", "removed"] {
            let (mut view, mut answer) = (post_view(), comment_view());
            view["post"][flag] = json!(true);
            answer["comment"][flag] = json!(true);
            assert!(post(view.clone()).unwrap().is_gone);
            assert!(comment(answer.clone()).unwrap().is_gone);
            answer["post"][flag] = json!(true);
            assert_eq!(comment(answer).unwrap().title, "");
        }
    }

    #[test]
    fn what_is_none_of_lemmys_is_not_stored() {
        for (field, value) in [
            ("ap_id", "javascript:alert(1)".to_owned()),
            ("ap_id", "https://a.example/post/1\0".to_owned()),
            ("ap_id", format!("https://a.example/{}", "x".repeat(300))),
        ] {
            let mut view = post_view();
            view["post"][field] = json!(value);
            assert_eq!(post(view), None, "{value}");
        }
        let mut view = post_view();
        view["community"]["name"] = json!("no community");
        assert_eq!(post(view.clone()), None);
        view["community"] = json!({ "name": "tea", "actor_id": "about:blank" });
        assert_eq!(post(view), None);
    }

    #[test]
    fn a_time_to_come_is_now() {
        let mut view = post_view();
        view["post"]["published"] = json!("2036-11-26T10:00:00Z");
        assert_eq!(post(view).unwrap().created_at, now());
    }

    #[test]
    fn recorded_answers_are_read() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/lemmy/v3");
        let read = |name: &str| -> Option<Value> {
            let bytes = std::fs::read(format!("{folder}/{name}.json")).ok()?;
            Some(serde_json::from_slice(&bytes).unwrap())
        };
        let (Some(posts), Some(comments)) = (read("post-views"), read("get-comments-response"))
        else {
            println!("skipped: no recorded answers in {folder}");
            return;
        };
        let posts = posts.as_array().unwrap().clone();
        let comments = comments["comments"].as_array().unwrap().clone();
        assert!(!posts.is_empty() && !comments.is_empty());
        for view in posts {
            let item = post(view).unwrap();
            assert!(item.subreddit.starts_with("c/") && !item.title.is_empty(), "{item:?}");
        }
        for view in comments {
            let item = comment(view).unwrap();
            assert!(!item.body.is_empty() && !item.thread_id.is_empty(), "{item:?}");
        }
    }
}
