use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::notification::Notification;
use crate::Conn;
use crate::column_enum::column_enum;
use crate::schema::{api_keys, live_cursors, users};

diesel::joinable!(api_keys -> users (user_id));

/// The most API keys that a user may have, expired ones included.
pub const KEYS_PER_USER: i64 = 20;
/// The most reminders that are created in one statement.
const REMINDED_AT_ONCE: i64 = 500;

column_enum! {
    /// The calls that an API key may make.
    #[derive(PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
    #[serde(rename_all = "lowercase")]
    #[schema(as = ApiKeyScope)]
    pub enum Scope in api_keys.scopes {
        /// Everything that changes nothing.
        Read = "read",
        /// Changes of keywords, and of what is read for them.
        Keywords = "keywords",
        /// Changes of notifications, mutes, saved searches and channels.
        Notifications = "notifications",
        /// The items of push sources, which it sends and deletes.
        Ingest = "ingest",
        /// What administrators see and do.
        Admin = "admin",
    }
}

/// A row of `api_keys`.
#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = api_keys, check_for_backend(diesel::pg::Pg))]
pub struct ApiKey {
    pub id: Uuid,
    pub user_id: Uuid,
    pub name: String,
    /// SHA-256 of the token.
    pub hash: Vec<u8>,
    pub scopes: Vec<Scope>,
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    /// The time of its last use, to the minute.
    pub last_used_at: Option<DateTime<Utc>>,
    pub reminded_at: Option<DateTime<Utc>>,
}

impl ApiKey {
    /// Loads all keys of a user, newest first.
    pub async fn list(user_id: Uuid, conn: &mut Conn) -> QueryResult<Vec<Self>> {
        api_keys::table
            .filter(api_keys::user_id.eq(user_id))
            .order((api_keys::created_at.desc(), api_keys::id.desc()))
            .select(Self::as_select())
            .load(conn)
            .await
    }

    /// Finds a key, whether or not it has expired.
    pub async fn find(id: Uuid, conn: &mut Conn) -> QueryResult<Option<Self>> {
        api_keys::table.find(id).select(Self::as_select()).first(conn).await.optional()
    }

    /// Finds a key whose user is not suspended, whether or not it has expired.
    pub async fn find_usable(id: Uuid, conn: &mut Conn) -> QueryResult<Option<Self>> {
        api_keys::table
            .find(id)
            .inner_join(users::table)
            .filter(users::suspended_at.is_null())
            .select(Self::as_select())
            .first(conn)
            .await
            .optional()
    }

    /// Returns whether a key can be used at `now`.
    pub async fn is_live(id: Uuid, now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<bool> {
        let key = Self::find_usable(id, conn).await?;
        Ok(key.is_some_and(|key| key.expires_at > now))
    }

    /// Loads those of the keys `ids` that can be used at `now`, each with the last seq given to its
    /// user, 0 before the first.
    pub async fn live_among(
        ids: &[Uuid],
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<Vec<(Uuid, i64)>> {
        let last = live_cursors::table.on(live_cursors::user_id.eq(api_keys::user_id));
        let rows: Vec<(Uuid, Option<i64>)> = api_keys::table
            .left_join(last)
            .filter(api_keys::id.eq_any(ids))
            .filter(api_keys::expires_at.gt(now))
            .select((api_keys::id, live_cursors::seq.nullable()))
            .load(conn)
            .await?;
        Ok(rows.into_iter().map(|(id, seq)| (id, seq.unwrap_or(0))).collect())
    }

    /// Records that a key is used.
    pub async fn touch(id: Uuid, now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<()> {
        diesel::update(api_keys::table.find(id))
            .set(api_keys::last_used_at.eq(now))
            .execute(conn)
            .await?;
        Ok(())
    }

    /// Deletes a user's key, and ends its live streams. Returns whether there was one.
    pub async fn delete(id: Uuid, user_id: Uuid, conn: &mut Conn) -> QueryResult<bool> {
        let deleted = diesel::delete(api_keys::table.find(id))
            .filter(api_keys::user_id.eq(user_id))
            .execute(conn)
            .await?;
        if deleted > 0 {
            Notification::announce(&[user_id], conn).await?;
        }
        Ok(deleted > 0)
    }

    /// Deletes all keys of a user.
    pub async fn delete_all(user_id: Uuid, conn: &mut Conn) -> QueryResult<()> {
        diesel::delete(api_keys::table.filter(api_keys::user_id.eq(user_id))).execute(conn).await?;
        Ok(())
    }

    /// Marks some of the keys whose users are to be reminded at `now`, and returns them: each once, when it expires
    /// within `ahead`, unless it was created for no longer than that. Returns none once there are no more.
    pub async fn mark_reminded(
        ahead: TimeDelta,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<Vec<Reminded>> {
        diesel::sql_query(
            "UPDATE api_keys SET reminded_at = $1 WHERE id IN (
                 SELECT id FROM api_keys
                 WHERE reminded_at IS NULL AND expires_at > $1 AND expires_at <= $2
                     AND expires_at - created_at > $2 - $1
                 ORDER BY id LIMIT $3 FOR UPDATE SKIP LOCKED)
             RETURNING id, user_id",
        )
        .bind::<Timestamptz, _>(now)
        .bind::<Timestamptz, _>(now + ahead)
        .bind::<BigInt, _>(REMINDED_AT_ONCE)
        .load(conn)
        .await
    }
}

/// A key that soon expires.
#[derive(Debug, QueryableByName)]
pub struct Reminded {
    #[diesel(sql_type = SqlUuid)]
    pub id: Uuid,
    #[diesel(sql_type = SqlUuid)]
    pub user_id: Uuid,
}
