use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Text, Timestamptz};
use diesel_async::RunQueryDsl;

use crate::db::Conn;
use crate::db::schema::poll_state;

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
    /// The last poll that reached its end.
    pub polled_at: Option<DateTime<Utc>>,
    /// Since the last poll that went well.
    pub failures: i32,
    pub last_error: Option<String>,
    /// Items that were new here.
    pub items_seen: i64,
    /// The subreddits at the last poll, in lower case.
    pub names: Vec<String>,
}

impl PollState {
    /// Claims the listing among `listings` that has been due longest, for the time of `lease`. Its
    /// next poll is scheduled at once, so that a poll that never ends is simply late.
    pub async fn claim_due(
        listings: &[String],
        now: DateTime<Utc>,
        lease: TimeDelta,
        next_poll_at: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<Option<Self>> {
        diesel::sql_query(
            "UPDATE poll_state SET leased_until = $3, next_poll_at = $4, fence = fence + 1
             WHERE listing = (
                 SELECT listing FROM poll_state
                 WHERE listing = ANY($1) AND next_poll_at <= $2
                     AND (leased_until IS NULL OR leased_until <= $2)
                 ORDER BY next_poll_at LIMIT 1 FOR UPDATE SKIP LOCKED)
             RETURNING *",
        )
        .bind::<Array<Text>, _>(listings)
        .bind::<Timestamptz, _>(now)
        .bind::<Timestamptz, _>(now + lease)
        .bind::<Timestamptz, _>(next_poll_at)
        .get_result(conn)
        .await
        .optional()
    }

    /// Holds on to a lease for longer. False if somebody else has it by now.
    pub async fn extend_lease(&self, until: DateTime<Utc>, conn: &mut Conn) -> QueryResult<bool> {
        let extended = diesel::sql_query(
            "UPDATE poll_state SET leased_until = $3 WHERE listing = $1 AND fence = $2",
        )
        .bind::<Text, _>(&self.listing)
        .bind::<BigInt, _>(self.fence)
        .bind::<Timestamptz, _>(until)
        .execute(conn)
        .await?;
        Ok(extended == 1)
    }

    /// When the next of `listings` falls due, if there is any.
    pub async fn next_due(
        listings: &[String],
        conn: &mut Conn,
    ) -> QueryResult<Option<DateTime<Utc>>> {
        poll_state::table
            .filter(poll_state::listing.eq_any(listings))
            .select(diesel::dsl::min(poll_state::next_poll_at))
            .first(conn)
            .await
    }
}
