use std::net::SocketAddr;
use std::time::Duration;

use chrono::TimeDelta;

use crate::kit::settings::{hours, loopback, without_flags};

/// A stand-in for Bluesky's Jetstream that speaks its WebSocket protocol.
#[derive(Debug, Clone, clap::Args)]
pub struct Config {
    /// Address to listen on; port 0 picks a free one
    #[arg(long, default_value_t = loopback(8071))]
    pub listen: SocketAddr,
    /// Seed of the made-up posts: the same seed makes the same posts in the same order
    #[arg(long, default_value_t = 11)]
    pub seed: u64,
    /// New posts per second; 0 makes posts on demand only
    #[arg(long, default_value_t = 2.0)]
    pub rate: f64,
    /// Number of posts that exist at the start
    #[arg(long, default_value_t = 400)]
    pub backfill: usize,
    /// The time that the initial posts reach back.
    #[arg(skip = TimeDelta::hours(24))]
    pub backfill_span: TimeDelta,
    /// How far back a cursor can reach, in hours
    #[arg(long = "window-hours", value_name = "HOURS", default_value = "36", value_parser = hours)]
    pub window: TimeDelta,
    /// Most events to keep, and likewise most posts and most accounts; the oldest are dropped first.
    #[arg(skip = 2_000_000_usize)]
    pub most_events: usize,
    /// Interval of pings to a subscriber while there is nothing else to send, by the machine's clock.
    #[arg(skip = Duration::from_secs(10))]
    pub ping_every: Duration,
}

impl Default for Config {
    fn default() -> Self {
        without_flags()
    }
}

impl Config {
    /// Returns the settings for a test: a free port, and no posts but those that the test makes.
    pub fn for_tests() -> Self {
        Self { listen: loopback(0), rate: 0.0, backfill: 0, ..Self::default() }
    }
}
