//! The settings of a stand-in.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use crate::kit::loopback;

/// The endpoint that events are sent to, and the secret that they are signed with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint {
    /// The URL, which receives a POST for each event.
    pub url: String,
    /// The secret. All of it is the key, including `whsec_`.
    pub secret: String,
}

/// The settings of a stand-in. `Default` returns those of the demo.
#[derive(Debug, Clone)]
pub struct Config {
    /// Address to listen on; port 0 takes a free one.
    pub listen: SocketAddr,
    /// The origin at which browsers reach the hosted pages, without a trailing slash; `None` means
    /// `http://` and the address.
    pub origin: Option<String>,
    /// The secret key that calls must send.
    pub secret_key: String,
    /// The endpoint that events are sent to; without one they are held.
    pub webhook: Option<Endpoint>,
    /// The time that an endpoint has to answer.
    pub webhook_timeout: Duration,
    /// The delays before each retry of an event that was not answered with a 2xx.
    pub webhook_retries: Vec<Duration>,
    /// The file that keeps the account for the next start; `None` keeps nothing.
    pub state: Option<PathBuf>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            listen: loopback(8060),
            origin: None,
            secret_key: "sk_test_standin".to_owned(),
            webhook: None,
            webhook_timeout: Duration::from_secs(10),
            // Stripe retries for three days; nobody watches a stand-in for that long.
            webhook_retries: [2, 10, 60, 600, 3_600].map(Duration::from_secs).to_vec(),
            state: None,
        }
    }
}

impl Config {
    /// Returns the settings for a test: a free port, and no automatic retries of failed events.
    pub fn for_tests() -> Self {
        Self { listen: loopback(0), webhook_retries: Vec::new(), ..Self::default() }
    }
}
