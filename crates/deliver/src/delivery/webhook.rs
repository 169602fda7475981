//! Builds requests to webhooks, signed by the Standard Webhooks specification
//! (standardwebhooks.com).

use aws_lc_rs::hmac;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use chrono::{DateTime, SecondsFormat, Utc};
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderValue};
use serde_json::{Value, json};
use url::Url;

use super::alert::Alert;
use super::request::Request;
use db::models::endpoint::Endpoint;
use db::models::gap_change::GapChange;
use db::models::outbox::OutboxRow;
use foundation::secrets::Secrets;
use platform::wire::GapCause;

/// Returns the secret that signs the endpoint's requests, in the form that libraries expect.
pub fn signing_secret(endpoint: &Endpoint, secrets: &Secrets) -> String {
    let key = secrets.webhook_key(endpoint.id, endpoint.secret_version);
    format!("whsec_{}", STANDARD.encode(key))
}

/// Builds the request for `row` at `now`; `home` is the address of the page that shows the alert. Its
/// body and its `webhook-id` are the same over all attempts.
pub(super) fn request(
    url: &Url,
    home: &str,
    alert: &Alert,
    row: &OutboxRow,
    key: &[u8],
    now: DateTime<Utc>,
) -> Request {
    let body = body(alert, home, row.created_at).to_string();
    let (id, timestamp) = (row.id.to_string(), now.timestamp().to_string());
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    let signature = sign(key, &id, &timestamp, &body);
    for (name, value) in
        [("webhook-id", id), ("webhook-timestamp", timestamp), ("webhook-signature", signature)]
    {
        // Digits, hexadecimal digits and base64 fit into a header.
        if let Ok(value) = HeaderValue::from_str(&value) {
            headers.insert(name, value);
        }
    }
    Request { url: url.clone(), headers, body: body.into_bytes() }
}

fn body(alert: &Alert, home: &str, created_at: DateTime<Utc>) -> Value {
    let (kind, data) = match alert {
        Alert::Match(notification, _) => ("match.created", json!({ "notification": notification })),
        // The event is the same, so that a test does what a match does; programs that count can distinguish
        // it.
        Alert::HearingTest(notification, _) => {
            let data = json!({ "notification": notification, "isTest": true });
            ("match.created", data)
        }
        // Webhooks receive each match at once; if one is put off nevertheless, it loses nothing.
        Alert::Digest(digest) => {
            let stories = digest.sections.iter().flat_map(|section| &section.stories);
            let notifications: Vec<_> = stories.flat_map(|story| &story.notifications).collect();
            let data = json!({ "count": digest.count, "notifications": notifications });
            ("matches.created", data)
        }
        Alert::Gaps(gaps, _) => {
            let changes = gaps.changes.iter();
            let listed: Vec<_> = changes.map(|change| gap(change, home)).collect();
            let data = json!({ "count": gaps.count, "gaps": listed });
            ("coverage_gaps.changed", data)
        }
        Alert::Test => ("test", json!({ "message": "This is a test message from Harken." })),
    };
    json!({
        "type": kind,
        "timestamp": created_at.to_rfc3339_opts(SecondsFormat::Millis, true),
        "data": data,
    })
}

fn gap(change: &GapChange, home: &str) -> Value {
    json!({
        "id": change.gap_id,
        "state": change.state,
        "place": change.place,
        "kind": change.kind,
        "startedAt": change.started_at,
        "endedAt": change.ended_at,
        "cause": GapCause::from(change.reason.as_str()),
        "url": format!("{home}/{}", change.place),
    })
}

fn sign(key: &[u8], id: &str, timestamp: &str, body: &str) -> String {
    let key = hmac::Key::new(hmac::HMAC_SHA256, key);
    let signed = format!("{id}.{timestamp}.{body}");
    let tag = hmac::sign(&key, signed.as_bytes());
    format!("v1,{}", STANDARD.encode(tag))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the specification's documentation.
    #[test]
    fn the_signature_is_the_one_of_the_specification() {
        let key = STANDARD.decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        let signature =
            sign(&key, "msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330", r#"{"test": 2432232314}"#);
        assert_eq!(signature, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }
}
