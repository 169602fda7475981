//! The answers of faults.

use axum::http::{HeaderValue, StatusCode};
use axum::response::{Html, IntoResponse, Response};
use sim_kit::{Cut, cut_in_half};

use super::call::{Answer, Call};
use crate::error::ApiError;
use crate::faults::{Fault, FaultKind};
use crate::sim::Sim;

/// What `fault` makes of a call and its `proper` answer, if it let one be made; `None` if it never
/// answers.
pub(super) async fn answer(fault: &Fault, call: &Call, proper: Option<Answer>) -> Option<Response> {
    match fault.fault {
        FaultKind::Stall => None,
        FaultKind::Cut => Some(Cut.into_response()),
        FaultKind::Html => {
            let page = "<!doctype html><title>502</title><h1>Bad gateway</h1>";
            Some((StatusCode::BAD_GATEWAY, Html(page)).into_response())
        }
        FaultKind::Status(status) => {
            let mut answer = Answer::error(&error(status)).response(call);
            if let Some(advice) = fault.should_retry {
                let advice = if advice { "true" } else { "false" };
                let headers = answer.headers_mut();
                headers.insert("stripe-should-retry", HeaderValue::from_static(advice));
            }
            Some(answer)
        }
        FaultKind::CutBody => Some(cut_in_half(proper?.response(call)).await),
        FaultKind::Late => proper.map(|answer| answer.response(call)),
    }
}

/// Keeps the status of `fault` as the answer to the call's idempotency key, if it is to be kept.
pub(super) fn keep(sim: &Sim, call: &Call, fault: &Fault) {
    if let (true, Some(key), FaultKind::Status(status)) =
        (fault.is_kept, &call.idempotency_key, fault.fault)
    {
        let kept = Answer::error(&error(status)).kept(call);
        sim.lock().kept.insert(key.clone(), kept);
    }
}

/// The error that Stripe has for a status.
fn error(status: u16) -> ApiError {
    let code = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let new = |kind, message| ApiError::new(code, kind, message);
    match status {
        401 => new("invalid_request_error", "The API key is not valid."),
        402 => new("card_error", "The card was declined.")
            .code("card_declined")
            .decline_code("generic_decline"),
        409 => new("idempotency_error", "A call with this key is under way.")
            .code("idempotency_key_in_use"),
        429 => new("invalid_request_error", "Too many calls.").code("rate_limit"),
        400..=499 => new("invalid_request_error", "The call is refused."),
        _ => new("api_error", "Something went wrong at the other end."),
    }
}
