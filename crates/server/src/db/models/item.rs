use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Text};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use crate::db::Conn;
use crate::db::schema::items;

/// A row of `items`: a post or a comment as it was first seen.
#[derive(Debug, Clone, Queryable, QueryableByName, Selectable, Insertable)]
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
    /// The forum's id of the post it belongs to; a post belongs to itself. Empty if unknown.
    pub thread_id: String,
    /// When the forum no longer had it: text, title and author are purged then.
    pub gone_at: Option<DateTime<Utc>>,
    /// The forum's id of the post that its story began with. Empty in rows of before stories were
    /// told.
    pub story_id: String,
}

/// A row with the beginning of its body: a preview shows and matches no more.
macro_rules! preview_columns {
    () => {
        "id, seen_at, forum_id, kind, subreddit, author, title, left(body, 10000) AS body, url, \
         score, num_comments, forum_created_at, thread_id, gone_at, story_id"
    };
}

impl Item {
    /// The thread: what all comments of a post and the post itself have in common. An item of which
    /// none was told is alone in its own.
    pub fn thread(&self) -> &str {
        match self.thread_id.as_str() {
            "" => &self.forum_id,
            thread => thread,
        }
    }

    /// The story: threads of crossposts and near copies are one.
    pub fn story(&self) -> &str {
        match self.story_id.as_str() {
            "" => self.thread(),
            story => story,
        }
    }

    /// The items seen last that are still there, newest first, bodies cut to 10,000 characters.
    pub async fn newest(limit: i64, conn: &mut Conn) -> QueryResult<Vec<Self>> {
        diesel::sql_query(concat!(
            "SELECT ",
            preview_columns!(),
            " FROM items WHERE gone_at IS NULL ORDER BY seen_at DESC, id DESC LIMIT $1"
        ))
        .bind::<BigInt, _>(limit)
        .load(conn)
        .await
    }

    /// The same for some subreddits, named in lower case. Each is looked up by itself, so that the
    /// index gives the newest of a busy one without reading the rest of it.
    pub async fn newest_of(
        names: &[String],
        limit: i64,
        conn: &mut Conn,
    ) -> QueryResult<Vec<Self>> {
        diesel::sql_query(concat!(
            "SELECT ",
            preview_columns!(),
            " FROM unnest($1) AS wanted (name) CROSS JOIN LATERAL (
                 SELECT * FROM items
                 WHERE lower(items.subreddit) = wanted.name AND gone_at IS NULL
                 ORDER BY seen_at DESC LIMIT $2) AS item
             ORDER BY seen_at DESC, id DESC LIMIT $2"
        ))
        .bind::<Array<Text>, _>(names)
        .bind::<BigInt, _>(limit)
        .load(conn)
        .await
    }
}
