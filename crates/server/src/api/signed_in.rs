//! Who asks, as handlers take it.

use std::convert::Infallible;

use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;

use crate::api::error::ApiError;
use crate::auth::{AuthUser, bearer};
use crate::context::Context;
use crate::db::models::session::Session;
use crate::db::models::user::User;

/// The user whose access token is in `Authorization: Bearer …` and whose session has not ended. A
/// handler that takes one answers 401 to everybody else.
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

/// The same of an administrator. To everybody else who is signed in the call does not exist.
#[derive(Debug, Clone, Copy)]
pub struct Administrator(pub AuthUser);

impl<S> FromRequestParts<S> for Administrator
where
    S: Send + Sync,
    Context: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let user = AuthUser::from_request_parts(parts, state).await?;
        let context = Context::from_ref(state);
        let mut conn = context.conn().await?;
        match User::is_administrator(user.id, &mut conn).await? {
            true => Ok(Self(user)),
            false => Err(ApiError::not_found("call")),
        }
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
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        Ok(Self(bearer(&parts.headers, &Context::from_ref(state))))
    }
}
