use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Timestamptz};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use crate::Conn;
use crate::listen::notify;
use crate::schema::billing_customers;

/// The provider that sells Pro. It is part of the rows' keys, for when Pro is sold elsewhere too.
pub const PROVIDER: &str = "stripe";
/// The time after which a new customer is looked up if no event has arrived: by then a checkout is
/// over.
const FIRST_LOOK: TimeDelta = TimeDelta::hours(24);

/// A row of `billing_customers`.
#[derive(Debug, Clone, Queryable, QueryableByName, Selectable, Insertable)]
#[diesel(table_name = billing_customers, check_for_backend(diesel::pg::Pg))]
pub struct Customer {
    pub id: Uuid,
    /// The user; `None` once the account is deleted.
    pub user_id: Option<Uuid>,
    pub provider: String,
    /// The provider's id; `None` until the provider has answered.
    pub provider_id: Option<String>,
    pub begun: i64,
    pub applied: i64,
    pub look_at: DateTime<Utc>,
    pub created_at: DateTime<Utc>,
}

impl Customer {
    /// Loads the user's row, creating it if there is none.
    pub async fn of_user(user_id: Uuid, now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<Self> {
        let row = Self {
            id: Uuid::now_v7(),
            user_id: Some(user_id),
            provider: PROVIDER.to_owned(),
            provider_id: None,
            begun: 0,
            applied: 0,
            look_at: now + FIRST_LOOK,
            created_at: now,
        };
        diesel::insert_into(billing_customers::table)
            .values(&row)
            .on_conflict((billing_customers::user_id, billing_customers::provider))
            .do_nothing()
            .execute(conn)
            .await?;
        billing_customers::table
            .filter(billing_customers::user_id.eq(user_id))
            .select(Self::as_select())
            .first(conn)
            .await
    }

    /// Finds the user's row, if there is one.
    pub async fn find(user_id: Uuid, conn: &mut Conn) -> QueryResult<Option<Self>> {
        billing_customers::table
            .filter(billing_customers::user_id.eq(user_id))
            .select(Self::as_select())
            .first(conn)
            .await
            .optional()
    }

    /// Finds a customer by the provider's id.
    pub async fn known_as(provider_id: &str, conn: &mut Conn) -> QueryResult<Option<Self>> {
        billing_customers::table
            .filter(billing_customers::provider_id.eq(provider_id))
            .select(Self::as_select())
            .first(conn)
            .await
            .optional()
    }

    /// Stores the id that the provider gave.
    pub async fn set_provider_id(id: Uuid, given: &str, conn: &mut Conn) -> QueryResult<()> {
        diesel::update(billing_customers::table.find(id))
            .set(billing_customers::provider_id.eq(given))
            .execute(conn)
            .await?;
        Ok(())
    }

    /// Begins a look-up and returns its number, to be passed to [`Customer::apply`] with the answer.
    pub async fn begin(id: Uuid, conn: &mut Conn) -> QueryResult<i64> {
        diesel::update(billing_customers::table.find(id))
            .set(billing_customers::begun.eq(billing_customers::begun + 1))
            .returning(billing_customers::begun)
            .get_result(conn)
            .await
    }

    /// Returns whether the answer of look-up `number` is to be stored: not if that of a later one
    /// was. Locks the row until the transaction ends.
    pub async fn apply(id: Uuid, number: i64, conn: &mut Conn) -> QueryResult<bool> {
        let newest = diesel::update(billing_customers::table.find(id))
            .filter(billing_customers::applied.lt(number))
            .set(billing_customers::applied.eq(number))
            .execute(conn)
            .await?;
        Ok(newest == 1)
    }

    /// Claims the customers that are due for a look-up, each for one caller. They are not claimed
    /// again before `again`.
    pub async fn take_overdue(
        limit: i64,
        now: DateTime<Utc>,
        again: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<Vec<Self>> {
        diesel::sql_query(
            "UPDATE billing_customers SET look_at = $3 WHERE id IN ( \
                SELECT id FROM billing_customers \
                WHERE provider_id IS NOT NULL AND look_at <= $1 \
                ORDER BY look_at LIMIT $2 FOR UPDATE SKIP LOCKED \
             ) RETURNING *",
        )
        .bind::<Timestamptz, _>(now)
        .bind::<BigInt, _>(limit)
        .bind::<Timestamptz, _>(again)
        .load(conn)
        .await
    }

    /// Schedules a look-up of the customer at `at`, even if no event arrives until then.
    pub async fn look_again(id: Uuid, at: DateTime<Utc>, conn: &mut Conn) -> QueryResult<()> {
        diesel::update(billing_customers::table.find(id))
            .set(billing_customers::look_at.eq(at))
            .execute(conn)
            .await?;
        Ok(())
    }

    /// Schedules an immediate look-up of the user's customers, so that nothing more is charged: the
    /// account is about to be deleted.
    pub async fn leave(user_id: Uuid, now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<()> {
        let left = diesel::update(billing_customers::table)
            .filter(billing_customers::user_id.eq(user_id))
            .set(billing_customers::look_at.eq(now))
            .execute(conn)
            .await?;
        if left > 0 {
            notify("billing", "", conn).await?;
        }
        Ok(())
    }

    /// Deletes a row for which the provider has not answered.
    pub async fn delete_unknown(id: Uuid, conn: &mut Conn) -> QueryResult<()> {
        diesel::delete(billing_customers::table.find(id))
            .filter(billing_customers::provider_id.is_null())
            .execute(conn)
            .await?;
        Ok(())
    }

    pub async fn delete(id: Uuid, conn: &mut Conn) -> QueryResult<()> {
        diesel::delete(billing_customers::table.find(id)).execute(conn).await?;
        Ok(())
    }
}
