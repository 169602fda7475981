//! Authentication: the bearer token of a request, passwords, and the tokens that are issued.

mod access_token;
pub mod accounts;
pub mod action_token;
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

/// A user, identified by an access token.
#[derive(Debug, Clone, Copy)]
pub struct AuthUser {
    pub id: Uuid,
    /// The session that the token belongs to.
    pub session_id: Uuid,
}

/// Returns the user of the access token that a request carries, whether or not its session has
/// ended.
pub fn bearer(headers: &HeaderMap, context: &Context) -> Option<AuthUser> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    if !scheme.eq_ignore_ascii_case("bearer") {
        return None;
    }
    AuthUser::of_access_token(token.trim(), &context.secrets, context.clock.now())
}
