//! Cuts answers off.

use std::fmt;
use std::io;

use axum::body::{Body, to_bytes};
use axum::http::header::CONTENT_LENGTH;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use futures::{StreamExt, stream};

/// A missing answer: the connection is closed instead. Marks the response that a handler returns, as
/// an extension.
#[derive(Debug, Clone, Copy)]
pub struct Cut;

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the connection is cut on purpose")
    }
}

impl std::error::Error for Cut {}

impl IntoResponse for Cut {
    fn into_response(self) -> Response {
        let mut answer = StatusCode::OK.into_response();
        answer.extensions_mut().insert(self);
        answer
    }
}

/// Returns the head of `answer`, which announces its whole length, and half of its body, after which
/// the connection is cut.
pub async fn cut_in_half(answer: Response) -> Response {
    let (mut head, body) = answer.into_parts();
    // The body was made in memory by a handler of the sim.
    let body = to_bytes(body, usize::MAX).await.unwrap_or_default();
    let half = body.slice(..body.len() / 2);
    head.headers.insert(CONTENT_LENGTH, HeaderValue::from(body.len()));
    let cut = async {
        // Lets the writer send what there is before it sees the end.
        tokio::task::yield_now().await;
        Err(io::Error::new(io::ErrorKind::ConnectionReset, Cut))
    };
    let parts = stream::once(async { Ok(half) }).chain(stream::once(cut));
    Response::from_parts(head, Body::from_stream(parts))
}
