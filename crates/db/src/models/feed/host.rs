//! Hosts that feeds are read from. No host receives two requests at once or in quick succession: each
//! requester has taken its row, by a claim of a feed or by [`take`].

use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use crate::Conn;

/// The pause between two requests to one host.
pub(super) const PAUSE: TimeDelta = TimeDelta::seconds(2);

#[derive(QueryableByName)]
struct Host {
    #[diesel(sql_type = Text)]
    host: String,
}

/// Creates the row of a host, to which nobody else sends a request before `free_at`.
pub(super) async fn add(host: &str, free_at: DateTime<Utc>, conn: &mut Conn) -> QueryResult<usize> {
    diesel::sql_query(
        // An update, so that a row that is about to be dropped stays.
        "INSERT INTO feed_hosts AS h (host, free_at) VALUES ($1, $2)
         ON CONFLICT (host) DO UPDATE SET free_at = greatest(h.free_at, excluded.free_at)",
    )
    .bind::<Text, _>(host)
    .bind::<Timestamptz, _>(free_at)
    .execute(conn)
    .await
}

/// Locks and returns the free host that has had something due for longest, if there is one.
pub(super) async fn lock_due(now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<Option<String>> {
    let host: Option<Host> = diesel::sql_query(
        "WITH due AS MATERIALIZED (
             SELECT host FROM feed_hosts WHERE next_at <= $1
             ORDER BY next_at LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED),
         -- What is scheduled later than ever was so by a clock that has been set back.
         odd AS MATERIALIZED (
             SELECT host FROM feed_hosts WHERE next_at > $1 + interval '25 hours'
             ORDER BY next_at DESC LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED)
         SELECT host FROM due UNION ALL SELECT host FROM odd LIMIT 1",
    )
    .bind::<Timestamptz, _>(now)
    .get_result(conn)
    .await
    .optional()?;
    Ok(host.map(|host| host.host))
}

/// Locks the host of a feed. Code that changes when a feed is due locks its host first.
pub(super) async fn lock_of(feed: Uuid, conn: &mut Conn) -> QueryResult<usize> {
    diesel::sql_query(
        "SELECT FROM feed_hosts WHERE host = (SELECT host FROM feeds WHERE id = $1)
         FOR NO KEY UPDATE",
    )
    .bind::<SqlUuid, _>(feed)
    .execute(conn)
    .await
}

/// Takes a free host, until then at most, so that nobody else sends requests to it. Returns false if
/// it is not free.
pub async fn take(
    host: &str,
    now: DateTime<Utc>,
    until: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<bool> {
    let taken = diesel::sql_query(
        "INSERT INTO feed_hosts AS h (host, free_at) VALUES ($1, $3)
         ON CONFLICT (host) DO UPDATE SET free_at = $3
         WHERE h.free_at <= $2 OR h.free_at > $2 + interval '25 hours'",
    )
    .bind::<Text, _>(host)
    .bind::<Timestamptz, _>(now)
    .bind::<Timestamptz, _>(until)
    .execute(conn)
    .await?;
    Ok(taken > 0)
}

/// Releases a host that was taken until then, unless somebody else has taken it since.
pub async fn leave(
    host: &str,
    until: DateTime<Utc>,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<usize> {
    diesel::sql_query("UPDATE feed_hosts SET free_at = $3 WHERE host = $1 AND free_at = $2")
        .bind::<Text, _>(host)
        .bind::<Timestamptz, _>(until)
        .bind::<Timestamptz, _>(now + PAUSE)
        .execute(conn)
        .await
}

/// Deletes hosts without feeds whose last request was before then.
pub(super) async fn drop_unused(before: DateTime<Utc>, conn: &mut Conn) -> QueryResult<usize> {
    diesel::sql_query(
        "DELETE FROM feed_hosts h WHERE free_at < $1
             AND NOT EXISTS (SELECT FROM feeds f WHERE f.host = h.host)",
    )
    .bind::<Timestamptz, _>(before)
    .execute(conn)
    .await
}
