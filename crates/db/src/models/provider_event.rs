use chrono::{DateTime, Duration, Utc};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable, Text, Timestamptz};
use diesel_async::RunQueryDsl;

use crate::Conn;
use crate::listen::{BILLING, notify};
use crate::schema::provider_events;

/// A row of `provider_events`.
#[derive(Debug, Clone, Queryable, QueryableByName, Selectable)]
#[diesel(table_name = provider_events, check_for_backend(diesel::pg::Pg))]
pub struct ProviderEvent {
    pub provider: String,
    pub id: String,
    pub kind: String,
    pub customer: String,
    pub object: String,
    pub told_at: DateTime<Utc>,
    pub received_at: DateTime<Utc>,
    pub due_at: DateTime<Utc>,
    pub leased_until: Option<DateTime<Utc>>,
    pub fence: i64,
    pub attempts: i32,
    pub reason: Option<String>,
    pub handled_at: Option<DateTime<Utc>>,
}

/// An event as reported.
#[derive(Debug, Clone, Insertable)]
#[diesel(table_name = provider_events)]
pub struct NewEvent {
    pub provider: &'static str,
    pub id: String,
    pub kind: String,
    /// The provider's ids of the customer and of what the event is about.
    pub customer: String,
    pub object: String,
    pub told_at: DateTime<Utc>,
    pub received_at: DateTime<Utc>,
    pub due_at: DateTime<Utc>,
}

impl NewEvent {
    /// Stores events and wakes the worker. Known events are skipped. Returns how many were new.
    pub async fn enqueue(events: &[Self], conn: &mut Conn) -> QueryResult<usize> {
        let stored = diesel::insert_into(provider_events::table)
            .values(events)
            .on_conflict_do_nothing()
            .execute(conn)
            .await?;
        if stored > 0 {
            notify(BILLING, "", conn).await?;
        }
        Ok(stored)
    }
}

impl ProviderEvent {
    /// Claims the event that has waited longest until `now + lease`, if one is due.
    pub async fn claim(
        lease: Duration,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<Option<Self>> {
        diesel::sql_query(
            "UPDATE provider_events SET leased_until = $2, leased_by = this_process(), fence = fence + 1, \
                attempts = attempts + 1 \
             WHERE (provider, id) IN ( \
                SELECT provider, id FROM provider_events \
                WHERE handled_at IS NULL AND due_at <= $1 \
                    AND (leased_until IS NULL OR leased_until <= $1) \
                ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED \
             ) RETURNING *",
        )
        .bind::<Timestamptz, _>(now)
        .bind::<Timestamptz, _>(now + lease)
        .get_result(conn)
        .await
        .optional()
    }

    /// Marks the event as handled, in the transaction of its effect. Returns false if somebody else has
    /// claimed it since: then there must be no effect.
    pub async fn finish(&self, now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<bool> {
        let finished = diesel::sql_query(
            "UPDATE provider_events SET handled_at = $1, leased_until = NULL, reason = NULL \
             WHERE provider = $2 AND id = $3 AND fence = $4 AND handled_at IS NULL",
        )
        .bind::<Timestamptz, _>(now)
        .bind::<Text, _>(&self.provider)
        .bind::<Text, _>(&self.id)
        .bind::<BigInt, _>(self.fence)
        .execute(conn)
        .await?;
        Ok(finished == 1)
    }

    /// Puts the event off.
    pub async fn put_off(
        &self,
        until: DateTime<Utc>,
        reason: &str,
        conn: &mut Conn,
    ) -> QueryResult<()> {
        diesel::sql_query(
            "UPDATE provider_events SET due_at = $1, leased_until = NULL, reason = $5 \
             WHERE provider = $2 AND id = $3 AND fence = $4 AND handled_at IS NULL",
        )
        .bind::<Timestamptz, _>(until)
        .bind::<Text, _>(&self.provider)
        .bind::<Text, _>(&self.id)
        .bind::<BigInt, _>(self.fence)
        .bind::<Text, _>(reason)
        .execute(conn)
        .await?;
        Ok(())
    }

    /// Returns when the next event can be claimed, if one waits.
    pub async fn next_due(conn: &mut Conn) -> QueryResult<Option<DateTime<Utc>>> {
        let next: NextDue = diesel::sql_query(
            "SELECT min(greatest(due_at, leased_until)) AS at FROM provider_events \
             WHERE handled_at IS NULL",
        )
        .get_result(conn)
        .await?;
        Ok(next.at)
    }
}

#[derive(QueryableByName)]
struct NextDue {
    #[diesel(sql_type = Nullable<Timestamptz>)]
    at: Option<DateTime<Utc>>,
}
