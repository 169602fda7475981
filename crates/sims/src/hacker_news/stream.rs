//! Streams the last id as server-sent events, as Firebase streams the value at any address.

use std::io;
use std::time::Duration;

use axum::response::sse::{Event, KeepAlive, Sse};
use futures::stream;
use tokio::sync::watch;

use crate::hacker_news::faults::FaultKind;
use crate::hacker_news::sim::Sim;
use crate::kit::Cut;
use crate::prelude::*;

const KEEP_ALIVE: Duration = Duration::from_secs(30);
/// Far more than any event of the stream has.
const ENDLESS: usize = 2_000_000;

/// Answers with a stream that begins with the last id, and has each later one.
pub(crate) fn stream_last_ids(sim: Arc<Sim>) -> Response {
    let last_ids = sim.last_ids();
    let events = stream::unfold(Some((sim, last_ids)), next);
    let alive = Event::default().event("keep-alive").data("null");
    Sse::new(events).keep_alive(KeepAlive::new().interval(KEEP_ALIVE).event(alive)).into_response()
}

/// What is streamed; nothing after the last event.
type Streamed = Option<(Arc<Sim>, watch::Receiver<u64>)>;

async fn next(streamed: Streamed) -> Option<(io::Result<Event>, Streamed)> {
    let (sim, mut last_ids) = streamed?;
    last_ids.changed().await.ok()?;
    let id = *last_ids.borrow_and_update();
    let fault = sim.fault_for("/stream/put").map(|fault| fault.fault);
    let named = |name: &str, data: &str| Event::default().event(name).data(data);
    let put = |data: Value| named("put", &json!({ "path": "/", "data": data }).to_string());
    let last = |event: Event| Some((Ok(event), None));
    let event = match fault {
        None => put(json!(id)),
        Some(FaultKind::Ahead(by)) => put(json!(id + u64::from(by))),
        Some(FaultKind::Null) => put(Value::Null),
        Some(FaultKind::OtherShape) => put(json!({ "items": "none" })),
        Some(FaultKind::Truncate) => named("put", "{\"path\":\"/\",\"da"),
        Some(FaultKind::Endless) => put(json!("long ".repeat(ENDLESS / 5))),
        Some(FaultKind::Cancel) => return last(named("cancel", "null")),
        Some(FaultKind::AuthRevoked) => {
            return last(named("auth_revoked", "credential is no longer valid"));
        }
        Some(FaultKind::Stall) => std::future::pending().await,
        Some(FaultKind::Cut | FaultKind::CutBody) => {
            return Some((Err(io::Error::new(io::ErrorKind::ConnectionReset, Cut)), None));
        }
        Some(_) => return None,
    };
    Some((Ok(event), Some((sim, last_ids))))
}
