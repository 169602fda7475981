//! Serves faults to requests.

use axum::extract::Request;
use axum::http::header::CONTENT_TYPE;
use axum::middleware::Next;
use axum::response::Html;

use crate::jetstream::faults::FaultKind;
use crate::jetstream::sim::Sim;
use crate::kit::Cut;
use crate::prelude::*;

/// Not JSON.
pub(crate) const GARBAGE: &str = "upstream connect error, try again later";
/// JSON that does not belong to the protocol.
pub(crate) const OTHER_SHAPE: &str = r#"{"did":7,"kind":["commit"],"profiles":"none"}"#;
/// JSON that ends in the middle.
pub(crate) const TRUNCATED: &str = r#"{"did":"did:plc:aaaaaaaaaaaaaaaaaaaaaaaa","kind":"comm"#;
/// Far more than any client asks for.
const HUGE: usize = 10_000_000;

/// Returns JSON with a text of ten million characters.
pub(crate) fn huge() -> String {
    let text = "long ".repeat(HUGE / 5);
    let did = "did:plc:aaaaaaaaaaaaaaaaaaaaaaaa";
    let record = json!({ "$type": "app.bsky.feed.post", "text": text });
    json!({ "did": did, "kind": "commit", "commit": { "record": record } }).to_string()
}

/// Counts a request, and answers it with the fault that is meant for it, if any.
pub(crate) async fn misbehave(
    State(sim): State<Arc<Sim>>,
    request: Request,
    next: Next,
) -> Response {
    let Some(fault) = sim.enter(request.uri().path()) else {
        return next.run(request).await;
    };
    let as_json = |body: String| ([(CONTENT_TYPE, "application/json; charset=utf-8")], body);
    match fault {
        FaultKind::Html => Html("<!doctype html><title>One moment</title>").into_response(),
        FaultKind::Cut => Cut.into_response(),
        FaultKind::Stall => std::future::pending().await,
        FaultKind::OtherShape => as_json(OTHER_SHAPE.to_owned()).into_response(),
        FaultKind::Truncate => as_json(TRUNCATED.to_owned()).into_response(),
        FaultKind::Empty => as_json(String::new()).into_response(),
        FaultKind::Huge => {
            let name = "long ".repeat(HUGE / 5);
            let profile = json!({ "did": "did:plc:aaaaaaaaaaaaaaaaaaaaaaaa", "handle": name });
            Json(json!({ "profiles": [profile] })).into_response()
        }
        FaultKind::Status(status) => {
            let body = Json(json!({ "error": "OnDemand", "message": "on demand" }));
            let status = StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_GATEWAY);
            (status, body).into_response()
        }
        _ => as_json(GARBAGE.to_owned()).into_response(),
    }
}
