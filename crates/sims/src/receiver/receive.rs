//! Handles every request to a service: serves its fault, if one waits, and records the request.

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::middleware::{Next, from_fn_with_state};

use crate::prelude::*;
use crate::receiver::faults::{Fault, FaultKind};
use crate::receiver::inbox::Inbox;
use crate::receiver::misbehave;
use crate::receiver::received::Received;
use crate::receiver::{push, services};

/// Largest body that is read.
const MAX_BODY: usize = 16 * 1024 * 1024;

pub(crate) fn router(inbox: &Arc<Inbox>) -> Router<Arc<Inbox>> {
    Router::new()
        .merge(push::router())
        .merge(services::router())
        .fallback(|| async { StatusCode::NOT_FOUND })
        .layer(from_fn_with_state(inbox.clone(), receive))
}

async fn receive(State(inbox): State<Arc<Inbox>>, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let Ok(body) = to_bytes(body, MAX_BODY).await else {
        return StatusCode::PAYLOAD_TOO_LARGE.into_response();
    };
    let mut received = Received::new(&parts, &body, inbox.keep_bytes(), inbox.now());
    let fault = inbox.take_fault(&received.path);
    let proper = match &fault {
        Some(fault) if !fault.takes_effect => None,
        _ => Some(next.run(Request::from_parts(parts, Body::from(body))).await),
    };
    let given = match &fault {
        Some(fault) => misbehave::answer(fault, &received.path),
        None => proper,
    };
    received.status = match &fault {
        Some(Fault { fault: FaultKind::Cut, .. }) => None,
        _ => given.as_ref().map(|answer| answer.status().as_u16()),
    };
    // Recorded before it is answered, so that a client that has the answer finds the record.
    inbox.keep(received);
    match given {
        Some(answer) => answer,
        None => std::future::pending().await,
    }
}
