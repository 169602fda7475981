//! An SMTP server that keeps what it is sent and shows it over HTTP. For tests and benchmarks.
//!
//! It speaks SMTP over a real socket (RFC 5321 with PIPELINING, 8BITMIME, SMTPUTF8, SIZE and AUTH
//! PLAIN and LOGIN, and with a certificate STARTTLS or TLS from the first byte), and it fails on
//! demand at any stage of a delivery. What arrived can be read from the same process ([`Mailbox`]) or over HTTP, with a call that waits for a
//! message, so that nobody has to sleep.
//!
//! ```no_run
//! # async fn example() -> anyhow::Result<()> {
//! use std::time::Duration;
//! use smtp_sink::{Config, Query, start};
//!
//! let sink = start(Config::for_tests()).await?;
//! // ... send a mail to sink.smtp_addr ...
//! let query = Query { to: Some("ada@example.org".into()), ..Query::default() };
//! let found = sink.mailbox.wait(&query, 1, Duration::from_secs(5)).await;
//! assert_eq!(found.len(), 1);
//! sink.stop().await;
//! # Ok(())
//! # }
//! ```

#![deny(missing_docs)]

mod faults;
mod http;
mod mailbox;
mod message;
mod session;
mod tls;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

pub use faults::{Action, Fault, Stage};
pub use http::router;
pub use mailbox::{Mailbox, Query, Stats};
pub use message::Message;
pub use tls::{Encryption, Tls};

/// How long open HTTP requests get to finish when the sink stops.
const GOODBYE: Duration = Duration::from_millis(500);

/// Settings of one sink.
#[derive(Debug, Clone)]
pub struct Config {
    /// Where mail is taken; port 0 takes a free one.
    pub smtp: SocketAddr,
    /// Where mail is shown; port 0 takes a free one.
    pub http: SocketAddr,
    /// Counts messages and keeps none of them, for benchmarks.
    pub count_only: bool,
    /// Largest message in bytes, announced as SIZE.
    pub max_size: usize,
    /// Encrypts, if there is one.
    pub tls: Option<Tls>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            smtp: SocketAddr::from(([127, 0, 0, 1], 2525)),
            http: SocketAddr::from(([127, 0, 0, 1], 8025)),
            count_only: false,
            max_size: 25 * 1024 * 1024,
            tls: None,
        }
    }
}

impl Config {
    /// Settings for a test: free ports.
    pub fn for_tests() -> Self {
        let free = SocketAddr::from(([127, 0, 0, 1], 0));
        Self {
            smtp: free,
            http: free,
            ..Self::default()
        }
    }
}

/// A running sink.
pub struct Handle {
    /// Where mail is taken.
    pub smtp_addr: SocketAddr,
    /// Where mail is shown.
    pub http_addr: SocketAddr,
    /// What arrived, and the faults to serve.
    pub mailbox: Arc<Mailbox>,
    stopping: CancellationToken,
    sessions: TaskTracker,
    http: JoinHandle<()>,
    smtp: JoinHandle<()>,
}

impl Handle {
    /// Stops listening and cuts every session.
    pub async fn stop(mut self) {
        self.stopping.cancel();
        self.sessions.close();
        let quiet = timeout(GOODBYE, async {
            self.sessions.wait().await;
            // Both tasks end with the token; that one was cancelled already changes nothing.
            let _ = (&mut self.smtp).await;
            let _ = (&mut self.http).await;
        });
        if quiet.await.is_err() {
            self.smtp.abort();
            self.http.abort();
        }
    }
}

/// Starts a sink.
///
/// # Errors
/// When an address cannot be listened on.
pub async fn start(config: Config) -> anyhow::Result<Handle> {
    let (smtp, smtp_addr) = listen(config.smtp).await?;
    let (http, http_addr) = listen(config.http).await?;
    let mailbox = Arc::new(Mailbox::new(config.count_only));
    let stopping = CancellationToken::new();
    let sessions = TaskTracker::new();
    let smtp = tokio::spawn(accept(
        smtp,
        mailbox.clone(),
        (config.max_size, config.tls),
        stopping.clone(),
        sessions.clone(),
    ));
    let app = router(mailbox.clone());
    let until = stopping.clone();
    let http = tokio::spawn(async move {
        let stopped = async move { until.cancelled().await };
        if let Err(error) = axum::serve(http, app).with_graceful_shutdown(stopped).await {
            eprintln!("smtp-sink: {error}");
        }
    });
    Ok(Handle {
        smtp_addr,
        http_addr,
        mailbox,
        stopping,
        sessions,
        http,
        smtp,
    })
}

async fn listen(wanted: SocketAddr) -> anyhow::Result<(TcpListener, SocketAddr)> {
    let listener = TcpListener::bind(wanted)
        .await
        .with_context(|| format!("cannot listen on {wanted}"))?;
    let addr = listener.local_addr()?;
    Ok((listener, addr))
}

async fn accept(
    listener: TcpListener,
    mailbox: Arc<Mailbox>,
    (max_size, tls): (usize, Option<Tls>),
    stopping: CancellationToken,
    sessions: TaskTracker,
) {
    loop {
        let (stream, _) = tokio::select! {
            () = stopping.cancelled() => return,
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    eprintln!("smtp-sink: {error}");
                    continue;
                }
            },
        };
        // Answers to pipelined commands would wait for each other's acknowledgement. Without it, a
        // session is only slower.
        let _ = stream.set_nodelay(true);
        let (mailbox, stopping, tls) = (mailbox.clone(), stopping.clone(), tls.clone());
        sessions.spawn(async move {
            tokio::select! {
                () = stopping.cancelled() => {}
                // A peer that goes away in the middle is nothing to report.
                _ = session::serve(stream, &mailbox, max_size, tls.as_ref()) => {}
            }
        });
    }
}
