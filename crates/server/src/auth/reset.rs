//! Choosing a new password with a link from a mail.

use diesel_async::AsyncConnection;

use super::links::Purpose;
use super::secrets::hash_token;
use super::verification::mark_verified;
use crate::app::App;
use crate::db::models::email_token::EmailToken;
use crate::db::models::session::Session;
use crate::db::models::user::User;
use crate::error::ApiResult;

/// Gives the owner of a link a new password and ends all sessions. The link proves its address too.
/// `false` if the link is unknown, replaced, used or out of date: each works once.
///
/// # Errors
/// The database failed, or the password could not be hashed.
pub async fn choose_password(app: &App, token: &str, password: String) -> ApiResult<bool> {
    let now = app.clock.now();
    let hash = hash_token(token);
    let purpose = Purpose::Reset.as_str();
    let known = EmailToken::find_live(&hash, purpose, now, &mut *app.conn().await?).await?;
    // A password is hashed for a good link only, and without a connection.
    if known.is_none_or(|link| link.used_at.is_some()) {
        return Ok(false);
    }
    let password_hash = app.passwords.hash(password).await?;
    let mut conn = app.conn().await?;
    let chosen = conn
        .transaction::<_, diesel::result::Error, _>(async move |conn| {
            let Some(link) = EmailToken::use_up(&hash, purpose, now, conn).await? else {
                return Ok(false);
            };
            User::set_password(link.user_id, &password_hash, now, conn).await?;
            mark_verified(&link, now, conn).await?;
            Session::revoke_others(link.user_id, None, now, conn).await?;
            Ok(true)
        })
        .await?;
    Ok(chosen)
}
