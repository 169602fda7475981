use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::subscription::Period;
use crate::Conn;
use crate::schema::checkouts;

/// The time for which an open checkout is reused. Providers keep one open for a day.
const RETURNED_TO: TimeDelta = TimeDelta::hours(12);

/// A row of `checkouts`.
#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = checkouts, check_for_backend(diesel::pg::Pg))]
pub struct Checkout {
    pub id: Uuid,
    pub customer_id: Uuid,
    pub period: Period,
    pub provider_id: Option<String>,
    pub created_at: DateTime<Utc>,
    pub closed_at: Option<DateTime<Utc>>,
}

impl Checkout {
    /// Opens the customer's checkout for `period`; returns it, and the one that it replaces. The
    /// caller holds the lock of the user's row.
    pub async fn open(
        customer_id: Uuid,
        period: Period,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<(Self, Option<Self>)> {
        let present = Self::present(customer_id, conn).await?;
        if let Some(open) = &present
            && open.period == period
            && open.created_at > now - RETURNED_TO
        {
            return Ok((open.clone(), None));
        }
        Self::close(customer_id, now, conn).await?;
        let row = Self {
            id: Uuid::now_v7(),
            customer_id,
            period,
            provider_id: None,
            created_at: now,
            closed_at: None,
        };
        diesel::insert_into(checkouts::table).values(&row).execute(conn).await?;
        Ok((row, present))
    }

    /// Finds the customer's open checkout, if there is one.
    pub async fn present(customer_id: Uuid, conn: &mut Conn) -> QueryResult<Option<Self>> {
        checkouts::table
            .filter(checkouts::customer_id.eq(customer_id))
            .filter(checkouts::closed_at.is_null())
            .select(Self::as_select())
            .first(conn)
            .await
            .optional()
    }

    /// Closes the customer's open checkout: it was paid, or another takes its place.
    pub async fn close(customer_id: Uuid, now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<()> {
        diesel::update(checkouts::table)
            .filter(checkouts::customer_id.eq(customer_id))
            .filter(checkouts::closed_at.is_null())
            .set(checkouts::closed_at.eq(now))
            .execute(conn)
            .await?;
        Ok(())
    }

    pub async fn set_provider_id(id: Uuid, given: &str, conn: &mut Conn) -> QueryResult<()> {
        diesel::update(checkouts::table.find(id))
            .set(checkouts::provider_id.eq(given))
            .execute(conn)
            .await?;
        Ok(())
    }
}
