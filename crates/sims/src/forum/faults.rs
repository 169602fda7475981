//! Misbehaviour on demand, which a client of the real forum has to cope with.

use serde::{Deserialize, Serialize};

use crate::kit::once;

/// A way to fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum FaultKind {
    /// 429, with `Retry-After` when `retry_after` is given.
    #[serde(rename = "429")]
    TooManyRequests,
    /// 401 as for an expired token; the token stays valid.
    #[serde(rename = "401")]
    Unauthorized,
    /// 403 without a reason.
    #[serde(rename = "403")]
    Forbidden,
    /// 500 with an HTML body.
    #[serde(rename = "500")]
    InternalError,
    /// 502 with an HTML body.
    #[serde(rename = "502")]
    BadGateway,
    /// 503 with an HTML body.
    #[serde(rename = "503")]
    Unavailable,
    /// 504 with an HTML body.
    #[serde(rename = "504")]
    GatewayTimeout,
    /// 200, `application/json`, but the body ends in the middle.
    #[serde(rename = "truncate_json")]
    TruncateJson,
    /// 200 with an HTML page instead of JSON.
    #[serde(rename = "html")]
    Html,
    /// Accepts the request and never answers.
    #[serde(rename = "stall")]
    Stall,
    /// Sends the headers and half of the body, then cuts the connection.
    #[serde(rename = "reset")]
    Reset,
    /// The right answer with U+0000 in the texts of its items.
    #[serde(rename = "nul_text")]
    NulText,
    /// The right answer with controls, bidi marks, noncharacters and long combining runs in texts.
    #[serde(rename = "odd_unicode")]
    OddUnicode,
    /// The right answer with half a surrogate pair, as an escape, in texts.
    #[serde(rename = "lone_surrogate")]
    LoneSurrogate,
    /// 200 with a listing without children.
    #[serde(rename = "empty")]
    Empty,
    /// 200 with no body at all.
    #[serde(rename = "empty_body")]
    EmptyBody,
    /// Invalidates every token; this request gets the resulting 401.
    #[serde(rename = "expire_token")]
    ExpireToken,
    /// The right answer without the last quarter of its listing.
    #[serde(rename = "forgetful")]
    Forgetful,
    /// The right answer, but its listing's first child is missing its fields.
    #[serde(rename = "bare_child")]
    BareChild,
    /// The right answer, but its listing's first child is nested a million deep.
    #[serde(rename = "deep_child")]
    DeepChild,
    /// The right answer, but its listing's first child is ten million bytes long.
    #[serde(rename = "long_child")]
    LongChild,
}

/// A fault to be served to the next requests whose path begins with `path_prefix`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fault {
    /// The path prefix of the requests to fail, such as `/r/rust/new`; empty for all of the API.
    #[serde(default)]
    pub path_prefix: String,
    /// Number of requests to fail; 1 by default.
    #[serde(default = "once")]
    pub times: u32,
    /// The way in which they fail.
    pub fault: FaultKind,
    /// Seconds for the `Retry-After` header of a 429 or 503.
    #[serde(default)]
    pub retry_after: Option<u32>,
}

impl Fault {
    /// Creates a fault for the next request whose path begins with `path_prefix`.
    pub fn once(path_prefix: &str, fault: FaultKind) -> Self {
        Self { path_prefix: path_prefix.to_owned(), times: 1, fault, retry_after: None }
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
