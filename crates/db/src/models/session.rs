use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use crate::Conn;
use crate::models::notification::Notification;
use crate::schema::{live_cursors, refresh_tokens, sessions};

diesel::joinable!(refresh_tokens -> sessions (session_id));

/// A row of `sessions`: a family of refresh tokens.
#[derive(Debug, Clone, Queryable, Selectable, Identifiable, Insertable)]
#[diesel(table_name = sessions, check_for_backend(diesel::pg::Pg))]
pub struct Session {
    pub id: Uuid,
    pub user_id: Uuid,
    pub user_agent: String,
    pub created_at: DateTime<Utc>,
    pub last_used_at: DateTime<Utc>,
    pub revoked_at: Option<DateTime<Utc>>,
}

/// The earliest beginning and the earliest last use of a session that is live.
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    pub created_after: DateTime<Utc>,
    pub used_after: DateTime<Utc>,
}

impl Session {
    /// Returns whether `user_id` has this session and it was not ended. Its time is not over either, as
    /// the access token ends with it.
    pub async fn is_live(id: Uuid, user_id: Uuid, conn: &mut Conn) -> QueryResult<bool> {
        let live = sessions::table
            .find(id)
            .filter(sessions::user_id.eq(user_id))
            .filter(sessions::revoked_at.is_null());
        diesel::select(diesel::dsl::exists(live)).get_result(conn).await
    }

    /// Loads those of the sessions `ids` that have not ended, each with the last seq given to its
    /// user, 0 before the first.
    pub async fn live_among(ids: &[Uuid], conn: &mut Conn) -> QueryResult<Vec<(Uuid, i64)>> {
        let last = live_cursors::table.on(live_cursors::user_id.eq(sessions::user_id));
        let rows: Vec<(Uuid, Option<i64>)> = sessions::table
            .left_join(last)
            .filter(sessions::id.eq_any(ids))
            .filter(sessions::revoked_at.is_null())
            .select((sessions::id, live_cursors::seq.nullable()))
            .load(conn)
            .await?;
        let with_seq = |(id, seq): (Uuid, Option<i64>)| (id, seq.unwrap_or(0));
        Ok(rows.into_iter().map(with_seq).collect())
    }

    /// Ends a session: its access tokens and refresh tokens stop working at once, and its live
    /// streams are woken.
    pub async fn revoke(id: Uuid, now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<()> {
        let live = sessions::table.find(id).filter(sessions::revoked_at.is_null());
        let owner: Option<Uuid> = diesel::update(live)
            .set(sessions::revoked_at.eq(now))
            .returning(sessions::user_id)
            .get_result(conn)
            .await
            .optional()?;
        Notification::announce(&Vec::from_iter(owner), conn).await
    }

    /// Loads a user's sessions that have not ended, the one used last first.
    pub async fn live_of(user_id: Uuid, bounds: Bounds, conn: &mut Conn) -> QueryResult<Vec<Self>> {
        sessions::table
            .filter(sessions::user_id.eq(user_id))
            .filter(sessions::revoked_at.is_null())
            .filter(sessions::created_at.gt(bounds.created_after))
            .filter(sessions::last_used_at.gt(bounds.used_after))
            .order((sessions::last_used_at.desc(), sessions::id.desc()))
            .select(Self::as_select())
            .load(conn)
            .await
    }

    /// Ends all sessions of a user but `kept`, and wakes the live streams, which end with them.
    pub async fn revoke_others(
        user_id: Uuid,
        kept: Option<Uuid>,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<()> {
        let others = sessions::table
            .filter(sessions::user_id.eq(user_id))
            .filter(sessions::revoked_at.is_null())
            .filter(sessions::id.ne_all(Vec::from_iter(kept)));
        diesel::update(others).set(sessions::revoked_at.eq(now)).execute(conn).await?;
        Notification::announce(&[user_id], conn).await
    }

    /// Deletes sessions with no token that could still be used, and those that ended before `cutoff`.
    pub async fn purge(
        now: DateTime<Utc>,
        cutoff: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<usize> {
        let ended = diesel::delete(sessions::table.filter(sessions::revoked_at.lt(cutoff)))
            .execute(conn)
            .await?;
        let usable = refresh_tokens::table
            .filter(refresh_tokens::session_id.eq(sessions::id))
            .filter(refresh_tokens::expires_at.gt(now));
        let unusable = sessions::table
            .filter(sessions::created_at.lt(cutoff))
            .filter(diesel::dsl::not(diesel::dsl::exists(usable)));
        Ok(ended + diesel::delete(unusable).execute(conn).await?)
    }
}

/// A row of `refresh_tokens`.
#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = refresh_tokens, check_for_backend(diesel::pg::Pg))]
pub struct RefreshToken {
    /// SHA-256 of the token.
    pub token_hash: Vec<u8>,
    pub session_id: Uuid,
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    /// When the token's successor was created.
    pub replaced_at: Option<DateTime<Utc>>,
}

impl RefreshToken {
    /// Locks the token and its session until the transaction ends, so that of many parallel
    /// refreshes one creates the successor and the others find it.
    pub async fn lock(hash: &[u8], conn: &mut Conn) -> QueryResult<Option<(Self, Session)>> {
        refresh_tokens::table
            .find(hash)
            .inner_join(sessions::table)
            .select((Self::as_select(), Session::as_select()))
            .for_update()
            .first(conn)
            .await
            .optional()
    }

    /// Deletes the tokens of a session that were replaced before the token `last`.
    pub async fn purge_replaced(session_id: Uuid, last: &[u8], conn: &mut Conn) -> QueryResult<()> {
        let replaced = refresh_tokens::table
            .filter(refresh_tokens::session_id.eq(session_id))
            .filter(refresh_tokens::replaced_at.is_not_null())
            .filter(refresh_tokens::token_hash.ne(last));
        diesel::delete(replaced).execute(conn).await?;
        Ok(())
    }

    /// Finds the session that a token belongs to.
    pub async fn session_of(hash: &[u8], conn: &mut Conn) -> QueryResult<Option<Uuid>> {
        refresh_tokens::table
            .find(hash)
            .select(refresh_tokens::session_id)
            .first(conn)
            .await
            .optional()
    }
}
