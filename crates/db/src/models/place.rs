use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Integer, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use crate::Conn;
use crate::column_enum::column_enum;
use crate::schema::{places, poll_plan};

/// A name whose owner has at most this many waiting is verified without a pause.
pub const MAX_QUICK_TURN: i32 = 20;
/// Names that were verified before come after these.
const TURN_OF_KNOWN: i32 = MAX_QUICK_TURN + 1;
/// The least age of a check before a failed listing repeats it: the cause may not be its names.
const MIN_AGE: TimeDelta = TimeDelta::minutes(10);

column_enum! {
    /// The known state of a subreddit.
    pub enum PlaceState in places.state {
        /// Not checked yet, and not polled.
        Unknown = "unknown",
        /// Not checked yet, but was polled before names were verified.
        Assumed = "assumed",
        Ok = "ok",
        /// It exists, and only its members can read it.
        Private = "private",
        Banned = "banned",
        Missing = "missing",
    }
}

impl PlaceState {
    pub fn is_polled(self) -> bool {
        matches!(self, Self::Ok | Self::Assumed)
    }

    /// Returns whether the forum said that the subreddit cannot be read.
    pub fn is_unreadable(self) -> bool {
        matches!(self, Self::Private | Self::Banned | Self::Missing)
    }
}

/// A row of `places`: a subreddit that is watched, or was.
#[derive(Debug, Clone, Queryable, Selectable, QueryableByName)]
#[diesel(table_name = places, check_for_backend(diesel::pg::Pg))]
pub struct Place {
    /// In lower case.
    pub name: String,
    pub state: PlaceState,
    /// The time since which the subreddit has been found in this state.
    pub since: DateTime<Utc>,
    /// The number of names that its owner had waiting when this one was added.
    pub turn: i32,
    pub checked_at: Option<DateTime<Utc>>,
    pub next_check_at: DateTime<Utc>,
    /// The number of answers in a row that it cannot be read.
    pub bad_checks: i32,
    /// When it was last looked at together with others.
    pub looked_at: DateTime<Utc>,
    /// When the forum last said that it can be read.
    pub readable_at: Option<DateTime<Utc>>,
    /// The number of users who watch it, as of the last plan.
    pub watchers: i32,
}

impl Place {
    /// Claims the place whose turn it is, until `until`, when it is due again unless the outcome is
    /// stored.
    pub async fn claim_due(
        now: DateTime<Utc>,
        until: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<Option<Self>> {
        diesel::sql_query(
            "UPDATE places SET next_check_at = $2
             WHERE name = (
                 SELECT name FROM places WHERE is_watched AND next_check_at <= $1
                 ORDER BY turn, next_check_at, name LIMIT 1 FOR UPDATE SKIP LOCKED)
             RETURNING *",
        )
        .bind::<Timestamptz, _>(now)
        .bind::<Timestamptz, _>(until)
        .get_result(conn)
        .await
        .optional()
    }

    /// Makes the place due again at `at`.
    pub async fn put_off(name: &str, at: DateTime<Utc>, conn: &mut Conn) -> QueryResult<()> {
        diesel::update(places::table.find(name))
            .set(places::next_check_at.eq(at))
            .execute(conn)
            .await?;
        Ok(())
    }

    /// Finds the place of a name in lower case, and locks its row until the transaction ends.
    pub async fn lock(name: &str, conn: &mut Conn) -> QueryResult<Option<Self>> {
        places::table.find(name).select(Self::as_select()).for_update().first(conn).await.optional()
    }

    /// Stores what the forum said about the place `now`, and when to ask again. Within a transaction: if
    /// polling of the place begins or ends, every process plans again.
    pub async fn store_answer(
        &self,
        state: PlaceState,
        now: DateTime<Utc>,
        next_check_at: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<()> {
        let bad_checks = match state.is_unreadable() {
            true => self.bad_checks.saturating_add(1),
            false => 0,
        };
        let since = if state == self.state { self.since } else { now };
        diesel::update(places::table.find(&self.name))
            .set((
                places::state.eq(state),
                places::since.eq(since),
                places::turn.eq(TURN_OF_KNOWN),
                places::checked_at.eq(now),
                places::next_check_at.eq(next_check_at),
                places::bad_checks.eq(bad_checks),
                places::readable_at.eq(match state {
                    PlaceState::Ok => Some(now),
                    _ => self.readable_at,
                }),
            ))
            .execute(conn)
            .await?;
        if state.is_polled() != self.state.is_polled() {
            change_plan(conn).await?;
        }
        Ok(())
    }

    /// Claims up to `most` readable or private places that were not looked at since `since`, those that
    /// waited longest first. A time in the future was set by a clock that has been set back.
    pub async fn claim_looks(
        since: DateTime<Utc>,
        now: DateTime<Utc>,
        most: i64,
        conn: &mut Conn,
    ) -> QueryResult<Vec<Self>> {
        diesel::sql_query(
            "UPDATE places SET looked_at = $2
             WHERE name IN (
                 SELECT name FROM places
                 WHERE is_watched AND state IN ('ok', 'assumed', 'private')
                     AND (looked_at <= $1 OR looked_at > $2)
                 ORDER BY looked_at, name LIMIT $3 FOR UPDATE SKIP LOCKED)
             RETURNING *",
        )
        .bind::<Timestamptz, _>(since)
        .bind::<Timestamptz, _>(now)
        .bind::<BigInt, _>(most)
        .load(conn)
        .await
    }

    /// Makes the places due for a look again, as the forum said nothing about them.
    pub async fn return_looks(names: &[String], conn: &mut Conn) -> QueryResult<usize> {
        diesel::update(places::table.filter(places::name.eq_any(names)))
            .set(places::looked_at.eq(DateTime::UNIX_EPOCH))
            .execute(conn)
            .await
    }

    /// Stores that these places can be read `now`.
    pub async fn mark_readable(
        names: &[String],
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<usize> {
        diesel::update(places::table.filter(places::name.eq_any(names)))
            .set(places::readable_at.eq(now))
            .execute(conn)
            .await
    }

    /// Makes the names of a listing that the forum refuses due for a check, as one may be the cause.
    pub async fn check_soon(
        names: &[String],
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<usize> {
        diesel::sql_query(
            "UPDATE places SET next_check_at = $2, turn = $3
             WHERE name IN (
                 SELECT name FROM places
                 WHERE name = ANY($1) AND next_check_at > $2
                     AND (checked_at IS NULL OR checked_at <= $4)
                 FOR UPDATE SKIP LOCKED)",
        )
        .bind::<Array<Text>, _>(names)
        .bind::<Timestamptz, _>(now)
        .bind::<Integer, _>(MAX_QUICK_TURN)
        .bind::<Timestamptz, _>(now - MIN_AGE)
        .execute(conn)
        .await
    }

    /// Finds those of the names, in lower case, that are watched and cannot be read.
    pub async fn unreadable(names: &[String], conn: &mut Conn) -> QueryResult<Vec<Self>> {
        places::table
            .filter(places::name.eq_any(names))
            .filter(places::is_watched)
            .filter(places::state.ne_all([
                PlaceState::Unknown,
                PlaceState::Assumed,
                PlaceState::Ok,
            ]))
            .order(places::name)
            .select(Self::as_select())
            .load(conn)
            .await
    }

    /// Finds the places of a user's active watches that cannot be read, latest first.
    pub async fn unreadable_of(user_id: Uuid, conn: &mut Conn) -> QueryResult<Vec<Self>> {
        diesel::sql_query(
            "SELECT * FROM places
             WHERE is_watched AND state IN ('private', 'banned', 'missing') AND name IN (
                 SELECT lower(name) FROM watches w, unnest(w.subreddits) AS name
                 WHERE w.user_id = $1 AND w.is_active AND w.paused_at IS NULL)
             ORDER BY since DESC, name",
        )
        .bind::<SqlUuid, _>(user_id)
        .load(conn)
        .await
    }

    /// Finds the names that are polled, in lower case, and how many users watch each.
    pub async fn polled(conn: &mut Conn) -> QueryResult<Vec<(String, i32)>> {
        places::table
            .filter(places::is_watched)
            .filter(places::state.eq_any([PlaceState::Ok, PlaceState::Assumed]))
            .select((places::name, places::watchers))
            .load(conn)
            .await
    }

    /// Returns when the next place is due for a check.
    pub async fn next_due(conn: &mut Conn) -> QueryResult<Option<DateTime<Utc>>> {
        let due: Due =
            diesel::sql_query("SELECT min(next_check_at) AS at FROM places WHERE is_watched")
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

/// Makes every process plan again, once the transaction is committed.
pub async fn change_plan(conn: &mut Conn) -> QueryResult<()> {
    diesel::update(poll_plan::table)
        .set(poll_plan::version.eq(poll_plan::version + 1))
        .execute(conn)
        .await?;
    Ok(())
}

/// The state of the plan that all processes follow.
#[derive(Debug, Clone, Copy, Queryable, Selectable)]
#[diesel(table_name = poll_plan, check_for_backend(diesel::pg::Pg))]
pub struct PlanState {
    /// Increases whenever the names to poll change.
    pub version: i64,
    /// When the number of items that places bring was last estimated.
    pub rated_at: Option<DateTime<Utc>>,
    /// When the next plan may move subreddits to other listings, if a move is pending.
    pub moves_at: Option<DateTime<Utc>>,
    /// The requests per minute needed to check whether matched items are still in the forum.
    pub looks_a_minute: f64,
    /// The number of days that matched items are kept, at most 90, so that the budget suffices for these
    /// checks.
    pub kept_days: i32,
}

impl PlanState {
    pub async fn load(conn: &mut Conn) -> QueryResult<Self> {
        poll_plan::table.select(Self::as_select()).first(conn).await
    }

    /// Returns whether it is time to count the looks, which the caller then has to do: nobody else may
    /// for as long as `every`. A time that is further ahead was written by a clock that has been set
    /// back.
    pub async fn begin_count(
        every: TimeDelta,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<bool> {
        let is_old = poll_plan::looks_counted_at
            .is_null()
            .or(poll_plan::looks_counted_at.le(now - every))
            .or(poll_plan::looks_counted_at.gt(now + every));
        let begun = diesel::update(poll_plan::table.filter(is_old))
            .set(poll_plan::looks_counted_at.eq(now))
            .execute(conn)
            .await?;
        Ok(begun > 0)
    }

    /// Stores how many requests per minute looks need, and for how many days the budget suffices.
    pub async fn set_looks(
        looks_a_minute: f64,
        kept_days: i32,
        conn: &mut Conn,
    ) -> QueryResult<usize> {
        diesel::update(poll_plan::table)
            .set((poll_plan::looks_a_minute.eq(looks_a_minute), poll_plan::kept_days.eq(kept_days)))
            .execute(conn)
            .await
    }
}
