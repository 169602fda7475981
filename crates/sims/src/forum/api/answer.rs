//! Builds answers and error bodies in the forum's own shape.

use axum::http::{HeaderValue, header};

use crate::forum::things::escape_texts;
use crate::prelude::*;

/// The `raw_json` parameter of every call.
#[derive(Debug, Default, Clone, Deserialize)]
pub(crate) struct Raw {
    raw_json: Option<String>,
}

impl Raw {
    /// Returns `value` as JSON, its texts HTML-escaped unless `raw_json=1` was asked for.
    pub(crate) fn answer(&self, mut value: Value) -> Response {
        if self.raw_json.as_deref() != Some("1") {
            escape_texts(&mut value);
        }
        Json(value).into_response()
    }
}

/// Returns `{"message", "error"}`, the body of most errors.
pub(super) fn error(status: StatusCode) -> Response {
    let message = status.canonical_reason().unwrap_or("Error");
    (status, Json(json!({ "message": message, "error": status.as_u16() }))).into_response()
}

/// Returns `{"reason", "message", "error"}`, for subreddits that cannot be read.
pub(super) fn refused(status: StatusCode, reason: &str) -> Response {
    let message = status.canonical_reason().unwrap_or("Error");
    let body = json!({ "reason": reason, "message": message, "error": status.as_u16() });
    (status, Json(body)).into_response()
}

/// Returns 401 for a token that is missing, unknown or expired.
pub(super) fn unauthorized() -> Response {
    let mut answer = error(StatusCode::UNAUTHORIZED);
    let challenge = HeaderValue::from_static("Bearer realm=\"reddit\", error=\"invalid_token\"");
    answer.headers_mut().insert(header::WWW_AUTHENTICATE, challenge);
    answer
}
