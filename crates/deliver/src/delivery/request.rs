//! The request that is posted to an endpoint.

use reqwest::Method;
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderValue};
use serde_json::Value;
use url::Url;

// Not `Debug`: addresses and headers hold secrets.
pub(super) struct Request {
    pub(super) method: Method,
    pub(super) url: Url,
    pub(super) headers: HeaderMap,
    pub(super) body: Vec<u8>,
}

impl Request {
    pub(super) fn json(url: Url, body: &Value) -> Self {
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        Self { method: Method::POST, url, headers, body: body.to_string().into_bytes() }
    }
}
