//! A stand-in for the receivers of alerts: a push service (RFC 8030), webhooks, Slack, Discord,
//! Telegram and ntfy, as one HTTP/1.1 server. For tests and the demo.
//!
//! The sim checks requests as the real services do, keeps every request, and misbehaves on demand.
//! Requests can be read from the same process ([`Inbox`]) or over HTTP, with a call that waits for a
//! request, so that nobody has to sleep. The sim also plays the browsers that subscribe to push: it
//! keeps their keys and shows messages decrypted.
//!
//! ```no_run
//! # async fn example() -> anyhow::Result<()> {
//! use std::time::Duration;
//! use sims::receiver::{Config, Fault, Query, start};
//!
//! let receiver = start(Config::for_tests()).await?;
//! let browser = receiver.control.subscribe();
//! receiver.control.fault(Fault::status("/push/", 503));
//! // ... send a message to browser.endpoint, fail, and send it again ...
//! let sent = Query::path("/push/");
//! assert_eq!(receiver.control.wait(&sent, 2, Duration::from_secs(5)).await.len(), 2);
//! assert_eq!(receiver.control.waiting(&browser.id).len(), 1);
//! receiver.stop().await;
//! # Ok(())
//! # }
//! ```

mod control;
mod faults;
mod inbox;
mod misbehave;
mod program;
mod push;
mod receive;
mod received;
mod services;

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use chrono::Utc;

use crate::kit::{Clock, listen, loopback};

pub use faults::{Fault, FaultKind};
pub use inbox::{Inbox, Stats};
pub use program::{Args, run};
pub use push::{BrowserKeys, PushMessage, Subscription};
pub use received::{Query, Received};

/// The settings of a receiver.
#[derive(Debug, Clone)]
pub struct Config {
    /// Address to listen on; port 0 takes a free one.
    pub listen: SocketAddr,
    /// The origin at which senders reach it, and the audience that VAPID tokens must name; `None` means
    /// `http://` and the address.
    pub origin: Option<String>,
    /// Most bytes of each body that are kept.
    pub keep_bytes: usize,
    /// Most requests that are kept; older ones are dropped.
    pub keep_requests: usize,
}

impl Default for Config {
    fn default() -> Self {
        Self { listen: loopback(8050), origin: None, keep_bytes: 64 * 1024, keep_requests: 100_000 }
    }
}

impl Config {
    /// Returns the settings for a test: a free port.
    pub fn for_tests() -> Self {
        Self { listen: loopback(0), ..Self::default() }
    }
}

/// A running receiver. Its base URL is its origin.
pub type Handle = crate::kit::Handle<Inbox>;

/// Starts a receiver on the machine's clock.
///
/// # Errors
/// When the address cannot be listened on.
pub async fn start(config: Config) -> anyhow::Result<Handle> {
    start_with_clock(config, Arc::new(Utc::now)).await
}

/// Starts a receiver that checks tokens and signatures, and ages messages, by `clock`.
///
/// # Errors
/// As [`start`].
pub async fn start_with_clock(config: Config, clock: Arc<dyn Clock>) -> anyhow::Result<Handle> {
    let listener = listen(config.listen).await?;
    let origin = listener.origin(config.origin.as_deref());
    let inbox = Arc::new(Inbox::new(&config, origin.clone(), clock));
    let server = listener.serve(router(&inbox));
    Ok(Handle::new(server, inbox, origin))
}

/// Routes every URL: those of the services, whose requests are kept, and those that control the
/// receiver, whose requests are not.
fn router(inbox: &Arc<Inbox>) -> Router {
    Router::new().merge(receive::router(inbox)).merge(control::router()).with_state(inbox.clone())
}
