//! Requests that arrived, and queries for them.

use std::collections::BTreeMap;

use axum::body::Bytes;
use axum::http::HeaderMap;
use axum::http::request::Parts;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Received {
    /// The number, which counts up from 1 in the order of arrival.
    pub number: u64,
    /// The method, in upper case.
    pub method: String,
    /// The path as requested, without the query.
    pub path: String,
    /// The part after the question mark.
    pub query: Option<String>,
    /// Values by lower-case name, in the order of arrival; bytes that are not UTF-8 are replaced.
    pub headers: BTreeMap<String, Vec<String>>,
    /// The body, up to the receiver's cap; base64 in JSON.
    #[serde(serialize_with = "as_base64")]
    pub body: Bytes,
    /// The body as text; bytes that are not UTF-8 are replaced.
    pub text: String,
    /// Length of the whole body, in bytes.
    pub body_length: usize,
    /// The status of the answer; `None` if there was none.
    pub status: Option<u16>,
    pub received_at: DateTime<Utc>,
}

fn as_base64<S: Serializer>(bytes: &Bytes, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&STANDARD.encode(bytes))
}

impl Received {
    /// Creates the record of a request from `parts` and `body`, of which `keep` bytes are kept. It
    /// has no number yet.
    pub(crate) fn new(parts: &Parts, body: &Bytes, keep: usize, now: DateTime<Utc>) -> Self {
        let kept = body.slice(..body.len().min(keep));
        Self {
            number: 0,
            method: parts.method.to_string(),
            path: parts.uri.path().to_owned(),
            query: parts.uri.query().map(str::to_owned),
            headers: by_name(&parts.headers),
            text: String::from_utf8_lossy(&kept).into_owned(),
            body: kept,
            body_length: body.len(),
            status: None,
            received_at: now,
        }
    }

    /// Returns the first header of that name, ignoring case.
    pub fn header(&self, name: &str) -> Option<&str> {
        let lines = self.headers.get(&name.to_lowercase())?;
        lines.first().map(String::as_str)
    }

    /// Parses the body as JSON. Returns null if it is not JSON.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }
}

fn by_name(headers: &HeaderMap) -> BTreeMap<String, Vec<String>> {
    let mut lines: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (name, value) in headers {
        let value = String::from_utf8_lossy(value.as_bytes()).into_owned();
        lines.entry(name.to_string()).or_default().push(value);
    }
    lines
}

/// A filter for requests. Empty means all.
#[derive(Debug, Default, Clone, Deserialize)]
pub struct Query {
    #[serde(default)]
    pub path_prefix: Option<String>,
    /// The method, in any case.
    #[serde(default)]
    pub method: Option<String>,
    #[serde(default)]
    pub body_contains: Option<String>,
    /// The status of the answer.
    #[serde(default)]
    pub status: Option<u16>,
}

impl Query {
    /// Returns a query for requests whose path begins with `prefix`.
    pub fn path(prefix: &str) -> Self {
        Self { path_prefix: Some(prefix.to_owned()), ..Self::default() }
    }

    pub(crate) fn fits(&self, request: &Received) -> bool {
        let path = self.path_prefix.as_deref();
        let method = self.method.as_deref();
        let body = self.body_contains.as_deref();
        path.is_none_or(|prefix| request.path.starts_with(prefix))
            && method.is_none_or(|method| request.method.eq_ignore_ascii_case(method))
            && body.is_none_or(|text| request.text.contains(text))
            && self.status.is_none_or(|status| request.status == Some(status))
    }
}
