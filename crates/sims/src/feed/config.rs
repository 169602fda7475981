use std::net::{IpAddr, SocketAddr};

use crate::kit::loopback;

/// How a stand-in is set up. `Default` gives the demo's.
#[derive(Debug, Clone)]
pub struct Config {
    /// Address to listen on; port 0 takes a free one.
    pub listen: SocketAddr,
    /// More addresses of this machine to listen on, at the same port. To a reader each is a host.
    pub hosts: Vec<IpAddr>,
    /// What made-up entries grow from: the same seed, the same entries at the same times.
    pub seed: u64,
    /// So many feeds have made-up entries.
    pub feeds: usize,
    /// So many entries an hour come in the first of them. In the n-th it is an n-th of that.
    pub entries_an_hour: f64,
    /// So many entries a feed has; the oldest ones roll out.
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
        Self {
            listen: loopback(0),
            feeds: 0,
            ..Self::default()
        }
    }
}
