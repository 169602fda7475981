//! Listens on sockets and serves connections. Drives hyper directly and not by `axum::serve`, which has
//! no way to end a connection without an answer.

use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use anyhow::Context;
use axum::Router;
use axum::body::Body;
use axum::http::{Request, Response};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::net::{TcpListener, TcpStream};
use tower::ServiceExt;

use crate::kit::cut::Cut;
use crate::kit::tasks::Tasks;

/// Listening sockets that are not served yet.
#[derive(Debug)]
pub struct Listener {
    addr: SocketAddr,
    sockets: Vec<TcpListener>,
}

pub async fn listen(wanted: SocketAddr) -> anyhow::Result<Listener> {
    let socket = bind(wanted).await?;
    Ok(Listener { addr: socket.local_addr()?, sockets: vec![socket] })
}

async fn bind(wanted: SocketAddr) -> anyhow::Result<TcpListener> {
    let socket = TcpListener::bind(wanted).await;
    socket.with_context(|| format!("cannot listen on {wanted}"))
}

impl Listener {
    /// Listens on more addresses of this machine as well, at the same port.
    pub async fn also_at(mut self, hosts: &[IpAddr]) -> anyhow::Result<Self> {
        for host in hosts {
            let wanted = SocketAddr::new(*host, self.addr.port());
            self.sockets.push(bind(wanted).await?);
        }
        Ok(self)
    }

    /// Returns the URL at which others reach it, without a trailing slash: `given`, or else `http://` and
    /// the address.
    pub fn origin(&self, given: Option<&str>) -> String {
        match given {
            Some(given) => given.trim_end_matches('/').to_owned(),
            None => format!("http://{}", self.addr),
        }
    }

    /// Serves `app` over HTTP/1.1 to whoever connects.
    pub fn serve(self, app: Router) -> Server {
        self.accept(move |stream| {
            let app = app.clone();
            let service = service_fn(move |request| answer(app.clone(), request));
            // An upgraded connection, such as a WebSocket, is handed over to the handler that answered.
            let connection = http1::Builder::new()
                .serve_connection(TokioIo::new(stream), service)
                .with_upgrades();
            async move {
                // A peer that goes away early, or is cut off, is not worth reporting.
                let _ = connection.await;
            }
        })
    }

    /// Hands every connection to `session`, which is cancelled when the server stops.
    pub fn accept<S>(self, session: impl Fn(TcpStream) -> S + Send + Sync + 'static) -> Server
    where
        S: Future<Output = ()> + Send + 'static,
    {
        let tasks = Tasks::default();
        let session = Arc::new(session);
        for socket in self.sockets {
            let (sessions, session) = (tasks.clone(), session.clone());
            tasks.spawn(async move {
                loop {
                    match socket.accept().await {
                        Ok((stream, _)) => sessions.spawn(session(stream)),
                        Err(error) => eprintln!("cannot take a connection: {error}"),
                    }
                }
            });
        }
        let addr = self.addr;
        Server { addr, tasks }
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

/// A running server. Dropping it leaves it running until its runtime ends.
#[derive(Debug)]
pub struct Server {
    addr: SocketAddr,
    tasks: Tasks,
}

impl Server {
    /// Returns the address that it listens on.
    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// Runs `task` until it ends or the server stops.
    pub fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        self.tasks.spawn(task);
    }

    /// Stops listening, and cuts every connection.
    pub async fn stop(self) {
        self.tasks.stop().await;
    }
}
