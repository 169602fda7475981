//! `/_sim/`: makes posts and comments, and counts requests, over HTTP, for tests in other languages. Not part
//! of the API.

use crate::kit::control::created;
use crate::lemmy::item::{NewComment, NewPost};
use crate::lemmy::sim::Sim;
use crate::prelude::*;

pub(crate) fn router() -> Router<Arc<Sim>> {
    Router::new()
        .route("/posts", post(make_post))
        .route("/comments", post(make_comment))
        .route("/requests", get(requests))
}

type Shared = State<Arc<Sim>>;

async fn make_post(State(sim): Shared, Json(new): Json<NewPost>) -> Response {
    created(Ok(json!({ "id": sim.post(new) })))
}

async fn make_comment(State(sim): Shared, Json(new): Json<NewComment>) -> Response {
    created(sim.comment(new).map(|id| json!({ "id": id })))
}

async fn requests(State(sim): Shared) -> Response {
    Json(sim.requests()).into_response()
}
