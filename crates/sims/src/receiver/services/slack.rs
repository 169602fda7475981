//! Slack's incoming webhooks: `ok`, or one word that names the error.

use axum::body::Bytes;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::Value;

use super::{length, object};

/// Limits of Block Kit.
const BLOCKS: usize = 50;
const SECTION_TEXT: usize = 3_000;
const SECTION_FIELDS: usize = 10;
const FIELD_TEXT: usize = 2_000;
const HEADER_TEXT: usize = 150;
const CONTEXT_ELEMENTS: usize = 10;
const ACTION_ELEMENTS: usize = 25;
const BUTTON_TEXT: usize = 75;
const URL: usize = 3_000;

pub(super) async fn take(headers: HeaderMap, body: Bytes) -> (StatusCode, &'static str) {
    let bad = |word| (StatusCode::BAD_REQUEST, word);
    let Some(payload) = object(&headers, &body) else {
        return bad("invalid_payload");
    };
    let blocks = &payload["blocks"];
    let has_text = length(&payload["text"]) > 0;
    match blocks.as_array() {
        None if blocks.is_null() && has_text => (StatusCode::OK, "ok"),
        None if blocks.is_null() => bad("no_text"),
        Some(list) if list.is_empty() && !has_text => bad("no_text"),
        Some(list) if list.len() <= BLOCKS && list.iter().all(is_block) => (StatusCode::OK, "ok"),
        _ => bad("invalid_blocks"),
    }
}

pub(super) fn error(status: StatusCode) -> Response {
    let word = match status.as_u16() {
        400 => "invalid_payload",
        403 => "action_prohibited",
        404 => "no_service",
        410 => "channel_is_archived",
        429 => "rate_limited",
        _ => "rollup_error",
    };
    (status, word).into_response()
}

fn is_block(block: &Value) -> bool {
    let elements = block["elements"].as_array().map_or(&[][..], Vec::as_slice);
    match block["type"].as_str() {
        Some("divider") => true,
        Some("header") => {
            block["text"]["type"] == "plain_text" && is_text(&block["text"], HEADER_TEXT)
        }
        Some("section") => {
            let fields = block["fields"].as_array();
            let fields_fit = fields.is_none_or(|fields| {
                fields.len() <= SECTION_FIELDS && fields.iter().all(|f| is_text(f, FIELD_TEXT))
            });
            let text = &block["text"];
            let has_some = is_text(text, SECTION_TEXT) || text.is_null() && fields.is_some();
            has_some && fields_fit
        }
        Some("context") => {
            let count = 1..=CONTEXT_ELEMENTS;
            count.contains(&elements.len()) && elements.iter().all(is_context)
        }
        Some("actions") => {
            let count = 1..=ACTION_ELEMENTS;
            count.contains(&elements.len()) && elements.iter().all(is_button)
        }
        _ => false,
    }
}

fn is_text(text: &Value, longest: usize) -> bool {
    let known = matches!(text["type"].as_str(), Some("plain_text" | "mrkdwn"));
    known && (1..=longest).contains(&length(&text["text"]))
}

fn is_context(element: &Value) -> bool {
    is_text(element, SECTION_TEXT) || element["type"] == "image" && length(&element["alt_text"]) > 0
}

fn is_button(element: &Value) -> bool {
    let text = &element["text"];
    let url = &element["url"];
    element["type"] == "button"
        && text["type"] == "plain_text"
        && is_text(text, BUTTON_TEXT)
        && (url.is_null() || super::is_link(url) && length(url) <= URL)
}
