//! Answers requests with their faults.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use crate::kit::Cut;

use super::call::{Answer, Call};
use crate::stripe::error::ApiError;
use crate::stripe::faults::{Fault, FaultKind};
use crate::stripe::sim::Sim;

/// Returns the answer of a fault, which replaces the proper one.
pub(super) fn answer(fault: &Fault, call: &Call) -> Response {
    match fault.fault {
        FaultKind::Cut => Cut.into_response(),
        FaultKind::Status(status) => Answer::error(&error(status)).response(call),
    }
}

/// Keeps the status of `fault` as the answer for the call's idempotency key, if `fault` asks for that.
pub(super) fn keep(sim: &Sim, call: &Call, fault: &Fault) {
    if let (true, Some(key), FaultKind::Status(status)) =
        (fault.is_kept, &call.idempotency_key, fault.fault)
    {
        let kept = Answer::error(&error(status)).kept(call);
        sim.lock().kept.insert(key.clone(), kept);
    }
}

/// Returns Stripe's error for a status.
fn error(status: u16) -> ApiError {
    let code = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let new = |kind, message| ApiError::new(code, kind, message);
    match status {
        409 => new("idempotency_error", "A call with this key is under way.")
            .code("idempotency_key_in_use"),
        429 => new("invalid_request_error", "Too many calls.").code("rate_limit"),
        400..=499 => new("invalid_request_error", "The call is refused."),
        _ => new("api_error", "Something went wrong at the other end."),
    }
}
