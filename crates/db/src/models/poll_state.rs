use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Nullable, Text, Timestamptz};
use diesel_async::RunQueryDsl;

use super::item::ItemKind;
use crate::schema::poll_state;
use crate::{Conn, Prepare};

/// Posts of everything: shows whether the forum can be read, whatever is watched.
pub const ALL_POSTS: &str = "posts:all";
/// Comments of everything: read as far as the budget allows, as they cannot be read completely.
pub const ALL_COMMENTS: &str = "comments:all";

/// The largest difference between the clocks of two processes.
const APART: TimeDelta = TimeDelta::seconds(5);

/// A row of `poll_state`: the reading state of one listing.
#[derive(Debug, Clone, Queryable, Selectable, QueryableByName)]
#[diesel(table_name = poll_state, check_for_backend(diesel::pg::Pg))]
pub struct PollState {
    pub listing: String,
    /// The newest ids that were read, newest first: the next poll must land on one of them.
    pub known_ids: Vec<String>,
    pub next_poll_at: DateTime<Utc>,
    pub leased_until: Option<DateTime<Utc>>,
    /// Increases with each claim; only the holder of the newest one may write the outcome.
    pub fence: i64,
    /// When the last complete poll was begun: everything posted before is read.
    pub polled_at: Option<DateTime<Utc>>,
    /// Failures since the last successful poll.
    pub failures: i32,
    pub last_error: Option<String>,
    /// Items that were new here.
    pub items_seen: i64,
    /// The subreddits at the last poll, in lower case.
    pub names: Vec<String>,
    /// The subreddits that the plan assigns to the listing, in lower case.
    pub planned: Vec<String>,
    /// The planned poll interval, in milliseconds.
    pub interval_ms: i64,
    /// When the next poll and the lease were set.
    pub scheduled_at: Option<DateTime<Utc>>,
    /// When the forum last returned a page.
    pub answered_at: Option<DateTime<Utc>>,
    /// The time of the last poll, if it failed.
    pub failed_at: Option<DateTime<Utc>>,
}

impl PollState {
    /// Loads all listings, by name.
    pub async fn all(conn: &mut Conn) -> QueryResult<Vec<Self>> {
        poll_state::table.order(poll_state::listing).select(Self::as_select()).load(conn).await
    }

    /// Returns the kind of items in the listing.
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

    /// Claims a due listing, for the time of `lease`: one of everything first, so that many groups delay
    /// it by no more than one poll, then the one that is latest relative to its own interval. If it were
    /// the one that has been due longest, a listing that overflows within a minute would wait behind one
    /// that could wait for ten. The next poll is scheduled at once, so that a poll that never ends is
    /// simply late. A listing scheduled in the future was scheduled by a clock that has been set back:
    /// it is due, and free.
    pub async fn claim_due(
        now: DateTime<Utc>,
        lease: TimeDelta,
        conn: &mut Conn,
    ) -> QueryResult<Option<Self>> {
        diesel::sql_query(
            "UPDATE poll_state
             SET leased_until = $2, leased_by = this_process(), next_poll_at = $1 + interval_ms * interval '1 millisecond',
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

    /// Extends the lease after a page was received `now`. Returns false if somebody else has claimed the
    /// listing by now.
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

    /// Extends the lease while what was received is stored. Does nothing if somebody else has claimed the
    /// listing by now.
    pub async fn keep_lease(&self, until: DateTime<Utc>, conn: &mut Conn) -> QueryResult<usize> {
        diesel::update(poll_state::table.find(&self.listing))
            .filter(poll_state::fence.eq(self.fence))
            .set(poll_state::leased_until.eq(until))
            .execute(conn)
            .await
    }

    /// Returns by how many seconds the latest planned listing is read later than its interval says; none if no
    /// listing was ever read.
    pub async fn most_late(now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<Option<i64>> {
        let late: Late = diesel::sql_query(
            "SELECT max(extract(epoch FROM $1 - polled_at) - interval_ms / 1000)::bigint AS seconds
             FROM poll_state WHERE planned <> '{}'",
        )
        .bind::<Timestamptz, _>(now)
        .get_result(conn)
        .await?;
        Ok(late.seconds)
    }

    /// Stores that the subreddits planned when the listing was claimed were read; those added or removed
    /// since are still to be read, or are read elsewhere.
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

    /// Makes failed listings due within ten seconds of `now`, as the forum is back. Waits that the forum
    /// asked for are kept.
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

    /// Returns when the next listing that nobody polls is due, if there is any: one that is being polled
    /// is free at the end of its lease at the latest.
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
struct Late {
    #[diesel(sql_type = Nullable<BigInt>)]
    seconds: Option<i64>,
}

#[derive(QueryableByName)]
struct Due {
    #[diesel(sql_type = Nullable<Timestamptz>)]
    at: Option<DateTime<Utc>>,
}

/// Prevents other processes from planning until the transaction ends.
///
/// # Errors
/// The database failed.
pub async fn lock_plan(conn: &mut Conn) -> QueryResult<()> {
    diesel::sql_query("SELECT pg_advisory_xact_lock(hashtext('harken.plan'))")
        .execute(conn)
        .await?;
    Ok(())
}
