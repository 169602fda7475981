use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::Timestamptz;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::registration::Registration;
use crate::Conn;
use crate::column_enum::column_enum;
use crate::listen::{OUTBOX, notify};
use crate::schema::mail_requests;

column_enum! {
    /// The kind of email requested for an address.
    pub enum Wanted in mail_requests.wanted {
        /// To register it.
        Registration = "registration",
        /// The link that proves it.
        Verification = "verification",
        /// A link to choose a new password.
        Reset = "reset",
    }
}

/// A row of `mail_requests`.
#[derive(Debug, Clone, Queryable, QueryableByName, Selectable, Insertable)]
#[diesel(table_name = mail_requests, check_for_backend(diesel::pg::Pg))]
pub struct MailRequest {
    pub id: Uuid,
    pub wanted: Wanted,
    /// The address as typed, whether or not it has an account.
    pub email: String,
    pub created_at: DateTime<Utc>,
    /// The choices of a registration, if the request is one.
    pub registration: Option<Registration>,
    /// The number of failed attempts to create its email.
    pub failures: i32,
    /// When the request is to be tried.
    pub due_at: DateTime<Utc>,
}

impl MailRequest {
    /// Stores a request and wakes the process that creates the emails.
    pub async fn note(
        wanted: Wanted,
        email: &str,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<()> {
        Self::new(wanted, email, now).store(conn).await
    }

    /// Stores a registration with its choices.
    pub async fn note_registration(
        email: &str,
        registration: Registration,
        conn: &mut Conn,
    ) -> QueryResult<()> {
        let request = Self::new(Wanted::Registration, email, registration.at);
        let request = Self { registration: Some(registration), ..request };
        request.store(conn).await
    }

    fn new(wanted: Wanted, email: &str, now: DateTime<Utc>) -> Self {
        Self {
            id: Uuid::now_v7(),
            wanted,
            email: email.to_owned(),
            created_at: now,
            registration: None,
            failures: 0,
            due_at: now,
        }
    }

    async fn store(&self, conn: &mut Conn) -> QueryResult<()> {
        diesel::insert_into(mail_requests::table).values(self).execute(conn).await?;
        notify(OUTBOX, "", conn).await?;
        Ok(())
    }

    /// Takes the request that has been due longest, if there is one that nobody else is taking. It
    /// is deleted when the transaction commits, and kept if it does not.
    pub async fn take(now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<Option<Self>> {
        diesel::sql_query(
            "DELETE FROM mail_requests WHERE id = ( \
                SELECT id FROM mail_requests WHERE due_at <= $1 ORDER BY due_at, id \
                LIMIT 1 FOR UPDATE SKIP LOCKED \
             ) RETURNING *",
        )
        .bind::<Timestamptz, _>(now)
        .get_result(conn)
        .await
        .optional()
    }

    /// Puts the request off until `due_at`, after another failure.
    pub async fn put_off(&self, due_at: DateTime<Utc>, conn: &mut Conn) -> QueryResult<()> {
        diesel::update(mail_requests::table.find(self.id))
            .set((mail_requests::failures.eq(self.failures + 1), mail_requests::due_at.eq(due_at)))
            .execute(conn)
            .await?;
        Ok(())
    }

    /// Deletes the request for good.
    pub async fn give_up(&self, conn: &mut Conn) -> QueryResult<()> {
        diesel::delete(mail_requests::table.find(self.id)).execute(conn).await?;
        Ok(())
    }

    /// Deletes requests from before `cutoff` that nobody took.
    pub async fn purge(cutoff: DateTime<Utc>, conn: &mut Conn) -> QueryResult<usize> {
        diesel::delete(mail_requests::table.filter(mail_requests::created_at.lt(cutoff)))
            .execute(conn)
            .await
    }
}
