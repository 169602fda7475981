//! Posts and comments, and what is asked to be made or changed.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// A post or a comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// The instance's own: posts and comments are counted apart.
    pub id: u64,
    /// The same on every instance.
    pub ap_id: String,
    /// What it is.
    pub what: What,
    /// `name@host` of who wrote it.
    pub creator: String,
    /// When, as its own instance says.
    pub published: DateTime<Utc>,
    /// When it was edited.
    pub updated: Option<DateTime<Utc>>,
    /// Its author has deleted it.
    pub deleted: bool,
    /// A moderator has removed it.
    pub removed: bool,
    /// Votes for less votes against.
    pub score: i64,
}

/// The kind of an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// It opens a discussion.
    Post {
        /// `name@host`.
        community: String,
        /// One line.
        title: String,
        /// Markdown.
        body: Option<String>,
        /// Where it leads.
        url: Option<String>,
        /// Kept on top of the listing.
        featured: bool,
        /// Answers.
        comments: u64,
    },
    /// It answers.
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
    /// Returns whether it is deleted or removed.
    pub fn is_gone(&self) -> bool {
        self.deleted || self.removed
    }
}

/// A post to be made.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NewPost {
    /// One line.
    pub title: String,
    /// Markdown.
    pub body: Option<String>,
    /// Where it leads.
    pub url: Option<String>,
    /// `name` of a community of this instance, or `name@host`; `kitchen` unless given.
    pub community: Option<String>,
    /// Likewise; `somebody` unless given.
    pub creator: Option<String>,
    /// Kept on top of the listing.
    pub featured: bool,
    /// Of a post of another instance; unless given it is one of this instance's own.
    pub ap_id: Option<String>,
    /// When it was made, as its instance says; now unless given.
    pub published: Option<DateTime<Utc>>,
}

impl NewPost {
    /// Returns a post with this title.
    pub fn titled(title: &str) -> Self {
        Self {
            title: title.to_owned(),
            ..Self::default()
        }
    }
}

/// A comment to be made.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NewComment {
    /// The post's id.
    pub post: u64,
    /// The id of the comment that it answers; unless given it answers the post.
    pub parent: Option<u64>,
    /// Markdown.
    pub content: String,
    /// As in [`NewPost`].
    pub creator: Option<String>,
    /// As in [`NewPost`].
    pub ap_id: Option<String>,
    /// As in [`NewPost`].
    pub published: Option<DateTime<Utc>>,
}

impl NewComment {
    /// Returns an answer to a post.
    pub fn on(post: u64, content: &str) -> Self {
        Self {
            post,
            content: content.to_owned(),
            ..Self::default()
        }
    }
}

/// The changes to an item; fields that are not given stay as they are.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Edit {
    /// A post's new title.
    pub title: Option<String>,
    /// A post's new body, or a comment's new content.
    pub text: Option<String>,
    /// New votes.
    pub score: Option<i64>,
    /// Deleted by its author, or not.
    pub deleted: Option<bool>,
    /// Removed by a moderator, or not.
    pub removed: Option<bool>,
}
