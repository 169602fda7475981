//! Proof that an address belongs to whoever chooses its password: a link, sent there by email.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncConnection, RunQueryDsl};

use super::passwords::Passwords;
use db::Conn;
use db::error::Result;
use db::models::email_token::{EmailToken, Purpose};
use db::models::user::User;
use db::schema::users;
use foundation::secrets::hash_token;
use platform::context::Context;

/// A valid link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    pub email: String,
    /// Whether the address is verified. Otherwise the link verifies it once a password is chosen.
    pub is_verified: bool,
}

/// Returns the state of a link, and changes nothing: email scanners open links, and run the scripts of the page.
/// Returns `None` if the link is unknown, replaced or expired.
pub async fn look(context: &Context, token: &str, conn: &mut Conn) -> QueryResult<Option<Link>> {
    let now = context.clock.now();
    let link = EmailToken::find_live(&hash_token(token), Purpose::Verify, now, conn).await?;
    let Some(link) = link else {
        return Ok(None);
    };
    let is_verified = is_verified(&link, conn).await?;
    Ok(Some(Link { email: link.email, is_verified }))
}

/// Returns whether the address that the email went to is the account's, and verified.
async fn is_verified(link: &EmailToken, conn: &mut Conn) -> QueryResult<bool> {
    let user = User::find(link.user_id, conn).await?;
    Ok(user.email == link.email && user.email_verified_at.is_some())
}

/// Verifies the address of a link with the password of its registration, and returns the address; returns `None` if
/// the link is unknown, replaced or expired. The same link may be followed many times within its life.
pub async fn follow_link(
    context: &Context,
    token: &str,
    conn: &mut Conn,
) -> QueryResult<Option<String>> {
    let now = context.clock.now();
    let hash = hash_token(token);
    conn.transaction(async move |conn| {
        let Some(link) = EmailToken::find_live(&hash, Purpose::Verify, now, conn).await? else {
            return Ok(None);
        };
        let chosen = link.registration.as_ref().map(|chosen| chosen.password_hash.clone());
        if mark_verified(&link, now, conn).await?
            && let Some(password_hash) = chosen
        {
            User::set_password(link.user_id, &password_hash, now, conn).await?;
        }
        Ok(is_verified(&link, conn).await?.then_some(link.email))
    })
    .await
}

/// Verifies the address of a link and returns it; returns `None` if the link is unknown, replaced, expired or used.
/// The account takes the given password. The one chosen at the registration may be a stranger's, who entered this
/// address: it never works.
///
/// # Errors
/// The database failed, or the password could not be hashed.
pub async fn confirm(
    context: &Context,
    passwords: &Passwords,
    token: &str,
    password: String,
) -> Result<Option<String>> {
    // A password is hashed for a valid link only, and without holding a connection.
    let link = look(context, token, &mut *context.conn().await?).await?;
    if link.is_none_or(|link| link.is_verified) {
        return Ok(None);
    }
    let password_hash = passwords.hash(password).await?;
    let (now, hash) = (context.clock.now(), hash_token(token));
    let mut conn = context.conn().await?;
    let confirmed = conn
        .transaction::<_, diesel::result::Error, _>(async move |conn| {
            let Some(link) = EmailToken::use_up(&hash, Purpose::Verify, now, conn).await? else {
                return Ok(None);
            };
            if !mark_verified(&link, now, conn).await? {
                return Ok(None);
            }
            User::set_password(link.user_id, &password_hash, now, conn).await?;
            Ok(Some(link.email))
        })
        .await?;
    Ok(confirmed)
}

/// Marks the address that the email went to as verified, and no other. The registered names are adopted with the
/// first proof only: later the account is its owner's. Returns false if the address was verified before. In any case
/// the email has arrived, so that alerts can go there again.
pub(super) async fn mark_verified(
    link: &EmailToken,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<bool> {
    User::clear_mark(link.user_id, conn).await?;
    let owner = users::table.find(link.user_id);
    let chosen = link.registration.as_ref();
    let marked = diesel::update(owner.filter(users::email.eq(&link.email)))
        .filter(users::email_verified_at.is_null())
        .set((
            chosen.map(|chosen| users::first_name.eq(&chosen.first_name)),
            chosen.map(|chosen| users::last_name.eq(&chosen.last_name)),
            chosen.map(|chosen| users::time_zone.eq(&chosen.time_zone)),
            users::email_verified_at.eq(now),
            users::updated_at.eq(now),
        ))
        .execute(conn)
        .await?;
    Ok(marked > 0)
}
