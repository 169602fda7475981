//! The input of an analysis.

use chrono::{DateTime, Utc};
use uuid::Uuid;

/// Matching discussions, and the time range to report on.
#[derive(Debug, Clone)]
pub struct Input {
    /// The range to report on: `from` is included, `until` is not.
    pub from: DateTime<Utc>,
    pub until: DateTime<Utc>,
    pub keywords: Vec<Keyword>,
    /// Posts in any order. Those of an equally long time before `from` are compared with the range;
    /// any others outside it are skipped. If there are more than [`super::MAX_POSTS`], the newest
    /// count.
    pub posts: Vec<Post>,
}

#[derive(Debug, Clone)]
pub struct Keyword {
    /// The id of its watch.
    pub id: Uuid,
    pub keyword: String,
    /// The time at which it began to listen, with its present rule. Rates are counted from then on.
    pub since: DateTime<Utc>,
}

/// A discussion that a keyword found. One that two keywords found is in the list twice.
#[derive(Debug, Clone)]
pub struct Post {
    /// The forum's id, which is opaque.
    pub id: String,
    /// The id of the watch that found it.
    pub keyword: Uuid,
    pub kind: Kind,
    pub subreddit: String,
    /// A hash that is equal for the same author; the name is not needed.
    pub author_hash: u64,
    /// The title; for a comment, that of its thread.
    pub title: String,
    /// The text in Markdown.
    pub body: String,
    pub url: String,
    /// Points, if they are known.
    pub score: Option<i32>,
    /// The number of comments below it, if it is known.
    pub comments: Option<u32>,
    pub created_at: DateTime<Utc>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Post,
    Comment,
}
