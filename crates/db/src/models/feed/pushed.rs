//! Push sources: feeds of their user's own that are never requested. Programs send their items, which wait in
//! `pushed_items` until a poll stores them.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::{Feed, host};
use crate::Conn;
use crate::schema::{feeds, pushed_items};

/// The most items that a poll takes, and the bytes after which it takes no further one.
const TAKEN_AT_ONCE: i64 = 500;
const BYTES_AT_ONCE: i64 = 8_000_000;

/// What the addresses of push sources begin with.
const SCHEME: &str = "push:";

/// Returns the address under which a user's push source of this name is stored.
pub fn push_address(name: &str, owner: Uuid) -> String {
    format!("{SCHEME}{name}#{owner}")
}

/// Returns the name of the push source that is stored under this address; `None` for feeds that are requested.
pub(super) fn push_name(address: &str) -> Option<&str> {
    address.strip_prefix(SCHEME)?.split('#').next()
}

/// An item that waits.
#[derive(Debug, QueryableByName)]
pub struct WaitingItem {
    #[diesel(sql_type = BigInt)]
    pub seq: i64,
    #[diesel(sql_type = Text)]
    pub payload: String,
    #[diesel(sql_type = Timestamptz)]
    pub received_at: DateTime<Utc>,
}

/// The number of items that wait, and their bytes.
#[derive(Debug, QueryableByName)]
pub struct Waiting {
    #[diesel(sql_type = BigInt)]
    pub items: i64,
    #[diesel(sql_type = BigInt)]
    pub bytes: i64,
}

impl Waiting {
    /// Returns how many items of a user wait.
    pub async fn of_user(user_id: Uuid, conn: &mut Conn) -> QueryResult<Self> {
        diesel::sql_query(
            "SELECT count(*) AS items, coalesce(sum(octet_length(payload)), 0)::bigint AS bytes
             FROM pushed_items WHERE user_id = $1",
        )
        .bind::<SqlUuid, _>(user_id)
        .get_result(conn)
        .await
    }
}

#[derive(QueryableByName)]
struct ForumId {
    #[diesel(sql_type = Text)]
    forum_id: String,
}

impl Feed {
    /// Returns the name of a push source; `None` for a feed that is requested.
    pub fn push_name(&self) -> Option<&str> {
        push_name(&self.address)
    }

    /// Loads the marks of the source's latest items.
    pub async fn marks(&self, conn: &mut Conn) -> QueryResult<Vec<u8>> {
        feeds::table.find(self.id).select(feeds::known).first(conn).await
    }

    /// Returns those of these items that are stored, by their ids where all sources are mixed.
    pub async fn stored(ids: &[String], conn: &mut Conn) -> QueryResult<HashSet<String>> {
        let found: Vec<ForumId> = diesel::sql_query(
            "SELECT forum_id FROM item_keys WHERE forum_id = ANY ($1) AND NOT is_thread
             UNION ALL SELECT forum_id FROM unmatched_items WHERE forum_id = ANY ($1)",
        )
        .bind::<Array<Text>, _>(ids)
        .load(conn)
        .await?;
        Ok(found.into_iter().map(|found| found.forum_id).collect())
    }

    /// Returns those of these ids whose items wait.
    pub async fn waiting(&self, ids: &[&str], conn: &mut Conn) -> QueryResult<HashSet<String>> {
        let waiting = pushed_items::table
            .filter(pushed_items::feed_id.eq(self.id))
            .filter(pushed_items::item_id.eq_any(ids))
            .select(pushed_items::item_id)
            .load(conn)
            .await?;
        Ok(waiting.into_iter().collect())
    }

    /// Keeps a user's items, as ids and payloads in their order, until a poll stores them, and makes that poll due.
    /// Returns how many there were, each id once. The caller holds a transaction and the user's row.
    pub async fn push(
        &self,
        user_id: Uuid,
        items: &[(&str, String)],
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<usize> {
        host::lock_of(self.id, conn).await?;
        let (ids, payloads): (Vec<&str>, Vec<&str>) =
            items.iter().map(|(id, payload)| (*id, payload.as_str())).unzip();
        let added = diesel::sql_query(
            "INSERT INTO pushed_items (feed_id, user_id, item_id, payload, received_at)
             SELECT $1, $2, id, payload, $5
             FROM unnest($3, $4) WITH ORDINALITY AS pushed (id, payload, place) ORDER BY place
             ON CONFLICT DO NOTHING",
        )
        .bind::<SqlUuid, _>(self.id)
        .bind::<SqlUuid, _>(user_id)
        .bind::<Array<Text>, _>(ids)
        .bind::<Array<Text>, _>(payloads)
        .bind::<Timestamptz, _>(now)
        .execute(conn)
        .await?;
        if added > 0 {
            // Should its poll fail, the next one is soon as well.
            diesel::update(feeds::table.find(self.id))
                .set((
                    feeds::next_poll_at.eq(now),
                    feeds::interval_seconds.eq(super::MIN_INTERVAL_SECONDS),
                ))
                .execute(conn)
                .await?;
        }
        Ok(added)
    }

    /// Deletes an item that waits. Returns whether it did. A poll that has read it stores nothing.
    pub async fn forget_waiting(&self, item_id: &str, conn: &mut Conn) -> QueryResult<bool> {
        let waiting = pushed_items::table
            .filter(pushed_items::feed_id.eq(self.id))
            .filter(pushed_items::item_id.eq(item_id));
        Ok(diesel::delete(waiting).execute(conn).await? > 0)
    }
}

/// Loads the items of a source that have waited longest, oldest first.
pub async fn waiting_items(feed_id: Uuid, conn: &mut Conn) -> QueryResult<Vec<WaitingItem>> {
    diesel::sql_query(
        "SELECT seq, payload, received_at FROM (
             SELECT seq, payload, received_at,
                    sum(octet_length(payload)) OVER (ORDER BY seq) - octet_length(payload) AS before
             FROM pushed_items WHERE feed_id = $1 ORDER BY seq LIMIT $2) AS oldest
         WHERE before < $3 ORDER BY seq",
    )
    .bind::<SqlUuid, _>(feed_id)
    .bind::<BigInt, _>(TAKEN_AT_ONCE)
    .bind::<BigInt, _>(BYTES_AT_ONCE)
    .load(conn)
    .await
}

/// Deletes items that were stored, in the transaction that stores them, and makes the next poll due if others wait.
/// Returns false if some of them were deleted since they were read. The caller has locked the source's host.
pub async fn take_waiting(
    feed_id: Uuid,
    seqs: &[i64],
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<bool> {
    let taken = pushed_items::table
        .filter(pushed_items::feed_id.eq(feed_id))
        .filter(pushed_items::seq.eq_any(seqs));
    if diesel::delete(taken).execute(conn).await? < seqs.len() {
        return Ok(false);
    }
    // In a statement of its own, which sees what arrived before the lock.
    diesel::sql_query(
        "UPDATE feeds SET next_poll_at = $2
         WHERE id = $1 AND EXISTS (SELECT FROM pushed_items WHERE feed_id = $1)",
    )
    .bind::<SqlUuid, _>(feed_id)
    .bind::<Timestamptz, _>(now)
    .execute(conn)
    .await?;
    Ok(true)
}
