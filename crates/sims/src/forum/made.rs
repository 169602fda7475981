//! Items made by hand, and reports about them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::forum::faults::Fault;

/// A post to make by hand. Fields left out are made up.
#[derive(Debug, Default, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewPost {
    /// The subreddit, which is created if it does not exist.
    pub subreddit: String,
    /// The title.
    pub title: String,
    /// Markdown.
    #[serde(default)]
    pub body: String,
    /// User name without `u/`.
    #[serde(default)]
    pub author: Option<String>,
    /// The URL, which makes the post a link post.
    #[serde(default)]
    pub url: Option<String>,
    /// The text of the flair.
    #[serde(default)]
    pub flair: Option<String>,
    /// The score that the post reaches in its first hours; 1 by default.
    #[serde(default)]
    pub score: Option<i64>,
    /// Number of comments from the start, which no listing shows.
    #[serde(default)]
    pub comments: u64,
    /// Whether the post is pinned to the top of its subreddit's listing.
    #[serde(default)]
    pub stickied: bool,
    /// Fullname of the post that this one is a crosspost of.
    #[serde(default)]
    pub crosspost_parent: Option<String>,
}

/// A comment to make by hand.
#[derive(Debug, Default, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewComment {
    /// Fullname of the item that it answers; the newest post of `subreddit` by default.
    #[serde(default)]
    pub parent: Option<String>,
    /// The subreddit, when no parent is given.
    #[serde(default)]
    pub subreddit: Option<String>,
    /// Markdown.
    pub body: String,
    /// User name without `u/`.
    #[serde(default)]
    pub author: Option<String>,
}

/// An item that was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Made {
    /// Fullname, such as `t3_1k2x9a`.
    pub fullname: String,
    /// Path of its page.
    pub permalink: String,
    /// Address of its page.
    pub url: String,
}

/// The counts since the start.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Stats {
    /// API requests by endpoint (`access_token`, `new`, `comments`, `about`, `info`, `search`).
    pub requests: BTreeMap<String, u64>,
    /// Items in memory.
    pub items: usize,
    /// Faults served, by name.
    pub faults_served: BTreeMap<String, u64>,
    /// Faults that are waiting to be served.
    pub faults_waiting: Vec<Fault>,
}
