use chrono::{DateTime, Utc};
use diesel::QueryableByName;
use diesel::prelude::*;
use diesel::sql_types::{Binary, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use crate::Conn;
use crate::schema::invitations;
use foundation::net::mail_address::stored_forms;

/// A row of `invitations` that nobody has used yet.
#[derive(Debug, Clone, Insertable)]
#[diesel(table_name = invitations)]
pub struct Invitation {
    pub id: Uuid,
    pub token_hash: Vec<u8>,
    /// The address that it is for; `None` for anybody.
    pub email: Option<String>,
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

#[derive(QueryableByName)]
struct Found {
    #[diesel(sql_type = SqlUuid)]
    #[expect(dead_code, reason = "that there is a row is all that matters")]
    id: Uuid,
}

/// The condition that the address `$2`, or `$4` in its other form, can use the invitation with the hash
/// `$1` at `$3`. The address that used it can use it again.
const USABLE: &str = "token_hash = $1 AND expires_at > $3
    AND (email IS NULL OR lower(email) IN (lower($2), lower($4)))
    AND (used_by IS NULL
        OR used_by IN (SELECT id FROM users WHERE lower(users.email) IN (lower($2), lower($4))))";

impl Invitation {
    pub async fn insert(&self, conn: &mut Conn) -> QueryResult<()> {
        diesel::insert_into(invitations::table).values(self).execute(conn).await?;
        Ok(())
    }

    /// Returns whether the invitation with this hash can be used with an address.
    pub async fn is_usable(
        hash: &[u8],
        email: &str,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<bool> {
        let query = format!("SELECT id FROM invitations WHERE {USABLE}");
        Self::first(&query, hash, email, now, conn).await
    }

    /// Uses the invitation with this hash for the account of an address, which must exist. Returns
    /// whether it could be used. Of two accounts that do so at once, one waits for the other.
    pub async fn spend(
        hash: &[u8],
        email: &str,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<bool> {
        let query = format!(
            "UPDATE invitations
             SET used_by =
                (SELECT id FROM users WHERE lower(users.email) IN (lower($2), lower($4)) LIMIT 1)
             WHERE {USABLE} RETURNING id"
        );
        Self::first(&query, hash, email, now, conn).await
    }

    async fn first(
        query: &str,
        hash: &[u8],
        email: &str,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<bool> {
        let [ascii, unicode] = stored_forms(email);
        let found: Option<Found> = diesel::sql_query(query)
            .bind::<Binary, _>(hash)
            .bind::<Text, _>(ascii)
            .bind::<Timestamptz, _>(now)
            .bind::<Text, _>(unicode)
            .get_result(conn)
            .await
            .optional()?;
        Ok(found.is_some())
    }
}
