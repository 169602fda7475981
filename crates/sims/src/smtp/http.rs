//! Shows what arrived over HTTP.

use std::sync::Arc;

use axum::extract::{Path, Query as Params, State};
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::{get, post};
use axum::{Json, Router};

use crate::kit::control::{Wait, faults, found, list};
use crate::smtp::mailbox::{Mailbox, Query, Stats};

/// Routes every URL of the sink.
pub fn router(mailbox: Arc<Mailbox>) -> Router {
    Router::new()
        .route("/messages", get(messages).delete(clear))
        .route("/messages/wait", get(wait))
        .route("/messages/{id}", get(message))
        .route("/faults", faults(Mailbox::fault, Mailbox::clear_faults))
        .route("/release", post(release))
        .route("/stats", get(stats))
        .with_state(mailbox)
}

type Box = State<Arc<Mailbox>>;

async fn messages(State(mailbox): Box, Params(query): Params<Query>) -> Response {
    list(&mailbox.messages(&query))
}

async fn message(State(mailbox): Box, Path(id): Path<u64>) -> Response {
    found(mailbox.message(id).as_deref())
}

async fn wait(
    State(mailbox): Box,
    Params(query): Params<Query>,
    Params(wait): Params<Wait>,
) -> Response {
    let messages = async |count, limit| mailbox.wait(&query, count, limit).await;
    wait.answer(messages).await
}

async fn clear(State(mailbox): Box) -> StatusCode {
    mailbox.clear();
    StatusCode::NO_CONTENT
}

async fn release(State(mailbox): Box) -> StatusCode {
    mailbox.release();
    StatusCode::NO_CONTENT
}

async fn stats(State(mailbox): Box) -> Json<Stats> {
    Json(mailbox.stats())
}
