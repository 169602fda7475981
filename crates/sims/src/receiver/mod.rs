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

mod browsers;
mod chats;
mod control;
mod faults;
mod inbox;
mod misbehave;
mod push;
mod receive;
mod received;
pub mod services;

use std::net::SocketAddr;

use crate::kit::settings::{loopback, without_flags};
use crate::kit::{Clock, listen};
use crate::prelude::*;

pub use browsers::{BrowserKeys, PushMessage, Subscription};
pub use faults::{Fault, FaultKind};
pub use inbox::{Inbox, Stats};
pub use received::{Query, Received};

/// A push service, webhooks and chat services that keep what they receive.
#[derive(Debug, Clone, clap::Args)]
pub struct Config {
    /// Address to listen on; port 0 picks a free one
    #[arg(long, default_value_t = loopback(8050))]
    pub listen: SocketAddr,
    /// URL at which senders reach it, and the audience that VAPID tokens must name [default: http:// and
    /// the address]
    #[arg(long)]
    pub origin: Option<String>,
    /// Most bytes of each body that are kept.
    #[arg(skip = 64 * 1024_usize)]
    pub keep_bytes: usize,
    /// Most requests that are kept; older ones are dropped.
    #[arg(skip = 100_000_usize)]
    pub keep_requests: usize,
}

impl Default for Config {
    fn default() -> Self {
        without_flags()
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
pub async fn start(config: Config) -> anyhow::Result<Handle> {
    start_with_clock(config, Arc::new(Utc::now)).await
}

/// Starts a receiver that checks tokens and signatures, and ages messages, by `clock`.
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
