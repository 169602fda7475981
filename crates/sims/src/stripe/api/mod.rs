//! `/v1/`: Stripe's API, as far as selling a subscription needs it.

mod call;
mod charges;
mod checkout;
mod customers;
mod events;
mod guard;
mod invoices;
mod list;
mod misbehave;
mod portal;
mod refunds;
mod routes;
mod subscriptions;

use axum::body::to_bytes;
use axum::extract::Request;
use axum::routing::any;

use crate::prelude::*;
use crate::stripe::seen::Seen;
use crate::stripe::sim::Sim;
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
    let fault = sim.lock().faults.take(|fault| fault.is_for(&call.method, &call.path));
    let given = match &fault {
        None => answer(&sim, &call).response(&call),
        Some(fault) => {
            if fault.takes_effect {
                answer(&sim, &call);
            }
            misbehave::keep(&sim, &call, fault);
            misbehave::answer(fault, &call)
        }
    };
    remember(&sim, call);
    given
}

/// Answers a call as Stripe would.
fn answer(sim: &Sim, call: &Call) -> Answer {
    let answer = guard::check(call, &sim.config.secret_key)
        .map_or_else(|error| Answer::error(&error), |()| routes::call(sim, call));
    sim.errand_made.notify_one();
    answer
}

/// Records a call before it is answered, so that a client that has the answer finds the record.
fn remember(sim: &Sim, call: Call) {
    sim.lock().seen.push(Seen {
        method: call.method,
        path: call.path,
        params: call.encoded,
        idempotency_key: call.idempotency_key,
        version: call.version,
    });
}
