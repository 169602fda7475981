use std::net::{IpAddr, SocketAddr};

use crate::kit::loopback;

/// The settings of a stand-in. `Default` returns those of the demo.
#[derive(Debug, Clone)]
pub struct Config {
    /// Address to listen on; port 0 takes a free one.
    pub listen: SocketAddr,
    /// More addresses of this machine to listen on, at the same port. A reader sees each as another host.
    pub hosts: Vec<IpAddr>,
    /// Seed of the made-up entries: the same seed makes the same entries at the same times.
    pub seed: u64,
    /// Number of feeds with made-up entries.
    pub feeds: usize,
    /// New entries an hour in the first of them; the n-th gets an n-th of that.
    pub entries_an_hour: f64,
    /// Most entries that a feed shows; the oldest ones roll out.
    pub keep: usize,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            listen: loopback(8072),
            hosts: Vec::new(),
            seed: 11,
            feeds: 40,
            entries_an_hour: 12.0,
            keep: 20,
        }
    }
}

impl Config {
    /// Returns the settings for a test: a free port, and no feeds but those that the test makes.
    pub fn for_tests() -> Self {
        Self { listen: loopback(0), feeds: 0, ..Self::default() }
    }
}
