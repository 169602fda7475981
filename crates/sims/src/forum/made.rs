//! Items made by hand, and reports about them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::forum::faults::FaultKind;

/// A post to make by hand. Fields left out are made up.
#[derive(Debug, Default, Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NewPost {
    /// The subreddit, which is created if it does not exist.
    pub subreddit: String,
    pub title: String,
    /// Markdown.
    pub body: String,
    /// User name without `u/`.
    pub author: Option<String>,
    /// The URL, which makes the post a link post.
    pub url: Option<String>,
    pub flair: Option<String>,
    /// The score that the post reaches in its first hours; 1 by default.
    pub score: Option<i64>,
    /// Number of comments from the start, which no listing shows.
    pub comments: u64,
    /// Whether the post is pinned to the top of its subreddit's listing.
    pub stickied: bool,
    /// Fullname of the post that this one is a crosspost of.
    pub crosspost_parent: Option<String>,
}

impl NewPost {
    pub fn titled(subreddit: &str, title: &str) -> Self {
        Self { subreddit: subreddit.to_owned(), title: title.to_owned(), ..Self::default() }
    }
}

/// A comment to make by hand.
#[derive(Debug, Default, Clone)]
pub struct NewComment {
    /// Fullname of the item that it answers; the newest post of `subreddit` by default.
    pub parent: Option<String>,
    /// The subreddit, when no parent is given.
    pub subreddit: Option<String>,
    /// Markdown.
    pub body: String,
    /// User name without `u/`.
    pub author: Option<String>,
}

impl NewComment {
    /// Returns an answer to a post or another comment.
    pub fn on(parent: &str, body: &str) -> Self {
        Self { parent: Some(parent.to_owned()), body: body.to_owned(), ..Self::default() }
    }

    /// Returns an answer to the newest post of a subreddit.
    pub fn in_subreddit(name: &str, body: &str) -> Self {
        Self { subreddit: Some(name.to_owned()), body: body.to_owned(), ..Self::default() }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Made {
    /// Fullname, such as `t3_1k2x9a`.
    pub fullname: String,
    pub permalink: String,
    pub url: String,
}

/// The counts since the start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stats {
    /// API requests by endpoint (`access_token`, `new`, `comments`, `about`, `info`, `search`).
    pub requests: BTreeMap<String, u64>,
    pub items: usize,
    pub faults_served: BTreeMap<FaultKind, u64>,
}
