use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use crate::billing::Status;
use crate::db::Conn;
use crate::db::schema::{billing_customers, subscriptions};
use crate::plans::Period;

/// A row of `subscriptions`.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = subscriptions, check_for_backend(diesel::pg::Pg))]
pub struct Subscription {
    pub id: Uuid,
    pub customer_id: Uuid,
    pub provider_id: String,
    pub plan: String,
    pub status: String,
    pub period: String,
    pub price_id: String,
    pub current_period_end: DateTime<Utc>,
    pub cancel_at_period_end: bool,
    pub version: i32,
    pub updated_by: String,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

impl Subscription {
    /// The database allows no other text.
    pub fn status(&self) -> Status {
        Status::parse(&self.status).unwrap_or(Status::Canceled)
    }

    pub fn is_live(&self) -> bool {
        self.status().is_live()
    }

    pub fn period(&self) -> Period {
        Period::parse(&self.period).unwrap_or(Period::Month)
    }

    pub async fn find(id: Uuid, conn: &mut Conn) -> QueryResult<Option<Self>> {
        subscriptions::table
            .find(id)
            .select(Self::as_select())
            .first(conn)
            .await
            .optional()
    }

    /// Counts the version up, so that what is asked about it next is another request.
    pub async fn renew_key(id: Uuid, conn: &mut Conn) -> QueryResult<()> {
        diesel::update(subscriptions::table.find(id))
            .set(subscriptions::version.eq(subscriptions::version + 1))
            .execute(conn)
            .await?;
        Ok(())
    }

    /// Of a customer, ended ones too.
    pub async fn of_customer(customer_id: Uuid, conn: &mut Conn) -> QueryResult<Vec<Self>> {
        subscriptions::table
            .filter(subscriptions::customer_id.eq(customer_id))
            .order((subscriptions::current_period_end.desc(), subscriptions::id))
            .select(Self::as_select())
            .load(conn)
            .await
    }

    /// Of a user, by whichever provider; those that are paid for longest come first.
    pub async fn of_user(user_id: Uuid, conn: &mut Conn) -> QueryResult<Vec<Self>> {
        subscriptions::table
            .inner_join(
                billing_customers::table.on(billing_customers::id.eq(subscriptions::customer_id)),
            )
            .filter(billing_customers::user_id.eq(user_id))
            .order((subscriptions::current_period_end.desc(), subscriptions::id))
            .select(Self::as_select())
            .load(conn)
            .await
    }

    /// The one that makes the user's plan, if one does.
    pub async fn live_of_user(user_id: Uuid, conn: &mut Conn) -> QueryResult<Option<Self>> {
        let all = Self::of_user(user_id, conn).await?;
        Ok(all.into_iter().find(Self::is_live))
    }
}
