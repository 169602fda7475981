//! The other receivers: webhooks, and chat services that check their requests.

mod discord;
mod hook;
mod ntfy;
mod slack;
mod telegram;
pub mod telegram_html;

use axum::http::{HeaderMap, header};
use axum::routing::any;

use crate::prelude::*;
use crate::receiver::inbox::Inbox;

impl Inbox {
    /// Turns a group of Telegram into a supergroup: messages to its old number are refused with the new one.
    pub fn upgrade_group(&self, chat_id: &str, new: i64) {
        self.lock().chats.upgraded.insert(chat_id.to_owned(), new);
    }

    /// Deletes a topic of a group of Telegram.
    pub fn delete_topic(&self, chat_id: &str, topic: i64) {
        self.lock().chats.deleted_topics.insert((chat_id.to_owned(), topic));
    }

    pub fn delete_thread(&self, thread_id: &str) {
        self.lock().chats.deleted_threads.insert(thread_id.to_owned());
    }
}

pub(crate) fn router() -> Router<Arc<Inbox>> {
    Router::new()
        .route("/hook/{name}", any(hook::take))
        .route("/slack/{*path}", post(slack::take))
        .route("/discord/{*path}", post(discord::take))
        .route("/bot{token}/sendMessage", post(telegram::take))
        .route("/ntfy", post(ntfy::take_json).put(ntfy::take_json))
        .route("/ntfy/{topic}", post(ntfy::take_text).put(ntfy::take_text))
}

/// Returns the answer of the service behind `path` when it fails with `status`.
pub(crate) fn error(path: &str, status: StatusCode, retry_after: Option<&str>) -> Response {
    let seconds = retry_after.and_then(|text| text.parse().ok());
    let service = path.trim_start_matches('/');
    match service {
        _ if service.starts_with("slack/") => slack::error(status),
        _ if service.starts_with("discord/") => discord::error(status, seconds),
        _ if service.starts_with("bot") => telegram::error(status, seconds),
        _ if service.starts_with("ntfy") => ntfy::error(status),
        _ => (status, status.canonical_reason().unwrap_or_default()).into_response(),
    }
}

/// Returns true if the service of `path` gives the time to wait only in the body, as Telegram does.
pub(crate) fn hides_retry_after(path: &str) -> bool {
    path.starts_with("/bot")
}

/// Returns the body if it is a JSON object and is declared as JSON.
fn object(headers: &HeaderMap, body: &[u8]) -> Option<Value> {
    let kind = headers.get(header::CONTENT_TYPE)?.to_str().ok()?;
    let value: Value = serde_json::from_slice(body).ok()?;
    (kind.starts_with("application/json") && value.is_object()).then_some(value)
}

/// Returns the length of a text as these services count it.
fn length(value: &Value) -> usize {
    value.as_str().map_or(0, |text| text.chars().count())
}

/// Returns true if `url` is a web address.
fn is_link(url: &Value) -> bool {
    let url = url.as_str().unwrap_or_default();
    let known = url.starts_with("https://") || url.starts_with("http://");
    known && url.parse::<axum::http::Uri>().is_ok()
}
