//! What arrived, and what is to happen, over HTTP.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, Query as Params, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post, put};
use axum::{Json, Router};
use serde::Deserialize;

use crate::inbox::{Inbox, Stats};
use crate::push::{PushMessage, Subscription};
use crate::received::{Query, Received};

/// Longest that `/requests/wait` waits.
const LONGEST_WAIT: Duration = Duration::from_secs(120);

pub(crate) fn router() -> Router<Arc<Inbox>> {
    Router::new()
        .route("/requests", get(list).delete(clear))
        .route("/requests/wait", get(wait))
        .route("/requests/{number}", get(show))
        .route(
            "/faults",
            sim_faults::routes(Inbox::fault, Inbox::clear_faults),
        )
        .route("/subscriptions", get(subscriptions).post(subscribe))
        .route("/subscriptions/{id}", delete(expire))
        .route("/subscriptions/{id}/messages", get(waiting))
        .route("/subscriptions/{id}/deliver", post(deliver))
        .route("/secrets/{hook}", put(require_signature))
        .route("/stats", get(stats))
}

type Box = State<Arc<Inbox>>;

fn owned(requests: &[Arc<Received>]) -> Json<Vec<Received>> {
    Json(requests.iter().map(|r| Received::clone(r)).collect())
}

async fn list(State(inbox): Box, Params(query): Params<Query>) -> Json<Vec<Received>> {
    owned(&inbox.requests(&query))
}

async fn show(State(inbox): Box, Path(number): Path<u64>) -> Response {
    match inbox.request(number) {
        Some(request) => Json(Received::clone(&request)).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

#[derive(Deserialize)]
struct Wait {
    path_prefix: Option<String>,
    method: Option<String>,
    body_contains: Option<String>,
    status: Option<u16>,
    count: Option<usize>,
    timeout_ms: Option<u64>,
}

/// 200 with the requests once enough fit, 504 with those there are when the time is over.
async fn wait(State(inbox): Box, Params(wait): Params<Wait>) -> Response {
    let query = Query {
        path_prefix: wait.path_prefix,
        method: wait.method,
        body_contains: wait.body_contains,
        status: wait.status,
    };
    let count = wait.count.unwrap_or(1);
    let limit = Duration::from_millis(wait.timeout_ms.unwrap_or(10_000)).min(LONGEST_WAIT);
    let found = inbox.wait(&query, count, limit).await;
    let status = if found.len() >= count {
        StatusCode::OK
    } else {
        StatusCode::GATEWAY_TIMEOUT
    };
    (status, owned(&found)).into_response()
}

async fn clear(State(inbox): Box) -> StatusCode {
    inbox.clear();
    StatusCode::NO_CONTENT
}

async fn subscriptions(State(inbox): Box) -> Json<Vec<Subscription>> {
    Json(inbox.subscriptions())
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Subscribe {
    /// The only VAPID key that may send, as a browser takes it.
    #[serde(default)]
    application_server_key: Option<String>,
}

async fn subscribe(State(inbox): Box, wanted: Option<Json<Subscribe>>) -> Response {
    let wanted = wanted.map(|Json(wanted)| wanted).unwrap_or_default();
    match wanted.application_server_key {
        None => (StatusCode::CREATED, Json(inbox.subscribe())).into_response(),
        Some(key) => match inbox.subscribe_for(&key) {
            Some(made) => (StatusCode::CREATED, Json(made)).into_response(),
            None => StatusCode::UNPROCESSABLE_ENTITY.into_response(),
        },
    }
}

fn found(done: bool) -> StatusCode {
    if done {
        StatusCode::NO_CONTENT
    } else {
        StatusCode::NOT_FOUND
    }
}

async fn expire(State(inbox): Box, Path(id): Path<String>) -> StatusCode {
    found(inbox.expire(&id))
}

fn shown(messages: &[Arc<PushMessage>]) -> Json<Vec<PushMessage>> {
    Json(messages.iter().map(|m| PushMessage::clone(m)).collect())
}

async fn waiting(State(inbox): Box, Path(id): Path<String>) -> Json<Vec<PushMessage>> {
    shown(&inbox.waiting(&id))
}

async fn deliver(State(inbox): Box, Path(id): Path<String>) -> Json<Vec<PushMessage>> {
    shown(&inbox.deliver(&id))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Secret {
    secret: String,
}

async fn require_signature(
    State(inbox): Box,
    Path(hook): Path<String>,
    Json(Secret { secret }): Json<Secret>,
) -> StatusCode {
    if inbox.require_signature(&hook, &secret) {
        StatusCode::NO_CONTENT
    } else {
        StatusCode::UNPROCESSABLE_ENTITY
    }
}

async fn stats(State(inbox): Box) -> Json<Stats> {
    Json(inbox.stats())
}
