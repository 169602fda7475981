//! Extractors for the user who calls: signed in with an access token, or by a program with an API key.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{Method, StatusCode};

use crate::app::App;
use crate::error::ApiError;
use db::models::api_key::{ApiKey, Scope};
use db::models::session::Session;
use db::models::user::User;
use domain::auth::api_keys::KeyHolder;
use domain::auth::{AuthUser, SessionUser, bearer};

/// The scopes that the calls of a group need, as an extension of their requests. What needs none, and calls without
/// this, are for sessions only.
#[derive(Debug, Clone, Copy)]
pub(crate) struct KeyAccess {
    pub(crate) reading: Option<Scope>,
    pub(crate) changing: Option<Scope>,
}

impl KeyAccess {
    /// Returns the scope that a call with this method needs.
    pub(crate) fn scope_of(self, method: &Method) -> Option<Scope> {
        match *method {
            Method::GET | Method::HEAD => self.reading,
            _ => self.changing,
        }
    }
}

/// The user whose access token is in `Authorization: Bearer …` and whose session has not ended, or
/// whose API key is there and may make this call. A handler that takes one answers 401 to everybody
/// else, and 403 to other keys.
impl FromRequestParts<App> for AuthUser {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        match parts.extensions.get::<KeyHolder>() {
            Some(holder) => {
                check_scope(holder, parts)?;
                Ok(Self { id: holder.user_id, credential_id: holder.key_id })
            }
            None => Ok(SessionUser::from_request_parts(parts, app).await?.into()),
        }
    }
}

fn check_scope(holder: &KeyHolder, parts: &Parts) -> Result<(), ApiError> {
    let access = parts.extensions.get::<KeyAccess>();
    let needed = access.and_then(|access| access.scope_of(&parts.method));
    let needed = needed.ok_or_else(session_required)?;
    if holder.scopes.contains(&needed) {
        return Ok(());
    }
    let text = format!("This API key does not have the scope “{needed}”, which this call needs.");
    Err(ApiError::new(StatusCode::FORBIDDEN, "KEY_SCOPE_MISSING", text))
}

fn session_required() -> ApiError {
    let text = "No API key can make this call. Sign in instead.";
    ApiError::new(StatusCode::FORBIDDEN, "SESSION_REQUIRED", text)
}

/// The user whose access token is in `Authorization: Bearer …` and whose session has not ended; 403 to API keys.
impl FromRequestParts<App> for SessionUser {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        if parts.extensions.get::<KeyHolder>().is_some() {
            return Err(session_required());
        }
        let user = bearer(&parts.headers, app).ok_or_else(ApiError::unauthorized)?;
        let mut conn = app.conn().await?;
        // A sign-out takes effect at once, not only when the token expires.
        if !Session::is_live(user.session_id, user.id, &mut conn).await? {
            return Err(ApiError::unauthorized());
        }
        Ok(user)
    }
}

/// Returns whether a stream that has begun may continue: the session or the API key has not ended.
pub(crate) async fn may_continue(parts: &mut Parts, app: &App) -> Result<bool, ApiError> {
    match parts.extensions.get::<KeyHolder>() {
        Some(holder) => {
            let mut conn = app.conn().await?;
            Ok(ApiKey::is_live(holder.key_id, app.clock.now(), &mut conn).await?)
        }
        None => SessionUser::from_request_parts(parts, app).await.map(|_| true),
    }
}

/// Returns whether the time of the access token or API key is over, without a query.
pub(crate) fn is_over(parts: &Parts, app: &App) -> bool {
    match parts.extensions.get::<KeyHolder>() {
        Some(holder) => holder.expires_at <= app.clock.now(),
        None => bearer(&parts.headers, app).is_none(),
    }
}

/// The same as [`AuthUser`] for an administrator. For everybody else who is signed in the call does not exist.
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
pub struct TokenHolder(pub Option<SessionUser>);

impl FromRequestParts<App> for TokenHolder {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        Ok(Self(bearer(&parts.headers, app)))
    }
}
