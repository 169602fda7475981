//! Who is asking: the bearer token of a request, passwords, and the tokens that are handed out.

mod access_token;
pub mod accounts;
pub mod action_token;
pub mod attempts;
pub mod client_address;
pub mod devices;
pub mod email_address;
pub mod links;
pub mod mail_requests;
pub mod new_password;
pub mod password_rules;
pub mod passwords;
pub mod reset;
pub mod sessions;
pub mod verification;

use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use uuid::Uuid;

use crate::context::Context;
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

impl<S> FromRequestParts<S> for AuthUser
where
    S: Send + Sync,
    Context: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let context = Context::from_ref(state);
        let user = bearer(&parts.headers, &context).ok_or_else(ApiError::unauthorized)?;
        let mut conn = context.conn().await?;
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

impl<S> FromRequestParts<S> for TokenHolder
where
    S: Send + Sync,
    Context: FromRef<S>,
{
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        Ok(Self(bearer(&parts.headers, &Context::from_ref(state))))
    }
}

/// Whose access token a request carries, whether or not its session has ended.
pub(crate) fn bearer(headers: &HeaderMap, context: &Context) -> Option<AuthUser> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    if !scheme.eq_ignore_ascii_case("bearer") {
        return None;
    }
    context
        .secrets
        .read_access_token(token.trim(), context.clock.now())
}
