//! Keywords to begin with: what is being talked about now. Made of stored items alone and the same
//! for everybody, so that one answer serves all users for a while and reveals nothing about any of them.

use std::sync::Arc;

use analyser::{Input, Post};
use anyhow::Context as _;
use chrono::{DateTime, TimeDelta, Utc};
use diesel::sql_types::{BigInt, Integer, Timestamptz};
use diesel_async::RunQueryDsl;
use tokio::sync::Mutex;
use uuid::Uuid;

use super::posts::TextRow;
use db::Conn;
use db::error::Result;
use platform::context::Context;

/// What was said longer ago is not what is being said.
const RANGE: TimeDelta = TimeDelta::hours(6);
/// The newest of them: enough to distinguish a topic from chance.
const MAX_ITEMS: i64 = 1_500;
/// Of a text; its beginning says what it is about.
const BODY_CHARS: i32 = 1_000;
/// A longer term makes a poor first keyword.
const MAX_CHARS: usize = 40;
/// How long an answer serves everybody.
const LIFE: TimeDelta = TimeDelta::minutes(10);
/// With nothing to suggest, as after the first start, it is looked again soon.
const LIFE_OF_NONE: TimeDelta = TimeDelta::seconds(30);

/// The suggestions of one process.
#[derive(Default)]
pub struct Suggestions(Mutex<Option<Kept>>);

struct Kept {
    until: DateTime<Utc>,
    keywords: Arc<[String]>,
}

impl Suggestions {
    /// Returns a few keywords of the last hours, the most distinctive first. Who asks while they
    /// are made waits for them: they are made once.
    pub async fn get(&self, context: &Context) -> Result<Arc<[String]>> {
        let mut kept = self.0.lock().await;
        let now = context.clock.now();
        if let Some(kept) = kept.as_ref().filter(|kept| now < kept.until) {
            return Ok(kept.keywords.clone());
        }
        let mut conn = context.conn().await?;
        let posts = recent(now - RANGE, &mut conn).await?;
        drop(conn);
        let made = tokio::task::spawn_blocking(move || suggest(posts));
        let keywords = made.await.context("the thread that analysed panicked")?;
        let life = if keywords.is_empty() {
            LIFE_OF_NONE
        } else {
            LIFE
        };
        *kept = Some(Kept {
            until: now + life,
            keywords: keywords.clone(),
        });
        Ok(keywords)
    }
}

fn suggest(posts: Vec<Post>) -> Arc<[String]> {
    let written = || posts.iter().map(|post| post.created_at);
    let (Some(from), Some(until)) = (written().min(), written().max()) else {
        return Arc::default();
    };
    let input = Input {
        from,
        until: until + TimeDelta::seconds(1),
        keywords: Vec::new(),
        posts,
    };
    let terms = analyser::topics(&input).into_iter().map(|topic| topic.term);
    terms
        .filter(|term| term.chars().count() <= MAX_CHARS)
        .collect()
}

/// Loads the items seen last, since `since`.
async fn recent(since: DateTime<Utc>, conn: &mut Conn) -> diesel::QueryResult<Vec<Post>> {
    let rows: Vec<TextRow> = diesel::sql_query(
        "SELECT forum_id, kind, subreddit, author, title, left(body, $3) AS body, \
            forum_created_at \
         FROM recent_items WHERE forum_id NOT LIKE 'feed:%' AND gone_at IS NULL AND seen_at >= $1 \
         ORDER BY seen_at DESC, id DESC LIMIT $2",
    )
    .bind::<Timestamptz, _>(since)
    .bind::<BigInt, _>(MAX_ITEMS)
    .bind::<Integer, _>(BODY_CHARS)
    .load(conn)
    .await?;
    // No keyword of anybody's is looked at.
    Ok(rows
        .into_iter()
        .map(|row| row.into_post(Uuid::nil()))
        .collect())
}
