//! The results of a simulation.

use super::Millis;

/// The ratio of the widths of neighbouring buckets that count lags.
const STEP: f64 = 1.02;
const BUCKETS: usize = 800;

/// The lags of items, each counted as often as its place is watched.
#[derive(Debug, Clone)]
pub(super) struct Lags {
    buckets: Vec<f64>,
    sum: f64,
    total: f64,
}

impl Lags {
    pub(super) fn new() -> Self {
        Self { buckets: vec![0.0; BUCKETS], sum: 0.0, total: 0.0 }
    }

    pub(super) fn add(&mut self, lag: Millis, watches: u32) {
        let weight = f64::from(watches);
        let bucket = (lag.max(1) as f64).log(STEP) as usize;
        self.buckets[bucket.min(BUCKETS - 1)] += weight;
        self.sum += weight * lag as f64;
        self.total += weight;
    }

    fn mean_seconds(&self) -> f64 {
        self.sum / self.total / 1_000.0
    }

    fn quantile_seconds(&self, share: f64) -> f64 {
        let mut below = 0.0;
        let bucket = self.buckets.iter().position(|count| {
            below += count;
            below >= share * self.total
        });
        STEP.powf(bucket.unwrap_or(BUCKETS) as f64 + 0.5) / 1_000.0
    }
}

/// The figures of one planner.
#[derive(Debug, Clone, Default)]
pub(crate) struct Report {
    pub mean_seconds: f64,
    pub p50_seconds: f64,
    pub p95_seconds: f64,
    pub read: u64,
    /// Items that were lost, with a gap recorded.
    pub lost: u64,
    /// Items that were lost without a record.
    pub unexplained: u64,
    pub listings: usize,
    pub moves: u64,
    /// The maximum number of requests in any ten minutes, of polls and everything else.
    pub max_requests: usize,
    pub polls_per_minute: f64,
}

impl Report {
    pub(super) fn set_lags(&mut self, lags: &Lags) {
        self.mean_seconds = lags.mean_seconds();
        self.p50_seconds = lags.quantile_seconds(0.5);
        self.p95_seconds = lags.quantile_seconds(0.95);
    }

    /// Returns the share of items that were read, among those that were read or lost.
    pub(crate) fn read_share(&self) -> f64 {
        self.read as f64 / (self.read + self.lost + self.unexplained) as f64
    }
}
