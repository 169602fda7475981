//! `/v1/`: Stripe's API, as far as it is needed to sell a subscription.

mod call;
mod charges;
mod checkout;
mod customers;
mod events;
mod expand;
mod guard;
mod invoices;
mod list;
mod misbehave;
mod portal;
mod prices;
mod refunds;
mod routes;
mod subscriptions;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::any;

use crate::faults::{Fault, FaultKind};
use crate::seen::Seen;
use crate::sim::Sim;
use call::{Answer, Call};

/// Largest body that is read.
const MAX_BODY: usize = 1024 * 1024;

pub(crate) fn router() -> Router<Arc<Sim>> {
    Router::new().route("/v1/{*path}", any(serve))
}

async fn serve(State(sim): State<Arc<Sim>>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let Ok(body) = to_bytes(body, MAX_BODY).await else {
        return StatusCode::PAYLOAD_TOO_LARGE.into_response();
    };
    let call = Call::new(&parts, &body);
    let fault = sim
        .lock()
        .faults
        .take(&(call.method.as_str(), call.path.as_str()));
    if let Some(delay) = fault.as_ref().map(|fault| fault.delay_ms) {
        tokio::time::sleep(Duration::from_millis(delay)).await;
    }
    let proper = match &fault {
        Some(fault) if !fault.lets_through() => None,
        _ => Some(answer(&sim, &call)),
    };
    let given = match &fault {
        Some(fault) => misbehave::answer(fault, &call, proper).await,
        None => proper.map(|answer| answer.response(&call)),
    };
    if let Some(fault) = &fault {
        misbehave::keep(&sim, &call, fault);
    }
    remember(&sim, call, fault.as_ref(), given.as_ref());
    match given {
        Some(given) => given,
        None => std::future::pending().await,
    }
}

/// Answers a call as Stripe would.
fn answer(sim: &Sim, call: &Call) -> Answer {
    let answer = guard::check(call, &sim.config.secret_key)
        .map_or_else(|error| Answer::error(&error), |()| routes::call(sim, call));
    sim.errand_made.notify_one();
    answer
}

/// Writes a call down before it is answered: who has the answer can read it.
fn remember(sim: &Sim, call: Call, fault: Option<&Fault>, given: Option<&Response<Body>>) {
    let is_cut = fault.is_some_and(|fault| fault.fault == FaultKind::Cut);
    let status = given.filter(|_| !is_cut);
    let seen = Seen {
        status: status.map(|given| given.status().as_u16()),
        at: sim.wall_clock(),
        method: call.method,
        path: call.path,
        params: call.encoded,
        idempotency_key: call.idempotency_key,
        version: call.version,
    };
    sim.lock().seen.push(seen);
}
