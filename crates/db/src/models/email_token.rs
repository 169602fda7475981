use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::outbox::Kind;
use super::registration::Registration;
use crate::Conn;
use crate::column_enum::column_enum;
use crate::schema::email_tokens;

/// A row of `email_tokens`: a link sent by email. A user has at most one per purpose.
#[derive(Debug, Clone, Queryable, Selectable, Identifiable, Insertable)]
#[diesel(table_name = email_tokens, check_for_backend(diesel::pg::Pg))]
pub struct EmailToken {
    pub id: Uuid,
    pub user_id: Uuid,
    pub purpose: Purpose,
    /// SHA-256 of the token.
    pub token_hash: Vec<u8>,
    /// The address that the link proves.
    pub email: String,
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    pub used_at: Option<DateTime<Utc>>,
    /// For a link that proves an address: the registration whose names apply when it is used; `None` for the
    /// account's own.
    pub registration: Option<Registration>,
}

column_enum! {
    /// The purpose of a link.
    pub enum Purpose in email_tokens.purpose {
        Verify = "verify",
        Reset = "reset",
    }
}

impl Purpose {
    /// Returns how long a link is valid.
    pub fn life(self) -> TimeDelta {
        match self {
            Self::Verify => TimeDelta::hours(24),
            Self::Reset => TimeDelta::minutes(30),
        }
    }

    /// Returns the kind of email that contains a link.
    pub fn mail(self) -> Kind {
        match self {
            Self::Verify => Kind::VerifyEmail,
            Self::Reset => Kind::ResetPassword,
        }
    }
}

impl EmailToken {
    /// Stores this link in place of the user's older one, which is void from then on.
    pub async fn replace(&self, conn: &mut Conn) -> QueryResult<()> {
        diesel::insert_into(email_tokens::table)
            .values(self)
            .on_conflict((email_tokens::user_id, email_tokens::purpose))
            .do_update()
            .set((
                email_tokens::id.eq(self.id),
                email_tokens::token_hash.eq(&self.token_hash),
                email_tokens::email.eq(&self.email),
                email_tokens::created_at.eq(self.created_at),
                email_tokens::expires_at.eq(self.expires_at),
                email_tokens::used_at.eq(self.used_at),
                email_tokens::registration.eq(&self.registration),
            ))
            .execute(conn)
            .await?;
        Ok(())
    }

    /// Finds the link with this hash, if it is the newest and still valid at `now`.
    pub async fn find_live(
        hash: &[u8],
        purpose: Purpose,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<Option<Self>> {
        email_tokens::table
            .filter(email_tokens::token_hash.eq(hash))
            .filter(email_tokens::purpose.eq(purpose))
            .filter(email_tokens::expires_at.gt(now))
            .select(Self::as_select())
            .first(conn)
            .await
            .optional()
    }

    /// Finds the link with this id, if it is the newest, was not followed and is still valid at
    /// `now`.
    pub async fn find_unused(
        id: Uuid,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<Option<Self>> {
        email_tokens::table
            .find(id)
            .filter(email_tokens::used_at.is_null())
            .filter(email_tokens::expires_at.gt(now))
            .select(Self::as_select())
            .first(conn)
            .await
            .optional()
    }

    /// Consumes the link with this hash: only the first use finds it.
    pub async fn use_up(
        hash: &[u8],
        purpose: Purpose,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<Option<Self>> {
        let unused = email_tokens::table
            .filter(email_tokens::token_hash.eq(hash))
            .filter(email_tokens::purpose.eq(purpose))
            .filter(email_tokens::expires_at.gt(now))
            .filter(email_tokens::used_at.is_null());
        diesel::update(unused)
            .set(email_tokens::used_at.eq(now))
            .returning(Self::as_returning())
            .get_result(conn)
            .await
            .optional()
    }

    /// Voids the link that a user may still have for a purpose.
    pub async fn void(user_id: Uuid, purpose: Purpose, conn: &mut Conn) -> QueryResult<()> {
        let of_user = email_tokens::table
            .filter(email_tokens::user_id.eq(user_id))
            .filter(email_tokens::purpose.eq(purpose));
        diesel::delete(of_user).execute(conn).await?;
        Ok(())
    }

    /// Deletes links that expired before `cutoff`.
    pub async fn purge(cutoff: DateTime<Utc>, conn: &mut Conn) -> QueryResult<usize> {
        diesel::delete(email_tokens::table.filter(email_tokens::expires_at.lt(cutoff)))
            .execute(conn)
            .await
    }
}
