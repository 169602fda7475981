//! The real forum's API, as far as a reader with an app-only token needs it.

mod about;
mod answer;
mod fault;
mod guard;
mod info;
mod listings;
mod token;

use axum::middleware::from_fn_with_state;

use crate::forum::sim::Sim;
use crate::prelude::*;

/// Routes every API path. All but the token's need a bearer token, a User-Agent and budget left;
/// queued faults come before all of that.
pub(crate) fn router(sim: &Arc<Sim>) -> Router<Arc<Sim>> {
    let guarded = Router::new()
        .route("/r/{names}/new", get(listings::new_posts))
        .route("/r/{names}/new.json", get(listings::new_posts))
        .route("/r/{names}/comments", get(listings::new_comments))
        .route("/r/{names}/comments.json", get(listings::new_comments))
        .route("/r/{name}/about", get(about::about))
        .route("/r/{name}/about.json", get(about::about))
        .route("/api/info", get(info::info))
        .route("/api/info.json", get(info::info))
        .route("/subreddits/search", get(about::search))
        .route("/subreddits/search.json", get(about::search))
        .layer(from_fn_with_state(sim.clone(), guard::guard));
    Router::new()
        .route("/api/v1/access_token", post(token::access_token))
        .merge(guarded)
        .layer(from_fn_with_state(sim.clone(), fault::serve_fault))
}
