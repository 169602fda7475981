//! The settings of a stand-in.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use crate::kit::loopback;

/// Where events are sent, and by which secret they are signed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint {
    /// Takes a POST for each event.
    pub url: String,
    /// The whole of it is the key, its `whsec_` included.
    pub secret: String,
}

/// The settings of a stand-in. `Default` returns those of the demo.
#[derive(Debug, Clone)]
pub struct Config {
    /// Address to listen on; port 0 takes a free one.
    pub listen: SocketAddr,
    /// How browsers reach the hosted pages, without a slash at the end; `None` means `http://` and
    /// the address.
    pub origin: Option<String>,
    /// The secret key that calls must bring.
    pub secret_key: String,
    /// Where events go; without one they wait, held.
    pub webhook: Option<Endpoint>,
    /// How long an endpoint may take to answer.
    pub webhook_timeout: Duration,
    /// The waits before an event is sent again that was not answered by a 2xx.
    pub webhook_retries: Vec<Duration>,
    /// Where the account is kept, to go on with it at the next start; `None` forgets it.
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
            // Stripe goes on for three days; nobody watches a stand-in for that long.
            webhook_retries: [2, 10, 60, 600, 3_600].map(Duration::from_secs).to_vec(),
            state: None,
        }
    }
}

impl Config {
    /// Settings for a test: a free port, and events that fail are not sent again by themselves.
    pub fn for_tests() -> Self {
        Self {
            listen: loopback(0),
            webhook_retries: Vec::new(),
            ..Self::default()
        }
    }
}
