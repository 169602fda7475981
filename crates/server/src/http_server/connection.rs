//! Serves one connection, from its first request to its end.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::ConnectInfo;
use axum::http::{HeaderValue, Request, Response, header};
use hyper::body::{Body as HttpBody, Frame, Incoming, SizeHint};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

use super::activity::{Activity, Answering, Timeouts};
use super::socket::Socket;
use crate::limits::connections::{AddressPlace, ConnectionLimits, Place};

/// The bytes of one connection that are read ahead, and those that wait to be sent. A head is no
/// larger.
const BUFFER_BYTES: usize = 64 * 1024;

pub(super) struct Connection {
    pub(super) peer: SocketAddr,
    pub(super) place: Place,
    pub(super) limits: Arc<ConnectionLimits>,
    pub(super) site: Router,
    pub(super) stop: CancellationToken,
}

impl Connection {
    pub(super) async fn run(self, stream: TcpStream, timeouts: Timeouts) {
        // Events are small, and must not wait until the client has acknowledged the previous one.
        let _ = stream.set_nodelay(true);
        let activity = Activity::new(match self.place.over_limit {
            Some(_) => timeouts.for_refusal(),
            None => timeouts,
        });
        let socket = TokioIo::new(Socket::new(stream, activity.clone()));
        let service = service_fn(|request| self.answer(request, activity.answer()));
        let mut http = http1::Builder::new();
        // `activity` distinguishes heads that have begun from those that nobody has begun to send.
        http.header_read_timeout(None).max_buf_size(BUFFER_BYTES);
        let mut served = pin!(http.serve_connection(socket, service));
        let mut expired = pin!(activity.expired());
        let mut leave = pin!(async {
            self.stop.cancelled().await;
            activity.leave().await;
        });
        let mut is_leaving = false;
        loop {
            tokio::select! {
                biased;
                () = &mut leave, if !is_leaving => {
                    is_leaving = true;
                    served.as_mut().graceful_shutdown();
                }
                // A client that disconnects in the middle is not worth a report.
                _ = served.as_mut() => return,
                () = &mut expired => return,
            }
        }
    }

    async fn answer(
        &self,
        request: Request<Incoming>,
        answering: Answering,
    ) -> Result<Response<Held>, Infallible> {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(self.peer));
        let (place, over_limit) = match self.place.over_limit {
            Some(over_limit) => (None, Some(over_limit)),
            None if !self.limits.is_proxy(self.peer.ip()) => (None, None),
            None => {
                let (headers, extensions) = (request.headers(), request.extensions());
                match self.limits.admit_by_proxy(self.peer, headers, extensions) {
                    Ok(place) => (place, None),
                    Err(over_limit) => (None, Some(over_limit)),
                }
            }
        };
        if let Some(over_limit) = over_limit {
            request.extensions_mut().insert(over_limit);
        }
        let mut response = self.site.clone().oneshot(request).await?;
        if self.place.over_limit.is_some() || self.stop.is_cancelled() {
            let close = HeaderValue::from_static("close");
            response.headers_mut().insert(header::CONNECTION, close);
        }
        Ok(response.map(|body| Held { body, _answering: answering, _place: place }))
    }
}

/// The body of an answer, with the values held until it is sent.
struct Held {
    body: Body,
    _answering: Answering,
    _place: Option<AddressPlace>,
}

impl HttpBody for Held {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
