use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::Conn;
use crate::column_enum::column_enum;
use crate::schema::{billing_customers, subscriptions};

column_enum! {
    #[derive(Serialize, Deserialize, ToSchema)]
    #[serde(rename_all = "lowercase")]
    pub enum Plan in users.plan, subscriptions.plan {
        Free = "free",
        Pro = "pro",
    }
}

column_enum! {
    /// A subscription's state, in Stripe's terms.
    pub enum Status in subscriptions.status, users.subscription_status {
        /// The first payment is still pending.
        Incomplete = "incomplete",
        /// The first payment never came.
        IncompleteExpired = "incomplete_expired",
        Trialing = "trialing",
        Active = "active",
        /// A payment failed, and the provider retries for as long as it is configured to.
        PastDue = "past_due",
        Canceled = "canceled",
        /// The provider has given up trying.
        Unpaid = "unpaid",
        Paused = "paused",
    }
}

impl Status {
    /// Returns whether a subscription in this state makes its user Pro. A failed payment does not
    /// end Pro: the provider's grace is the user's.
    pub fn is_live(self) -> bool {
        matches!(self, Self::Trialing | Self::Active | Self::PastDue)
    }

    /// Returns whether the subscription can never become live again.
    pub fn is_over(self) -> bool {
        matches!(self, Self::Canceled | Self::IncompleteExpired)
    }
}

column_enum! {
    /// The period that a price pays for.
    #[derive(Serialize, Deserialize, ToSchema)]
    #[serde(rename_all = "lowercase")]
    pub enum Period in subscriptions.period, checkouts.period {
        Month = "month",
        Year = "year",
    }
}

/// A row of `subscriptions`.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = subscriptions, check_for_backend(diesel::pg::Pg))]
pub struct Subscription {
    pub id: Uuid,
    pub customer_id: Uuid,
    pub provider_id: String,
    pub plan: Plan,
    pub status: Status,
    pub period: Period,
    pub price_id: String,
    pub current_period_end: DateTime<Utc>,
    pub cancel_at_period_end: bool,
    pub version: i32,
    pub updated_by: String,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

impl Subscription {
    pub fn is_live(&self) -> bool {
        self.status.is_live()
    }

    pub async fn find(id: Uuid, conn: &mut Conn) -> QueryResult<Option<Self>> {
        subscriptions::table.find(id).select(Self::as_select()).first(conn).await.optional()
    }

    /// Increments the version, so that the next request about the subscription is a new one.
    pub async fn renew_key(id: Uuid, conn: &mut Conn) -> QueryResult<()> {
        diesel::update(subscriptions::table.find(id))
            .set(subscriptions::version.eq(subscriptions::version + 1))
            .execute(conn)
            .await?;
        Ok(())
    }

    /// Loads the subscriptions of a customer, ended ones too.
    pub async fn of_customer(customer_id: Uuid, conn: &mut Conn) -> QueryResult<Vec<Self>> {
        subscriptions::table
            .filter(subscriptions::customer_id.eq(customer_id))
            .order((subscriptions::current_period_end.desc(), subscriptions::id))
            .select(Self::as_select())
            .load(conn)
            .await
    }

    /// Loads the subscriptions of a user, those that are paid for longest first.
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

    /// Finds the subscription that determines the user's plan, if one does.
    pub async fn live_of_user(user_id: Uuid, conn: &mut Conn) -> QueryResult<Option<Self>> {
        let all = Self::of_user(user_id, conn).await?;
        Ok(all.into_iter().find(Self::is_live))
    }
}
