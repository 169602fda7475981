//! The tables of the demo's own provider.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::subscription::Period;
use crate::db::Conn;
use crate::db::schema::{sandbox_invoices, sandbox_sessions, sandbox_subscriptions};
use crate::secrets::hash_token;

/// A visit to the sandbox's checkout or portal.
#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = sandbox_sessions, check_for_backend(diesel::pg::Pg))]
pub struct SandboxSession {
    pub token_hash: Vec<u8>,
    pub user_id: Uuid,
    pub customer: String,
    /// Of a checkout; none in a portal.
    pub period: Option<String>,
    pub expires_at: DateTime<Utc>,
    pub finished_at: Option<DateTime<Utc>>,
}

impl SandboxSession {
    /// The user's own session behind `token`, while it holds. Locks it until the transaction ends.
    pub async fn lock(
        token: &str,
        user_id: Uuid,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<Option<Self>> {
        sandbox_sessions::table
            .find(hash_token(token))
            .filter(sandbox_sessions::user_id.eq(user_id))
            .filter(sandbox_sessions::expires_at.gt(now))
            .filter(sandbox_sessions::finished_at.is_null())
            .select(Self::as_select())
            .for_update()
            .first(conn)
            .await
            .optional()
    }

    pub fn period(&self) -> Option<Period> {
        self.period.as_deref().and_then(Period::parse)
    }
}

/// A row of `sandbox_subscriptions`.
#[derive(Debug, Clone, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = sandbox_subscriptions, check_for_backend(diesel::pg::Pg))]
pub struct SandboxSubscription {
    pub id: String,
    pub customer: String,
    pub status: String,
    pub period: String,
    pub current_period_end: DateTime<Utc>,
    pub cancel_at_period_end: bool,
    pub created_at: DateTime<Utc>,
}

impl SandboxSubscription {
    pub fn is_active(&self) -> bool {
        self.status == "active"
    }

    pub fn period(&self) -> Period {
        Period::parse(&self.period).unwrap_or(Period::Month)
    }

    /// Of a customer, the newest first; locked until the transaction ends.
    pub async fn lock_all(customer: &str, conn: &mut Conn) -> QueryResult<Vec<Self>> {
        sandbox_subscriptions::table
            .filter(sandbox_subscriptions::customer.eq(customer))
            .order(sandbox_subscriptions::created_at.desc())
            .select(Self::as_select())
            .for_update()
            .load(conn)
            .await
    }

    pub async fn lock(id: &str, conn: &mut Conn) -> QueryResult<Option<Self>> {
        sandbox_subscriptions::table
            .find(id)
            .select(Self::as_select())
            .for_update()
            .first(conn)
            .await
            .optional()
    }

    pub async fn save(&self, conn: &mut Conn) -> QueryResult<()> {
        diesel::update(sandbox_subscriptions::table.find(&self.id))
            .set(self)
            .execute(conn)
            .await?;
        Ok(())
    }
}

/// A row of `sandbox_invoices`.
#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = sandbox_invoices, check_for_backend(diesel::pg::Pg))]
pub struct SandboxInvoice {
    pub id: String,
    pub subscription_id: String,
    pub amount_minor: i32,
    pub currency: String,
    pub paid_at: DateTime<Utc>,
    pub refunded_at: Option<DateTime<Utc>>,
}

impl SandboxInvoice {
    /// Of a customer, the newest first, at most 100.
    pub async fn of_customer(customer: &str, conn: &mut Conn) -> QueryResult<Vec<Self>> {
        sandbox_invoices::table
            .inner_join(
                sandbox_subscriptions::table
                    .on(sandbox_subscriptions::id.eq(sandbox_invoices::subscription_id)),
            )
            .filter(sandbox_subscriptions::customer.eq(customer))
            .order((
                sandbox_invoices::paid_at.desc(),
                sandbox_invoices::id.desc(),
            ))
            .limit(100)
            .select(Self::as_select())
            .load(conn)
            .await
    }
}
