//! `/_sim/`: makes posts over HTTP, for tests in other languages. Not part of the forum's API.

use crate::forum::made::NewPost;
use crate::forum::sim::Sim;
use crate::kit::control::created;
use crate::prelude::*;

pub(crate) fn router() -> Router<Arc<Sim>> {
    Router::new().route("/posts", post(make_post)).route("/advance", post(advance))
}

async fn make_post(State(sim): State<Arc<Sim>>, Json(new): Json<NewPost>) -> Response {
    created(sim.post(new))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Advance {
    items: usize,
}

async fn advance(State(sim): State<Arc<Sim>>, Json(wanted): Json<Advance>) -> Response {
    let made = sim.advance(wanted.items);
    created(made.map(|made| json!({ "made": made })))
}
