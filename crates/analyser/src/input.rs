//! What is analysed.

use chrono::{DateTime, Utc};
use uuid::Uuid;

/// Matching discussions, and the time that is reported on.
#[derive(Debug, Clone)]
pub struct Input {
    /// The range reported on: `from` counts, `until` does not.
    pub from: DateTime<Utc>,
    pub until: DateTime<Utc>,
    pub keywords: Vec<Keyword>,
    /// In any order. Those of an equally long time before `from` are what the range is compared
    /// with; anything else outside it is passed over. Of more than [`super::MAX_POSTS`] the newest
    /// count.
    pub posts: Vec<Post>,
}

#[derive(Debug, Clone)]
pub struct Keyword {
    /// Of its watch.
    pub id: Uuid,
    pub keyword: String,
    /// When it began to listen, as its rule is now. Rates are counted from then on.
    pub since: DateTime<Utc>,
}

/// A discussion that a keyword found. One that two keywords found is in the list twice.
#[derive(Debug, Clone)]
pub struct Post {
    /// The forum's id, opaque.
    pub id: String,
    /// Of the watch that found it.
    pub keyword: Uuid,
    pub kind: Kind,
    pub subreddit: String,
    /// The same for the same author; the name is not needed.
    pub author_hash: u64,
    /// Of a comment, the title of its thread.
    pub title: String,
    /// Markdown.
    pub body: String,
    pub url: String,
    /// Points, where they are known.
    pub score: Option<i32>,
    /// Comments below it, where they are known.
    pub comments: Option<u32>,
    pub created_at: DateTime<Utc>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Post,
    Comment,
}
