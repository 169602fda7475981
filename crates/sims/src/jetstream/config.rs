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
    /// What the made-up posts grow from: the same seed, the same posts in the same order.
    pub seed: u64,
    /// New posts a second, or lines of the file; 0 makes posts on demand only.
    pub rate: f64,
    /// Posts, or lines of the file, that are there from the start.
    pub backfill: usize,
    /// How far back in time those of the start go.
    pub backfill_span: TimeDelta,
    /// How far back a cursor can reach, by the clock.
    pub window: TimeDelta,
    /// So many events are kept at most, and so many posts and accounts; the oldest are forgotten first.
    pub most_events: usize,
    /// How often a subscriber is pinged while there is nothing else to send, by the machine's clock.
    pub ping_every: Duration,
    /// Events to play instead of made-up ones: one a line, as Jetstream has them. Their times are taken
    /// anew from the clock.
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
        Self {
            listen: loopback(0),
            rate: 0.0,
            backfill: 0,
            ..Self::default()
        }
    }
}
