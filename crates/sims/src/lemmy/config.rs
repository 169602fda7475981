use std::net::SocketAddr;
use std::path::PathBuf;

use chrono::TimeDelta;

use crate::kit::loopback;

/// The settings of a stand-in. `Default` returns those of the demo.
#[derive(Debug, Clone)]
pub struct Config {
    /// Address to listen on; port 0 takes a free one.
    pub listen: SocketAddr,
    /// The host name of the instance: its own communities and people are `name@host`, and its own ids begin
    /// with `https://host/`.
    pub host: String,
    /// Seed of the made-up items: the same seed makes the same items in the same order.
    pub seed: u64,
    /// New items a second; 0 makes items on demand only.
    pub rate: f64,
    /// Number of items that exist from the start.
    pub backfill: usize,
    /// The time that the initial items reach back.
    pub backfill_span: TimeDelta,
    /// Items to play instead of made-up ones: one a line, views of posts and comments in the API's form.
    pub replay: Option<PathBuf>,
    /// Whether times have no zone, as on old servers.
    pub bare_times: bool,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            listen: loopback(8072),
            host: "lemmy.example".to_owned(),
            seed: 17,
            rate: 0.2,
            backfill: 300,
            backfill_span: TimeDelta::hours(24),
            replay: None,
            bare_times: false,
        }
    }
}

impl Config {
    /// Returns the settings for a test: a free port, and no items but those that the test makes.
    pub fn for_tests() -> Self {
        Self { listen: loopback(0), rate: 0.0, backfill: 0, ..Self::default() }
    }
}
