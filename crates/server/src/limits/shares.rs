//! Limits how many connections to the database the requests of one caller hold at once, whatever they ask for: work that
//! a handler does, and what it reads while its answer is sent.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use axum::response::Response;
use hyper::body::{Frame, SizeHint};
use uuid::Uuid;

use db::Share;
use foundation::semaphores::Semaphores;

/// Whose request it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Caller {
    /// The user who is signed in, or whose link is followed.
    User(Uuid),
    Address(IpAddr),
}

/// The shares of all callers.
pub struct Shares {
    callers: Semaphores<Caller>,
    limit: NonZeroU32,
}

impl Shares {
    /// Creates shares of `limit` connections each.
    pub fn new(limit: NonZeroU32) -> Self {
        let permits = usize::try_from(limit.get()).unwrap_or(usize::MAX);
        Self { callers: Semaphores::new(permits), limit }
    }

    /// Returns the share of `caller`.
    pub fn of(&self, caller: Caller) -> Share {
        Share::new(self.callers.of(caller), self.limit.get())
    }

    /// Answers a request of `caller`, with connections of the caller's share only.
    pub async fn during(&self, caller: Caller, answer: impl Future<Output = Response>) -> Response {
        let share = self.of(caller);
        let response = share.clone().during(answer).await;
        response.map(|body| Body::new(Shared { body, share }))
    }
}

/// The body of an answer, which is made while it is sent.
struct Shared {
    body: Body,
    share: Share,
}

impl HttpBody for Shared {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let Self { body, share } = &mut *self;
        share.during_sync(|| Pin::new(body).poll_frame(cx))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
