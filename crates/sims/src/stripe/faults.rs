//! Misbehaviour of the API on demand, which a client of Stripe has to cope with.

use serde::Deserialize;

use crate::kit::once;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultKind {
    /// Reads the request and closes the connection without an answer.
    Cut,
    /// This status (400 to 599) with Stripe's error body for it.
    #[serde(untagged)]
    Status(#[serde(deserialize_with = "crate::kit::status")] u16),
}

/// A fault to be served to the next calls of `method` whose path begins with `path_prefix`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fault {
    /// The path prefix of the calls to fail; empty for all.
    #[serde(default)]
    pub path_prefix: String,
    /// The method of the calls to fail, in upper case; empty for all.
    #[serde(default)]
    pub method: String,
    /// Number of calls to fail; 1 by default.
    #[serde(default = "once")]
    pub times: u32,
    pub fault: FaultKind,
    /// Whether the call is carried out normally and only its answer is replaced, so that the client
    /// does not learn that it succeeded.
    #[serde(default)]
    pub takes_effect: bool,
    /// Whether a status is kept as the answer for the call's idempotency key, so that the same call
    /// gets it again. Stripe does so with every failure after the call has begun.
    #[serde(default)]
    pub is_kept: bool,
}

impl Fault {
    /// Creates a fault for the next call whose path begins with `path_prefix`.
    pub fn once(path_prefix: &str, fault: FaultKind) -> Self {
        Self {
            path_prefix: path_prefix.to_owned(),
            method: String::new(),
            times: 1,
            fault,
            takes_effect: false,
            is_kept: false,
        }
    }

    /// Creates a fault with `status` for the next call whose path begins with `path_prefix`.
    pub fn status(path_prefix: &str, status: u16) -> Self {
        Self::once(path_prefix, FaultKind::Status(status))
    }

    /// Returns true if the fault is meant for a call.
    pub(crate) fn is_for(&self, method: &str, path: &str) -> bool {
        path.starts_with(&self.path_prefix) && (self.method.is_empty() || self.method == method)
    }
}
