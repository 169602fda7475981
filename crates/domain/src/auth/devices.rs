//! Browsers that an account knows: those that gave its present password before. Each keeps a token
//! as proof, and sends it with its next sign-in. Nothing is stored, and a new password invalidates
//! all tokens. A token grants no access.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::HeaderName;
use axum::http::request::Parts;
use axum::response::{IntoResponseParts, ResponseParts};
use uuid::Uuid;

use db::models::user::User;
use platform::context::Context;

const HEADER: HeaderName = HeaderName::from_static("harken-device");

/// The token that a browser sends to be recognised, if any.
#[derive(Debug, Clone)]
pub struct DeviceToken(pub Option<String>);

impl<S: Send + Sync> FromRequestParts<S> for DeviceToken {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let sent = parts.headers.get(HEADER);
        let text = sent.and_then(|value| value.to_str().ok());
        Ok(Self(text.map(ToOwned::to_owned)))
    }
}

/// The token that a browser receives to be recognised later.
#[derive(Debug, Clone)]
pub struct NewDeviceToken(String);

impl IntoResponseParts for NewDeviceToken {
    type Error = Infallible;

    fn into_response_parts(self, mut parts: ResponseParts) -> Result<ResponseParts, Infallible> {
        // Always a valid header value: it is base64url.
        if let Ok(value) = self.0.parse() {
            parts.headers_mut().insert(HEADER, value);
        }
        Ok(parts)
    }
}

/// Returns the browser that holds `token`, if the user's account knows it.
pub fn known(context: &Context, token: Option<&str>, user: Option<&User>) -> Option<Uuid> {
    let (token, user) = token.zip(user)?;
    let version = user.password_version;
    context.secrets.read_device_token(token, user.id, version)
}

/// Creates the token of a browser that has given the password, with the browser's known id, if it
/// has one.
pub fn token(context: &Context, known: Option<Uuid>, user: &User) -> NewDeviceToken {
    let device = known.unwrap_or_else(Uuid::now_v7);
    let version = user.password_version;
    NewDeviceToken(context.secrets.device_token(device, user.id, version))
}
