//! Discord's webhooks: 204, or an error that names the field.

use axum::body::Bytes;
use axum::extract::Query;
use axum::http::HeaderMap;

use super::{is_link, length, object};
use crate::prelude::*;
use crate::receiver::inbox::Inbox;

/// Limits of a message and of an embed.
const CONTENT: usize = 2_000;
const USERNAME: usize = 80;
const EMBEDS: usize = 10;
const FIELDS: usize = 25;
/// Limit of all texts of all embeds of a message.
const EMBED_TEXTS: usize = 6_000;
/// Path of a text in an embed, and its limit.
const TEXTS: [(&str, usize); 4] =
    [("/title", 256), ("/description", 4_096), ("/footer/text", 2_048), ("/author/name", 256)];
const FIELD_TEXTS: [(&str, usize); 2] = [("name", 256), ("value", 1_024)];
/// The largest colour: 24 bits.
const MAX_COLOUR: u64 = 0xff_ff_ff;

#[derive(Deserialize)]
pub(super) struct ThreadQuery {
    thread_id: Option<String>,
}

pub(super) async fn take(
    State(inbox): State<Arc<Inbox>>,
    Query(ThreadQuery { thread_id }): Query<ThreadQuery>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let Some(payload) = object(&headers, &body) else {
        let text = "The request body contains invalid JSON.";
        return refuse(StatusCode::BAD_REQUEST, 50109, text);
    };
    let embeds = payload["embeds"].as_array().map_or(&[][..], Vec::as_slice);
    if length(&payload["content"]) == 0 && embeds.is_empty() {
        let text = "Cannot send an empty message";
        return refuse(StatusCode::BAD_REQUEST, 50006, text);
    }
    if thread_id.is_some_and(|id| inbox.lock().chats.deleted_threads.contains(&id)) {
        return refuse(StatusCode::NOT_FOUND, 10003, "Unknown Channel");
    }
    match wrong_field(&payload, embeds) {
        None => StatusCode::NO_CONTENT.into_response(),
        Some((field, longest)) => {
            let text = format!("Must be {longest} or fewer in length.");
            let fault = json!({ "code": "BASE_TYPE_MAX_LENGTH", "message": text });
            let body = json!({
                "code": 50035,
                "message": "Invalid Form Body",
                "errors": { field: { "_errors": [fault] } },
            });
            (StatusCode::BAD_REQUEST, Json(body)).into_response()
        }
    }
}

pub(super) fn error(status: StatusCode, retry_after: Option<u64>) -> Response {
    match status.as_u16() {
        429 => {
            let body = json!({
                "message": "You are being rate limited.",
                "retry_after": retry_after.unwrap_or(1),
                "global": false,
            });
            (status, Json(body)).into_response()
        }
        404 => refuse(status, 10015, "Unknown Webhook"),
        _ => refuse(status, 0, status.canonical_reason().unwrap_or_default()),
    }
}

fn refuse(status: StatusCode, code: u32, message: &str) -> Response {
    let body = json!({ "code": code, "message": message });
    (status, Json(body)).into_response()
}

/// Returns the first field that exceeds its limit, and the limit.
fn wrong_field(payload: &Value, embeds: &[Value]) -> Option<(String, usize)> {
    let wrong = |field: &str, limit| Some((field.to_owned(), limit));
    if length(&payload["content"]) > CONTENT || is_no_text(&payload["content"]) {
        return wrong("content", CONTENT);
    }
    if length(&payload["username"]) > USERNAME || is_no_text(&payload["username"]) {
        return wrong("username", USERNAME);
    }
    if embeds.len() > EMBEDS {
        return wrong("embeds", EMBEDS);
    }
    let mut total = 0;
    for (index, embed) in embeds.iter().enumerate() {
        let mut check = |field: &str, value: &Value, limit| {
            total += length(value);
            (length(value) > limit || is_no_text(value))
                .then(|| (format!("embeds.{index}.{field}"), limit))
        };
        for (path, limit) in TEXTS {
            let value = embed.pointer(path).unwrap_or(&Value::Null);
            let field = path[1..].replace('/', ".");
            if let Some(found) = check(&field, value, limit) {
                return Some(found);
            }
        }
        let fields = embed["fields"].as_array().map_or(&[][..], Vec::as_slice);
        if fields.len() > FIELDS {
            return wrong("fields", FIELDS);
        }
        for field in fields {
            for (name, limit) in FIELD_TEXTS {
                let found = check(name, &field[name], limit);
                if found.is_some() || length(&field[name]) == 0 {
                    return found.or_else(|| wrong(name, limit));
                }
            }
        }
        if !(embed["url"].is_null() || is_link(&embed["url"])) {
            return wrong("url", 2_048);
        }
        let colour = &embed["color"];
        if !(colour.is_null() || colour.as_u64().is_some_and(|c| c <= MAX_COLOUR)) {
            return wrong("color", 8);
        }
    }
    (total > EMBED_TEXTS).then(|| ("embeds".to_owned(), EMBED_TEXTS))
}

fn is_no_text(value: &Value) -> bool {
    !(value.is_null() || value.is_string())
}
