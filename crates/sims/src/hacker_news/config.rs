use std::net::SocketAddr;

use chrono::TimeDelta;

use crate::kit::settings::{loopback, milliseconds, without_flags};

/// A stand-in for Hacker News that speaks its Firebase API.
#[derive(Debug, Clone, clap::Args)]
pub struct Config {
    /// Address to listen on; port 0 picks a free one
    #[arg(long, default_value_t = loopback(8070))]
    pub listen: SocketAddr,
    /// The id before the first item; by default, the one that an earlier start would have reached by now,
    /// so that a reader finds new items after a restart
    #[arg(long)]
    pub last_id: Option<u64>,
    /// Seed of the made-up items: the same seed makes the same items in the same order
    #[arg(long, default_value_t = 11)]
    pub seed: u64,
    /// New items per second; 0 makes items on demand only
    #[arg(long, default_value_t = 0.3)]
    pub rate: f64,
    /// Number of items that exist at the start
    #[arg(long, default_value_t = 400)]
    pub backfill: usize,
    /// The time that the initial items reach back.
    #[arg(skip = TimeDelta::hours(24))]
    pub backfill_span: TimeDelta,
    /// Milliseconds for which a new item is null
    #[arg(long = "null-ms", value_name = "MS", default_value = "2000", value_parser = milliseconds)]
    pub null_for: TimeDelta,
}

impl Default for Config {
    fn default() -> Self {
        without_flags()
    }
}

impl Config {
    /// Returns the settings for a test: a free port, and no items but those that the test makes, which
    /// are visible at once.
    pub fn for_tests() -> Self {
        Self {
            listen: loopback(0),
            last_id: Some(46_000_000),
            rate: 0.0,
            backfill: 0,
            null_for: TimeDelta::zero(),
            ..Self::default()
        }
    }
}
