//! The web server: accepts connections and serves HTTP/1.1 on them. hyper is driven directly, since
//! `axum::serve` has no deadlines, accepts every connection, and resets the waiting ones when it
//! stops.
//!
//! Slow clients have deadlines (`activity.rs`), clients with too many connections get a refusal
//! (`server/limits/connections.rs`), and a connection is closed so that its client can read what was sent
//! last (`socket.rs`).

mod activity;
mod connection;
mod new_connections;
mod open_files;
mod socket;

pub use open_files::raise_open_files;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::limits::connections::ConnectionLimits;
use activity::Timeouts;
use api::app::App;
use connection::Connection;

/// The pause after a failed accept, for instance for lack of files: it would fail again at once.
const PAUSE: Duration = Duration::from_millis(100);

/// Serves the site of `app` until `stop`. Then clients that have connected are still answered, once
/// each, and the function returns when their connections have ended.
pub async fn serve(listener: TcpListener, app: App, stop: CancellationToken) {
    let config = &app.config;
    let server = Server {
        limits: Arc::new(ConnectionLimits::new(
            &config.limits,
            &config.server.trusted_proxies,
            open_files::limit(),
        )),
        timeouts: Timeouts::new(&config.limits),
        site: crate::router::router(app.clone()),
        connections: TaskTracker::new(),
        stop,
    };
    let mut is_failing = false;
    loop {
        let accepted = tokio::select! {
            () = server.stop.cancelled() => break,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, peer)) => {
                is_failing = false;
                server.open(stream, peer);
            }
            Err(error) if is_of_the_connection(&error) => {}
            Err(error) => {
                if !std::mem::replace(&mut is_failing, true) {
                    tracing::error!(%error, "no connection can be taken; it is tried again");
                }
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
    if let Err(error) = server.open_waiting(listener) {
        tracing::warn!(%error, "connections that waited when the server stopped may have been reset");
    }
    server.connections.close();
    server.connections.wait().await;
}

struct Server {
    limits: Arc<ConnectionLimits>,
    timeouts: Timeouts,
    site: Router,
    connections: TaskTracker,
    stop: CancellationToken,
}

impl Server {
    fn open(&self, stream: TcpStream, peer: SocketAddr) {
        // There is no capacity even for a refusal.
        let Some(place) = self.limits.admit(peer) else {
            return;
        };
        let connection = Connection {
            peer,
            place,
            limits: self.limits.clone(),
            site: self.site.clone(),
            stop: self.stop.clone(),
        };
        self.connections.spawn(connection.run(stream, self.timeouts));
    }

    /// Accepts the connections that already exist, and closes the listener: connections that still
    /// wait at a closing listener are reset. The system is asked, since tokio may not know of all.
    fn open_waiting(&self, listener: TcpListener) -> io::Result<()> {
        let listener = listener.into_std()?;
        new_connections::drop_at(&listener)?;
        loop {
            match listener.accept() {
                Ok((stream, peer)) => {
                    stream.set_nonblocking(true)?;
                    self.open(TcpStream::from_std(stream)?, peer);
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(()),
                Err(error) if is_of_the_connection(&error) => {}
                Err(error) => return Err(error),
            }
        }
    }
}

/// Returns whether `error` concerns one connection whose client has gone, so that the next may be
/// accepted.
fn is_of_the_connection(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionRefused
            | io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionReset
            | io::ErrorKind::Interrupted
    )
}
