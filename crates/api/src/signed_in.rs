//! Extractors for the signed-in user.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use crate::app::App;
use crate::error::ApiError;
use db::models::session::Session;
use db::models::user::User;
use domain::auth::{AuthUser, bearer};

/// The user whose access token is in `Authorization: Bearer …` and whose session has not ended. A
/// handler that takes one answers 401 to everybody else.
impl FromRequestParts<App> for AuthUser {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let user = bearer(&parts.headers, app).ok_or_else(ApiError::unauthorized)?;
        let mut conn = app.conn().await?;
        // A sign-out takes effect at once, not only when the token expires.
        if !Session::is_live(user.session_id, user.id, &mut conn).await? {
            return Err(ApiError::unauthorized());
        }
        Ok(user)
    }
}

/// The same for an administrator. For everybody else who is signed in the call does not exist.
#[derive(Debug, Clone, Copy)]
pub struct Administrator(pub AuthUser);

impl FromRequestParts<App> for Administrator {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let user = AuthUser::from_request_parts(parts, app).await?;
        let mut conn = app.conn().await?;
        match User::is_administrator(user.id, &mut conn).await? {
            true => Ok(Self(user)),
            false => Err(ApiError::not_found("call")),
        }
    }
}

/// The user whose access token a request carries, if any, whether or not the session has ended: for
/// signing out, which may be done twice.
#[derive(Debug, Clone, Copy)]
pub struct TokenHolder(pub Option<AuthUser>);

impl FromRequestParts<App> for TokenHolder {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        Ok(Self(bearer(&parts.headers, app)))
    }
}
