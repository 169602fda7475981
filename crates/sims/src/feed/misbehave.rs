//! Counts requests, and serves faults to those that are to fail.

use std::sync::Arc;

use axum::body::{Body, Bytes, HttpBody, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::{
    CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, ETAG, HOST, IF_MODIFIED_SINCE, IF_NONE_MATCH,
    LAST_MODIFIED, LOCATION,
};
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Response};
use futures::{StreamExt, stream};

use crate::feed::api::form_of;
use crate::feed::compress::{compress, label};
use crate::feed::faults::{Fault, FaultKind};
use crate::feed::requests::Visit;
use crate::feed::sim::Sim;
use crate::feed::twist::{Twist, entity_bomb, misname_encoding, spoil_titles};
use crate::kit::{Cut, cut_in_half, retry_after};

/// Far more than any client asks for.
const ENDLESS_BYTES: usize = 100_000_000;
const ENDLESS_CHUNK: &str =
    "<item><title>One more</title><description>There is always one more.</description></item>\n";
/// Number of times that a request yields to others before it is answered, so that simultaneous requests
/// overlap.
const TURNS: usize = 8;

/// A request that is under way until this is dropped.
struct UnderWay {
    sim: Arc<Sim>,
    visit: Visit,
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.sim.leave(&self.visit);
    }
}

pub(crate) async fn misbehave(
    State(sim): State<Arc<Sim>>,
    request: Request,
    next: Next,
) -> Response {
    let asked = request.uri().to_string();
    let mut visit = Visit { host: host(&request), feed: feed(request.uri().path()) };
    let (fault, cleared) = sim.enter(&mut visit, &asked);
    let under_way = UnderWay { sim: sim.clone(), visit: visit.clone() };
    for _ in 0..TURNS {
        tokio::task::yield_now().await;
    }
    let answer = match fault {
        Some(fault) => fail(&sim, fault, cleared, request, next).await,
        None => next.run(request).await,
    };
    if answer.status() == StatusCode::NOT_MODIFIED {
        sim.note_unchanged(&visit);
    }
    until_sent(answer, under_way)
}

/// Returns the host that the reader named, without a port.
fn host(request: &Request) -> String {
    let host = request.headers().get(HOST).and_then(|host| host.to_str().ok());
    let host = host.unwrap_or_default();
    host.rsplit_once(':').map_or(host, |(host, _)| host).to_owned()
}

fn feed(path: &str) -> Option<String> {
    let (name, _) = form_of(path.strip_prefix("/feeds/")?)?;
    Some(name.to_owned())
}

/// Keeps a request under way until the last part of its answer is handed over.
fn until_sent(answer: Response, under_way: UnderWay) -> Response {
    let (mut head, body) = answer.into_parts();
    if head.extensions.get::<Cut>().is_some() || body.is_end_stream() {
        return Response::from_parts(head, body);
    }
    // A stream does not know its length.
    if let Some(length) = body.size_hint().exact() {
        head.headers.entry(CONTENT_LENGTH).or_insert(length.into());
    }
    let sent = body.into_data_stream().inspect(move |_| {
        let _until_here = &under_way;
    });
    Response::from_parts(head, Body::from_stream(sent))
}

async fn fail(
    sim: &Sim,
    Fault { fault, retry_after: wait, .. }: Fault,
    cleared: u64,
    mut request: Request,
    next: Next,
) -> Response {
    let feed = |body: String| ([(CONTENT_TYPE, "application/rss+xml")], body);
    if let FaultKind::Stall = fault {
        sim.until_cleared(cleared).await;
        return next.run(request).await;
    }
    if let Some(twist) = Twist::of(&fault) {
        request.extensions_mut().insert(twist);
    }
    // A 304 would have no body to break.
    for name in [IF_NONE_MATCH, IF_MODIFIED_SINCE] {
        request.headers_mut().remove(name);
    }
    match fault {
        FaultKind::OtherIds | FaultKind::NoDates | FaultKind::FutureDates | FaultKind::Stall => {
            without_validators(next.run(request).await)
        }
        FaultKind::Truncate => {
            let truncate = |body: &[u8]| body[..body.len() / 2].to_vec();
            changed(next.run(request).await, truncate).await
        }
        FaultKind::InvalidCharacters => changed(next.run(request).await, spoil_titles).await,
        FaultKind::WrongEncoding => {
            let mut answer = changed(next.run(request).await, misname_encoding).await;
            let plain = HeaderValue::from_static("application/xml");
            answer.headers_mut().insert(CONTENT_TYPE, plain);
            answer
        }
        FaultKind::OtherJson => axum::Json(serde_json::json!({ "feeds": [] })).into_response(),
        FaultKind::Html => Html("<!doctype html><title>One moment</title><p>Soon.").into_response(),
        FaultKind::EmptyBody => feed(String::new()).into_response(),
        FaultKind::Endless => endless(),
        FaultKind::Compressed(how) => {
            let mut answer = changed(next.run(request).await, |body| compress(how, body)).await;
            answer.headers_mut().extend(label(how).map(|name| (CONTENT_ENCODING, name)));
            answer
        }
        FaultKind::EntityBomb => feed(entity_bomb()).into_response(),
        FaultKind::CutBody => cut_in_half(next.run(request).await).await,
        FaultKind::Cut => Cut.into_response(),
        FaultKind::Redirect { status, to } => {
            let status = StatusCode::from_u16(status as u16).unwrap_or(StatusCode::FOUND);
            (status, [(LOCATION, to)]).into_response()
        }
        FaultKind::Status(status) => {
            let status = StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_GATEWAY);
            retry_after(status.into_response(), wait)
        }
    }
}

/// Changes the body of an answer, which must not pass for the original document.
async fn changed(answer: Response, change: impl Fn(&[u8]) -> Vec<u8>) -> Response {
    let (head, body) = without_validators(answer).into_parts();
    // The body was made in memory by a handler.
    let body = to_bytes(body, usize::MAX).await.unwrap_or_default();
    let mut answer = Response::from_parts(head, Body::from(change(&body)));
    answer.headers_mut().remove(CONTENT_LENGTH);
    answer
}

fn without_validators(mut answer: Response) -> Response {
    for name in [ETAG, LAST_MODIFIED] {
        answer.headers_mut().remove(name);
    }
    answer
}

/// Returns an answer with a practically endless list of entries.
fn endless() -> Response {
    let chunk = Bytes::from(ENDLESS_CHUNK.repeat(1_000));
    let times = ENDLESS_BYTES.div_ceil(chunk.len());
    let begin = Bytes::from_static(b"<rss version=\"2.0\"><channel><title>Endless</title>\n");
    let chunks = stream::once(async { begin }).chain(stream::repeat(chunk).take(times));
    let body = Body::from_stream(chunks.map(Ok::<_, std::convert::Infallible>));
    ([(CONTENT_TYPE, "application/rss+xml")], body).into_response()
}
