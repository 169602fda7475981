//! What arrived, over HTTP.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, Query as Params, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;

use crate::mailbox::{Mailbox, Query, Stats};
use crate::message::Message;

/// Longest that `/messages/wait` waits.
const LONGEST_WAIT: Duration = Duration::from_secs(120);

/// Every URL of the sink.
pub fn router(mailbox: Arc<Mailbox>) -> Router {
    Router::new()
        .route("/messages", get(list).delete(clear))
        .route("/messages/wait", get(wait))
        .route("/messages/{id}", get(show))
        .route(
            "/faults",
            sim_faults::routes(Mailbox::fault, Mailbox::clear_faults),
        )
        .route("/release", post(release))
        .route("/stats", get(stats))
        .with_state(mailbox)
}

type Box = State<Arc<Mailbox>>;

async fn list(State(mailbox): Box, Params(query): Params<Query>) -> Json<Vec<Message>> {
    owned(&mailbox.messages(&query))
}

fn owned(messages: &[Arc<Message>]) -> Json<Vec<Message>> {
    Json(
        messages
            .iter()
            .map(|message| Message::clone(message))
            .collect(),
    )
}

async fn show(State(mailbox): Box, Path(id): Path<u64>) -> Response {
    match mailbox.message(id) {
        Some(message) => Json(Message::clone(&message)).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

#[derive(Deserialize)]
struct Wait {
    to: Option<String>,
    subject_contains: Option<String>,
    body_contains: Option<String>,
    count: Option<usize>,
    timeout_ms: Option<u64>,
}

/// 200 with the messages once enough fit, 504 with those there are when the time is over.
async fn wait(State(mailbox): Box, Params(wait): Params<Wait>) -> Response {
    let Wait {
        to,
        subject_contains,
        body_contains,
        count,
        timeout_ms,
    } = wait;
    let query = Query {
        to,
        subject_contains,
        body_contains,
    };
    let count = count.unwrap_or(1);
    let limit = Duration::from_millis(timeout_ms.unwrap_or(10_000)).min(LONGEST_WAIT);
    let found = mailbox.wait(&query, count, limit).await;
    let status = if found.len() >= count {
        StatusCode::OK
    } else {
        StatusCode::GATEWAY_TIMEOUT
    };
    (status, owned(&found)).into_response()
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
