//! Loads the stored discussions that watches found, for the analyser.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use analyser::{Kind, MAX_POSTS, Post};
use chrono::{DateTime, Utc};
use diesel::QueryableByName;
use diesel::prelude::QueryResult;
use diesel::sql_types::{Array, BigInt, Integer, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use db::Conn;
use db::models::item::{Item, ItemKind};

/// The days that insights cover: whole weeks, so that no weekday counts more often. They are
/// compared with as many days before.
pub const DAYS: i64 = 28;
/// The most characters of a text; the rest of a longer one changes little.
const BODY_CHARS: i32 = 4_000;

/// The text of an item, with its author, place and time.
#[derive(QueryableByName)]
pub(super) struct TextRow {
    #[diesel(sql_type = Text)]
    forum_id: String,
    #[diesel(sql_type = Text)]
    kind: ItemKind,
    #[diesel(sql_type = Text)]
    subreddit: String,
    #[diesel(sql_type = Text)]
    author: String,
    #[diesel(sql_type = Text)]
    title: String,
    #[diesel(sql_type = Text)]
    body: String,
    #[diesel(sql_type = Timestamptz)]
    forum_created_at: DateTime<Utc>,
}

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = SqlUuid)]
    watch_id: Uuid,
    #[diesel(embed)]
    text: TextRow,
    #[diesel(sql_type = Text)]
    url: String,
    #[diesel(sql_type = Integer)]
    score: i32,
    #[diesel(sql_type = Integer)]
    num_comments: i32,
}

/// Loads the posts that these watches of a user found and that were written in `[from, until)`,
/// without those that the user deleted or that are gone in the forum. The newest come first.
pub(super) async fn found(
    user_id: Uuid,
    watches: &[Uuid],
    (from, until): (DateTime<Utc>, DateTime<Utc>),
    conn: &mut Conn,
) -> QueryResult<Vec<Post>> {
    // No item is seen before it is written, so older weeks need not be read.
    let rows: Vec<Row> = diesel::sql_query(
        "SELECT n.watch_id, i.forum_id, i.kind, i.subreddit, i.author, i.title, \
            left(i.body, $6) AS body, i.url, i.score, i.num_comments, i.forum_created_at \
         FROM notifications n JOIN items i ON i.id = n.item_id AND i.seen_at = n.seen_at \
         WHERE n.user_id = $1 AND n.watch_id = ANY($2) AND n.deleted_at IS NULL \
            AND n.seen_at >= $3 AND i.gone_at IS NULL \
            AND i.forum_created_at >= $3 AND i.forum_created_at < $4 \
         ORDER BY i.forum_created_at DESC, i.forum_id, n.watch_id LIMIT $5",
    )
    .bind::<SqlUuid, _>(user_id)
    .bind::<Array<SqlUuid>, _>(watches)
    .bind::<Timestamptz, _>(from)
    .bind::<Timestamptz, _>(until)
    .bind::<BigInt, _>(MAX_POSTS as i64)
    .bind::<Integer, _>(BODY_CHARS)
    .load(conn)
    .await?;
    Ok(rows.into_iter().map(Row::into_post).collect())
}

impl Row {
    fn into_post(self) -> Post {
        Post {
            url: self.url,
            score: Some(self.score),
            comments: u32::try_from(self.num_comments).ok(),
            ..self.text.into_post(self.watch_id)
        }
    }
}

impl TextRow {
    /// Returns the post of a keyword, without its address and its counts.
    pub(super) fn into_post(self, keyword: Uuid) -> Post {
        Post {
            id: self.forum_id,
            keyword,
            kind: analysed(self.kind),
            subreddit: self.subreddit,
            author_hash: author_hash(&self.author),
            title: self.title,
            body: self.body,
            url: String::new(),
            score: None,
            comments: None,
            created_at: self.forum_created_at,
        }
    }
}

fn analysed(kind: ItemKind) -> Kind {
    match kind {
        ItemKind::Comment => Kind::Comment,
        ItemKind::Post => Kind::Post,
    }
}

/// Hashes an author's name, to distinguish authors within one analysis.
pub(super) fn author_hash(author: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    author.to_lowercase().hash(&mut hasher);
    hasher.finish()
}

/// Loads the items with these forum ids that still exist, with the beginning of their texts.
pub(super) async fn stored_items(ids: &[&str], conn: &mut Conn) -> QueryResult<Vec<Item>> {
    diesel::sql_query(
        "SELECT i.id, i.seen_at, i.forum_id, i.kind, i.subreddit, i.author, i.title, \
            left(i.body, 200) AS body, i.url, i.score, i.num_comments, i.forum_created_at, \
            i.thread_id, i.gone_at, i.story_id, i.flair, i.link \
         FROM item_keys k JOIN items i ON i.id = k.item_id AND i.seen_at = k.seen_at \
         WHERE k.forum_id = ANY($1) AND i.gone_at IS NULL",
    )
    .bind::<Array<Text>, _>(ids)
    .load(conn)
    .await
}
