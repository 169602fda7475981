use chrono::{DateTime, Utc};
use matcher::Kind;

/// A post or comment as the forum gave it: text decoded, lengths bounded, no NUL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForumItem {
    /// The forum's id, opaque: never compared for order.
    pub forum_id: String,
    /// The forum's id of the post it belongs to; a post belongs to itself. Empty if it was not
    /// given.
    pub thread_id: String,
    pub kind: Kind,
    /// In the forum's spelling, without `r/`; of other sites their host, of a feed its place.
    pub subreddit: String,
    pub author: String,
    /// At most 1,000 characters. A comment carries the title of its post.
    pub title: String,
    /// At most 100,000 characters.
    pub body: String,
    /// The whole address of the post or comment.
    pub url: String,
    pub score: i32,
    pub num_comments: i32,
    pub created_at: DateTime<Utc>,
    /// Kept on top of its listing, and so out of the order of time.
    pub pinned: bool,
    /// The forum's id of the post that this one passes on. Empty for one of its own.
    pub crosspost_parent: String,
    /// It was there before anybody listened: nobody is alerted to it.
    pub is_backlog: bool,
    /// Deleted by its author or removed: what is left of it is not to be shown.
    pub is_gone: bool,
    /// The label of a post, at most 200 characters. Empty for none.
    pub flair: String,
    /// Where a post leads that is a link. Empty for a post of text and for a comment.
    pub link: String,
}

impl ForumItem {
    /// Returns what of it is searched.
    pub fn searched(&self) -> matcher::Item<'_> {
        matcher::Item {
            kind: self.kind,
            subreddit: &self.subreddit,
            author: &self.author,
            title: &self.title,
            body: &self.body,
            flair: &self.flair,
            url: &self.link,
            score: Some(self.score.into()),
        }
    }

    /// Returns a post without content, whose other fields the caller fills in.
    pub fn empty_post(forum_id: &str) -> Self {
        Self {
            forum_id: forum_id.to_owned(),
            thread_id: String::new(),
            kind: Kind::Post,
            subreddit: "tea".to_owned(),
            author: String::new(),
            title: String::new(),
            body: String::new(),
            url: String::new(),
            score: 0,
            num_comments: 0,
            created_at: DateTime::UNIX_EPOCH,
            pinned: false,
            crosspost_parent: String::new(),
            is_backlog: false,
            is_gone: false,
            flair: String::new(),
            link: String::new(),
        }
    }
}

/// Items that were asked for, of a listing the newest first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Page {
    pub items: Vec<ForumItem>,
    /// What to pass on to get the next page; none on the last one.
    pub after: Option<String>,
    /// Entries that could not be read, and were left out.
    pub skipped: usize,
}
