use chrono::{DateTime, Utc};
use matcher::Kind;

/// A post or comment from the forum: text decoded, lengths bounded, no NUL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForumItem {
    /// The forum's id, opaque: never compared for order.
    pub forum_id: String,
    /// The forum's id of the post it belongs to; a post belongs to itself. Empty if not given.
    pub thread_id: String,
    pub kind: Kind,
    /// In the forum's spelling, without `r/`; for other sites their host, for a feed its place.
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
    /// Pinned to the top of its listing, and so out of the order of time.
    pub pinned: bool,
    /// The forum's id of the post that this one crossposts. Empty if it is not a crosspost.
    pub crosspost_parent: String,
    /// Posted before anybody watched for it: nobody is alerted to it.
    pub is_backlog: bool,
    /// Deleted by its author or removed: what remains of it must not be shown.
    pub is_gone: bool,
    /// Changed by its author since, as far as the source says.
    pub is_edited: bool,
    /// The label of a post, at most 200 characters. Empty for none.
    pub flair: String,
    /// The address that a link post leads to. Empty for a text post and for a comment.
    pub link: String,
}

impl ForumItem {
    /// Returns the parts that are searched.
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

    /// Returns the bytes of its texts as they are stored.
    pub fn text_bytes(&self) -> usize {
        let texts = [
            &self.forum_id,
            &self.thread_id,
            &self.subreddit,
            &self.author,
            &self.title,
            &self.body,
            &self.url,
            &self.flair,
            &self.link,
        ];
        texts.into_iter().map(String::len).sum()
    }

    /// Returns a post without content, for the caller to fill in the other fields.
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
            is_edited: false,
            flair: String::new(),
            link: String::new(),
        }
    }
}

/// The items of one answer; those of a listing are sorted newest first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Page {
    pub items: Vec<ForumItem>,
    /// The cursor of the next page; none on the last one.
    pub after: Option<String>,
    /// The number of entries that could not be read and were left out.
    pub skipped: usize,
}
