//! `/_sim/`: makes items, and counts requests, over HTTP, for tests in other languages. Not part of the API.

use crate::hacker_news::item::NewItem;
use crate::hacker_news::sim::Sim;
use crate::kit::control::created;
use crate::prelude::*;

pub(crate) fn router() -> Router<Arc<Sim>> {
    Router::new().route("/items", post(make)).route("/requests", get(requests))
}

async fn make(State(sim): State<Arc<Sim>>, Json(new): Json<NewItem>) -> Response {
    created(sim.make(new).map(|id| json!({ "id": id })))
}

async fn requests(State(sim): State<Arc<Sim>>) -> Response {
    Json(sim.requests()).into_response()
}
