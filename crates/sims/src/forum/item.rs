//! Posts and comments as the forum holds them.

use chrono::{DateTime, Timelike, Utc};
use serde::Deserialize;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A post, `t3` in the API.
    Post,
    /// A comment, `t1` in the API.
    Comment,
}

impl Kind {
    /// Returns the prefix of the fullname.
    pub fn prefix(self) -> &'static str {
        match self {
            Self::Post => "t3",
            Self::Comment => "t1",
        }
    }
}

/// Whether an item can still be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Readable, and in the listings.
    Live,
    /// Deleted by its author: out of the listings, `[deleted]` by id.
    Deleted,
    /// Removed by a moderator: out of the listings, `[removed]` by id. A post keeps its author's
    /// name, a comment does not.
    Removed,
    /// No longer known at all: not in the listings, and left out of answers by id.
    Lost,
}

/// A post or a comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Item {
    pub kind: Kind,
    /// Base-36 id without prefix. Opaque.
    pub id: String,
    /// The subreddit's name in the forum's spelling.
    pub subreddit: String,
    /// User name without `u/`.
    pub author: String,
    /// Title of a post; of a comment, the title of its post.
    pub title: String,
    /// Markdown; empty for a post that is only a link.
    pub body: String,
    /// The URL of a link post.
    pub link: Option<String>,
    pub flair: Option<String>,
    /// Fullname of the comment's post.
    pub link_id: Option<String>,
    /// Fullname of the comment's parent: its post or another comment.
    pub parent_id: Option<String>,
    /// Fullname of the post that this one is a crosspost of.
    pub crosspost_parent: Option<String>,
    /// The creation time, to the second.
    pub created: DateTime<Utc>,
    pub edited: Option<DateTime<Utc>>,
    /// Whether the item can be read.
    pub state: State,
    /// Whether the post is pinned to the top of its subreddit's own listing.
    pub stickied: bool,
    /// Whether listings contain the item (false for the unseen parents of replayed comments).
    pub listed: bool,
    /// The final score, which the item grows towards in its first hours.
    pub final_score: i64,
    /// Number of comments that a post has in the forum.
    pub comments: u64,
}

impl Item {
    /// Returns an item that is made at `at`, with nothing but its author.
    pub(crate) fn new(
        kind: Kind,
        id: String,
        subreddit: &str,
        author: &str,
        at: DateTime<Utc>,
    ) -> Self {
        Self {
            kind,
            id,
            subreddit: subreddit.to_owned(),
            author: author.to_owned(),
            title: String::new(),
            body: String::new(),
            link: None,
            flair: None,
            link_id: None,
            parent_id: None,
            crosspost_parent: None,
            created: at.with_nanosecond(0).unwrap_or(at),
            edited: None,
            state: State::Live,
            stickied: false,
            listed: true,
            final_score: 1,
            comments: 0,
        }
    }

    /// Returns the fullname: prefix and id, such as `t3_1k2x9a`.
    pub(crate) fn fullname(&self) -> String {
        format!("{}_{}", self.kind.prefix(), self.id)
    }

    /// Returns the path of the item's page, with leading and trailing slashes.
    pub(crate) fn permalink(&self) -> String {
        let slug = slug(&self.title);
        match &self.link_id {
            Some(link) => {
                let post = link.trim_start_matches("t3_");
                format!("/r/{}/comments/{post}/{slug}/{}/", self.subreddit, self.id)
            }
            None => format!("/r/{}/comments/{}/{slug}/", self.subreddit, self.id),
        }
    }

    /// Returns the score at `now`.
    pub(crate) fn score(&self, now: DateTime<Utc>) -> i64 {
        const SETTLE_SECONDS: f64 = 4.0 * 3_600.0;
        let age = (now - self.created).num_seconds().max(0) as f64;
        let grown = 1.0 - (-age / SETTLE_SECONDS).exp();
        1 + ((self.final_score - 1) as f64 * grown).round() as i64
    }
}

/// Returns the title's words in lower case joined by `_`, at most 50 characters, as in permalinks.
pub fn slug(title: &str) -> String {
    const LONGEST: usize = 50;
    let mut slug = String::new();
    for word in title.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        let word = word.to_lowercase();
        if !slug.is_empty() && slug.chars().count() + 1 + word.chars().count() > LONGEST {
            break;
        }
        if !slug.is_empty() {
            slug.push('_');
        }
        slug.extend(word.chars().filter(char::is_ascii_alphanumeric).take(LONGEST));
    }
    let slug = slug.trim_matches('_');
    if slug.is_empty() { "_".to_owned() } else { slug.to_owned() }
}
