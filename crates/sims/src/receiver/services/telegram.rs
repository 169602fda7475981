//! Telegram's `sendMessage`: every answer is JSON that says whether it is `ok`.

use axum::body::Bytes;
use axum::http::HeaderMap;

use super::{is_link, object, telegram_html};
use crate::prelude::*;
use crate::receiver::inbox::Inbox;

/// Longest text, counted without markup.
const TEXT: usize = 4_096;

pub(super) async fn take(
    State(inbox): State<Arc<Inbox>>,
    Path(token): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    if !is_token(&token) {
        return refuse(StatusCode::NOT_FOUND, "Not Found", None);
    }
    let bad = |text: &str| {
        let text = format!("Bad Request: {text}");
        refuse(StatusCode::BAD_REQUEST, &text, None)
    };
    let Some(payload) = object(&headers, &body) else {
        return bad("can't parse JSON object");
    };
    let chat = &payload["chat_id"];
    let chat_named = chat.is_i64() || chat.as_str().is_some_and(is_chat);
    if !chat_named {
        return bad("chat not found");
    }
    let chat_id = chat.as_str().map_or_else(|| chat.to_string(), str::to_owned);
    let topic = &payload["message_thread_id"];
    if !(topic.is_null() || topic.is_i64()) {
        return bad("invalid message thread ID specified");
    }
    {
        let inner = inbox.lock();
        if let Some(new) = inner.chats.upgraded.get(&chat_id) {
            return upgraded(*new);
        }
        let topic = topic.as_i64().map(|topic| (chat_id, topic));
        if topic.is_some_and(|topic| inner.chats.deleted_topics.contains(&topic)) {
            return bad("message thread not found");
        }
    }
    let text = payload["text"].as_str().unwrap_or_default();
    let shown = match payload["parse_mode"].as_str() {
        None => Ok(text.to_owned()),
        Some("HTML") => telegram_html::plain(text),
        Some(_) => Err("unsupported parse_mode".to_owned()),
    };
    let shown = match shown {
        Ok(shown) => shown,
        Err(error) => return bad(&format!("can't parse entities: {error}")),
    };
    if shown.trim().is_empty() {
        return bad("message text is empty");
    }
    if shown.chars().count() > TEXT {
        return bad("message is too long");
    }
    if !is_keyboard(&payload["reply_markup"]) {
        return bad("can't parse inline keyboard button");
    }
    let result = json!({
        "message_id": 1,
        "date": inbox.now().timestamp(),
        "chat": { "id": chat },
        "text": shown,
    });
    Json(json!({ "ok": true, "result": result })).into_response()
}

pub(super) fn error(status: StatusCode, retry_after: Option<u64>) -> Response {
    let text = match status.as_u16() {
        400 => "Bad Request: chat not found".to_owned(),
        401 => "Unauthorized".to_owned(),
        403 => "Forbidden: bot was blocked by the user".to_owned(),
        429 => format!("Too Many Requests: retry after {}", retry_after.unwrap_or(1)),
        _ => status.canonical_reason().unwrap_or_default().to_owned(),
    };
    refuse(status, &text, retry_after)
}

fn upgraded(new: i64) -> Response {
    let body = json!({
        "ok": false,
        "error_code": 400,
        "description": "Bad Request: group chat was upgraded to a supergroup chat",
        "parameters": { "migrate_to_chat_id": new },
    });
    (StatusCode::BAD_REQUEST, Json(body)).into_response()
}

fn refuse(status: StatusCode, description: &str, retry_after: Option<u64>) -> Response {
    let mut body = json!({
        "ok": false,
        "error_code": status.as_u16(),
        "description": description,
    });
    if let Some(seconds) = retry_after {
        body["parameters"] = json!({ "retry_after": seconds });
    }
    (status, Json(body)).into_response()
}

/// Returns true for `<number>:<letters, digits, - and _>`.
fn is_token(token: &str) -> bool {
    let Some((id, secret)) = token.split_once(':') else {
        return false;
    };
    let fits = |b: u8| b.is_ascii_alphanumeric() || b == b'-' || b == b'_';
    !id.is_empty() && id.bytes().all(|b| b.is_ascii_digit()) && secret.bytes().all(fits)
}

/// Returns true for a number as text, or the public name of a channel.
fn is_chat(chat: &str) -> bool {
    chat.parse::<i64>().is_ok() || chat.len() > 1 && chat.starts_with('@')
}

/// Returns true for rows of buttons that open links, or for no keyboard at all.
fn is_keyboard(markup: &Value) -> bool {
    let rows = markup["inline_keyboard"].as_array();
    let fits = |button: &Value| {
        button["text"].as_str().is_some_and(|t| !t.is_empty()) && is_link(&button["url"])
    };
    match rows {
        None => markup.is_null(),
        Some(rows) => rows.iter().all(|row| row.as_array().is_some_and(|row| row.iter().all(fits))),
    }
}
