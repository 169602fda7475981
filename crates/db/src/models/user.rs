use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::subscription::{Plan, Status};
use crate::Conn;
use crate::column_enum::column_enum;
use crate::schema::users;

column_enum! {
    /// The frequency of emails.
    #[derive(Serialize, Deserialize, ToSchema)]
    #[serde(rename_all = "lowercase")]
    pub enum EmailFrequency in users.email_frequency, watches.frequency {
        Realtime = "realtime",
        Hourly = "hourly",
        Daily = "daily",
        Weekly = "weekly",
    }
}

column_enum! {
    #[derive(Serialize, Deserialize, ToSchema)]
    #[serde(rename_all = "lowercase")]
    pub enum Theme in users.theme {
        System = "system",
        Light = "light",
        Dark = "dark",
    }
}

/// A row of `users`.
#[derive(Debug, Clone, Queryable, Selectable, Identifiable, Insertable)]
#[diesel(table_name = users, check_for_backend(diesel::pg::Pg))]
pub struct User {
    pub id: Uuid,
    pub email: String,
    pub password_hash: String,
    pub first_name: String,
    pub last_name: String,
    pub email_verified_at: Option<DateTime<Utc>>,
    pub plan: Plan,
    pub subscription_status: Status,
    pub email_notifications: bool,
    pub email_frequency: EmailFrequency,
    pub theme: Theme,
    pub time_zone: String,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Minutes after midnight in the user's time zone; both or neither.
    pub quiet_from: Option<i32>,
    pub quiet_until: Option<i32>,
    /// The number of matches of one watch in an hour that are sent individually; the rest is folded.
    pub burst_limit: i32,
    /// The time until which alerts wait.
    pub snoozed_until: Option<DateTime<Utc>>,
    /// The time since which the mail server permanently refuses the address, and its reason.
    pub mail_refused_at: Option<DateTime<Utc>>,
    pub mail_refused_reason: Option<String>,
    pub feed_version: i32,
    /// The number of passwords so far; what was issued under one ends with it.
    pub password_version: i32,
    /// Whether the dashboard still offers the first steps.
    pub first_steps: bool,
    /// Whether this account may use the calls below `/api/admin`.
    pub is_administrator: bool,
    /// The time since which nobody can sign in and nothing is searched for or sent.
    pub suspended_at: Option<DateTime<Utc>>,
}

/// The number of matches of a watch in an hour that are sent individually, unless its user chose
/// otherwise.
pub const DEFAULT_BURST_LIMIT: i32 = 20;

impl User {
    pub async fn find(id: Uuid, conn: &mut Conn) -> QueryResult<Self> {
        users::table.find(id).select(Self::as_select()).first(conn).await
    }

    /// Counts all accounts.
    pub async fn count(conn: &mut Conn) -> QueryResult<i64> {
        users::table.count().get_result(conn).await
    }

    /// Returns whether any account exists.
    pub async fn is_any(conn: &mut Conn) -> QueryResult<bool> {
        let one: Option<Uuid> = users::table.select(users::id).first(conn).await.optional()?;
        Ok(one.is_some())
    }

    /// Returns whether this is the account of an administrator.
    pub async fn is_administrator(id: Uuid, conn: &mut Conn) -> QueryResult<bool> {
        let one = users::table.find(id).filter(users::is_administrator);
        diesel::select(diesel::dsl::exists(one)).get_result(conn).await
    }

    /// Loads the accounts among `ids` that exist, in the order of their ids, and locks them until the
    /// transaction ends.
    pub async fn lock(ids: &[Uuid], conn: &mut Conn) -> QueryResult<Vec<Self>> {
        users::table
            .filter(users::id.eq_any(ids))
            .order(users::id)
            .select(Self::as_select())
            .for_no_key_update()
            .load(conn)
            .await
    }

    /// Finds a user by address, without regard to case.
    pub async fn find_by_email(email: &str, conn: &mut Conn) -> QueryResult<Option<Self>> {
        users::table
            .filter(
                diesel::dsl::sql::<diesel::sql_types::Bool>("lower(email) = lower(")
                    .bind::<diesel::sql_types::Text, _>(email)
                    .sql(")"),
            )
            .select(Self::as_select())
            .first(conn)
            .await
            .optional()
    }

    /// Returns whether the account still has the password that it had when it was read, and is not
    /// suspended. If so, that stays so until the transaction ends.
    pub async fn lock_if_unchanged(&self, conn: &mut Conn) -> QueryResult<bool> {
        let same = users::table
            .find(self.id)
            .filter(users::password_hash.eq(&self.password_hash))
            .filter(users::suspended_at.is_null())
            .select(users::id)
            .for_share()
            .first::<Uuid>(conn)
            .await
            .optional()?;
        Ok(same.is_some())
    }

    /// Returns whether the account is suspended. If so, it stays so until the transaction ends.
    pub async fn hold_if_suspended(id: Uuid, conn: &mut Conn) -> QueryResult<bool> {
        let suspended = users::table
            .find(id)
            .filter(users::suspended_at.is_not_null())
            .select(users::id)
            .for_share()
            .first::<Uuid>(conn)
            .await
            .optional()?;
        Ok(suspended.is_some())
    }

    /// Stores the hash of a new password. What was issued under the previous one ends with it.
    pub async fn set_password(
        id: Uuid,
        hash: &str,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<()> {
        diesel::update(users::table.find(id))
            .set((
                users::password_hash.eq(hash),
                users::password_version.eq(users::password_version + 1),
                users::updated_at.eq(now),
            ))
            .execute(conn)
            .await?;
        Ok(())
    }
}
