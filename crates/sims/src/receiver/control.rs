//! Shows what arrived, and controls what happens, over HTTP, for tests in other languages.

use axum::extract::{Path, Query as Params, State};
use axum::routing::put;

use crate::kit::control::{Wait, faults, list};
use crate::prelude::*;
use crate::receiver::inbox::Inbox;
use crate::receiver::received::Query;

pub(crate) fn router() -> Router<Arc<Inbox>> {
    Router::new()
        .route("/requests/wait", get(wait))
        .route("/faults", faults(Inbox::fault, Inbox::clear_faults))
        .route("/subscriptions", post(subscribe))
        .route("/subscriptions/{id}/deliver", post(deliver))
        .route("/secrets/{hook}", put(require_signature))
}

type Box = State<Arc<Inbox>>;

async fn wait(
    State(inbox): Box,
    Params(query): Params<Query>,
    Params(wait): Params<Wait>,
) -> Response {
    let requests = async |count, limit| inbox.wait(&query, count, limit).await;
    wait.answer(requests).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Subscribe {
    /// The only VAPID key that may send, in the form that a browser takes.
    application_server_key: String,
}

async fn subscribe(State(inbox): Box, Json(wanted): Json<Subscribe>) -> Response {
    match inbox.subscribe_for(&wanted.application_server_key) {
        Some(made) => (StatusCode::CREATED, Json(made)).into_response(),
        None => StatusCode::UNPROCESSABLE_ENTITY.into_response(),
    }
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
    match inbox.require_signature(&hook, &secret) {
        true => StatusCode::NO_CONTENT,
        false => StatusCode::UNPROCESSABLE_ENTITY,
    }
}
