//! The state of a stand-in.

use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::Value;

use crate::kit::{Faults, Progress};
use crate::llm::Config;
use crate::llm::faults::Fault;

#[derive(Debug, Clone, PartialEq)]
pub struct Seen {
    /// The whole `Authorization` header.
    pub authorization: Option<String>,
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
        self.lock().faults.push(fault.times, fault);
    }

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
        let fault = inner.faults.take(|fault| messages.contains(&fault.when));
        drop(inner);
        self.seen.step();
        fault
    }
}
