use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Bool, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use matcher::Kind;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::db::Conn;
use crate::db::column_enum::column_enum;
use crate::db::schema::items;

/// A row of `items`, or of all that is stored (`recent_items`): a post or a comment as it was first seen.
#[derive(Debug, Clone, Queryable, QueryableByName, Selectable, Insertable)]
#[diesel(table_name = items, check_for_backend(diesel::pg::Pg))]
pub struct Item {
    pub id: Uuid,
    pub seen_at: DateTime<Utc>,
    /// The forum's own id, opaque.
    pub forum_id: String,
    pub kind: ItemKind,
    /// In the forum's spelling, without `r/`.
    pub subreddit: String,
    pub author: String,
    /// A comment carries the title of its post.
    pub title: String,
    pub body: String,
    /// The whole address of the post or comment.
    pub url: String,
    /// The highest that was seen.
    pub score: i32,
    pub num_comments: i32,
    pub forum_created_at: DateTime<Utc>,
    /// The forum's id of the post it belongs to; a post belongs to itself. Empty if unknown.
    pub thread_id: String,
    /// When the forum no longer had it: text, title and author are purged then.
    pub gone_at: Option<DateTime<Utc>>,
    /// The forum's id of the post that its story began with. Empty in rows of before there were
    /// stories.
    pub story_id: String,
    /// The label of a post; empty for none.
    pub flair: String,
    /// Where a post leads that is a link; else empty.
    pub link: String,
}

/// A row with the beginning of its body: a preview shows and matches no more.
macro_rules! preview_columns {
    () => {
        "id, seen_at, forum_id, kind, subreddit, author, title, left(body, 10000) AS body, url, \
         score, num_comments, forum_created_at, thread_id, gone_at, story_id, flair, link"
    };
}

column_enum! {
    #[derive(Serialize, Deserialize, ToSchema)]
    #[serde(rename_all = "lowercase")]
    pub enum ItemKind in
        items.kind, unmatched_items.kind, gap_fills.kind, place_readings.kind, coverage_hours.kind,
        coverage_audits.kind, gap_changes.kind
    {
        Post = "post",
        Comment = "comment",
    }
}

impl From<planner::Kind> for ItemKind {
    fn from(kind: planner::Kind) -> Self {
        match kind {
            planner::Kind::Post => Self::Post,
            planner::Kind::Comment => Self::Comment,
        }
    }
}

impl From<ItemKind> for planner::Kind {
    fn from(kind: ItemKind) -> Self {
        match kind {
            ItemKind::Post => Self::Post,
            ItemKind::Comment => Self::Comment,
        }
    }
}

impl From<Kind> for ItemKind {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Post => Self::Post,
            Kind::Comment => Self::Comment,
        }
    }
}

impl From<ItemKind> for Kind {
    fn from(kind: ItemKind) -> Self {
        match kind {
            ItemKind::Post => Self::Post,
            ItemKind::Comment => Self::Comment,
        }
    }
}

impl Item {
    /// Returns what of it is searched.
    pub fn searched(&self) -> matcher::Item<'_> {
        matcher::Item {
            kind: self.kind.into(),
            subreddit: &self.subreddit,
            author: &self.author,
            title: &self.title,
            body: &self.body,
            flair: &self.flair,
            url: &self.link,
            score: Some(self.score.into()),
        }
    }

    /// Returns the thread: what all comments of a post and the post itself have in common. An item
    /// for which the forum gave none is alone in its own.
    pub fn thread(&self) -> &str {
        match self.thread_id.as_str() {
            "" => &self.forum_id,
            thread => thread,
        }
    }

    /// Returns the story: threads of crossposts and near copies are one.
    pub fn story(&self) -> &str {
        match self.story_id.as_str() {
            "" => self.thread(),
            story => story,
        }
    }

    /// Loads the items seen last that are still there, newest first, bodies cut to 10,000
    /// characters.
    pub async fn newest(limit: i64, conn: &mut Conn) -> QueryResult<Vec<Self>> {
        diesel::sql_query(concat!(
            "SELECT ",
            preview_columns!(),
            " FROM recent_items WHERE gone_at IS NULL ORDER BY seen_at DESC, id DESC LIMIT $1"
        ))
        .bind::<BigInt, _>(limit)
        .load(conn)
        .await
    }

    /// Loads the same for some subreddits, named in lower case. Each is looked up by itself, so
    /// that the index gives the newest of a busy one without reading the rest of it.
    pub async fn newest_of(
        names: &[String],
        limit: i64,
        conn: &mut Conn,
    ) -> QueryResult<Vec<Self>> {
        diesel::sql_query(concat!(
            "SELECT ",
            preview_columns!(),
            " FROM unnest($1) AS wanted (name) CROSS JOIN LATERAL (
                 SELECT * FROM recent_items
                 WHERE lower(subreddit) = wanted.name AND gone_at IS NULL
                 ORDER BY seen_at DESC LIMIT $2) AS item
             ORDER BY seen_at DESC, id DESC LIMIT $2"
        ))
        .bind::<Array<Text>, _>(names)
        .bind::<BigInt, _>(limit)
        .load(conn)
        .await
    }

    /// Returns whether anything was seen before `time`, in the subreddits `names` (in lower case) or
    /// in any.
    pub async fn any_before(
        time: DateTime<Utc>,
        names: Option<&[String]>,
        conn: &mut Conn,
    ) -> QueryResult<bool> {
        #[derive(QueryableByName)]
        struct Answer {
            #[diesel(sql_type = Bool)]
            any: bool,
        }
        let query = match names {
            None => "SELECT EXISTS (SELECT FROM recent_items WHERE seen_at < $1) AS any",
            // The newest before it, so that the index gives it at once. Of a quiet subreddit it may have
            // gone; that it was read is known as long as it is watched.
            Some(_) => {
                "SELECT EXISTS (
                     SELECT FROM unnest($2) AS wanted (name) CROSS JOIN LATERAL (
                         SELECT FROM recent_items
                         WHERE lower(subreddit) = wanted.name AND seen_at < $1
                         ORDER BY seen_at DESC LIMIT 1) AS earlier)
                    OR EXISTS (SELECT FROM places
                               WHERE name = ANY($2) AND state = 'ok' AND since < $1) AS any"
            }
        };
        let query = diesel::sql_query(query).bind::<Timestamptz, _>(time);
        let answer: Answer = match names {
            None => query.get_result(conn).await?,
            Some(names) => query.bind::<Array<Text>, _>(names).get_result(conn).await?,
        };
        Ok(answer.any)
    }

    /// Loads a page of the items seen since `since` that are still there, newest first: those
    /// before the moment and id `before`. Of the subreddits `names` (in lower case) or of all.
    /// Bodies are cut to 10,000 characters unless they are wanted `whole`.
    pub async fn page(
        names: Option<&[String]>,
        since: DateTime<Utc>,
        before: (DateTime<Utc>, Uuid),
        whole: bool,
        limit: i64,
        conn: &mut Conn,
    ) -> QueryResult<Vec<Self>> {
        let columns = if whole { "*" } else { preview_columns!() };
        let shown =
            "gone_at IS NULL AND seen_at >= $1 AND seen_at <= $2 AND (seen_at, id) < ($2, $3)
                     ORDER BY seen_at DESC, id DESC LIMIT $4";
        match names {
            None => {
                diesel::sql_query(format!("SELECT {columns} FROM recent_items WHERE {shown}"))
                    .bind::<Timestamptz, _>(since)
                    .bind::<Timestamptz, _>(before.0)
                    .bind::<SqlUuid, _>(before.1)
                    .bind::<BigInt, _>(limit)
                    .load(conn)
                    .await
            }
            // Each by itself, as in `newest_of`.
            Some(names) => {
                diesel::sql_query(format!(
                    "SELECT {columns} FROM unnest($5) AS wanted (name) CROSS JOIN LATERAL (
                     SELECT * FROM recent_items WHERE lower(subreddit) = wanted.name AND {shown}
                 ) AS item
                 ORDER BY seen_at DESC, id DESC LIMIT $4"
                ))
                .bind::<Timestamptz, _>(since)
                .bind::<Timestamptz, _>(before.0)
                .bind::<SqlUuid, _>(before.1)
                .bind::<BigInt, _>(limit)
                .bind::<Array<Text>, _>(names)
                .load(conn)
                .await
            }
        }
    }
}
