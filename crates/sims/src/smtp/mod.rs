//! An SMTP server that keeps what it is sent and shows it over HTTP. For tests and benchmarks.
//!
//! It speaks SMTP over a real socket (RFC 5321 with PIPELINING, 8BITMIME, SMTPUTF8, SIZE and AUTH
//! PLAIN and LOGIN, and with a certificate STARTTLS or TLS from the first byte), and it fails on
//! demand at any stage of a delivery. Messages can be read from the same process ([`Mailbox`]) or
//! over HTTP, with a call that waits for a message, so that nobody has to sleep.
//!
//! ```no_run
//! # async fn example() -> anyhow::Result<()> {
//! use std::time::Duration;
//! use sims::smtp::{Config, Query, start};
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

mod faults;
mod http;
mod mailbox;
mod message;
mod program;
mod session;
mod tls;

use std::net::SocketAddr;
use std::sync::Arc;

use crate::kit::{Server, listen, loopback};

pub use faults::{Action, Fault, Stage};
pub use http::router;
pub use mailbox::{Mailbox, Query, Stats};
pub use message::Message;
pub use program::{Args, run};
pub use tls::{Encryption, Tls};

/// The settings of a sink.
#[derive(Debug, Clone)]
pub struct Config {
    /// Address that receives mail; port 0 takes a free one.
    pub smtp: SocketAddr,
    /// Address that shows mail over HTTP; port 0 takes a free one.
    pub http: SocketAddr,
    /// Whether messages are counted and not kept, for benchmarks.
    pub count_only: bool,
    /// Largest message in bytes, announced as SIZE.
    pub max_size: usize,
    /// The settings of encryption; `None` for no encryption.
    pub tls: Option<Tls>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            smtp: loopback(2525),
            http: loopback(8025),
            count_only: false,
            max_size: 25 * 1024 * 1024,
            tls: None,
        }
    }
}

impl Config {
    /// Returns the settings for a test: free ports.
    pub fn for_tests() -> Self {
        Self { smtp: loopback(0), http: loopback(0), ..Self::default() }
    }
}

/// A running sink.
pub struct Handle {
    /// The address that receives mail.
    pub smtp_addr: SocketAddr,
    /// The address that shows mail over HTTP.
    pub http_addr: SocketAddr,
    /// The messages that arrived, and the faults to serve.
    pub mailbox: Arc<Mailbox>,
    smtp: Server,
    http: Server,
}

impl Handle {
    /// Stops listening and cuts every session.
    pub async fn stop(self) {
        tokio::join!(self.smtp.stop(), self.http.stop());
    }
}

/// Starts a sink.
///
/// # Errors
/// When an address cannot be listened on.
pub async fn start(config: Config) -> anyhow::Result<Handle> {
    let (smtp, http) = (listen(config.smtp).await?, listen(config.http).await?);
    let mailbox = Arc::new(Mailbox::new(config.count_only));
    let http = http.serve(router(mailbox.clone()));
    let (max_size, tls) = (config.max_size, config.tls);
    let kept = mailbox.clone();
    let smtp = smtp.accept(move |stream| {
        // Without it, answers to pipelined commands wait for each other's acknowledgement. If it fails,
        // the session is only slower.
        let _ = stream.set_nodelay(true);
        let (mailbox, tls) = (kept.clone(), tls.clone());
        async move {
            // A peer that goes away early is not worth reporting.
            let _ = session::serve(stream, &mailbox, max_size, tls.as_ref()).await;
        }
    });
    Ok(Handle { smtp_addr: smtp.addr(), http_addr: http.addr(), mailbox, smtp, http })
}
