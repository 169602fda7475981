//! A webhook: accepts anything, unless it has a secret that requests must be signed with
//! (Standard Webhooks).

use std::sync::Arc;

use aws_lc_rs::hmac::{self, HMAC_SHA256};
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::receiver::inbox::Inbox;

/// The maximum distance of a request's timestamp from the current time, in both directions.
const TOLERANCE_SECONDS: i64 = 5 * 60;

impl Inbox {
    /// Makes `/hook/{name}` answer 401, from now on, to requests that are not signed with `secret`:
    /// `whsec_` and base64. Returns false if that is not a secret.
    pub fn require_signature(&self, name: &str, secret: &str) -> bool {
        let bytes = secret.strip_prefix("whsec_").map(|text| STANDARD.decode(text));
        let Some(Ok(bytes)) = bytes else {
            return false;
        };
        self.lock().secrets.insert(name.to_owned(), bytes);
        true
    }
}

pub(super) async fn take(
    State(inbox): State<Arc<Inbox>>,
    Path(name): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> (StatusCode, &'static str) {
    let now = inbox.now().timestamp();
    let inner = inbox.lock();
    match inner.secrets.get(&name) {
        Some(secret) if !is_signed(secret, &headers, &body, now) => {
            (StatusCode::UNAUTHORIZED, "the signature does not fit")
        }
        _ => (StatusCode::OK, "ok"),
    }
}

fn is_signed(secret: &[u8], headers: &HeaderMap, body: &[u8], now: i64) -> bool {
    let header = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let (Some(id), Some(timestamp), Some(signatures)) =
        (header("webhook-id"), header("webhook-timestamp"), header("webhook-signature"))
    else {
        return false;
    };
    let sent: i64 = timestamp.parse().unwrap_or_default();
    if sent.abs_diff(now) > TOLERANCE_SECONDS.unsigned_abs() {
        return false;
    }
    let key = hmac::Key::new(HMAC_SHA256, secret);
    let signed = [id.as_bytes(), b".", timestamp.as_bytes(), b".", body].concat();
    signatures.split(' ').any(|signature| {
        let tag = signature.strip_prefix("v1,").map(|text| STANDARD.decode(text));
        matches!(tag, Some(Ok(tag)) if hmac::verify(&key, &signed, &tag).is_ok())
    })
}
