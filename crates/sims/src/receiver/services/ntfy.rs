//! ntfy: a message as JSON at the root, or as text at its topic with the rest in headers.

use axum::body::Bytes;
use axum::http::HeaderMap;

use super::is_link;
use crate::prelude::*;
use crate::receiver::inbox::Inbox;

/// Most bytes of a message; ntfy turns a longer one into an attachment, if it can store any.
const MESSAGE: usize = 4_096;
const ACTIONS: usize = 3;

/// Accepts messages sent to `/ntfy` itself.
pub(super) async fn take_json(State(inbox): State<Arc<Inbox>>, body: Bytes) -> Response {
    let payload: Value = serde_json::from_slice(&body).unwrap_or_default();
    let topic = payload["topic"].as_str().unwrap_or_default().to_owned();
    if !payload.is_object() {
        return refuse(40017, "request body must be message JSON");
    }
    take(&inbox, &topic, &payload)
}

/// Accepts messages sent to a topic. The body is the text, even if it looks like JSON.
pub(super) async fn take_text(
    State(inbox): State<Arc<Inbox>>,
    Path(topic): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let header = |names: [&str; 3]| {
        let found = names.iter().find_map(|name| headers.get(*name));
        found.and_then(|value| value.to_str().ok())
    };
    let priority = header(["x-priority", "priority", "prio"]).unwrap_or("3");
    let named = ["", "min", "low", "default", "high", "urgent"];
    let number = named.iter().position(|name| *name == priority);
    let payload = json!({
        "message": String::from_utf8_lossy(&body),
        "title": header(["x-title", "title", "t"]),
        "priority": number.map_or_else(|| priority.parse().unwrap_or(0), |n| n as u64),
        "click": header(["x-click", "click", "x-click"]),
    });
    take(&inbox, &topic, &payload)
}

fn take(inbox: &Inbox, topic: &str, payload: &Value) -> Response {
    let fits = |b: u8| b.is_ascii_alphanumeric() || b == b'-' || b == b'_';
    if !(1..=64).contains(&topic.len()) || !topic.bytes().all(fits) {
        return refuse(40009, "topic invalid");
    }
    let priority = &payload["priority"];
    if !(priority.is_null() || priority.as_u64().is_some_and(|p| (1..=5).contains(&p))) {
        return refuse(40007, "invalid priority parameter");
    }
    let actions = payload["actions"].as_array().map_or(&[][..], Vec::as_slice);
    if actions.len() > ACTIONS || !actions.iter().all(is_action) {
        return refuse(40018, "actions invalid");
    }
    let has_text = ["message", "title", "click"];
    if has_text.iter().any(|field| is_no_text(&payload[*field])) {
        return refuse(40017, "request body must be message JSON");
    }
    if payload["message"].as_str().is_some_and(|m| m.len() > MESSAGE) {
        return refuse(40014, "attachments not allowed");
    }
    let now = inbox.now().timestamp();
    let mut message = json!({
        "id": crate::receiver::push::random_id(),
        "time": now,
        "expires": now + 12 * 60 * 60,
        "event": "message",
        "topic": topic,
        "message": "triggered",
    });
    for field in ["message", "title", "priority", "tags", "click", "actions"] {
        if !payload[field].is_null() {
            message[field] = payload[field].clone();
        }
    }
    Json(message).into_response()
}

pub(super) fn error(status: StatusCode) -> Response {
    let number = u32::from(status.as_u16());
    let (code, text) = match number {
        403 => (40301, "forbidden"),
        404 => (40401, "page not found"),
        413 => (41301, "attachment too large, or bandwidth limit reached"),
        429 => (42901, "limit reached: too many requests"),
        500 => (50001, "internal server error"),
        _ => (number * 100 + 1, "error"),
    };
    let body = json!({ "code": code, "http": number, "error": text });
    (status, Json(body)).into_response()
}

fn refuse(code: u32, text: &str) -> Response {
    let body = json!({ "code": code, "http": 400, "error": format!("invalid request: {text}") });
    (StatusCode::BAD_REQUEST, Json(body)).into_response()
}

fn is_no_text(value: &Value) -> bool {
    !(value.is_null() || value.is_string())
}

fn is_action(action: &Value) -> bool {
    let kind = action["action"].as_str().unwrap_or_default();
    let label = action["label"].as_str().unwrap_or_default();
    let link = matches!(kind, "view" | "http");
    (link || kind == "broadcast") && !label.is_empty() && (!link || is_link(&action["url"]))
}
