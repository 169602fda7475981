use chrono::{DateTime, Utc};
use matcher::Kind;
use serde::Deserialize;
use url::Url;

use crate::sources::ForumItem;
use crate::sources::html::text_of;
use crate::sources::text::{MAX_BODY_CHARS, MAX_NAME_CHARS, MAX_TITLE_CHARS, MAX_URL_CHARS, clean};

/// The place of all items, for watches and for people: the site has no parts.
pub const PLACE: &str = matcher::HACKER_NEWS.place;
/// The prefix of ids where those of all sources are mixed.
pub(in crate::sources) const PREFIX: &str = "hn:";

/// Returns the id under which an item is stored.
pub fn forum_id(id: i64) -> String {
    format!("{PREFIX}{id}")
}

/// Returns the site's id of a stored item; none if the item is from another source.
pub fn id_of(forum_id: &str) -> Option<i64> {
    forum_id.strip_prefix(PREFIX)?.parse().ok()
}

/// An item in the form of the API. Which fields exist depends on its type and on what became of it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Item {
    pub id: i64,
    /// Deleted by its author: only its place and time remain.
    pub deleted: bool,
    /// Killed by moderators or by a filter, and shown to few.
    pub dead: bool,
    #[serde(rename = "type")]
    pub kind: String,
    pub by: Option<String>,
    /// Seconds since 1970.
    pub time: Option<i64>,
    /// HTML.
    pub text: Option<String>,
    /// For a comment: the id of what it answers.
    pub parent: Option<i64>,
    /// For an option of a poll: the id of the poll.
    pub poll: Option<i64>,
    pub url: Option<String>,
    pub score: Option<i64>,
    /// HTML.
    pub title: Option<String>,
    /// For items with a title: the number of comments below.
    pub descendants: Option<i64>,
}

/// The thread that a comment belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thread {
    pub id: i64,
    pub title: String,
}

impl Item {
    /// Returns the id of what the item is below; none for an item that begins a thread.
    pub fn above(&self) -> Option<i64> {
        self.parent.or(self.poll)
    }

    /// Returns the thread that the item begins; none if it is a comment.
    pub fn thread(&self) -> Option<Thread> {
        let title = self.title.as_deref().unwrap_or_default();
        let begins = self.above().is_none() && self.item_kind() == Some(Kind::Post);
        begins.then(|| Thread { id: self.id, title: clean(&text_of(title), MAX_TITLE_CHARS) })
    }

    /// Returns the item in the form common to all sources; none if it is of a kind that is not
    /// read. A comment, or the option of a poll, carries the id and title of its `thread`; an item
    /// without a time counts as made `now`.
    pub fn stored_as(
        &self,
        thread: Option<&Thread>,
        site_url: &Url,
        now: DateTime<Utc>,
    ) -> Option<ForumItem> {
        let kind = self.item_kind()?;
        let own = self.thread();
        let thread = own.as_ref().or(thread);
        let count = |n: Option<i64>| i32::try_from(n.unwrap_or(0)).unwrap_or(i32::MAX);
        let text = |html: &Option<String>| text_of(html.as_deref().unwrap_or_default());
        let time = self.time.and_then(|time| DateTime::from_timestamp(time, 0));
        Some(ForumItem {
            forum_id: forum_id(self.id),
            thread_id: thread.map(|thread| forum_id(thread.id)).unwrap_or_default(),
            kind,
            subreddit: PLACE.to_owned(),
            author: clean(self.by.as_deref().unwrap_or_default(), MAX_NAME_CHARS),
            title: thread.map(|thread| thread.title.clone()).unwrap_or_default(),
            body: clean(&text(&self.text), MAX_BODY_CHARS),
            url: link(self.id, site_url),
            score: count(self.score),
            num_comments: count(self.descendants),
            created_at: time.unwrap_or(now),
            pinned: false,
            crosspost_parent: String::new(),
            is_backlog: false,
            is_gone: self.deleted || self.dead,
            is_edited: false,
            flair: String::new(),
            link: clean(self.url.as_deref().unwrap_or_default(), MAX_URL_CHARS),
        })
    }

    fn item_kind(&self) -> Option<Kind> {
        match self.kind.as_str() {
            "story" | "job" | "poll" => Some(Kind::Post),
            // An option is an item below its poll, like a comment.
            "comment" | "pollopt" => Some(Kind::Comment),
            _ => None,
        }
    }
}

fn link(id: i64, site_url: &Url) -> String {
    let base = site_url.as_str().trim_end_matches('/');
    format!("{base}/item?id={id}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site() -> Url {
        "https://news.ycombinator.com".parse().unwrap()
    }

    fn item(json: &str) -> Item {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn a_story_is_a_post_and_its_link_is_kept() {
        let story = item(
            r#"{"id": 8, "type": "story", "by": "ada", "time": 1175714200, "title": "R&amp;D at home",
                "url": "https://a.example/x", "score": 111, "descendants": 71, "kids": [9]}"#,
        );
        let stored = story.stored_as(None, &site(), DateTime::UNIX_EPOCH).unwrap();
        assert_eq!((stored.forum_id.as_str(), stored.thread_id.as_str()), ("hn:8", "hn:8"));
        assert_eq!((stored.title.as_str(), stored.body.as_str()), ("R&D at home", ""));
        assert_eq!((stored.kind, stored.score, stored.num_comments), (Kind::Post, 111, 71));
        assert_eq!(stored.url, "https://news.ycombinator.com/item?id=8");
        assert_eq!(stored.link, "https://a.example/x");
        assert_eq!(stored.created_at.timestamp(), 1_175_714_200);
        assert_eq!(id_of(&stored.forum_id), Some(8));
        assert_eq!(id_of("t3_8"), None);
    }

    #[test]
    fn a_comment_carries_its_thread() {
        let comment = item(
            r#"{"id": 9, "type": "comment", "by": "ben", "time": 1, "parent": 8,
                "text": "It doesn&#x27;t.<p><i>Really.</i>"}"#,
        );
        assert_eq!(comment.thread(), None);
        let thread = Thread { id: 8, title: "R&D at home".to_owned() };
        let stored = comment.stored_as(Some(&thread), &site(), DateTime::UNIX_EPOCH).unwrap();
        assert_eq!((stored.kind, stored.thread_id.as_str()), (Kind::Comment, "hn:8"));
        assert_eq!(
            (stored.title.as_str(), stored.body.as_str()),
            ("R&D at home", "It doesn't.\n\nReally.")
        );
    }

    #[test]
    fn an_option_is_read_below_its_poll() {
        let option = item(
            r#"{"id": 9, "type": "pollopt", "by": "ada", "poll": 8, "text": "Clay", "time": 1}"#,
        );
        assert_eq!((option.thread(), option.above()), (None, Some(8)));
        let poll = Thread { id: 8, title: "Poll: which pot?".to_owned() };
        let stored = option.stored_as(Some(&poll), &site(), DateTime::UNIX_EPOCH).unwrap();
        assert_eq!((stored.kind, stored.thread_id.as_str()), (Kind::Comment, "hn:8"));
        assert_eq!((stored.title.as_str(), stored.body.as_str()), ("Poll: which pot?", "Clay"));
        let user = item(r#"{"id": 9, "type": "user", "text": "Clay", "time": 1}"#);
        assert_eq!(user.stored_as(None, &site(), DateTime::UNIX_EPOCH), None);
    }

    #[test]
    fn what_is_gone_says_so() {
        let gone = [
            r#"{"id": 9, "type": "comment", "deleted": true, "parent": 8, "time": 1}"#,
            r#"{"id": 9, "type": "story", "dead": true, "by": "x", "title": "Buy", "time": 1}"#,
        ];
        for json in gone {
            assert!(item(json).stored_as(None, &site(), DateTime::UNIX_EPOCH).unwrap().is_gone);
        }
    }
}
