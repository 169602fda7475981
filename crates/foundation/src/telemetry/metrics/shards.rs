//! Metrics of the shards that this process matches for.

use std::sync::atomic::AtomicU64;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OfShard {
    shard: i64,
}

#[derive(Default)]
pub struct ShardMetrics {
    position: Family<OfShard, Gauge>,
    waiting: Family<OfShard, Gauge>,
    lag: Family<OfShard, Gauge<f64, AtomicU64>>,
    failures: Family<OfShard, Counter>,
    lost: Family<OfShard, Counter>,
}

impl ShardMetrics {
    pub(super) fn register(&self, registry: &mut Registry) {
        let help = "The place in the log of items up to which the shard has stored what it matches";
        registry.register("shard_position", help, self.position.clone());
        let help = "Batches of the log of items that the shard has not read yet";
        registry.register("shard_waiting", help, self.waiting.clone());
        let help = "Seconds for which the batch was in the log that the shard has read last, if others wait";
        registry.register("shard_lag_seconds", help, self.lag.clone());
        let help = "Times that a shard had to read the log again from where it had come to";
        registry.register("shard_failures", help, self.failures.clone());
        let help = "Batches that the log did not keep for long enough for the shard to read them";
        registry.register("shard_lost", help, self.lost.clone());
    }

    /// Records the position that a shard has reached, the number of waiting batches, and the seconds that the
    /// last one has waited.
    pub fn came_to(&self, shard: i32, position: i64, waiting: u64, lag: f64) {
        let of = of(shard);
        self.position.get_or_create(&of).set(position);
        let waiting = i64::try_from(waiting).unwrap_or(i64::MAX);
        self.waiting.get_or_create(&of).set(waiting);
        self.lag.get_or_create(&of).set(lag);
        // Starts the counter at 0, so that the first failure is visible.
        drop(self.failures.get_or_create(&of));
        drop(self.lost.get_or_create(&of));
    }

    /// Counts a failure after which the log has to be read again.
    pub fn failed(&self, shard: i32) {
        self.failures.get_or_create(&of(shard)).inc();
    }

    /// Counts batches that no longer existed.
    pub fn lost(&self, shard: i32, batches: u64) {
        self.lost.get_or_create(&of(shard)).inc_by(batches);
    }

    /// Forgets a shard that another process now matches for.
    pub fn ended(&self, shard: i32) {
        let of = of(shard);
        self.position.remove(&of);
        self.waiting.remove(&of);
        self.lag.remove(&of);
    }
}

fn of(shard: i32) -> OfShard {
    OfShard { shard: shard.into() }
}
