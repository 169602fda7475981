//! Helpers for control calls, which act on a sim over HTTP besides calling it as its clients do.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, post};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// The longest that a call waits.
const MAX_WAIT: Duration = Duration::from_secs(120);
/// The default time that a call waits.
const DEFAULT_WAIT: Duration = Duration::from_secs(10);

/// Returns the calls of `/faults`, for a sim that queues faults by `add` and discards the waiting ones
/// by `clear`: POST takes one fault, DELETE nothing.
pub fn faults<S, F>(add: fn(&S, F), clear: fn(&S)) -> MethodRouter<Arc<S>>
where
    S: Send + Sync + 'static,
    F: DeserializeOwned + Send + 'static,
{
    let add = async move |State(sim): State<Arc<S>>, Json(fault): Json<F>| {
        add(&sim, fault);
        StatusCode::NO_CONTENT
    };
    let clear = async move |State(sim): State<Arc<S>>| {
        clear(&sim);
        StatusCode::NO_CONTENT
    };
    post(add).delete(clear)
}

/// The maximum wait and the number to wait for; part of a call's query.
#[derive(Deserialize)]
pub struct Wait {
    count: Option<usize>,
    timeout_ms: Option<u64>,
}

impl Wait {
    /// Waits by `wait`, which receives how many are enough and a limit. Returns 200 with what was found
    /// if that is enough, and 504 with what there is if not.
    pub async fn answer<T: Serialize>(
        &self,
        wait: impl AsyncFnOnce(usize, Duration) -> Vec<Arc<T>>,
    ) -> Response {
        let count = self.count.unwrap_or(1);
        let limit = self.timeout_ms.map_or(DEFAULT_WAIT, Duration::from_millis);
        let found = wait(count, limit.min(MAX_WAIT)).await;
        let status =
            if found.len() >= count { StatusCode::OK } else { StatusCode::GATEWAY_TIMEOUT };
        (status, list(&found)).into_response()
    }
}

/// Returns all of `kept` as JSON.
pub fn list<T: Serialize>(kept: &[Arc<T>]) -> Response {
    let kept: Vec<&T> = kept.iter().map(Arc::as_ref).collect();
    Json(kept).into_response()
}

/// Returns 201 with what was made, or 422 with the reason why nothing was.
pub fn created<T: Serialize>(made: anyhow::Result<T>) -> Response {
    match made {
        Ok(made) => (StatusCode::CREATED, Json(made)).into_response(),
        Err(error) => refused(&error.to_string()),
    }
}

/// Returns 422 with `reason`.
pub fn refused(reason: &str) -> Response {
    let body = Json(json!({ "error": reason }));
    (StatusCode::UNPROCESSABLE_ENTITY, body).into_response()
}
