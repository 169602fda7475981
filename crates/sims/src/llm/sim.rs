//! The state of a stand-in, and `/_sim/`, which controls it over HTTP.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::get;
use axum::{Json, Router};
use serde::Serialize;
use serde_json::Value;

use crate::kit::{Faults, Progress, control};
use crate::llm::Config;
use crate::llm::faults::Fault;

/// A call to the API.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Seen {
    /// The whole `Authorization` header.
    pub authorization: Option<String>,
    /// The request's body.
    pub body: Value,
}

impl Seen {
    /// Returns the text of the message at `index`.
    pub fn message(&self, index: usize) -> &str {
        let content = &self.body["messages"][index]["content"];
        content.as_str().unwrap_or_default()
    }
}

/// The calls that a stand-in saw, and the faults that it is to serve.
pub struct Sim {
    pub(crate) config: Config,
    inner: Mutex<Inner>,
    seen: Progress,
}

#[derive(Default)]
struct Inner {
    faults: Faults<Fault>,
    calls: Vec<Seen>,
}

impl Sim {
    pub(crate) fn new(config: Config) -> Self {
        Self { config, inner: Mutex::default(), seen: Progress::default() }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues a fault behind those already waiting.
    pub fn fault(&self, fault: Fault) {
        self.lock().faults.push(fault);
    }

    /// Discards the waiting faults.
    pub fn clear_faults(&self) {
        self.lock().faults.clear();
    }

    /// Returns the calls that were made, oldest first.
    pub fn calls(&self) -> Vec<Seen> {
        self.lock().calls.clone()
    }

    /// Waits until `times` calls have arrived.
    pub async fn called(&self, times: usize) {
        self.seen.until(|| self.lock().calls.len() >= times).await;
    }

    /// Records a call, and takes the fault that is meant for it, if any.
    pub(crate) fn enter(&self, call: Seen) -> Option<Fault> {
        let messages = call.body["messages"].to_string();
        let mut inner = self.lock();
        inner.calls.push(call);
        let fault = inner.faults.take(&messages);
        drop(inner);
        self.seen.step();
        fault
    }
}

pub(crate) fn router() -> Router<Arc<Sim>> {
    Router::new()
        .route("/faults", control::faults(Sim::fault, Sim::clear_faults))
        .route("/calls", get(calls).delete(clear_calls))
}

async fn calls(State(sim): State<Arc<Sim>>) -> Json<Vec<Seen>> {
    Json(sim.calls())
}

async fn clear_calls(State(sim): State<Arc<Sim>>) -> StatusCode {
    sim.lock().calls.clear();
    StatusCode::NO_CONTENT
}
