//! `/_sim/`: makes feeds and entries and breaks things over HTTP. No real server of feeds has it.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::json;

use crate::feed::entries::{NewEntry, NewFeed};
use crate::feed::sim::Sim;
use crate::kit::control::{applied, created, faults, found, refused};

pub(crate) fn router() -> Router<Arc<Sim>> {
    Router::new()
        .route("/feeds", get(list).post(add))
        .route("/feeds/{name}/entries", get(record).post(put))
        .route("/advance", post(advance))
        .route("/faults", faults(Sim::fault, Sim::clear_faults))
        .route("/requests", get(requests))
}

type Shared = State<Arc<Sim>>;

async fn list(State(sim): Shared) -> Response {
    Json(sim.names()).into_response()
}

async fn add(State(sim): Shared, Json(new): Json<NewFeed>) -> Response {
    match sim.add(new) {
        Ok(()) => StatusCode::CREATED.into_response(),
        Err(error) => refused(&error.to_string()),
    }
}

async fn record(State(sim): Shared, Path(name): Path<String>) -> Response {
    found(sim.record(&name))
}

async fn put(State(sim): Shared, Path(name): Path<String>, Json(new): Json<NewEntry>) -> Response {
    created(sim.put(&name, new).map(|id| json!({ "id": id })))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    /// Number of entries to make in each feed, or in the named one.
    entries: u32,
    #[serde(default)]
    feed: Option<String>,
}

async fn advance(State(sim): Shared, Json(wanted): Json<Wanted>) -> Response {
    applied(sim.advance(wanted.feed.as_deref(), wanted.entries as usize))
}

async fn requests(State(sim): Shared) -> Response {
    Json(sim.requests()).into_response()
}
