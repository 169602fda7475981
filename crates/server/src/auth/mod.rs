//! Who is asking: the bearer token of a request, passwords, and the tokens that are handed out.

pub mod secrets;

use axum::extract::FromRequestParts;
use axum::http::header;
use axum::http::request::Parts;
use uuid::Uuid;

use crate::app::App;
use crate::error::ApiError;

/// A signed-in user, by the access token in `Authorization: Bearer …`. A handler that takes one
/// answers 401 to everybody else.
#[derive(Debug, Clone, Copy)]
pub struct AuthUser {
    pub id: Uuid,
    /// The session that the token belongs to.
    pub session_id: Uuid,
}

impl FromRequestParts<App> for AuthUser {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let value = parts
            .headers
            .get(header::AUTHORIZATION)
            .and_then(|v| v.to_str().ok());
        let token = value
            .and_then(|v| v.split_once(' '))
            .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
            .map(|(_, token)| token.trim())
            .ok_or_else(ApiError::unauthorized)?;
        app.secrets
            .read_access_token(token, app.clock.now())
            .ok_or_else(ApiError::unauthorized)
    }
}
