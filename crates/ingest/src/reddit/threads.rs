//! Asks for posts of a gap by their ids, which comments on them name. That finds the discussed posts, but
//! not those without comments: the gap remains.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use diesel::sql_types::{Integer, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel::{QueryResult, QueryableByName};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use crate::reader::Reader;
use db::Conn;
use domain::watches::ActiveWatches;
use platform::context::Context;
use platform::sources::ForumError;
use platform::sources::ForumItem;
use platform::sources::reddit::{Forum, Priority};

/// Time between two requests about one gap, in which comments come in.
const EVERY: TimeDelta = TimeDelta::minutes(10);
/// Gaps that ended longer ago are left as they are.
const MAX_AGE: TimeDelta = TimeDelta::hours(24);
/// Maximum requests about one gap.
const MAX_ASKS: i32 = 6;
/// Maximum ids that the forum takes in a call.
const IDS_A_CALL: i32 = 100;
/// Tolerance for differences between clocks.
const APART: TimeDelta = TimeDelta::minutes(1);

/// The job of one process; any number of them share the work.
pub struct Threads {
    reader: Reader,
}

/// One request, for the log and for tests.
#[derive(Debug, PartialEq, Eq)]
pub struct AskedThreads {
    /// In lower case.
    pub place: String,
    /// Ids that were requested.
    pub asked: usize,
    /// Posts that were not stored before.
    pub new: usize,
    pub notifications: usize,
    pub error: Option<ForumError>,
}

/// A gap in posts of a subreddit.
#[derive(QueryableByName)]
struct Claimed {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = Text)]
    place: String,
    #[diesel(sql_type = Timestamptz)]
    started_at: DateTime<Utc>,
    #[diesel(sql_type = Timestamptz)]
    ended_at: DateTime<Utc>,
    /// The time before which comments were looked through.
    #[diesel(sql_type = Nullable<Timestamptz>)]
    looked_until: Option<DateTime<Utc>>,
}

#[derive(QueryableByName)]
struct Thread {
    #[diesel(sql_type = Text)]
    thread_id: String,
}

impl Threads {
    pub fn new(context: Context, forum: Arc<dyn Forum>, watches: Arc<ActiveWatches>) -> Self {
        Self { reader: Reader::new(context, forum, watches) }
    }

    /// Asks about the gap whose turn it is. Returns `None` if there is no such gap, or no comment names a
    /// post that is missing.
    ///
    /// # Errors
    /// The database failed. Errors of the forum are part of the returned value.
    pub async fn ask_once(&self) -> anyhow::Result<Option<AskedThreads>> {
        let now = self.reader.context.clock.now();
        let (gap, ids) = {
            let mut conn = self.reader.context.conn().await?;
            let Some(gap) = Claimed::claim(now, &mut conn).await? else {
                return Ok(None);
            };
            let ids = gap.unread_threads(&mut conn).await?;
            (gap, ids)
        };
        if ids.is_empty() {
            return Ok(None);
        }
        let asked = ids.len();
        match self.reader.source.items(&ids, Priority::Fill).await {
            Ok(page) => {
                let missed = page.items.into_iter().filter(|item| gap.holds(item));
                let now = self.reader.context.clock.now();
                let stored = self.reader.store(missed.collect(), None, now).await?;
                Ok(Some(AskedThreads {
                    place: gap.place,
                    asked,
                    new: stored.new_items,
                    notifications: stored.notifications,
                    error: None,
                }))
            }
            Err(error) => {
                gap.put_back(now, &mut *self.reader.context.conn().await?).await?;
                Ok(Some(AskedThreads {
                    place: gap.place,
                    asked,
                    new: 0,
                    notifications: 0,
                    error: Some(error),
                }))
            }
        }
    }
}

impl Claimed {
    /// Claims the gap that was looked at longest ago. A time in the future was set by a clock that has
    /// been set back.
    async fn claim(now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<Option<Self>> {
        let claimed: Vec<Self> = diesel::sql_query(
            "WITH due AS MATERIALIZED (
                 SELECT id, threads_until FROM coverage_gaps
                 WHERE ended_at > $2 AND listing LIKE 'posts:r/%' AND NOT is_site(substr(listing, 9))
                     AND thread_asks < $4
                     AND (threads_until IS NULL OR threads_until <= $3 OR threads_until > $1)
                 ORDER BY threads_until NULLS FIRST, id LIMIT 1 FOR UPDATE SKIP LOCKED)
             UPDATE coverage_gaps g SET threads_until = $1, thread_asks = thread_asks + 1
             FROM due WHERE g.id = due.id
             RETURNING g.id, substr(listing, 9) AS place, started_at, ended_at,
                 due.threads_until AS looked_until",
        )
        .bind::<Timestamptz, _>(now)
        .bind::<Timestamptz, _>(now - MAX_AGE)
        .bind::<Timestamptz, _>(now - EVERY)
        .bind::<Integer, _>(MAX_ASKS)
        .load(conn)
        .await?;
        Ok(claimed.into_iter().next())
    }

    /// Finds posts that comments belong to and that are not stored, those with most comments first.
    async fn unread_threads(&self, conn: &mut Conn) -> QueryResult<Vec<String>> {
        let since = self.looked_until.unwrap_or(self.started_at);
        let threads: Vec<Thread> = diesel::sql_query(
            "SELECT thread_id FROM recent_items i
             WHERE lower(subreddit) = $1 AND seen_at > $2 AND kind = 'comment' AND thread_id <> ''
                 AND NOT EXISTS (SELECT FROM item_keys k
                                 WHERE k.forum_id = i.thread_id AND NOT k.is_thread)
             GROUP BY thread_id ORDER BY count(*) DESC, thread_id LIMIT $3",
        )
        .bind::<Text, _>(&self.place)
        .bind::<Timestamptz, _>(since.max(self.started_at) - APART)
        .bind::<Integer, _>(IDS_A_CALL)
        .load(conn)
        .await?;
        Ok(threads.into_iter().map(|row| row.thread_id).collect())
    }

    /// Returns whether a post belongs to the gap; an older one may no longer be stored.
    fn holds(&self, item: &ForumItem) -> bool {
        item.subreddit.eq_ignore_ascii_case(&self.place)
            && item.created_at >= self.started_at - APART
            && item.created_at <= self.ended_at + APART
    }

    /// Makes the comments be looked through once more that were claimed `at`, as nothing was learned.
    async fn put_back(&self, at: DateTime<Utc>, conn: &mut Conn) -> QueryResult<usize> {
        diesel::sql_query(
            "UPDATE coverage_gaps SET threads_until = $3, thread_asks = thread_asks - 1
             WHERE id = $1 AND threads_until = $2 AND thread_asks > 0",
        )
        .bind::<SqlUuid, _>(self.id)
        .bind::<Timestamptz, _>(at)
        .bind::<Nullable<Timestamptz>, _>(self.looked_until)
        .execute(conn)
        .await
    }
}
