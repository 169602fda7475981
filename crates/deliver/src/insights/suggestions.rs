//! Suggests first keywords: current topics. They come from stored items alone and are the same for
//! everybody, so that one answer serves all users for a while and reveals nothing about any of them.

use std::sync::Arc;

use analyser::{Input, Post};
use anyhow::Context as _;
use chrono::{DateTime, TimeDelta, Utc};
use diesel::sql_types::{BigInt, Integer, Timestamptz};
use diesel_async::RunQueryDsl;
use tokio::sync::Mutex;
use uuid::Uuid;

use super::posts::TextRow;
use db::error::Result;
use db::{Conn, Share};
use platform::context::Context;

/// The age of the oldest items; older ones are not a current topic.
const RANGE: TimeDelta = TimeDelta::hours(6);
/// The most items, the newest: enough to distinguish a topic from chance.
const MAX_ITEMS: i64 = 1_500;
/// The most characters of a text; its beginning shows its topic.
const BODY_CHARS: i32 = 1_000;
/// The longest term; a longer one makes a poor first keyword.
const MAX_CHARS: usize = 40;
/// The time for which an answer serves everybody.
const LIFE: TimeDelta = TimeDelta::minutes(10);
/// The time until the next look when there is nothing to suggest, as after the first start.
const LIFE_OF_NONE: TimeDelta = TimeDelta::seconds(30);

/// The suggestions of one process.
#[derive(Default)]
pub struct Suggestions(Mutex<Option<Kept>>);

struct Kept {
    until: DateTime<Utc>,
    keywords: Arc<[String]>,
}

impl Suggestions {
    /// Returns a few keywords of the last hours, the most distinctive first. They are computed
    /// once: concurrent callers wait for the result.
    pub async fn get(&self, context: &Context) -> Result<Arc<[String]>> {
        let mut kept = self.0.lock().await;
        let now = context.clock.now();
        if let Some(kept) = kept.as_ref().filter(|kept| now < kept.until) {
            return Ok(kept.keywords.clone());
        }
        let posts = Share::for_everybody(async {
            let mut conn = context.conn().await?;
            Result::Ok(recent(now - RANGE, &mut conn).await?)
        });
        let posts = posts.await?;
        let made = tokio::task::spawn_blocking(move || suggest(posts));
        let keywords = made.await.context("the thread that analysed panicked")?;
        let life = if keywords.is_empty() { LIFE_OF_NONE } else { LIFE };
        *kept = Some(Kept { until: now + life, keywords: keywords.clone() });
        Ok(keywords)
    }
}

fn suggest(posts: Vec<Post>) -> Arc<[String]> {
    let written = || posts.iter().map(|post| post.created_at);
    let (Some(from), Some(until)) = (written().min(), written().max()) else {
        return Arc::default();
    };
    let input = Input { from, until: until + TimeDelta::seconds(1), keywords: Vec::new(), posts };
    let terms = analyser::topics(&input).into_iter().map(|topic| topic.term);
    terms.filter(|term| term.chars().count() <= MAX_CHARS).collect()
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
    // Nobody's keywords are read.
    Ok(rows.into_iter().map(|row| row.into_post(Uuid::nil())).collect())
}
