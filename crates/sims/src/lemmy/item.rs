//! Posts and comments, and the requests to make or change them.

use chrono::{DateTime, Utc};
use serde::Deserialize;

/// A post or a comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// The instance's own id; posts and comments are counted separately.
    pub id: u64,
    /// The address that is the id on every instance.
    pub ap_id: String,
    /// The kind of the item, and its contents.
    pub what: What,
    /// `name@host` of the author.
    pub creator: String,
    /// The publication time, as its own instance gives it.
    pub published: DateTime<Utc>,
    pub updated: Option<DateTime<Utc>>,
    /// Whether the author has deleted it.
    pub deleted: bool,
    /// Whether a moderator has removed it.
    pub removed: bool,
    /// Upvotes minus downvotes.
    pub score: i64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// A post, which opens a discussion.
    Post {
        /// `name@host`.
        community: String,
        /// One line.
        title: String,
        /// Markdown.
        body: Option<String>,
        /// The URL that the post links to.
        url: Option<String>,
        /// Whether the post is pinned to the top of the listing.
        featured: bool,
        /// Number of comments.
        comments: u64,
    },
    Comment {
        /// The post's id.
        post: u64,
        /// The ids of the comments from the post down to this one.
        path: Vec<u64>,
        /// Markdown.
        content: String,
    },
}

impl Item {
    /// Returns true if the item is deleted or removed.
    pub fn is_gone(&self) -> bool {
        self.deleted || self.removed
    }
}

/// A post to be made.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NewPost {
    /// One line.
    pub title: String,
    /// Markdown.
    pub body: Option<String>,
    /// The URL that the post links to.
    pub url: Option<String>,
    /// `name` of a community of this instance, or `name@host`; `kitchen` by default.
    pub community: Option<String>,
    /// Likewise for the author; `somebody` by default.
    pub creator: Option<String>,
    /// Whether the post is pinned to the top of the listing.
    pub featured: bool,
    /// The `ap_id` of a post of another instance; by default the post is this instance's own.
    pub ap_id: Option<String>,
    /// The publication time, as its instance gives it; now by default.
    pub published: Option<DateTime<Utc>>,
}

impl NewPost {
    pub fn titled(title: &str) -> Self {
        Self { title: title.to_owned(), ..Self::default() }
    }
}

/// A comment to be made.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NewComment {
    /// The post's id.
    pub post: u64,
    /// The id of the comment that it answers; by default it answers the post.
    pub parent: Option<u64>,
    /// Markdown.
    pub content: String,
    pub creator: Option<String>,
    pub ap_id: Option<String>,
    pub published: Option<DateTime<Utc>>,
}

impl NewComment {
    pub fn on(post: u64, content: &str) -> Self {
        Self { post, content: content.to_owned(), ..Self::default() }
    }
}

/// The changes to an item; fields that are not given stay as they are.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Edit {
    /// A post's new title.
    pub title: Option<String>,
    /// A post's new body, or a comment's new content.
    pub text: Option<String>,
    pub score: Option<i64>,
    /// Whether the author has deleted it.
    pub deleted: Option<bool>,
    /// Whether a moderator has removed it.
    pub removed: Option<bool>,
}
