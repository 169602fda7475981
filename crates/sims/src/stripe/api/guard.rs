//! Checks what every call needs: the secret key, form-encoded parameters, and a version that the
//! stand-in speaks.

use axum::http::StatusCode;

use super::call::Call;
use crate::stripe::API_VERSION;
use crate::stripe::error::ApiError;

/// The longest idempotency key that Stripe accepts.
const MAX_KEY: usize = 255;

pub(super) fn check(call: &Call, secret_key: &str) -> Result<(), ApiError> {
    let unauthorized =
        |message: &str| ApiError::new(StatusCode::UNAUTHORIZED, "invalid_request_error", message);
    match key(call) {
        None => return Err(unauthorized("There is no API key.")),
        Some(key) if key != secret_key => return Err(unauthorized("The API key is not valid.")),
        Some(_) => {}
    }
    if let Some(version) = &call.version
        && version != API_VERSION
    {
        // Stripe would answer in the shapes of any of its versions; the stand-in knows one.
        let message = format!("The version {version} is not spoken here: only {API_VERSION} is.");
        return Err(ApiError::invalid(message));
    }
    let is_form = call
        .header("content-type")
        .is_some_and(|kind| kind.starts_with("application/x-www-form-urlencoded"));
    if call.method == "POST" && !call.encoded.is_empty() && !is_form {
        return Err(ApiError::invalid("Parameters are taken form encoded only."));
    }
    let key = call.idempotency_key.as_deref().unwrap_or_default();
    if key.len() > MAX_KEY {
        return Err(ApiError::invalid("The idempotency key is too long."));
    }
    Ok(())
}

/// Returns the key, sent as a bearer token.
fn key(call: &Call) -> Option<&str> {
    let (scheme, value) = call.header("authorization")?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| value.trim())
}
