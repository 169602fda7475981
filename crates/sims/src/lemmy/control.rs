//! `/_sim/`: makes, changes and breaks things over HTTP. Not part of the API.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, patch, post};
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::json;

use crate::kit::control::{applied, created, faults};
use crate::lemmy::item::{Edit, NewComment, NewPost};
use crate::lemmy::sim::Sim;

pub(crate) fn router() -> Router<Arc<Sim>> {
    Router::new()
        .route("/posts", post(make_post))
        .route("/posts/{id}", patch(edit_post))
        .route("/comments", post(make_comment))
        .route("/comments/{id}", patch(edit_comment))
        .route("/advance", post(advance))
        .route("/faults", faults(Sim::fault, Sim::clear_faults))
        .route("/requests", get(requests))
}

type Shared = State<Arc<Sim>>;

fn made(id: anyhow::Result<u64>) -> Response {
    created(id.map(|id| json!({ "id": id })))
}

async fn make_post(State(sim): Shared, Json(new): Json<NewPost>) -> Response {
    made(Ok(sim.post(new)))
}

async fn make_comment(State(sim): Shared, Json(new): Json<NewComment>) -> Response {
    made(sim.comment(new))
}

async fn edit_post(State(sim): Shared, Path(id): Path<u64>, Json(edit): Json<Edit>) -> Response {
    applied(sim.edit_post(id, edit))
}

async fn edit_comment(State(sim): Shared, Path(id): Path<u64>, Json(edit): Json<Edit>) -> Response {
    applied(sim.edit_comment(id, edit))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Count {
    items: u32,
}

async fn advance(State(sim): Shared, Json(wanted): Json<Count>) -> Response {
    applied(sim.advance(wanted.items as usize).map(|_| ()))
}

async fn requests(State(sim): Shared) -> Response {
    Json(sim.requests()).into_response()
}
