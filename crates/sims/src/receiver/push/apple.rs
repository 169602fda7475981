//! Apple's push service: it also refuses tokens whose contact cannot exist, and says why in its own words.
//! <https://developer.apple.com/documentation/usernotifications/sending-web-push-notifications-in-web-apps-and-browsers>

use axum::body::Bytes;
use axum::http::HeaderMap;

use super::{accept, vapid};
use crate::prelude::*;
use crate::receiver::inbox::Inbox;

/// Endings of names that nobody else can reach.
const PRIVATE: [&str; 4] = ["localhost", "local", "internal", "invalid"];

/// Accepts a message as [`accept::accept`] does, unless Apple's rules forbid it.
pub(super) async fn accept(
    inbox: State<Arc<Inbox>>,
    id: Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    if !vapid::subject(&headers).is_some_and(|subject| is_contact(&subject)) {
        return refuse(StatusCode::FORBIDDEN, "BadJwtToken");
    }
    let answer = accept::accept(inbox, id, headers, body).await;
    match answer.status() {
        StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => {
            refuse(StatusCode::FORBIDDEN, "BadJwtToken")
        }
        StatusCode::NOT_FOUND | StatusCode::GONE => refuse(StatusCode::GONE, "Unregistered"),
        status @ StatusCode::PAYLOAD_TOO_LARGE => refuse(status, "PayloadTooLarge"),
        status @ StatusCode::BAD_REQUEST => refuse(status, "BadRequest"),
        _ => answer,
    }
}

fn refuse(status: StatusCode, reason: &str) -> Response {
    (status, Json(json!({ "reason": reason }))).into_response()
}

/// Returns whether `subject` is a web or mail address at a name that others can reach.
fn is_contact(subject: &str) -> bool {
    let host = match (subject.strip_prefix("mailto:"), subject.strip_prefix("https://")) {
        (Some(address), _) => address.rsplit_once('@').map(|(_, host)| host),
        (_, Some(rest)) => rest.split(['/', ':', '?']).next(),
        _ => None,
    };
    host.is_some_and(|host| {
        let last = host.rsplit('.').next().unwrap_or_default();
        host.contains('.') && !host.contains(char::is_whitespace) && !PRIVATE.contains(&last)
    })
}
