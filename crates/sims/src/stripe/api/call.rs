//! A call as it was received, and its answer.

use axum::body::Bytes;
use axum::http::header::{CONTENT_TYPE, HeaderName, HeaderValue};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::Value;

use crate::stripe::API_VERSION;
use crate::stripe::error::ApiError;
use crate::stripe::form::Params;
use crate::stripe::ids::fresh;
use crate::stripe::objects::Cause;
use crate::stripe::sim::Kept;

#[derive(Debug)]
pub(super) struct Call {
    pub(super) request_id: String,
    /// The method, in upper case.
    pub(super) method: String,
    pub(super) path: String,
    pub(super) headers: HeaderMap,
    /// The parameters as they were received.
    pub(super) encoded: String,
    pub(super) params: Params,
    pub(super) idempotency_key: Option<String>,
    pub(super) version: Option<String>,
}

impl Call {
    pub(super) fn new(parts: &Parts, body: &Bytes) -> Self {
        let query = parts.uri.query().unwrap_or_default();
        let body = String::from_utf8_lossy(body);
        let both = [query, body.as_ref()].into_iter().filter(|part| !part.is_empty());
        let encoded = both.collect::<Vec<_>>().join("&");
        let header = |name: &str| {
            let value = parts.headers.get(name)?.to_str().ok()?;
            Some(value.to_owned())
        };
        Self {
            request_id: fresh("req_", 14),
            method: parts.method.to_string(),
            path: parts.uri.path().to_owned(),
            params: Params::parse(encoded.as_bytes()),
            encoded,
            idempotency_key: header("idempotency-key"),
            version: header("stripe-version"),
            headers: parts.headers.clone(),
        }
    }

    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    pub(super) fn cause(&self) -> Cause {
        Cause {
            request: Some(self.request_id.clone()),
            idempotency_key: self.idempotency_key.clone(),
        }
    }

    /// Returns a text that is the same for all calls with the same request.
    pub(super) fn fingerprint(&self) -> String {
        format!("{} {} {:?}", self.method, self.path, self.params.sorted())
    }
}

#[derive(Debug, Clone)]
pub(super) struct Answer {
    pub(super) status: StatusCode,
    pub(super) body: String,
    /// Whether it is the answer to an earlier call.
    pub(super) replayed: bool,
}

impl Answer {
    pub(super) fn ok(body: &Value) -> Self {
        Self { status: StatusCode::OK, body: format!("{body:#}"), replayed: false }
    }

    pub(super) fn error(error: &ApiError) -> Self {
        Self { status: error.status, body: format!("{:#}", error.body()), replayed: false }
    }

    /// Returns the answer to keep for the next call with the same idempotency key.
    pub(super) fn kept(&self, call: &Call) -> Kept {
        Kept { call: call.fingerprint(), status: self.status, body: self.body.clone() }
    }

    pub(super) fn response(self, call: &Call) -> Response {
        let mut response = (self.status, self.body).into_response();
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        let mut put = |name: &'static str, value: &str| {
            if let Ok(value) = HeaderValue::from_str(value) {
                headers.insert(HeaderName::from_static(name), value);
            }
        };
        put("request-id", &call.request_id);
        put("stripe-version", call.version.as_deref().unwrap_or(API_VERSION));
        if let Some(key) = &call.idempotency_key {
            put("idempotency-key", key);
        }
        if self.replayed {
            put("idempotent-replayed", "true");
        }
        response
    }
}
