//! The routes of all calls.

use axum::http::StatusCode;
use serde_json::Value;

use super::call::{Answer, Call};
use super::{charges, checkout, customers, events, invoices, portal, refunds, subscriptions};
use crate::stripe::account::Account;
use crate::stripe::error::ApiError;
use crate::stripe::sim::{Kept, Sim};

/// Carries out a call, or repeats its first answer.
pub(super) fn call(sim: &Sim, call: &Call) -> Answer {
    let mut inner = sim.lock();
    // Stripe accepts keys with any call and ignores those of calls other than POST.
    let key = call.idempotency_key.as_ref();
    let key = key.filter(|_| call.method == "POST");
    if let Some(kept) = key.and_then(|key| inner.kept.get(key)) {
        return repeat(kept, call);
    }
    let result = inner.act(sim.wall_clock(), call.cause(), |account| dispatch(account, call));
    match result {
        Ok(object) => {
            let answer = Answer::ok(&object);
            if let Some(key) = key {
                inner.kept.insert(key.clone(), answer.kept(call));
            }
            answer
        }
        // A call that was refused for its parameters has not begun, so its key stays free.
        Err(error) => Answer::error(&error),
    }
}

fn repeat(kept: &Kept, call: &Call) -> Answer {
    if kept.call == call.fingerprint() {
        return Answer { status: kept.status, body: kept.body.clone(), replayed: true };
    }
    Answer::error(&ApiError::new(
        StatusCode::BAD_REQUEST,
        "idempotency_error",
        "This idempotency key came with another call before.",
    ))
}

fn dispatch(account: &mut Account, call: &Call) -> Result<Value, ApiError> {
    let params = &call.params;
    let path = call.path.trim_start_matches("/v1/");
    let segments: Vec<&str> = path.split('/').collect();
    match (call.method.as_str(), segments.as_slice()) {
        ("POST", ["customers"]) => customers::create(account, params),

        ("POST", ["checkout", "sessions"]) => checkout::create(account, params),
        ("GET", ["checkout", "sessions", id]) => checkout::retrieve(account, params, id),
        ("POST", ["checkout", "sessions", id, "expire"]) => checkout::expire(account, params, id),

        ("GET", ["subscriptions"]) => subscriptions::list(account, params),
        ("POST", ["subscriptions", id]) => subscriptions::update(account, params, id),
        ("DELETE", ["subscriptions", id]) => subscriptions::cancel(account, params, id),

        ("GET", ["invoices"]) => invoices::list(account, params),
        ("GET", ["invoices", id]) => invoices::retrieve(account, params, id),
        ("GET", ["invoice_payments"]) => invoices::list_payments(account, params),

        ("GET", ["charges", id]) => charges::retrieve(account, params, id),
        ("POST", ["refunds"]) => refunds::create(account, params),
        ("POST", ["billing_portal", "sessions"]) => portal::create(account, params),
        ("GET", ["events"]) => events::list(account, params),

        (method, _) => {
            let message = format!("There is no {method} {}.", call.path);
            Err(ApiError::new(StatusCode::NOT_FOUND, "invalid_request_error", message))
        }
    }
}
