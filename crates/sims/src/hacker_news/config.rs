use std::net::SocketAddr;
use std::path::PathBuf;

use chrono::TimeDelta;

use crate::kit::loopback;

/// The settings of a stand-in. `Default` returns those of the demo.
#[derive(Debug, Clone)]
pub struct Config {
    /// Address to listen on; port 0 takes a free one.
    pub listen: SocketAddr,
    /// The id before the first item.
    pub last_id: u64,
    /// Seed of the made-up items: the same seed makes the same items in the same order.
    pub seed: u64,
    /// New items a second; 0 makes items on demand only.
    pub rate: f64,
    /// Number of items that exist from the start.
    pub backfill: usize,
    /// The time that the initial items reach back.
    pub backfill_span: TimeDelta,
    /// The time for which a new item answers `null`.
    pub null_for: TimeDelta,
    /// Items to play instead of made-up ones: one a line, in the API's form, sorted by id. Ids between
    /// them answer `null`.
    pub replay: Option<PathBuf>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            listen: loopback(8070),
            last_id: 46_000_000,
            seed: 11,
            rate: 0.3,
            backfill: 400,
            backfill_span: TimeDelta::hours(24),
            null_for: TimeDelta::seconds(2),
            replay: None,
        }
    }
}

impl Config {
    /// Returns the settings for a test: a free port, and no items but those that the test makes, which
    /// are visible at once.
    pub fn for_tests() -> Self {
        Self {
            listen: loopback(0),
            rate: 0.0,
            backfill: 0,
            null_for: TimeDelta::zero(),
            ..Self::default()
        }
    }
}
