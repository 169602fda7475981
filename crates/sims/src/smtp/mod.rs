//! An SMTP server that keeps what it is sent and shows it over HTTP. For tests and benchmarks.
//!
//! It speaks SMTP over a real socket (RFC 5321 with PIPELINING, 8BITMIME, SMTPUTF8, SIZE and AUTH
//! PLAIN and LOGIN, and with a certificate STARTTLS or TLS from the first byte), and it fails on
//! demand at any stage of a delivery, or returns later what it has accepted. Messages can be read from the same process ([`Mailbox`]) or
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
mod report;
mod session;
mod tls;

use std::net::SocketAddr;
use std::sync::Arc;

use crate::kit::settings::{loopback, without_flags};
use crate::kit::{Server, listen, until_terminated};

pub use faults::{Action, Fault, Stage};
pub use mailbox::{Mailbox, Query, Stats};
pub use message::Message;
pub use report::Report;
pub use tls::{Encryption, Tls};

/// An SMTP server that keeps the messages it receives and shows them over HTTP.
#[derive(Debug, Clone, clap::Args)]
pub struct Config {
    /// Address of the SMTP server; port 0 picks a free one
    #[arg(long, default_value_t = loopback(2525))]
    pub smtp: SocketAddr,
    /// Address of the HTTP server; port 0 picks a free one
    #[arg(long, default_value_t = loopback(8025))]
    pub http: SocketAddr,
    /// Count messages without keeping them
    #[arg(long)]
    pub count_only: bool,
    /// Largest message in bytes, announced as SIZE.
    #[arg(skip = 25 * 1024 * 1024_usize)]
    pub max_size: usize,
    /// The settings of encryption; `None` for no encryption.
    #[arg(skip)]
    pub tls: Option<Tls>,
}

impl Default for Config {
    fn default() -> Self {
        without_flags()
    }
}

impl Config {
    /// Returns the settings for a test: free ports.
    pub fn for_tests() -> Self {
        Self { smtp: loopback(0), http: loopback(0), ..Self::default() }
    }
}

pub struct Handle {
    pub smtp_addr: SocketAddr,
    /// The address that shows mail over HTTP.
    pub http_addr: SocketAddr,
    /// The messages that arrived, and the faults to serve.
    pub mailbox: Arc<Mailbox>,
    smtp: Server,
    http: Server,
}

impl Handle {
    /// Prints that the sink is ready and where to reach it, and stops it when the program is asked to end.
    pub async fn serve(self) -> anyhow::Result<()> {
        let (smtp, http) = (self.smtp_addr, self.http_addr);
        let ready = format!("smtp is ready: takes mail at {smtp}, shows it at http://{http}");
        until_terminated(&ready).await?;
        self.stop().await;
        Ok(())
    }

    /// Stops listening and cuts every session.
    pub async fn stop(self) {
        tokio::join!(self.smtp.stop(), self.http.stop());
    }
}

pub async fn start(config: Config) -> anyhow::Result<Handle> {
    let (smtp, http) = (listen(config.smtp).await?, listen(config.http).await?);
    let mailbox = Arc::new(Mailbox::new(config.count_only));
    let http = http.serve(http::router(mailbox.clone()));
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
