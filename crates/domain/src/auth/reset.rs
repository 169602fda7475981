//! Chooses a new password with a link from an email.

use diesel_async::AsyncConnection;

use super::new_password;
use super::passwords::Passwords;
use super::verification::mark_verified;
use db::error::Result;
use db::models::email_token::{EmailToken, Purpose};
use db::models::user::User;
use foundation::secrets::hash_token;
use platform::context::Context;

/// Sets the new password of a link's owner and ends all sessions. The link proves the owner's
/// address too. Returns the account, or `None` if the link is unknown, replaced, used or expired:
/// each works once.
///
/// # Errors
/// The database failed, or the password could not be hashed.
pub async fn choose_password(
    context: &Context,
    passwords: &Passwords,
    token: &str,
    password: String,
) -> Result<Option<User>> {
    let now = context.clock.now();
    let hash = hash_token(token);
    let purpose = Purpose::Reset;
    let known = EmailToken::find_live(&hash, purpose, now, &mut *context.conn().await?).await?;
    // A password is hashed for a valid link only, and without holding a connection.
    if known.is_none_or(|link| link.used_at.is_some()) {
        return Ok(None);
    }
    let password_hash = passwords.hash(password).await?;
    let mut conn = context.conn().await?;
    let chosen = conn
        .transaction::<_, diesel::result::Error, _>(async move |conn| {
            let Some(link) = EmailToken::use_up(&hash, purpose, now, conn).await? else {
                return Ok(None);
            };
            mark_verified(&link, now, conn).await?;
            new_password::set(link.user_id, &password_hash, None, now, conn).await?;
            User::find(link.user_id, conn).await.map(Some)
        })
        .await?;
    Ok(chosen)
}
