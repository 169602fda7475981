//! `/_sim/`: makes, changes and breaks things over HTTP. Not part of the API.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::json;

use crate::hacker_news::item::{Edit, NewItem};
use crate::hacker_news::sim::Sim;
use crate::kit::control::{applied, created, faults, found};

pub(crate) fn router() -> Router<Arc<Sim>> {
    Router::new()
        .route("/items", post(make))
        .route("/items/{id}", get(show).patch(edit).delete(delete))
        .route("/items/{id}/kill", post(kill).delete(revive))
        .route("/advance", post(advance))
        .route("/skip", post(skip))
        .route("/faults", faults(Sim::fault, Sim::clear_faults))
        .route("/requests", get(requests))
}

type Shared = State<Arc<Sim>>;

async fn make(State(sim): Shared, Json(new): Json<NewItem>) -> Response {
    created(sim.make(new).map(|id| json!({ "id": id })))
}

async fn show(State(sim): Shared, Path(id): Path<u64>) -> Response {
    found(sim.item(id))
}

async fn edit(State(sim): Shared, Path(id): Path<u64>, Json(change): Json<Edit>) -> Response {
    applied(sim.edit(id, change))
}

async fn delete(State(sim): Shared, Path(id): Path<u64>) -> Response {
    applied(sim.delete(id))
}

async fn kill(State(sim): Shared, Path(id): Path<u64>) -> Response {
    applied(sim.kill(id, true))
}

async fn revive(State(sim): Shared, Path(id): Path<u64>) -> Response {
    applied(sim.kill(id, false))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Count {
    items: u32,
}

async fn advance(State(sim): Shared, Json(wanted): Json<Count>) -> Response {
    applied(sim.advance(wanted.items as usize).map(|_| ()))
}

async fn skip(State(sim): Shared, Json(wanted): Json<Count>) -> StatusCode {
    sim.skip(wanted.items.into());
    StatusCode::NO_CONTENT
}

async fn requests(State(sim): Shared) -> Response {
    Json(sim.requests()).into_response()
}
