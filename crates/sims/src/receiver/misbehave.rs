//! Answers requests with their faults.

use std::convert::Infallible;
use std::time::Duration;

use axum::body::Body;
use axum::http::header::{LOCATION, RETRY_AFTER};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use futures::stream;

use crate::kit::Cut;
use crate::receiver::faults::{Fault, FaultKind};
use crate::receiver::services;

/// The size of a piece of the body of [`FaultKind::Big`]; with the number of pieces, 10 MB.
const PIECE_BYTES: usize = 64_000;
static PIECE: [u8; PIECE_BYTES] = [b'x'; PIECE_BYTES];
const PIECES: usize = 10_000_000_usize.div_ceil(PIECE_BYTES);

/// The time between two bytes of [`FaultKind::Slow`].
const DRIP: Duration = Duration::from_millis(100);

/// Returns the answer of `fault` to a request for `path`; `None` if it never answers.
pub(crate) fn answer(fault: &Fault, path: &str) -> Option<Response> {
    let mut answer = match fault.fault {
        FaultKind::Stall => return None,
        FaultKind::Cut => return Some(Cut.into_response()),
        FaultKind::Status(status) => {
            let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
            services::error(path, status, fault.retry_after.as_deref())
        }
        FaultKind::Big => {
            let pieces = (0..PIECES).map(|_| Ok::<_, Infallible>(&PIECE[..]));
            Body::from_stream(stream::iter(pieces)).into_response()
        }
        FaultKind::Slow => {
            let drips = stream::unfold((), |()| async {
                tokio::time::sleep(DRIP).await;
                Some((Ok::<_, Infallible>("x"), ()))
            });
            Body::from_stream(drips).into_response()
        }
        FaultKind::Redirect => StatusCode::FOUND.into_response(),
    };
    let headers = [(LOCATION, &fault.location), (RETRY_AFTER, &fault.retry_after)];
    for (name, value) in headers {
        let value = value.as_deref().map(HeaderValue::from_str);
        if let Some(Ok(value)) = value
            && !(name == RETRY_AFTER && services::hides_retry_after(path))
        {
            answer.headers_mut().insert(name, value);
        }
    }
    Some(answer)
}
