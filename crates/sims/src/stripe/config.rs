//! The settings of a stand-in.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use crate::kit::settings::{loopback, without_flags};

/// The endpoint that events are sent to, and the secret that they are signed with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint {
    /// The URL, which receives a POST for each event.
    pub url: String,
    /// The secret. All of it is the key, including `whsec_`.
    pub secret: String,
}

/// A stand-in for Stripe: its API, pages to pay on, and signed webhooks.
#[derive(Debug, Clone, clap::Args)]
pub struct Config {
    /// Address to listen on; port 0 picks a free one
    #[arg(long, default_value_t = loopback(8060))]
    pub listen: SocketAddr,
    /// URL at which browsers reach the hosted pages [default: http:// and the address]
    #[arg(long)]
    pub origin: Option<String>,
    /// The secret key that calls must send
    #[arg(long, default_value = "sk_test_standin")]
    pub secret_key: String,
    /// The endpoint that events are sent to; without one they are held.
    #[arg(skip)]
    pub webhook: Option<Endpoint>,
    /// The time that an endpoint has to answer.
    #[arg(skip = Duration::from_secs(10))]
    pub webhook_timeout: Duration,
    /// The delays before each retry of an event that was not answered with a 2xx. Stripe retries for three
    /// days; nobody watches a stand-in for that long.
    #[arg(skip = [2, 10, 60, 600, 3_600].map(Duration::from_secs).to_vec())]
    pub webhook_retries: Vec<Duration>,
    /// File that keeps the account between runs
    #[arg(long)]
    pub state: Option<PathBuf>,
}

impl Default for Config {
    fn default() -> Self {
        without_flags()
    }
}

impl Config {
    /// Returns the settings for a test: a free port, and no automatic retries of failed events.
    pub fn for_tests() -> Self {
        Self { listen: loopback(0), webhook_retries: Vec::new(), ..Self::default() }
    }
}
