use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use chrono::TimeDelta;

use crate::kit::loopback;

/// The settings of a stand-in. `Default` returns those of the demo.
#[derive(Debug, Clone)]
pub struct Config {
    /// Address to listen on; port 0 takes a free one.
    pub listen: SocketAddr,
    /// Seed of the made-up posts: the same seed makes the same posts in the same order.
    pub seed: u64,
    /// New posts a second, or lines of the file; 0 makes posts on demand only.
    pub rate: f64,
    /// Number of posts, or lines of the file, that exist from the start.
    pub backfill: usize,
    /// The time that the initial posts reach back.
    pub backfill_span: TimeDelta,
    /// The time that a cursor can reach back, by the clock.
    pub window: TimeDelta,
    /// Most events to keep, and likewise most posts and most accounts; the oldest are dropped first.
    pub most_events: usize,
    /// Interval of pings to a subscriber while there is nothing else to send, by the machine's clock.
    pub ping_every: Duration,
    /// Events to play instead of made-up ones: one a line, in Jetstream's form. Their times are replaced
    /// by those of the clock.
    pub replay: Option<PathBuf>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            listen: loopback(8071),
            seed: 11,
            rate: 2.0,
            backfill: 400,
            backfill_span: TimeDelta::hours(24),
            window: TimeDelta::hours(36),
            most_events: 2_000_000,
            ping_every: Duration::from_secs(10),
            replay: None,
        }
    }
}

impl Config {
    /// Returns the settings for a test: a free port, and no posts but those that the test makes.
    pub fn for_tests() -> Self {
        Self { listen: loopback(0), rate: 0.0, backfill: 0, ..Self::default() }
    }
}
