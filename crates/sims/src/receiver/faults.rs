//! Misbehaviour on demand, which a sender has to cope with.

use serde::Deserialize;

use crate::kit::once;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultKind {
    /// Accepts the request and never answers.
    Stall,
    /// Reads the request and closes the connection without an answer.
    Cut,
    /// 200 with a body of 10 MB that announces no length.
    Big,
    /// 302 to the fault's `location`.
    Redirect,
    /// 200 with a body that arrives a byte at a time, ten a second, and never ends.
    Slow,
    /// This status (400 to 599) with the error body of the service that is asked.
    #[serde(untagged)]
    Status(#[serde(deserialize_with = "crate::kit::status")] u16),
}

/// A fault to be served to the next requests whose path begins with `path_prefix`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fault {
    /// The path prefix of the requests to fail; empty for all.
    #[serde(default)]
    pub path_prefix: String,
    /// Number of requests to fail; 1 by default.
    #[serde(default = "once")]
    pub times: u32,
    pub fault: FaultKind,
    /// The literal `Retry-After` header: seconds, an HTTP date, or nonsense. Telegram gives seconds in
    /// its body instead.
    #[serde(default)]
    pub retry_after: Option<String>,
    /// The target of a redirect.
    #[serde(default)]
    pub location: Option<String>,
    /// Whether the request is handled normally and only its answer is replaced, so that the sender
    /// does not learn that it succeeded.
    #[serde(default)]
    pub takes_effect: bool,
}

impl Fault {
    /// Creates a fault for the next request whose path begins with `path_prefix`.
    pub fn once(path_prefix: &str, fault: FaultKind) -> Self {
        Self {
            path_prefix: path_prefix.to_owned(),
            times: 1,
            fault,
            retry_after: None,
            location: None,
            takes_effect: false,
        }
    }

    /// Creates a fault that answers the next request whose path begins with `path_prefix` with
    /// `status`.
    pub fn status(path_prefix: &str, status: u16) -> Self {
        Self::once(path_prefix, FaultKind::Status(status))
    }
}
