use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::mail_bounce::MailBounce;
use super::subscription::{Plan, Status};
use crate::Conn;
use crate::column_enum::column_enum;
use crate::schema::users;
use foundation::net::mail_address::stored_forms;

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

column_enum! {
    /// What was reported about an address after the mail server had accepted a message to it.
    pub enum MailReport in users.mail_refused_kind {
        /// It came back.
        Bounce = "bounce",
        /// Its receiver reported it as spam.
        Complaint = "complaint",
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
    /// The time since which no alerts go to the address, because mail servers permanently refuse it or its owner
    /// complained, and the reason.
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
    /// The report because of which the address is marked; `None` if the mail server refused a message.
    pub mail_refused_kind: Option<MailReport>,
    /// Whether matches that are probably not relevant are set aside.
    pub sets_aside: bool,
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

    /// Returns whether any account is that of an administrator.
    pub async fn has_administrator(conn: &mut Conn) -> QueryResult<bool> {
        let some = users::table.filter(users::is_administrator);
        diesel::select(diesel::dsl::exists(some)).get_result(conn).await
    }

    /// Returns whether an administrator other than `id` can act, and locks those who can until the transaction ends:
    /// of the last two who leave at once, one comes too late.
    pub async fn has_other_administrator(id: Uuid, conn: &mut Conn) -> QueryResult<bool> {
        let acting: Vec<Uuid> = users::table
            .filter(users::is_administrator)
            .filter(users::suspended_at.is_null())
            .order(users::id)
            .select(users::id)
            .for_no_key_update()
            .load(conn)
            .await?;
        Ok(acting.iter().any(|other| *other != id))
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

    /// Finds a user by address, without regard to case or to the script of its domain.
    pub async fn find_by_email(email: &str, conn: &mut Conn) -> QueryResult<Option<Self>> {
        let [ascii, unicode] = stored_forms(email);
        users::table
            .filter(
                diesel::dsl::sql::<diesel::sql_types::Bool>("lower(email) IN (lower(")
                    .bind::<diesel::sql_types::Text, _>(ascii)
                    .sql("), lower(")
                    .bind::<diesel::sql_types::Text, _>(unicode)
                    .sql("))"),
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

    /// Marks the address of a user: no alerts go there. Without a report, the mail server refused a message. The
    /// first mark counts, since it shows since when; a report replaces its reason.
    pub async fn mark_address(
        id: Uuid,
        report: Option<MailReport>,
        reason: &str,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<()> {
        diesel::sql_query(
            "UPDATE users SET mail_refused_at = coalesce(mail_refused_at, $2), mail_refused_reason = $3,
                              mail_refused_kind = $4
             WHERE id = $1 AND (mail_refused_at IS NULL
                                OR $4 IS NOT NULL AND mail_refused_kind IS DISTINCT FROM $4)",
        )
        .bind::<diesel::sql_types::Uuid, _>(id)
        .bind::<diesel::sql_types::Timestamptz, _>(now)
        .bind::<diesel::sql_types::Text, _>(reason)
        .bind::<diesel::sql_types::Nullable<diesel::sql_types::Text>, _>(report)
        .execute(conn)
        .await?;
        Ok(())
    }

    /// Clears the mark of an address that the mail server refused, since it has accepted a message. It accepts
    /// messages that come back, too: a mark because of a report stays.
    pub async fn clear_refusal(id: Uuid, conn: &mut Conn) -> QueryResult<()> {
        diesel::update(users::table.find(id))
            .filter(users::mail_refused_at.is_not_null())
            .filter(users::mail_refused_kind.is_null())
            .set((
                users::mail_refused_at.eq(None::<DateTime<Utc>>),
                users::mail_refused_reason.eq(None::<String>),
            ))
            .execute(conn)
            .await?;
        Ok(())
    }

    /// Clears any mark of an address, since its owner said so or followed a link from an email. Soft bounces
    /// before that no longer count. Returns whether there was a mark. Must be called inside a transaction.
    pub async fn clear_mark(id: Uuid, conn: &mut Conn) -> QueryResult<bool> {
        MailBounce::forget_soft(id, conn).await?;
        let cleared = diesel::update(users::table.find(id))
            .filter(users::mail_refused_at.is_not_null())
            .set((
                users::mail_refused_at.eq(None::<DateTime<Utc>>),
                users::mail_refused_reason.eq(None::<String>),
                users::mail_refused_kind.eq(None::<MailReport>),
            ))
            .execute(conn)
            .await?;
        Ok(cleared > 0)
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
