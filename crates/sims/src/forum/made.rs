//! What is made by hand, and what is reported of it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::forum::faults::Fault;

/// What to make by hand. Fields left out are made up.
#[derive(Debug, Default, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewPost {
    /// Where; the subreddit is made when there is none of that name.
    pub subreddit: String,
    /// The title.
    pub title: String,
    /// Markdown.
    #[serde(default)]
    pub body: String,
    /// User name without `u/`.
    #[serde(default)]
    pub author: Option<String>,
    /// Makes it a link post.
    #[serde(default)]
    pub url: Option<String>,
    /// The text of its label.
    #[serde(default)]
    pub flair: Option<String>,
    /// The score that it grows to in its first hours; 1 if left out.
    #[serde(default)]
    pub score: Option<i64>,
    /// How many comments it has from the start, which no listing shows.
    #[serde(default)]
    pub comments: u64,
    /// Pins it to the top of its subreddit's listing.
    #[serde(default)]
    pub stickied: bool,
    /// Fullname of the post that it passes on.
    #[serde(default)]
    pub crosspost_parent: Option<String>,
}

/// A comment to make by hand.
#[derive(Debug, Default, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewComment {
    /// Fullname of what it answers. Without one it answers the newest post of `subreddit`.
    #[serde(default)]
    pub parent: Option<String>,
    /// Where, when no parent is given.
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

/// Counts since the start.
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
