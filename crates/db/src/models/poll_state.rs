use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Nullable, Text, Timestamptz};
use diesel_async::RunQueryDsl;

use super::item::ItemKind;
use crate::schema::poll_state;
use crate::{Conn, Prepare};

/// Posts of everything: what shows whether the forum can be read, whatever is watched.
pub const ALL_POSTS: &str = "posts:all";
/// Comments of everything: read as far as the budget goes, as nothing reads them whole.
pub const ALL_COMMENTS: &str = "comments:all";

/// Clocks of two processes are never further apart.
const APART: TimeDelta = TimeDelta::seconds(5);

/// A row of `poll_state`: where the reading of one listing stands.
#[derive(Debug, Clone, Queryable, Selectable, QueryableByName)]
#[diesel(table_name = poll_state, check_for_backend(diesel::pg::Pg))]
pub struct PollState {
    pub listing: String,
    /// The newest ids that were read, newest first: the next poll must land on one of them.
    pub known_ids: Vec<String>,
    pub next_poll_at: DateTime<Utc>,
    pub leased_until: Option<DateTime<Utc>>,
    /// Goes up with each claim; only the holder of the newest one may write the outcome.
    pub fence: i64,
    /// When the last poll that reached its end was begun: what was posted before is read.
    pub polled_at: Option<DateTime<Utc>>,
    /// Since the last poll that went well.
    pub failures: i32,
    pub last_error: Option<String>,
    /// Items that were new here.
    pub items_seen: i64,
    /// The subreddits at the last poll, in lower case.
    pub names: Vec<String>,
    /// The subreddits that the plan gives it, in lower case.
    pub planned: Vec<String>,
    /// Milliseconds between two polls, by the plan.
    pub interval_ms: i64,
    /// When the next poll and the lease were set.
    pub scheduled_at: Option<DateTime<Utc>>,
    /// The last page that the forum gave.
    pub answered_at: Option<DateTime<Utc>>,
    /// The last poll, if it failed.
    pub failed_at: Option<DateTime<Utc>>,
}

impl PollState {
    /// Loads all listings, by name.
    pub async fn all(conn: &mut Conn) -> QueryResult<Vec<Self>> {
        poll_state::table
            .order(poll_state::listing)
            .select(Self::as_select())
            .load(conn)
            .await
    }

    /// Returns what is listed.
    pub fn kind(&self) -> ItemKind {
        match self.listing.starts_with("comments:") {
            true => ItemKind::Comment,
            false => ItemKind::Post,
        }
    }

    /// Returns the time between two polls.
    pub fn interval(&self) -> TimeDelta {
        TimeDelta::milliseconds(self.interval_ms)
    }

    /// Claims a listing that is due, for the time of `lease`: one of everything first, so that many groups
    /// hold it up no longer than a poll, then the one that is latest by its own interval: were it the one
    /// that has been due longest, what runs over within a minute would wait behind what could wait for
    /// ten. Its next poll is scheduled at once, so that
    /// a poll that never ends is simply late. What was scheduled in the future was so by a clock that
    /// has been set back: it is due, and free.
    pub async fn claim_due(
        now: DateTime<Utc>,
        lease: TimeDelta,
        conn: &mut Conn,
    ) -> QueryResult<Option<Self>> {
        diesel::sql_query(
            "UPDATE poll_state
             SET leased_until = $2, next_poll_at = $1 + interval_ms * interval '1 millisecond',
                 fence = fence + 1, scheduled_at = $1
             WHERE listing = (
                 SELECT listing FROM poll_state
                 WHERE planned <> '{}'
                     AND (next_poll_at <= $1 AND (leased_until IS NULL OR leased_until <= $1)
                         OR scheduled_at > $3)
                 ORDER BY listing LIKE '%/%',
                     extract(epoch FROM $1 - coalesce(polled_at, 'epoch')) / interval_ms DESC,
                     next_poll_at
                 LIMIT 1 FOR UPDATE SKIP LOCKED)
             RETURNING *",
        )
        .bind::<Timestamptz, _>(now)
        .bind::<Timestamptz, _>(now + lease)
        .bind::<Timestamptz, _>(now + APART)
        .get_result(conn)
        .await
        .optional()
    }

    /// Holds on to a lease for longer after a page was had `now`. False if somebody else has it by
    /// now.
    pub async fn extend_lease(
        &self,
        now: DateTime<Utc>,
        until: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<bool> {
        let extended = diesel::sql_query(
            "UPDATE poll_state SET leased_until = $3, answered_at = $4
             WHERE listing = $1 AND fence = $2",
        )
        .bind::<Text, _>(&self.listing)
        .bind::<BigInt, _>(self.fence)
        .bind::<Timestamptz, _>(until)
        .bind::<Timestamptz, _>(now)
        .prepared()
        .execute(conn)
        .await?;
        Ok(extended == 1)
    }

    /// Holds on to a lease for longer while what was had is stored. Nothing happens if somebody else
    /// has it by now.
    pub async fn keep_lease(&self, until: DateTime<Utc>, conn: &mut Conn) -> QueryResult<usize> {
        diesel::update(poll_state::table.find(&self.listing))
            .filter(poll_state::fence.eq(self.fence))
            .set(poll_state::leased_until.eq(until))
            .execute(conn)
            .await
    }

    /// Stores that its subreddits were read, as they were planned when it was claimed; those that came or
    /// went since are still to be read, or read elsewhere.
    pub async fn set_names(&self, conn: &mut Conn) -> QueryResult<usize> {
        diesel::sql_query(
            "UPDATE poll_state
             SET names = ARRAY(SELECT name FROM unnest($2) AS name WHERE name = ANY (planned))
             WHERE listing = $1",
        )
        .bind::<Text, _>(&self.listing)
        .bind::<Array<Text>, _>(&self.planned)
        .execute(conn)
        .await
    }

    /// Makes what failed due within ten seconds of `now`, as the forum is back. What it was asked
    /// to wait for waits.
    pub async fn retry_failed(now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<usize> {
        diesel::sql_query(
            "UPDATE poll_state
             SET next_poll_at = least(next_poll_at, $1 + random() * interval '10 seconds'),
                 scheduled_at = $1
             WHERE listing IN (
                 SELECT listing FROM poll_state
                 WHERE failures > 0 AND leased_until IS NULL
                     AND last_error NOT LIKE 'the forum asks to wait%'
                 FOR UPDATE SKIP LOCKED)",
        )
        .bind::<Timestamptz, _>(now)
        .execute(conn)
        .await
    }

    /// Returns when the next listing falls due that nobody polls, if there is any: one that is being
    /// polled is free at the end of its lease at the latest.
    pub async fn next_due(conn: &mut Conn) -> QueryResult<Option<DateTime<Utc>>> {
        let due: Due = diesel::sql_query(
            "SELECT min(greatest(next_poll_at, leased_until)) AS at FROM poll_state
             WHERE planned <> '{}'",
        )
        .prepared()
        .get_result(conn)
        .await?;
        Ok(due.at)
    }
}

#[derive(QueryableByName)]
struct Due {
    #[diesel(sql_type = Nullable<Timestamptz>)]
    at: Option<DateTime<Utc>>,
}
