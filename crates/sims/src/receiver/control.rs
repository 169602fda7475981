//! Shows what arrived, and controls what happens, over HTTP.

use std::sync::Arc;

use axum::extract::{Path, Query as Params, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post, put};
use axum::{Json, Router};
use serde::Deserialize;

use crate::kit::control::{Wait, done, faults, found, list};
use crate::receiver::inbox::{Inbox, Stats};
use crate::receiver::push::Subscription;
use crate::receiver::received::Query;

pub(crate) fn router() -> Router<Arc<Inbox>> {
    Router::new()
        .route("/requests", get(requests).delete(clear))
        .route("/requests/wait", get(wait))
        .route("/requests/{number}", get(request))
        .route("/faults", faults(Inbox::fault, Inbox::clear_faults))
        .route("/subscriptions", get(subscriptions).post(subscribe))
        .route("/subscriptions/{id}", delete(expire))
        .route("/subscriptions/{id}/messages", get(waiting))
        .route("/subscriptions/{id}/deliver", post(deliver))
        .route("/secrets/{hook}", put(require_signature))
        .route("/stats", get(stats))
}

type Box = State<Arc<Inbox>>;

async fn requests(State(inbox): Box, Params(query): Params<Query>) -> Response {
    list(&inbox.requests(&query))
}

async fn request(State(inbox): Box, Path(number): Path<u64>) -> Response {
    found(inbox.request(number).as_deref())
}

async fn wait(
    State(inbox): Box,
    Params(query): Params<Query>,
    Params(wait): Params<Wait>,
) -> Response {
    let requests = async |count, limit| inbox.wait(&query, count, limit).await;
    wait.answer(requests).await
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
    /// The only VAPID key that may send, in the form that a browser takes.
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

async fn expire(State(inbox): Box, Path(id): Path<String>) -> StatusCode {
    done(inbox.expire(&id))
}

async fn waiting(State(inbox): Box, Path(id): Path<String>) -> Response {
    list(&inbox.waiting(&id))
}

async fn deliver(State(inbox): Box, Path(id): Path<String>) -> Response {
    list(&inbox.deliver(&id))
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
