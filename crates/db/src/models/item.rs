use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Bool, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use matcher::Kind;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::Conn;
use crate::column_enum::column_enum;
use crate::schema::items;

/// A row of `items`, or of everything stored (`recent_items`): a post or a comment as first seen.
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
    /// The highest score seen.
    pub score: i32,
    pub num_comments: i32,
    pub forum_created_at: DateTime<Utc>,
    /// The forum's id of the post it belongs to; a post belongs to itself. Empty if unknown.
    pub thread_id: String,
    /// When the forum was found to no longer have the item: text, title and author are purged then.
    pub gone_at: Option<DateTime<Utc>>,
    /// The forum's id of the post that its story began with. Empty in rows that are older than stories.
    pub story_id: String,
    /// The label of a post; empty for none.
    pub flair: String,
    /// The target of a post that is a link; else empty.
    pub link: String,
}

/// The columns of a row with only the beginning of its body: a preview shows and matches no more.
macro_rules! preview_columns {
    () => {
        "id, seen_at, forum_id, kind, subreddit, author, title, left(body, 10000) AS body, url, \
         score, num_comments, forum_created_at, thread_id, gone_at, story_id, flair, link"
    };
}
pub(super) use preview_columns;

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

/// The places from which items are wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Places {
    /// Every subreddit.
    pub every_subreddit: bool,
    /// Every community of Lemmy.
    pub every_community: bool,
    /// These places, in lower case. Other sites are named by their host.
    pub names: Vec<String>,
}

impl From<&matcher::Scope> for Places {
    fn from(scope: &matcher::Scope) -> Self {
        Self {
            every_subreddit: scope.has_every_subreddit(),
            every_community: scope.named().any(|name| name == matcher::LEMMY.place),
            names: scope.named().map(str::to_ascii_lowercase).collect(),
        }
    }
}

impl Item {
    /// Returns the parts of the item that are searched.
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

    /// Returns the thread, which a post and all its comments share. An item for which the forum gave
    /// none is alone in its own.
    pub fn thread(&self) -> &str {
        match self.thread_id.as_str() {
            "" => &self.forum_id,
            thread => thread,
        }
    }

    /// Returns the story: threads of crossposts, of posts with one link and of near copies are one.
    pub fn story(&self) -> &str {
        match self.story_id.as_str() {
            "" => self.thread(),
            story => story,
        }
    }

    /// Loads the latest items of some places that still exist, newest first, with bodies cut to 10,000
    /// characters.
    pub async fn newest(places: &Places, limit: i64, conn: &mut Conn) -> QueryResult<Vec<Self>> {
        let columns = preview_columns!();
        let shown = "gone_at IS NULL ORDER BY seen_at DESC, id DESC LIMIT $2";
        diesel::sql_query(places.query(columns, shown, "seen_at DESC, id DESC LIMIT $2"))
            .bind::<Array<Text>, _>(&places.names)
            .bind::<BigInt, _>(limit)
            .load(conn)
            .await
    }

    /// Loads those of some items that still exist, by their ids and when they were seen, in no order, with
    /// bodies cut to 10,000 characters.
    pub async fn still_there(
        ids: &[Uuid],
        seen_at: &[DateTime<Utc>],
        conn: &mut Conn,
    ) -> QueryResult<Vec<Self>> {
        let columns = preview_columns!();
        diesel::sql_query(format!(
            "SELECT {columns} FROM unnest($1, $2) AS wanted (wanted_id, wanted_at) CROSS JOIN LATERAL (
                 SELECT * FROM recent_items
                 WHERE id = wanted_id AND seen_at = wanted_at AND gone_at IS NULL LIMIT 1) AS item"
        ))
        .bind::<Array<SqlUuid>, _>(ids)
        .bind::<Array<Timestamptz>, _>(seen_at)
        .load(conn)
        .await
    }

    /// Returns whether anything was seen in some places before `time`.
    pub async fn any_before(
        time: DateTime<Utc>,
        places: &Places,
        conn: &mut Conn,
    ) -> QueryResult<bool> {
        #[derive(QueryableByName)]
        struct Answer {
            #[diesel(sql_type = Bool)]
            any: bool,
        }
        // The newest before it, so that the index finds it at once. In a quiet subreddit it may be gone;
        // that the subreddit was read is known as long as it is watched.
        let earlier = places.query("1", "seen_at < $2 ORDER BY seen_at DESC LIMIT 1", "1 LIMIT 1");
        let query = format!(
            "SELECT EXISTS ({earlier})
                OR EXISTS (SELECT FROM places
                           WHERE name = ANY($1) AND state = 'ok' AND since < $2) AS any"
        );
        let answer: Answer = diesel::sql_query(query)
            .bind::<Array<Text>, _>(&places.names)
            .bind::<Timestamptz, _>(time)
            .get_result(conn)
            .await?;
        Ok(answer.any)
    }

    /// Loads a page of the items of some places seen since `since` that still exist, newest first: those
    /// before the moment and id `before`. Bodies are cut to 10,000 characters unless `whole` is set.
    pub async fn page(
        places: &Places,
        since: DateTime<Utc>,
        before: (DateTime<Utc>, Uuid),
        whole: bool,
        limit: i64,
        conn: &mut Conn,
    ) -> QueryResult<Vec<Self>> {
        let columns = if whole { "*" } else { preview_columns!() };
        let shown =
            "gone_at IS NULL AND seen_at >= $2 AND seen_at <= $3 AND (seen_at, id) < ($3, $4)
             ORDER BY seen_at DESC, id DESC LIMIT $5";
        diesel::sql_query(places.query(columns, shown, "seen_at DESC, id DESC LIMIT $5"))
            .bind::<Array<Text>, _>(&places.names)
            .bind::<Timestamptz, _>(since)
            .bind::<Timestamptz, _>(before.0)
            .bind::<SqlUuid, _>(before.1)
            .bind::<BigInt, _>(limit)
            .load(conn)
            .await
    }
}

impl Places {
    /// Returns the query for these `columns` of the items of these places, `$1`. Single places are looked
    /// up one at a time, with the clause `shown`, so that the index finds the newest items of a busy one
    /// without reading the rest; the clause `all` orders and limits them together.
    fn query(&self, columns: &str, shown: &str, all: &str) -> String {
        let many = match (self.every_subreddit, self.every_community) {
            (true, true) => Some("NOT is_site(subreddit) OR lower(subreddit) LIKE 'c/%@%'"),
            (true, false) => Some("NOT is_site(subreddit)"),
            (false, true) => Some("lower(subreddit) LIKE 'c/%@%'"),
            (false, false) => None,
        };
        match many {
            Some(many) => format!(
                "SELECT {columns} FROM recent_items
                 WHERE ({many} OR lower(subreddit) = ANY ($1)) AND {shown}"
            ),
            None => format!(
                "SELECT {columns} FROM unnest($1) AS wanted (name) CROSS JOIN LATERAL (
                     SELECT * FROM recent_items
                     WHERE lower(subreddit) = wanted.name AND {shown}) AS item
                 ORDER BY {all}"
            ),
        }
    }
}
