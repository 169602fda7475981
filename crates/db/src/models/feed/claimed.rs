use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel::result::Error;
use diesel::sql_types::{
    BigInt, Bool, Bytea, Integer, Nullable, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel_async::{AsyncConnection, RunQueryDsl};
use uuid::Uuid;

use super::host;
use super::pushed::push_name;
use crate::Conn;
use crate::schema::feeds;

/// The most hosts that are searched for a feed; mostly the first one has it.
const MAX_HOSTS_LOOKED_AT: usize = 100;
/// The most feeds of a host that are looked at; mostly somebody follows the first one.
const FEEDS_LOOKED_AT: i64 = 10;

/// A feed that this process is to poll.
#[derive(Debug, Clone, Default, QueryableByName)]
pub struct ClaimedFeed {
    #[diesel(sql_type = SqlUuid)]
    pub id: Uuid,
    #[diesel(sql_type = Text)]
    pub place: String,
    #[diesel(sql_type = Text)]
    pub address: String,
    #[diesel(sql_type = Text)]
    pub host: String,
    /// The encrypted user name and password, if the feed has them.
    #[diesel(sql_type = Nullable<Bytea>)]
    pub credentials: Option<Vec<u8>>,
    #[diesel(sql_type = Nullable<Text>)]
    pub etag: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    pub last_modified: Option<String>,
    #[diesel(sql_type = Bytea)]
    pub known: Vec<u8>,
    #[diesel(sql_type = Bytea)]
    pub known_titles: Vec<u8>,
    #[diesel(sql_type = Bytea)]
    pub known_identities: Vec<u8>,
    /// The latest date in the last document, at most the time at which it was read.
    #[diesel(sql_type = Nullable<Timestamptz>)]
    pub newest_at: Option<DateTime<Utc>>,
    /// The number of entries in the last document.
    #[diesel(sql_type = Integer)]
    pub listed: i32,
    #[diesel(sql_type = BigInt)]
    pub fence: i64,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    pub polled_at: Option<DateTime<Utc>>,
    #[diesel(sql_type = Integer)]
    pub failures: i32,
    #[diesel(sql_type = Integer)]
    pub interval_seconds: i32,
    /// The time since which one of its present followers follows it.
    #[diesel(sql_type = Timestamptz)]
    pub followed_since: DateTime<Utc>,
}

/// The outcome of a poll of a feed, for its row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolledFeed {
    /// When to poll next; `None` stops polling.
    pub next_poll_at: Option<DateTime<Utc>>,
    pub interval_seconds: i32,
    /// When the poll was begun, if it succeeded.
    pub polled_at: Option<DateTime<Utc>>,
    /// The error, without addresses; `None` on success.
    pub error: Option<String>,
    /// Whether the poll brought nothing new.
    pub is_unchanged: bool,
}

/// The information that a document has about its feed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadFeed {
    pub title: String,
    pub site: String,
    pub etag: Option<String>,
    pub last_modified: Option<String>,
    /// Marks of entries and their identities: see `ingest::feeds`.
    pub known: Vec<u8>,
    pub known_identities: Vec<u8>,
    pub known_titles: Vec<u8>,
    /// What was wrong with the document; `None` if nothing was.
    pub remark: Option<String>,
    /// As [`ClaimedFeed::newest_at`] and [`ClaimedFeed::listed`].
    pub newest_at: Option<DateTime<Utc>>,
    pub listed: i32,
}

/// The result of a look at the host that is due.
enum Looked {
    Feed(Box<ClaimedFeed>),
    NoFeed,
    NoHost,
}

impl ClaimedFeed {
    /// Claims the longest-due feed of the free host that has waited longest, for the time of `lease`.
    /// Its next poll is scheduled at once, so that a poll that never ends is simply late. Feeds that
    /// nobody follows are not polled.
    pub async fn claim(
        now: DateTime<Utc>,
        lease: TimeDelta,
        conn: &mut Conn,
    ) -> QueryResult<Option<Self>> {
        for _ in 0..MAX_HOSTS_LOOKED_AT {
            let looked = conn
                .transaction::<_, Error, _>(async |conn| {
                    let Some(host) = host::lock_due(now, conn).await? else {
                        return Ok(Looked::NoHost);
                    };
                    // In a statement of its own, which sees everything that was scheduled before the lock.
                    let claimed = Self::claim_at(&host, now, lease, conn).await?;
                    Ok(claimed.map_or(Looked::NoFeed, |claimed| Looked::Feed(Box::new(claimed))))
                })
                .await?;
            match looked {
                Looked::Feed(claimed) => return Ok(Some(*claimed)),
                Looked::NoHost => return Ok(None),
                // Nothing is due there after all, as its row says by now.
                Looked::NoFeed => {}
            }
        }
        Ok(None)
    }

    /// Claims the first due feed of a host whose row is locked, and stores there when the next one is due.
    async fn claim_at(
        host: &str,
        now: DateTime<Utc>,
        lease: TimeDelta,
        conn: &mut Conn,
    ) -> QueryResult<Option<Self>> {
        diesel::sql_query(
            "WITH due AS MATERIALIZED (
                 SELECT id, next_poll_at, leased_until FROM feeds
                 WHERE host = $1 AND next_poll_at <= $2
                 ORDER BY next_poll_at LIMIT $5 FOR NO KEY UPDATE SKIP LOCKED),
             -- What is scheduled later than ever was so by a clock that has been set back.
             odd AS MATERIALIZED (
                 SELECT id, next_poll_at, leased_until FROM feeds
                 WHERE host = $1 AND next_poll_at > $2 + interval '25 hours'
                 ORDER BY next_poll_at DESC LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED),
             looked_at AS MATERIALIZED (
                 SELECT id, next_poll_at,
                     EXISTS (SELECT FROM user_feeds u WHERE u.feed_id = f.id) AS is_followed,
                     (leased_until IS NULL OR leased_until <= $2
                      OR leased_until > $2 + interval '25 hours') AS is_free
                 FROM (SELECT * FROM due UNION ALL SELECT * FROM odd) AS f),
             chosen AS MATERIALIZED (
                 SELECT id FROM looked_at WHERE is_followed AND is_free ORDER BY next_poll_at LIMIT 1),
             -- So that the next look begins behind them.
             put_off AS (
                 UPDATE feeds SET next_poll_at = $2 + interval '1 hour'
                 FROM looked_at l WHERE feeds.id = l.id AND NOT l.is_followed RETURNING feeds.id),
             taken AS (
                 UPDATE feed_hosts SET
                     free_at = CASE WHEN EXISTS (SELECT FROM chosen) THEN $3
                                    WHEN EXISTS (SELECT FROM put_off) THEN $2 ELSE $4 END,
                     -- That of the others; those that change here bring it forward themselves.
                     due_at = (
                         SELECT next_poll_at FROM feeds f
                         WHERE f.host = $1 AND next_poll_at IS NOT NULL
                             AND f.id NOT IN (SELECT id FROM chosen UNION ALL SELECT id FROM put_off)
                         ORDER BY next_poll_at LIMIT 1)
                 WHERE host = $1)
             UPDATE feeds f SET leased_until = $3, leased_by = this_process(), fence = fence + 1,
                 next_poll_at = $2 + make_interval(secs => interval_seconds)
             FROM chosen WHERE f.id = chosen.id
             RETURNING f.id, place, address, host,
                 (SELECT sealed FROM feed_credentials c WHERE c.feed_id = f.id) AS credentials,
                 etag, last_modified, known, known_titles, known_identities, newest_at, listed,
                 fence, polled_at, failures, interval_seconds,
                 coalesce((SELECT min(added_at) FROM user_feeds u WHERE u.feed_id = f.id), $2)
                     AS followed_since",
        )
        .bind::<Text, _>(host)
        .bind::<Timestamptz, _>(now)
        .bind::<Timestamptz, _>(now + lease)
        .bind::<Timestamptz, _>(now + host::PAUSE)
        .bind::<BigInt, _>(FEEDS_LOOKED_AT)
        .get_result(conn)
        .await
        .optional()
    }

    /// Returns the name of a push source; `None` for a feed that is requested.
    pub fn push_name(&self) -> Option<&str> {
        push_name(&self.address)
    }

    /// Returns the pause after a poll, before the next one of the host.
    fn pause(&self) -> TimeDelta {
        if self.push_name().is_some() { TimeDelta::zero() } else { host::PAUSE }
    }

    /// Writes how the poll ended, and frees the host, in one statement. Returns false if another process
    /// has claimed the feed since: then that process's outcome counts.
    pub async fn write(
        &self,
        polled: &PolledFeed,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<bool> {
        let failures = match &polled.error {
            Some(_) => self.failures.saturating_add(1),
            None => 0,
        };
        let written = diesel::sql_query(
            // The host comes first, as in a claim.
            "WITH freed AS (
                 UPDATE feed_hosts SET free_at = $3
                 WHERE host = $4 AND EXISTS (SELECT FROM feeds WHERE id = $1 AND fence = $2)
                 RETURNING host)
             UPDATE feeds SET leased_until = NULL, next_poll_at = $5, interval_seconds = $6,
                 polled_at = coalesce($7, polled_at), failures = $8, last_error = $9,
                 polls = polls + 1, unchanged = unchanged + $10::int, put_off = NULL
             WHERE id = $1 AND fence = $2 AND (SELECT count(*) FROM freed) >= 0",
        )
        .bind::<SqlUuid, _>(self.id)
        .bind::<BigInt, _>(self.fence)
        .bind::<Timestamptz, _>(now + self.pause())
        .bind::<Text, _>(&self.host)
        .bind::<Nullable<Timestamptz>, _>(polled.next_poll_at)
        .bind::<Integer, _>(polled.interval_seconds)
        .bind::<Nullable<Timestamptz>, _>(polled.polled_at)
        .bind::<Integer, _>(failures)
        .bind::<Nullable<Text>, _>(&polled.error)
        .bind::<Bool, _>(polled.is_unchanged)
        .execute(conn)
        .await?;
        Ok(written > 0)
    }

    /// Ends a poll before it has read anything: the next one is at `next_poll_at`. `reason` is the limit that the
    /// feed waits for, in words. Returns false as [`ClaimedFeed::write`] does.
    pub async fn put_off(
        &self,
        next_poll_at: DateTime<Utc>,
        reason: Option<&str>,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<bool> {
        let written = diesel::sql_query(
            "WITH freed AS (
                 UPDATE feed_hosts SET free_at = $3
                 WHERE host = $4 AND EXISTS (SELECT FROM feeds WHERE id = $1 AND fence = $2)
                 RETURNING host)
             UPDATE feeds SET leased_until = NULL, next_poll_at = $5, put_off = $6
             WHERE id = $1 AND fence = $2 AND (SELECT count(*) FROM freed) >= 0",
        )
        .bind::<SqlUuid, _>(self.id)
        .bind::<BigInt, _>(self.fence)
        .bind::<Timestamptz, _>(now + self.pause())
        .bind::<Text, _>(&self.host)
        .bind::<Timestamptz, _>(next_poll_at)
        .bind::<Nullable<Text>, _>(reason)
        .execute(conn)
        .await?;
        Ok(written > 0)
    }

    /// Writes what the feed says about itself, and counts its new items.
    pub async fn write_read(
        &self,
        read: &ReadFeed,
        new_items: i64,
        conn: &mut Conn,
    ) -> QueryResult<usize> {
        diesel::update(feeds::table.find(self.id))
            .set((
                feeds::title.eq(&read.title),
                feeds::site.eq(&read.site),
                feeds::etag.eq(&read.etag),
                feeds::last_modified.eq(&read.last_modified),
                feeds::known.eq(&read.known),
                feeds::known_identities.eq(&read.known_identities),
                feeds::known_titles.eq(&read.known_titles),
                feeds::remark.eq(&read.remark),
                feeds::newest_at.eq(read.newest_at),
                feeds::listed.eq(read.listed),
                feeds::items.eq(feeds::items + new_items),
            ))
            .execute(conn)
            .await
    }

    /// Stores that the feed has moved, unless another feed has that address already: then this one is
    /// still polled at its old address.
    pub async fn move_to(
        &self,
        address: &str,
        host: &str,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<usize> {
        host::add(host, now + host::PAUSE, conn).await?;
        diesel::sql_query(
            "UPDATE feeds SET address = $3, host = $4 WHERE id = $1 AND fence = $2
                 AND NOT EXISTS (SELECT FROM feeds other WHERE other.address = $3)",
        )
        .bind::<SqlUuid, _>(self.id)
        .bind::<BigInt, _>(self.fence)
        .bind::<Text, _>(address)
        .bind::<Text, _>(host)
        .execute(conn)
        .await
    }
}
