use std::net::{IpAddr, SocketAddr};

use crate::kit::settings::{loopback, without_flags};

/// A stand-in for servers of feeds.
#[derive(Debug, Clone, clap::Args)]
pub struct Config {
    /// Address to listen on; port 0 picks a free one
    #[arg(long, default_value_t = loopback(8072))]
    pub listen: SocketAddr,
    /// Another address of this machine to listen on, at the same port, which a reader sees as another
    /// host; may be repeated
    #[arg(long = "host")]
    pub hosts: Vec<IpAddr>,
    /// Seed of the made-up entries: the same seed makes the same entries at the same times
    #[arg(long, default_value_t = 11)]
    pub seed: u64,
    /// Number of feeds with made-up entries
    #[arg(long, default_value_t = 40)]
    pub feeds: usize,
    /// New entries per hour in the first feed; the n-th feed gets an n-th of that
    #[arg(long, default_value_t = 12.0)]
    pub entries_an_hour: f64,
    /// Number of entries in a feed; the oldest ones are dropped
    #[arg(long, default_value_t = 20)]
    pub keep: usize,
}

impl Default for Config {
    fn default() -> Self {
        without_flags()
    }
}

impl Config {
    /// Returns the settings for a test: a free port, and no feeds but those that the test makes.
    pub fn for_tests() -> Self {
        Self { listen: loopback(0), feeds: 0, ..Self::default() }
    }
}
