//! Sessions: begun by a sign-in, carried on by rotating refresh tokens, ended by a sign-out or by the
//! second use of a token that was replaced.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncConnection, RunQueryDsl};
use uuid::Uuid;

use super::AuthUser;
use super::secrets::{hash_token, random_token};
use crate::app::App;
use crate::db::Conn;
use crate::db::models::session::{RefreshToken, Session};
use crate::db::models::user::User;
use crate::db::schema::{refresh_tokens, sessions};
use crate::error::{ApiError, ApiResult};

/// For how long a replaced token still answers with its successor: two tabs refresh at the same
/// moment, or an answer is lost on its way and asked for again.
const GRACE_SECONDS: i64 = 30;
const USER_AGENT_CHARS: usize = 200;

/// What a client holds of its session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tokens {
    /// A JWT, good for minutes.
    pub access: String,
    /// Opaque, good for days, and for one use.
    pub refresh: String,
}

/// Begins a session of `user`, as it was read before its password was checked. `None` if the account
/// has another password by now, or is gone: whoever knew the old one must not slip in.
///
/// # Errors
/// The database or the system's random source failed.
pub async fn begin(
    app: &App,
    user: &User,
    user_agent: &str,
    conn: &mut Conn,
) -> ApiResult<Option<Tokens>> {
    let now = app.clock.now();
    let session = Session {
        id: Uuid::now_v7(),
        user_id: user.id,
        user_agent: user_agent.chars().take(USER_AGENT_CHARS).collect(),
        created_at: now,
        last_used_at: now,
        revoked_at: None,
    };
    let refresh = random_token()?;
    let row = new_token(app, &refresh, session.id, now);
    let session_ref = &session;
    let begun = conn
        .transaction::<_, diesel::result::Error, _>(async move |conn| {
            if !user.lock_if_unchanged(conn).await? {
                return Ok(false);
            }
            diesel::insert_into(sessions::table)
                .values(session_ref)
                .execute(conn)
                .await?;
            diesel::insert_into(refresh_tokens::table)
                .values(&row)
                .execute(conn)
                .await?;
            Ok(true)
        })
        .await?;
    if !begun {
        return Ok(None);
    }
    Ok(Some(Tokens {
        access: access_token(app, &session, now)?,
        refresh,
    }))
}

/// Replaces a refresh token by its successor. The use of one that was replaced longer ago than the
/// grace means that two hold a copy, so the whole session ends.
///
/// # Errors
/// `UNAUTHORIZED` when the token is unknown, out of date or used up, or its session has ended.
pub async fn refresh(app: &App, token: &str) -> ApiResult<Tokens> {
    let now = app.clock.now();
    let hash = hash_token(token);
    let next = app.secrets.next_refresh_token(token);
    let next_ref = next.as_str();
    let mut conn = app.conn().await?;
    let session = conn
        .transaction::<_, diesel::result::Error, _>(async move |conn| {
            let Some((row, session)) = RefreshToken::lock(&hash, conn).await? else {
                return Ok(None);
            };
            if session.revoked_at.is_some() || row.expires_at <= now {
                return Ok(None);
            }
            if let Some(replaced_at) = row.replaced_at {
                if now - replaced_at <= TimeDelta::seconds(GRACE_SECONDS) {
                    return Ok(Some(session));
                }
                tracing::warn!(session = %session.id, "a used refresh token came again; the session ends");
                Session::revoke(session.id, now, conn).await?;
                return Ok(None);
            }
            diesel::insert_into(refresh_tokens::table)
                .values(&new_token(app, next_ref, session.id, now))
                .execute(conn)
                .await?;
            diesel::update(refresh_tokens::table.find(&row.token_hash))
                .set(refresh_tokens::replaced_at.eq(now))
                .execute(conn)
                .await?;
            diesel::update(sessions::table.find(session.id))
                .set(sessions::last_used_at.eq(now))
                .execute(conn)
                .await?;
            Ok(Some(session))
        })
        .await?
        .ok_or_else(ApiError::unauthorized)?;
    Ok(Tokens {
        access: access_token(app, &session, now)?,
        refresh: next,
    })
}

fn new_token(app: &App, token: &str, session_id: Uuid, now: DateTime<Utc>) -> RefreshToken {
    let days = i64::from(app.config.auth.refresh_token_days);
    RefreshToken {
        token_hash: hash_token(token),
        session_id,
        created_at: now,
        expires_at: now + TimeDelta::days(days),
        replaced_at: None,
    }
}

fn access_token(app: &App, session: &Session, now: DateTime<Utc>) -> ApiResult<String> {
    let user = AuthUser {
        id: session.user_id,
        session_id: session.id,
    };
    let minutes = app.config.auth.access_token_minutes;
    Ok(app.secrets.access_token(user, now, minutes)?)
}
