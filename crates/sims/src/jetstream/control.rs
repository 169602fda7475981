//! `/_sim/`: makes and deletes posts over HTTP, for tests in other languages. Not part of the protocol.

use axum::routing::delete;

use crate::jetstream::new_post::{NewPost, PostId};
use crate::jetstream::sim::Sim;
use crate::kit::control::{created, refused};
use crate::prelude::*;

pub(crate) fn router() -> Router<Arc<Sim>> {
    Router::new().route("/posts", post(make)).route("/posts/{did}/{rkey}", delete(remove))
}

async fn make(State(sim): State<Arc<Sim>>, Json(new): Json<NewPost>) -> Response {
    created(sim.post(new))
}

async fn remove(State(sim): State<Arc<Sim>>, Path(id): Path<PostId>) -> Response {
    match sim.delete(&id) {
        Ok(()) => StatusCode::NO_CONTENT.into_response(),
        Err(error) => refused(&error.to_string()),
    }
}
