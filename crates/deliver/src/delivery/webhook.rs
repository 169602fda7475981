//! Builds requests to webhooks, signed by the Standard Webhooks specification
//! (standardwebhooks.com).

use aws_lc_rs::hmac;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use chrono::{DateTime, SecondsFormat, Utc};
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderValue};
use serde::Serialize;
use url::Url;

use super::alert::Alert;
use super::request::Request;
use super::webhook_event::Event;
use super::webhook_message::{event, values};
use super::webhook_template::Template;
use db::models::endpoint::Endpoint;
use db::models::outbox::OutboxRow;
use foundation::secrets::Secrets;

/// Returns the secret that signs the endpoint's requests, in the form that libraries expect.
pub fn signing_secret(endpoint: &Endpoint, secrets: &Secrets) -> String {
    let key = secrets.webhook_key(endpoint.id, endpoint.secret_version);
    format!("whsec_{}", STANDARD.encode(key))
}

/// Builds the request for `row` at `now`, in the form of `template` if its owner chose one; `home` is the
/// address of the page that shows the alert. Its body and its `webhook-id` are the same over all attempts.
///
/// # Errors
/// The template is wrong.
pub(super) fn request(
    (url, template): (&Url, Option<&Template>),
    home: &str,
    alert: &Alert,
    row: &OutboxRow,
    key: &[u8],
    now: DateTime<Utc>,
) -> anyhow::Result<Request> {
    let body = match template {
        Some(template) => template.body(&values(alert, home, row.id, row.created_at))?,
        None => body(alert, home, row.created_at)?,
    };
    let (id, timestamp) = (row.id.to_string(), now.timestamp().to_string());
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    if let Some(template) = template {
        template.add_headers(&mut headers);
    }
    let signature = sign(key, &id, &timestamp, &body);
    for (name, value) in
        [("webhook-id", id), ("webhook-timestamp", timestamp), ("webhook-signature", signature)]
    {
        // Digits, hexadecimal digits and base64 fit into a header.
        if let Ok(value) = HeaderValue::from_str(&value) {
            headers.insert(name, value);
        }
    }
    let method = template.map_or(reqwest::Method::POST, |template| template.method.into());
    Ok(Request { method, url: url.clone(), headers, body: body.into_bytes() })
}

/// The body of a request.
#[derive(Serialize)]
struct Message<'a> {
    #[serde(flatten)]
    event: &'a Event,
    timestamp: String,
}

fn body(alert: &Alert, home: &str, created_at: DateTime<Utc>) -> serde_json::Result<String> {
    let timestamp = created_at.to_rfc3339_opts(SecondsFormat::Millis, true);
    serde_json::to_string(&Message { event: &event(alert, home), timestamp })
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
