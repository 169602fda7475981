//! Sessions: begun by a sign-in, continued by rotating refresh tokens, ended by a sign-out, by the
//! second use of a replaced token, and by time: after days without use, and after more days in any
//! case.
//!
//! A token names its session and carries a tag that only this server makes. So a replaced token is
//! recognised when it comes again, and its row is deleted as soon as its successor is replaced, too:
//! a session has one or two rows, however long it lives.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncConnection, RunQueryDsl};
use uuid::Uuid;

use super::SessionUser;
use db::Conn;
use db::error::Result;
use db::models::session::{Bounds, RefreshToken, Session};
use db::models::user::User;
use db::schema::{refresh_tokens, sessions};
use foundation::secrets::hash_token;
use platform::context::Context;

/// The time for which a replaced token still returns its successor: two tabs may refresh at the
/// same moment, or an answer may be lost and requested again.
const GRACE_SECONDS: i64 = 30;
const USER_AGENT_CHARS: usize = 200;

/// The tokens of a client's session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tokens {
    /// A JWT, valid for minutes.
    pub access: String,
    /// An opaque token, valid for days, and for one use.
    pub refresh: String,
}

/// Begins a session of `user`, as it was read before its password was checked. Returns `None` if
/// the account has another password by now, or is gone: whoever knew the old one must not slip in.
///
/// # Errors
/// The database or the system's random source failed.
pub async fn begin(
    context: &Context,
    user: &User,
    user_agent: &str,
    conn: &mut Conn,
) -> Result<Option<Tokens>> {
    let now = context.clock.now();
    let session = Session {
        id: Uuid::now_v7(),
        user_id: user.id,
        user_agent: user_agent.chars().take(USER_AGENT_CHARS).collect(),
        created_at: now,
        last_used_at: now,
        revoked_at: None,
    };
    let refresh = context.secrets.first_refresh_token(session.id)?;
    let row = new_token(context, &refresh, &session, now);
    let session_ref = &session;
    let begun = conn
        .transaction::<_, diesel::result::Error, _>(async move |conn| {
            if !user.lock_if_unchanged(conn).await? {
                return Ok(false);
            }
            diesel::insert_into(sessions::table).values(session_ref).execute(conn).await?;
            diesel::insert_into(refresh_tokens::table).values(&row).execute(conn).await?;
            Ok(true)
        })
        .await?;
    if !begun {
        return Ok(None);
    }
    Ok(Some(Tokens { access: access_token(context, &session, now)?, refresh }))
}

/// Replaces a refresh token by its successor. Returns `None` if the token is unknown, expired or
/// used up, or its session has ended. The use of a token that was replaced longer ago than the
/// grace, or whose successor was replaced, means that two clients hold a copy, so the whole session
/// ends.
///
/// # Errors
/// The database or the system's random source failed.
pub async fn refresh(context: &Context, token: &str) -> Result<Option<Tokens>> {
    let now = context.clock.now();
    let hash = hash_token(token);
    let mut conn = context.conn().await?;
    let refreshed = conn
        .transaction::<_, diesel::result::Error, _>(async move |conn| {
            let Some((row, session)) = RefreshToken::lock(&hash, conn).await? else {
                if let Some(session) = context.secrets.session_of_refresh_token(token) {
                    end_for_reuse(session, now, conn).await?;
                }
                return Ok(None);
            };
            if session.revoked_at.is_some() || end_of(context, &row, &session) <= now {
                return Ok(None);
            }
            let next = context.secrets.next_refresh_token(session.id, token);
            let graced_since = now - TimeDelta::seconds(GRACE_SECONDS);
            if let Some(replaced_at) = row.replaced_at {
                if replaced_at >= graced_since {
                    return Ok(Some((session, next)));
                }
                end_for_reuse(session.id, now, conn).await?;
                return Ok(None);
            }
            diesel::insert_into(refresh_tokens::table)
                .values(&new_token(context, &next, &session, now))
                .execute(conn)
                .await?;
            diesel::update(refresh_tokens::table.find(&row.token_hash))
                .set(refresh_tokens::replaced_at.eq(now))
                .execute(conn)
                .await?;
            RefreshToken::purge_replaced(session.id, &row.token_hash, conn).await?;
            diesel::update(sessions::table.find(session.id))
                .set(sessions::last_used_at.eq(now))
                .execute(conn)
                .await?;
            Ok(Some((session, next)))
        })
        .await?;
    let Some((session, next)) = refreshed else {
        return Ok(None);
    };
    Ok(Some(Tokens { access: access_token(context, &session, now)?, refresh: next }))
}

/// Returns the session that a refresh token belongs to, whether or not the token still works: for
/// signing out.
pub async fn session_of(
    context: &Context,
    token: &str,
    conn: &mut Conn,
) -> QueryResult<Option<Uuid>> {
    match context.secrets.session_of_refresh_token(token) {
        Some(session) => Ok(Some(session)),
        None => RefreshToken::session_of(&hash_token(token), conn).await,
    }
}

/// Returns the times since which a session must have begun, and must have been used, to be live at
/// `now`.
pub fn bounds(context: &Context, now: DateTime<Utc>) -> Bounds {
    Bounds { created_after: now - lifetime(context), used_after: now - idle_time(context) }
}

async fn end_for_reuse(session: Uuid, now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<()> {
    tracing::warn!(%session, "a used refresh token came again; the session ends");
    Session::revoke(session, now, conn).await
}

fn lifetime(context: &Context) -> TimeDelta {
    TimeDelta::days(context.config.auth.session_days.into())
}

fn idle_time(context: &Context) -> TimeDelta {
    TimeDelta::days(context.config.auth.idle_session_days.into())
}

/// Returns the time at which a token expires unless it is used. Tokens made under longer bounds end
/// by the present ones.
fn end_of(context: &Context, token: &RefreshToken, session: &Session) -> DateTime<Utc> {
    let idle = token.created_at + idle_time(context);
    idle.min(session.created_at + lifetime(context)).min(token.expires_at)
}

fn new_token(
    context: &Context,
    token: &str,
    session: &Session,
    now: DateTime<Utc>,
) -> RefreshToken {
    let idle = now + idle_time(context);
    RefreshToken {
        token_hash: hash_token(token),
        session_id: session.id,
        created_at: now,
        expires_at: idle.min(session.created_at + lifetime(context)),
        replaced_at: None,
    }
}

fn access_token(context: &Context, session: &Session, now: DateTime<Utc>) -> Result<String> {
    let user = SessionUser { id: session.user_id, session_id: session.id };
    let minutes = context.config.auth.access_token_minutes;
    let end = now + TimeDelta::minutes(minutes.into());
    let end = end.min(session.created_at + lifetime(context));
    Ok(user.access_token_until(&context.secrets, now, end)?)
}
