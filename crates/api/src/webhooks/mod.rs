//! Receives what services report. Not part of the API's document: only these services call this.

mod mail;
mod stripe;

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::http::StatusCode;

use crate::error::{ApiError, ApiResult};

pub use mail::mail;
pub use stripe::stripe;

/// Returns the body of a call.
fn read(body: Result<Bytes, BytesRejection>) -> ApiResult<Bytes> {
    body.map_err(|refused| match refused.status() {
        StatusCode::PAYLOAD_TOO_LARGE => ApiError::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "PAYLOAD_TOO_LARGE",
            "The request is too large.",
        ),
        _ => bad("The request's body could not be read."),
    })
}

fn bad(text: &str) -> ApiError {
    ApiError::new(StatusCode::BAD_REQUEST, "INVALID_EVENT", text)
}
