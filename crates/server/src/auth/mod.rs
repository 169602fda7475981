//! Who is asking: the bearer token of a request, passwords, and the tokens that are handed out.

pub mod accounts;
pub mod action_token;
pub mod attempts;
pub mod client_address;
pub mod email_address;
pub mod links;
pub mod mail_requests;
pub mod password_rules;
pub mod passwords;
pub mod reset;
pub mod secrets;
pub mod sessions;
pub mod verification;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use uuid::Uuid;

use crate::app::App;
use crate::db::models::session::Session;
use crate::error::ApiError;

/// A signed-in user, by the access token in `Authorization: Bearer …`, whose session has not ended.
/// A handler that takes one answers 401 to everybody else.
#[derive(Debug, Clone, Copy)]
pub struct AuthUser {
    pub id: Uuid,
    /// The session that the token belongs to.
    pub session_id: Uuid,
}

impl FromRequestParts<App> for AuthUser {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let user = bearer(&parts.headers, app).ok_or_else(ApiError::unauthorized)?;
        let mut conn = app.conn().await?;
        // A sign-out holds at once, not only when the token runs out.
        if !Session::is_live(user.session_id, user.id, &mut conn).await? {
            return Err(ApiError::unauthorized());
        }
        Ok(user)
    }
}

/// Whose access token a request carries, if any, whether or not its session has ended: for signing
/// out, which may be done twice.
#[derive(Debug, Clone, Copy)]
pub struct TokenHolder(pub Option<AuthUser>);

impl FromRequestParts<App> for TokenHolder {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Self::Rejection> {
        Ok(Self(bearer(&parts.headers, app)))
    }
}

/// Whose access token a request carries, whether or not its session has ended.
pub(crate) fn bearer(headers: &HeaderMap, app: &App) -> Option<AuthUser> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    if !scheme.eq_ignore_ascii_case("bearer") {
        return None;
    }
    app.secrets.read_access_token(token.trim(), app.clock.now())
}
