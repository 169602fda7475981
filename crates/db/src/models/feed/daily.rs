//! Counts what feeds bring in a day (UTC), by feed, by user and for the whole server, and compares it with limits.
//!
//! Counted are the entries that were stored and the bytes of their texts: these are what takes disk space. A poll adds
//! them in the transaction that stores them, to two rows however many users follow the feed. The use of a user is what
//! the user's feeds have brought while the user followed them, so each follower is charged for all of it. It is
//! computed from the rows of these feeds and `user_feed_use`.
//!
//! The numbers of a row are those of its day, and count as none on another one. Those of the next day count as well:
//! for another process it may have begun a moment earlier.

use chrono::{DateTime, NaiveDate, Utc};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Date, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::ClaimedFeed;
use crate::Conn;

/// The most followers whose use is added up. A feed that more users follow is read whatever their use is.
const MAX_FOLLOWERS: i64 = 10;

/// Entries that were stored, and the bytes of their texts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Amount {
    pub entries: i64,
    pub bytes: i64,
}

/// The most that is read in a day from one feed, from the feeds of one user, and from all feeds of the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DailyLimits {
    pub feed: Amount,
    pub user: Amount,
    pub server: Amount,
}

/// The limit that a day's use has reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reached {
    Feed,
    /// Each of the feed's followers has reached it.
    User,
    Server,
}

#[derive(QueryableByName)]
struct ReachedLimits {
    #[diesel(sql_type = Bool)]
    of_feed: bool,
    #[diesel(sql_type = Bool)]
    of_users: bool,
    #[diesel(sql_type = Bool)]
    of_server: bool,
}

fn day_of(now: DateTime<Utc>) -> NaiveDate {
    now.date_naive()
}

/// Returns the limit because of which a feed is not to be read today, if there is one. Polls that run at the same
/// time may exceed a limit together.
pub async fn limit_reached(
    feed_id: Uuid,
    limits: &DailyLimits,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<Option<Reached>> {
    let reached: ReachedLimits = diesel::sql_query(
            "SELECT
                 EXISTS (SELECT FROM feeds WHERE id = $1 AND day BETWEEN $2 AND $2 + 1
                             AND (day_entries >= $3 OR day_bytes >= $4)) AS of_feed,
                 EXISTS (SELECT FROM feed_use WHERE day BETWEEN $2 AND $2 + 1
                             AND (entries >= $7 OR bytes >= $8)) AS of_server,
                 (SELECT count(*) FROM (SELECT FROM user_feeds WHERE feed_id = $1 LIMIT $9 + 1) AS followers) <= $9
                 AND NOT EXISTS (
                     -- A follower who has not reached the limit.
                     SELECT FROM user_feeds follower
                     CROSS JOIN LATERAL (
                         SELECT coalesce(sum(day_entries), 0) AS entries, coalesce(sum(day_bytes), 0) AS bytes
                         FROM user_feeds u JOIN feeds ON feeds.id = u.feed_id
                         WHERE u.user_id = follower.user_id AND day BETWEEN $2 AND $2 + 1) AS present
                     LEFT JOIN user_feed_use other
                         ON other.user_id = follower.user_id AND other.day BETWEEN $2 AND $2 + 1
                     WHERE follower.feed_id = $1
                         AND present.entries + coalesce(other.entries, 0) < $5
                         AND present.bytes + coalesce(other.bytes, 0) < $6) AS of_users",
        )
        .bind::<SqlUuid, _>(feed_id)
        .bind::<Date, _>(day_of(now))
        .bind::<BigInt, _>(limits.feed.entries)
        .bind::<BigInt, _>(limits.feed.bytes)
        .bind::<BigInt, _>(limits.user.entries)
        .bind::<BigInt, _>(limits.user.bytes)
        .bind::<BigInt, _>(limits.server.entries)
        .bind::<BigInt, _>(limits.server.bytes)
        .bind::<BigInt, _>(MAX_FOLLOWERS)
        .get_result(conn)
        .await?;
    Ok(match reached {
        ReachedLimits { of_feed: true, .. } => Some(Reached::Feed),
        ReachedLimits { of_users: true, .. } => Some(Reached::User),
        ReachedLimits { of_server: true, .. } => Some(Reached::Server),
        _ => None,
    })
}

impl ClaimedFeed {
    /// Adds what a poll has brought, in the transaction that stores it, under the lock of the feed's row.
    pub async fn add_use(
        &self,
        new: Amount,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<usize> {
        if new.entries == 0 {
            return Ok(0);
        }
        diesel::sql_query(
            "WITH of_feed AS (
                 UPDATE feeds SET
                     day_entries = CASE WHEN day BETWEEN $2 AND $2 + 1 THEN day_entries ELSE 0 END + $3::int,
                     day_bytes = CASE WHEN day BETWEEN $2 AND $2 + 1 THEN day_bytes ELSE 0 END + $4,
                     day = CASE WHEN day BETWEEN $2 AND $2 + 1 THEN day ELSE $2 END
                 WHERE id = $1)
             INSERT INTO feed_use AS u (day, entries, bytes) VALUES ($2, $3, $4)
             ON CONFLICT (is_only) DO UPDATE SET
                 entries = CASE WHEN u.day BETWEEN $2 AND $2 + 1 THEN u.entries ELSE 0 END + $3,
                 bytes = CASE WHEN u.day BETWEEN $2 AND $2 + 1 THEN u.bytes ELSE 0 END + $4,
                 day = CASE WHEN u.day BETWEEN $2 AND $2 + 1 THEN u.day ELSE $2 END",
        )
        .bind::<SqlUuid, _>(self.id)
        .bind::<Date, _>(day_of(now))
        .bind::<BigInt, _>(new.entries)
        .bind::<BigInt, _>(new.bytes)
        .execute(conn)
        .await
    }
}

/// A change of the feeds that a user follows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Change {
    Follow,
    Unfollow,
}

/// Keeps a user's use as it is when the feeds of its sum change. Locks the feed, so that a poll that is about to be
/// committed is waited for; the caller holds a transaction.
pub(super) async fn settle(
    change: Change,
    (user_id, feed_id): (Uuid, Uuid),
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<usize> {
    diesel::sql_query(
        "INSERT INTO user_feed_use AS u (user_id, day, entries, bytes)
         SELECT $1, $3, $4 * day_entries, $4 * day_bytes FROM (
             SELECT day_entries, day_bytes FROM feeds
             WHERE id = $2 AND day BETWEEN $3 AND $3 + 1 FOR NO KEY UPDATE) AS feed
         ON CONFLICT (user_id) DO UPDATE SET
             entries = CASE WHEN u.day BETWEEN $3 AND $3 + 1 THEN u.entries ELSE 0 END + excluded.entries,
             bytes = CASE WHEN u.day BETWEEN $3 AND $3 + 1 THEN u.bytes ELSE 0 END + excluded.bytes,
             day = CASE WHEN u.day BETWEEN $3 AND $3 + 1 THEN u.day ELSE $3 END",
    )
    .bind::<SqlUuid, _>(user_id)
    .bind::<SqlUuid, _>(feed_id)
    .bind::<Date, _>(day_of(now))
    .bind::<BigInt, _>(if change == Change::Follow { -1 } else { 1 })
    .execute(conn)
    .await
}
