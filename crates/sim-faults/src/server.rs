//! A server that can end a connection without an answer. hyper is driven directly and not by
//! `axum::serve`, which has no way to do that.

use std::convert::Infallible;
use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, Response};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::ServiceExt;

/// How long open connections get to end when a server stops.
const GOODBYE: Duration = Duration::from_millis(500);

/// An extension that marks an answer that is not to be given: the connection is closed instead.
#[derive(Debug, Clone, Copy)]
pub struct Cut;

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the connection is cut on purpose")
    }
}

impl std::error::Error for Cut {}

/// A running HTTP/1.1 server. Dropping it leaves it running until its runtime ends.
pub struct Server {
    addr: SocketAddr,
    stopping: CancellationToken,
    connections: TaskTracker,
    task: JoinHandle<()>,
}

impl Server {
    /// Serves `app` to whoever connects to `listener`.
    ///
    /// # Errors
    /// When the listener has no address.
    pub fn start(listener: TcpListener, app: Router) -> io::Result<Self> {
        let addr = listener.local_addr()?;
        let stopping = CancellationToken::new();
        let connections = TaskTracker::new();
        let task = tokio::spawn(serve(listener, app, stopping.clone(), connections.clone()));
        Ok(Self {
            addr,
            stopping,
            connections,
            task,
        })
    }

    /// Where it listens.
    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// Stops listening and cuts every connection.
    pub async fn stop(mut self) {
        self.stopping.cancel();
        self.connections.close();
        let quiet = timeout(GOODBYE, async {
            self.connections.wait().await;
            // The task ends with the token; that it may have been aborted changes nothing.
            let _ = (&mut self.task).await;
        });
        if quiet.await.is_err() {
            self.task.abort();
        }
    }
}

/// Takes connections until `stopping`, which also cuts those that are open.
async fn serve(
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
                    eprintln!("cannot take a connection: {error}");
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
