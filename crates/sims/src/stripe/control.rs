//! `/_sim/`: the actions of browser tests over HTTP. Not part of Stripe's API.

use crate::kit::control::{faults, refused};
use crate::prelude::*;
use crate::stripe::sim::Sim;

pub(crate) fn router() -> Router<Arc<Sim>> {
    Router::new()
        .route("/faults", faults(Sim::fault, Sim::clear_faults))
        .route("/objects/{id}", get(object))
        .route("/customers/{customer}/refund", post(refund))
        .route("/webhooks/hold", post(hold))
        .route("/webhooks/release", post(release))
}

type Shared = State<Arc<Sim>>;

async fn object(State(sim): Shared, Path(id): Path<String>) -> Response {
    match sim.object(&id) {
        Some(object) => Json(object).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn refund(State(sim): Shared, Path(customer): Path<String>) -> Response {
    match sim.approve_refund(&customer, None) {
        Ok(id) => Json(json!({ "refund": id })).into_response(),
        Err(reason) => refused(&reason),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Hold {
    hold: bool,
}

async fn hold(State(sim): Shared, Json(wanted): Json<Hold>) -> StatusCode {
    sim.hold(wanted.hold);
    StatusCode::NO_CONTENT
}

async fn release(State(sim): Shared) -> StatusCode {
    sim.release();
    StatusCode::NO_CONTENT
}
