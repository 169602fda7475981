//! `/_sim/`: makes, changes and breaks things over HTTP. Not part of the forum's API.

use std::sync::Arc;

use axum::extract::{Path, State as Shared};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::json;

use crate::forum::item::State;
use crate::forum::made::{NewComment, NewPost};
use crate::forum::sim::Sim;
use crate::forum::store::Access;
use crate::kit::control::{created, done, faults};

pub(crate) fn router() -> Router<Arc<Sim>> {
    Router::new()
        .route("/posts", post(make_post))
        .route("/comments", post(make_comment))
        .route("/advance", post(advance))
        .route("/delete/{fullname}", post(delete))
        .route("/remove/{fullname}", post(remove))
        .route("/lose/{fullname}", post(lose))
        .route("/restore/{fullname}", post(restore))
        .route("/edit/{fullname}", post(edit))
        .route("/subreddits", post(set_subreddit))
        .route("/faults", faults(Sim::fault, Sim::clear_faults))
        .route("/expire-tokens", post(expire_tokens))
        .route("/stats", get(stats))
}

type Forum = Shared<Arc<Sim>>;

async fn make_post(Shared(sim): Forum, Json(new): Json<NewPost>) -> Response {
    created(sim.post(new))
}

async fn make_comment(Shared(sim): Forum, Json(new): Json<NewComment>) -> Response {
    created(sim.comment(new))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Advance {
    items: usize,
}

async fn advance(Shared(sim): Forum, Json(wanted): Json<Advance>) -> Response {
    let made = sim.advance(wanted.items);
    created(made.map(|made| json!({ "made": made })))
}

async fn delete(Shared(sim): Forum, Path(fullname): Path<String>) -> StatusCode {
    done(sim.set_state(&fullname, State::Deleted))
}

async fn remove(Shared(sim): Forum, Path(fullname): Path<String>) -> StatusCode {
    done(sim.set_state(&fullname, State::Removed))
}

async fn lose(Shared(sim): Forum, Path(fullname): Path<String>) -> StatusCode {
    done(sim.set_state(&fullname, State::Lost))
}

async fn restore(Shared(sim): Forum, Path(fullname): Path<String>) -> StatusCode {
    done(sim.set_state(&fullname, State::Live))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Edit {
    body: String,
    #[serde(default)]
    title: Option<String>,
}

async fn edit(
    Shared(sim): Forum,
    Path(fullname): Path<String>,
    Json(edit): Json<Edit>,
) -> StatusCode {
    done(sim.edit(&fullname, &edit.body, edit.title.as_deref()))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SetSubreddit {
    name: String,
    state: Access,
}

async fn set_subreddit(Shared(sim): Forum, Json(set): Json<SetSubreddit>) -> StatusCode {
    sim.set_subreddit(&set.name, set.state);
    StatusCode::NO_CONTENT
}

async fn expire_tokens(Shared(sim): Forum) -> StatusCode {
    sim.expire_tokens();
    StatusCode::NO_CONTENT
}

async fn stats(Shared(sim): Forum) -> Response {
    Json(sim.stats()).into_response()
}
