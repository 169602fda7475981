//! `/_sim/`: makes, changes and breaks things over HTTP. Not part of the protocol.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post, put};
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::json;

use crate::jetstream::event::Status;
use crate::jetstream::new_post::{NewPost, PostId};
use crate::jetstream::sim::Sim;
use crate::kit::control::{applied, created, faults, found};

pub(crate) fn router() -> Router<Arc<Sim>> {
    Router::new()
        .route("/posts", post(make))
        .route("/posts/{did}/{rkey}", get(show).patch(edit).delete(delete))
        .route("/posts/{did}/{rkey}/likes", post(like))
        .route("/accounts/{did}/status", put(account))
        .route("/accounts/{did}/handle", put(set_handle))
        .route("/advance", post(advance))
        .route("/disconnect", post(disconnect))
        .route("/forget", post(forget))
        .route("/faults", faults(Sim::fault, Sim::clear_faults))
        .route("/state", get(state))
        .route("/requests", get(requests))
}

type Shared = State<Arc<Sim>>;

async fn make(State(sim): Shared, Json(new): Json<NewPost>) -> Response {
    created(sim.post(new))
}

async fn show(State(sim): Shared, Path(id): Path<PostId>) -> Response {
    found(sim.find(&id))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Text {
    text: String,
}

async fn edit(State(sim): Shared, Path(id): Path<PostId>, Json(new): Json<Text>) -> Response {
    applied(sim.edit(&id, &new.text))
}

async fn delete(State(sim): Shared, Path(id): Path<PostId>) -> Response {
    applied(sim.delete(&id))
}

async fn like(State(sim): Shared, Path(id): Path<PostId>) -> Response {
    applied(sim.like(&id))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewStatus {
    /// `None` if the account is active.
    status: Option<Status>,
}

async fn account(
    State(sim): Shared,
    Path(did): Path<String>,
    Json(new): Json<NewStatus>,
) -> Response {
    applied(sim.account(&did, new.status))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewHandle {
    handle: String,
}

async fn set_handle(
    State(sim): Shared,
    Path(did): Path<String>,
    Json(new): Json<NewHandle>,
) -> Response {
    applied(sim.set_handle(&did, &new.handle))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Count {
    posts: u32,
}

async fn advance(State(sim): Shared, Json(wanted): Json<Count>) -> Response {
    applied(sim.advance(wanted.posts as usize).map(|_| ()))
}

async fn disconnect(State(sim): Shared) -> StatusCode {
    sim.disconnect_all();
    StatusCode::NO_CONTENT
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Forget {
    /// In microseconds since 1970; all by default.
    before: Option<i64>,
}

async fn forget(State(sim): Shared, Json(what): Json<Forget>) -> StatusCode {
    sim.forget_before(what.before.unwrap_or(i64::MAX));
    StatusCode::NO_CONTENT
}

async fn state(State(sim): Shared) -> Response {
    let state = json!({
        "last_time_us": sim.last_time_us(),
        "subscribers": sim.subscribers(),
        "connections": sim.connections(),
        "cursors": sim.cursors(),
    });
    Json(state).into_response()
}

async fn requests(State(sim): Shared) -> Response {
    Json(sim.requests()).into_response()
}
