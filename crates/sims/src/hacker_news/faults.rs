//! Misbehaviour on demand, which a reader of the API has to cope with.

use serde::{Deserialize, Serialize};

use crate::kit::once;

/// A way to fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultKind {
    /// 200 with `null`, as for an item that does not exist.
    Null,
    /// 200 with JSON that ends in the middle.
    Truncate,
    /// 200 with JSON of another shape.
    OtherShape,
    /// 200 with an HTML page.
    Html,
    /// 200 without a body.
    EmptyBody,
    /// 200 with an item whose text has two million characters.
    Endless,
    /// Announces the whole answer, sends half of it, and cuts the connection.
    CutBody,
    /// Closes the connection without an answer.
    Cut,
    /// Accepts the request and never answers.
    Stall,
    /// This status (400 to 599) with an error body.
    #[serde(untagged)]
    Status(#[serde(with = "crate::kit::status")] u16),
}

/// A fault to be served to the next requests whose path begins with `path_prefix`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fault {
    /// The path prefix of the requests to fail, such as `/v0/item/`; empty for all of the API.
    #[serde(default)]
    pub path_prefix: String,
    /// Number of requests to fail; 1 by default.
    #[serde(default = "once")]
    pub times: u32,
    /// The way in which they fail.
    pub fault: FaultKind,
}

impl Fault {
    /// Creates a fault for the next request whose path begins with `path_prefix`.
    pub fn once(path_prefix: &str, fault: FaultKind) -> Self {
        Self { path_prefix: path_prefix.to_owned(), times: 1, fault }
    }
}

impl crate::kit::Fault for Fault {
    /// The path of a request.
    type Occasion<'a> = str;

    fn fits(&self, path: &str) -> bool {
        path.starts_with(&self.path_prefix)
    }

    fn times(&mut self) -> &mut u32 {
        &mut self.times
    }
}
