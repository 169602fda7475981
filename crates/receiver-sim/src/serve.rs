//! The connections. hyper is driven directly and not by `axum::serve`, which has no way to end a
//! connection without an answer.

use std::convert::Infallible;
use std::fmt;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, Response};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::ServiceExt;

/// Marks an answer that is not to be given: the connection is closed instead.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cut;

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the connection is cut on purpose")
    }
}

impl std::error::Error for Cut {}

/// Takes connections until `stopping`, which also cuts those that are open.
pub(crate) async fn serve(
    listener: TcpListener,
    app: Router,
    stopping: CancellationToken,
    connections: TaskTracker,
) {
    loop {
        let (stream, _) = tokio::select! {
            () = stopping.cancelled() => return,
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    eprintln!("receiver-sim: {error}");
                    continue;
                }
            },
        };
        let app = app.clone();
        let service = service_fn(move |request| answer(app.clone(), request));
        let stopping = stopping.clone();
        connections.spawn(async move {
            let connection = http1::Builder::new().serve_connection(TokioIo::new(stream), service);
            tokio::select! {
                () = stopping.cancelled() => {}
                // A peer that goes away in the middle, or is cut off, is nothing to report.
                _ = connection => {}
            }
        });
    }
}

async fn answer(app: Router, request: Request<Incoming>) -> Result<Response<Body>, Cut> {
    let answered: Result<_, Infallible> = app.oneshot(request.map(Body::new)).await;
    let Ok(answer) = answered;
    match answer.extensions().get::<Cut>() {
        Some(cut) => Err(*cut),
        None => Ok(answer),
    }
}
