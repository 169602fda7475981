use chrono::{DateTime, Utc};
use diesel::prelude::*;
use uuid::Uuid;

use crate::db::schema::items;

/// A row of `items`: a post or a comment as it was first seen.
#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = items, check_for_backend(diesel::pg::Pg))]
pub struct Item {
    pub id: Uuid,
    pub seen_at: DateTime<Utc>,
    /// The forum's own id, opaque.
    pub forum_id: String,
    /// `post` or `comment`.
    pub kind: String,
    /// In the forum's spelling, without `r/`.
    pub subreddit: String,
    pub author: String,
    /// A comment carries the title of its post.
    pub title: String,
    pub body: String,
    /// The whole address of the post or comment.
    pub url: String,
    pub score: i32,
    pub num_comments: i32,
    pub forum_created_at: DateTime<Utc>,
}
