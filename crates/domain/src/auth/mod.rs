//! Authentication: the bearer token of a request, passwords, and the tokens that are issued.

mod access_token;
pub mod accounts;
pub mod action_token;
pub mod api_keys;
pub mod attempts;
pub mod client_address;
pub mod devices;
pub mod email_address;
pub mod invitations;
pub mod links;
pub mod mail_requests;
pub mod new_password;
pub mod password_rules;
pub mod passwords;
pub mod reset;
pub mod sessions;
pub mod verification;

use axum::http::{HeaderMap, header};
use uuid::Uuid;

use platform::context::Context;

/// A user who calls, by an access token or an API key.
#[derive(Debug, Clone, Copy)]
pub struct AuthUser {
    pub id: Uuid,
    /// The session or the API key.
    pub credential_id: Uuid,
}

/// A user who is signed in, by an access token.
#[derive(Debug, Clone, Copy)]
pub struct SessionUser {
    pub id: Uuid,
    /// The session that the token belongs to.
    pub session_id: Uuid,
}

impl From<SessionUser> for AuthUser {
    fn from(user: SessionUser) -> Self {
        Self { id: user.id, credential_id: user.session_id }
    }
}

/// Returns the token that a request carries: an access token or an API key.
pub fn bearer_token(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
}

/// Returns the user of the access token that a request carries, whether or not its session has
/// ended.
pub fn bearer(headers: &HeaderMap, context: &Context) -> Option<SessionUser> {
    let token = bearer_token(headers)?;
    SessionUser::of_access_token(token, &context.secrets, context.clock.now())
}
