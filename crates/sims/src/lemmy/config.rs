use std::net::SocketAddr;

use chrono::TimeDelta;

use crate::kit::settings::{loopback, without_flags};

/// A stand-in for an instance of Lemmy that speaks version 3 of its API.
#[derive(Debug, Clone, clap::Args)]
pub struct Config {
    /// Address to listen on; port 0 picks a free one
    #[arg(long, default_value_t = loopback(8072))]
    pub listen: SocketAddr,
    /// Name of the instance: its own communities and people are `name@host`, and its own ids begin with
    /// `https://host/`
    #[arg(long, default_value = "lemmy.example")]
    pub host: String,
    /// Seed of the made-up items: the same seed makes the same items in the same order
    #[arg(long, default_value_t = 17)]
    pub seed: u64,
    /// New items per second; 0 makes items on demand only
    #[arg(long, default_value_t = 0.2)]
    pub rate: f64,
    /// Number of items that exist at the start
    #[arg(long, default_value_t = 300)]
    pub backfill: usize,
    /// The time that the initial items reach back.
    #[arg(skip = TimeDelta::hours(24))]
    pub backfill_span: TimeDelta,
    /// Whether times have no zone, as on old servers.
    #[arg(skip)]
    pub bare_times: bool,
}

impl Default for Config {
    fn default() -> Self {
        without_flags()
    }
}

impl Config {
    /// Returns the settings for a test: a free port, and no items but those that the test makes.
    pub fn for_tests() -> Self {
        Self { listen: loopback(0), rate: 0.0, backfill: 0, ..Self::default() }
    }
}
