//! Serves the queued faults, before everything else.

use std::sync::Arc;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Response};
use serde_json::{Value, json};

use crate::kit::{cut_in_half, retry_after};

use super::answer::{error, unauthorized};
use crate::forum::faults::{Fault, FaultKind};
use crate::forum::sim::Sim;
use crate::forum::things::listing;

/// Controls, bidi marks, a noncharacter, an astral letter, a joined emoji and stacked marks.
const ODD_TEXT: &str = "\u{feff}\u{202e}\u{0007}\u{1f}\u{ffff}\u{1d4d7}👩\u{200d}💻\u{fe0f}e\u{301}\u{302}\u{303}\u{308}\u{330}\u{2028}";

const DEEP: usize = 1_000_000;
const LONG_BYTES: usize = 10_000_000;

pub(super) async fn serve_fault(
    State(sim): State<Arc<Sim>>,
    request: Request,
    next: Next,
) -> Response {
    let path = request.uri().path().to_owned();
    let fault = {
        let mut inner = sim.lock();
        let fault = inner.faults.take(|fault| fault.is_for(&path));
        if let Some(fault) = &fault {
            *inner.faults_served.entry(fault.fault).or_default() += 1;
        }
        fault
    };
    match fault {
        Some(fault) => misbehave(&sim, &fault, request, next).await,
        None => next.run(request).await,
    }
}

async fn misbehave(sim: &Sim, fault: &Fault, request: Request, next: Next) -> Response {
    let answer = match fault.fault {
        FaultKind::TooManyRequests => error(StatusCode::TOO_MANY_REQUESTS),
        FaultKind::Unauthorized => unauthorized(),
        FaultKind::Forbidden => error(StatusCode::FORBIDDEN),
        FaultKind::InternalError => page(StatusCode::INTERNAL_SERVER_ERROR),
        FaultKind::BadGateway => page(StatusCode::BAD_GATEWAY),
        FaultKind::Unavailable => page(StatusCode::SERVICE_UNAVAILABLE),
        FaultKind::GatewayTimeout => page(StatusCode::GATEWAY_TIMEOUT),
        FaultKind::Html => page(StatusCode::OK),
        FaultKind::Empty => axum::Json(listing(&[], None, None)).into_response(),
        FaultKind::EmptyBody => StatusCode::OK.into_response(),
        FaultKind::ExpireToken => {
            sim.lock().limits.expire_all();
            unauthorized()
        }
        FaultKind::Stall => std::future::pending().await,
        FaultKind::TruncateJson => {
            change_body(next.run(request).await, |body| body.slice(..body.len() / 2)).await
        }
        FaultKind::Reset => cut_in_half(next.run(request).await).await,
        FaultKind::NulText => change_json(next.run(request).await, "\u{0}nul\u{0}").await,
        FaultKind::OddUnicode => change_json(next.run(request).await, ODD_TEXT).await,
        FaultKind::LoneSurrogate => {
            let marked = change_json(next.run(request).await, "\u{e000}").await;
            // A Rust string cannot hold half a pair, so its escape is inserted afterwards.
            let put = |body: Bytes| {
                Bytes::from(String::from_utf8_lossy(&body).replace('\u{e000}', "\\ud83d"))
            };
            change_body(marked, put).await
        }
        FaultKind::Forgetful => change_with(next.run(request).await, forget).await,
        FaultKind::BareChild => change_with(next.run(request).await, bare_child).await,
        FaultKind::DeepChild => {
            let marked =
                change_with(next.run(request).await, |value| swell(value, "\u{e000}")).await;
            // No JSON serializer writes such a deep value, so it is inserted afterwards.
            let put = |body: Bytes| {
                let deep = format!("{}{}", "[".repeat(DEEP), "]".repeat(DEEP));
                Bytes::from(String::from_utf8_lossy(&body).replace("\"\u{e000}\"", &deep))
            };
            change_body(marked, put).await
        }
        FaultKind::LongChild => {
            let text = "x".repeat(LONG_BYTES);
            change_with(next.run(request).await, |value| swell(value, &text)).await
        }
    };
    retry_after(answer, fault.retry_after)
}

/// Returns an error page, as the forum's front servers send it.
fn page(status: StatusCode) -> Response {
    let text = status.canonical_reason().unwrap_or("Error");
    let code = status.as_u16();
    let html = format!(
        "<!doctype html><html><head><title>{code} {text}</title></head>\
         <body><h1>{text}</h1><p>Our servers are busy right now.</p></body></html>"
    );
    (status, Html(html)).into_response()
}

async fn change_body(answer: Response, change: impl FnOnce(Bytes) -> Bytes) -> Response {
    let (mut head, body) = answer.into_parts();
    // The body was made in memory by a handler of this program.
    let body = to_bytes(body, usize::MAX).await.unwrap_or_default();
    head.headers.remove(header::CONTENT_LENGTH);
    Response::from_parts(head, Body::from(change(body)))
}

async fn change_with(answer: Response, change: impl FnOnce(&mut Value)) -> Response {
    let change = |body: Bytes| match serde_json::from_slice::<Value>(&body) {
        Ok(mut value) => {
            change(&mut value);
            Bytes::from(value.to_string())
        }
        Err(_) => body,
    };
    change_body(answer, change).await
}

/// Inserts `text` into the texts of every item of a listing.
async fn change_json(answer: Response, text: &str) -> Response {
    change_with(answer, |value| {
        let Some(children) = value["data"]["children"].as_array_mut() else {
            return;
        };
        for child in children {
            for field in ["title", "selftext", "body", "link_title"] {
                if let Some(Value::String(old)) = child["data"].get_mut(field) {
                    *old = format!("{old} {text} tail");
                }
            }
        }
    })
    .await
}

fn forget(value: &mut Value) {
    if let Some(children) = value["data"]["children"].as_array_mut() {
        children.truncate(children.len() - children.len() / 4);
    }
}

fn bare_child(value: &mut Value) {
    if let Some(child) = value["data"]["children"].get_mut(0) {
        child["data"] = json!({});
    }
}

fn swell(value: &mut Value, text: &str) {
    if let Some(child) = value["data"]["children"].get_mut(0) {
        child["data"]["media_metadata"] = json!(text);
    }
}
