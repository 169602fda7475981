//! Bodies of requests: each has a deadline, and no unread body spoils the next request.
//!
//! A handler that refuses a request does not read its body. The rest of the body would then be
//! taken for the next request, so a server closes such a connection; and a client that is just
//! sending the next request finds it reset. So a small rest is read before the answer is sent, and
//! with a larger one the answer says `Connection: close` (RFC 9112, 9.3).

use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures::FutureExt;
use hyper::body::{Frame, SizeHint};
use tokio::time::{Instant, Sleep};

use api::app::App;
use api::error::ApiError;

/// The largest rest of a body that is read so that its connection can be kept.
const MAX_DRAINED_BYTES: u64 = 256 * 1024;
const MAX_DRAIN: Duration = Duration::from_secs(1);

pub(super) async fn guard(State(app): State<App>, request: Request, next: Next) -> Response {
    if request.body().is_end_stream() {
        return next.run(request).await;
    }
    let (parts, body) = request.into_parts();
    let waits_for_leave = waits_for_leave(&parts.headers);
    let patience = Duration::from_secs(app.config.limits.body_seconds.get().into());
    let shared = Shared::new(body, patience);
    let request = Request::from_parts(parts, Body::new(shared.clone()));
    let mut response = next.run(request).await;
    if shared.state().is_late {
        response = late().into_response();
    }
    if !shared.drained(waits_for_leave).await {
        let close = HeaderValue::from_static("close");
        response.headers_mut().insert(header::CONNECTION, close);
    }
    response
}

/// Returns whether the client sends its body only when it is asked to: reading the body would ask
/// for it.
fn waits_for_leave(headers: &HeaderMap) -> bool {
    let expect = headers.get(header::EXPECT);
    expect.is_some_and(|value| value.as_bytes().eq_ignore_ascii_case(b"100-continue"))
}

fn late() -> ApiError {
    ApiError::new(
        StatusCode::REQUEST_TIMEOUT,
        "REQUEST_TIMEOUT",
        "The request did not arrive in time. Please try again.",
    )
}

/// A body that a handler may drop without losing the rest of it.
#[derive(Clone)]
struct Shared(Arc<Mutex<Reading>>);

struct Reading {
    body: Body,
    deadline: Pin<Box<Sleep>>,
    has_begun: bool,
    /// Whether the body was read to its end, or as far as possible.
    has_ended: bool,
    is_broken: bool,
    is_late: bool,
}

impl Shared {
    fn new(body: Body, patience: Duration) -> Self {
        Self(Arc::new(Mutex::new(Reading {
            body,
            deadline: Box::pin(tokio::time::sleep(patience)),
            has_begun: false,
            has_ended: false,
            is_broken: false,
            is_late: false,
        })))
    }

    fn state(&self) -> MutexGuard<'_, Reading> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads the unread rest, if it is small and arrives soon; returns whether all was read.
    async fn drained(&self, waits_for_leave: bool) -> bool {
        let is_worth_it = {
            let mut state = self.state();
            let until = Instant::now() + MAX_DRAIN;
            if state.deadline.deadline() > until {
                state.deadline.as_mut().reset(until);
            }
            let left = state.body.size_hint().lower();
            let may_come = !state.is_late && (state.has_begun || !waits_for_leave);
            left <= MAX_DRAINED_BYTES && may_come
        };
        let mut bytes = 0;
        while is_worth_it && bytes <= MAX_DRAINED_BYTES && !self.state().has_ended {
            match self.next_frame().await {
                Some(Ok(frame)) => {
                    let length = frame.data_ref().map_or(0, Bytes::len);
                    bytes += u64::try_from(length).unwrap_or(u64::MAX);
                }
                Some(Err(_)) | None => break,
            }
        }
        let state = self.state();
        state.has_ended && !state.is_broken
    }

    fn next_frame(&self) -> impl Future<Output = Option<Result<Frame<Bytes>, axum::Error>>> {
        std::future::poll_fn(|cx| self.state().poll_frame(cx))
    }
}

impl Reading {
    fn poll_frame(
        &mut self,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        self.has_begun = true;
        if let Poll::Ready(frame) = Pin::new(&mut self.body).poll_frame(cx) {
            self.is_broken |= matches!(frame, Some(Err(_)));
            self.has_ended |= frame.is_none() || self.body.is_end_stream();
            return Poll::Ready(frame);
        }
        ready!(self.deadline.poll_unpin(cx));
        self.is_late = true;
        let late = std::io::Error::from(std::io::ErrorKind::TimedOut);
        Poll::Ready(Some(Err(axum::Error::new(late))))
    }
}

impl HttpBody for Shared {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        self.state().poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.state().body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.state().body.size_hint()
    }
}
