//! Accepts messages (RFC 8030, section 5).

use axum::body::Bytes;
use axum::http::header::{CONTENT_ENCODING, LOCATION};
use axum::http::{HeaderMap, HeaderName};

use super::refusal::Refusal;
use super::{random_id, vapid};
use crate::prelude::*;
use crate::receiver::browsers::{PushMessage, Subscriber};
use crate::receiver::inbox::Inbox;

/// The size that a service must accept (RFC 8030, section 7.2); most accept no more.
const MAX_BODY: usize = 4096;

/// Longest topic (RFC 8030, section 5.4).
const TOPIC_LENGTH: usize = 32;
/// The urgencies of RFC 8030, section 5.3.
const URGENCIES: [&str; 4] = ["very-low", "low", "normal", "high"];
/// A service may keep a message for less than asked; this one keeps none for more than four weeks.
const MAX_TTL: u32 = 28 * 24 * 60 * 60;

const TTL: HeaderName = HeaderName::from_static("ttl");

/// Accepts a message. Returns 201 with its location and how long it is kept.
pub(super) async fn accept(
    State(inbox): State<Arc<Inbox>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let now = inbox.now();
    let origin = inbox.origin();
    let location = format!("{origin}/message/{}", random_id());
    let mut inner = inbox.lock();
    let Some(subscriber) = inner.subscribers.0.get_mut(&id) else {
        return Refusal(StatusCode::NOT_FOUND, "there is no such subscription").into_response();
    };
    match check(subscriber, &headers, &body, location, origin, now) {
        Ok(message) => {
            let ttl = message.ttl.to_string();
            let place = [(LOCATION, message.location.clone()), (TTL, ttl)];
            store(subscriber, message);
            (StatusCode::CREATED, place).into_response()
        }
        Err(refusal) => refusal.into_response(),
    }
}

fn check(
    subscriber: &Subscriber,
    headers: &HeaderMap,
    body: &[u8],
    location: String,
    origin: &str,
    now: DateTime<Utc>,
) -> Result<PushMessage, Refusal> {
    let bad = |reason| Refusal(StatusCode::BAD_REQUEST, reason);
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    if subscriber.expired {
        return Err(Refusal(StatusCode::GONE, "the subscription has expired"));
    }
    vapid::check(headers, subscriber.server_key.as_deref(), origin, now)?;
    let ttl = text("ttl").ok_or_else(|| bad("TTL is missing"))?;
    let digits = !ttl.is_empty() && ttl.bytes().all(|b| b.is_ascii_digit());
    if !digits {
        return Err(bad("TTL is no number of seconds"));
    }
    let ttl = ttl.parse().unwrap_or(MAX_TTL).min(MAX_TTL);
    let urgency = text("urgency").unwrap_or("normal");
    if !URGENCIES.contains(&urgency) {
        return Err(bad("there is no such Urgency"));
    }
    let topic = text("topic");
    if headers.contains_key("topic") && !topic.is_some_and(is_topic) {
        return Err(bad("Topic is no topic"));
    }
    if body.len() > MAX_BODY {
        let status = StatusCode::PAYLOAD_TOO_LARGE;
        return Err(Refusal(status, "the message is larger than 4096 bytes"));
    }
    if text(CONTENT_ENCODING.as_str()) != Some("aes128gcm") {
        return Err(bad("Content-Encoding must be aes128gcm"));
    }
    let decrypted = subscriber.keys.decrypt(body);
    Ok(PushMessage {
        location,
        ttl,
        urgency: urgency.to_owned(),
        topic: topic.map(str::to_owned),
        body: body.to_vec(),
        decrypted: decrypted.map(|text| String::from_utf8_lossy(&text).into_owned()),
        received_at: now,
    })
}

fn is_topic(topic: &str) -> bool {
    let fits = |b: u8| b.is_ascii_alphanumeric() || b == b'-' || b == b'_';
    (1..=TOPIC_LENGTH).contains(&topic.len()) && topic.bytes().all(fits)
}

/// Stores a message, which replaces the waiting one of its topic.
fn store(subscriber: &mut Subscriber, message: PushMessage) {
    if message.topic.is_some() {
        subscriber.messages.retain(|(_, waiting)| waiting.topic != message.topic);
    }
    let end = message.received_at + TimeDelta::seconds(message.ttl.into());
    subscriber.messages.push((end, Arc::new(message)));
}
