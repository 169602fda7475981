//! The metrics of this process, for monitoring. No label holds a user, a keyword or anything that people
//! wrote.

mod labels;
mod shards;

use std::fmt;
use std::time::Duration;

use prometheus_client::encoding::text::encode_registry;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

pub use labels::Source;
use labels::{Attempt, Called, OfSource, Polled};
pub use shards::ShardMetrics;

/// The outcomes of a poll.
const OUTCOMES: [&str; 2] = ["ok", "failed"];

/// Buckets in seconds: from practically instant to timed out.
const SECONDS: [f64; 11] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];

/// Buckets for the seconds it takes to match a batch: mostly less than its transaction.
const MATCH_SECONDS: [f64; 11] =
    [0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5];

/// Counts since the process started.
pub struct Metrics {
    registry: Registry,
    polls: Family<Polled, Counter>,
    items: Family<OfSource, Counter>,
    matches: Family<OfSource, Counter>,
    searched: Family<OfSource, Counter>,
    match_seconds: Family<OfSource, Histogram, fn() -> Histogram>,
    removed: Family<OfSource, Counter>,
    missing: Family<OfSource, Counter>,
    store_seconds: Histogram,
    attempts: Family<Attempt, Counter>,
    attempt_seconds: Histogram,
    watchdog_calls: Family<Called, Counter>,
    pub shards: ShardMetrics,
}

impl Default for Metrics {
    fn default() -> Self {
        let mut registry = Registry::with_prefix("harken");
        let polls = Family::default();
        let help = "Polls of sources, by outcome; of Bluesky, streams that were opened";
        registry.register("polls", help, polls.clone());
        let items = Family::default();
        let help = "Posts and comments that were read for the first time";
        registry.register("items", help, items.clone());
        let matches = Family::default();
        registry.register("matches", "Notifications that were made", matches.clone());
        let searched = Family::default();
        let help = "Posts and comments that were searched for keywords";
        registry.register("searched_items", help, searched.clone());
        let match_seconds =
            Family::new_with_constructor((|| Histogram::new(MATCH_SECONDS)) as fn() -> Histogram);
        let help = "Seconds from a batch of posts and comments to its matches, by source";
        registry.register("match_seconds", help, match_seconds.clone());
        let removed = Family::default();
        let help =
            "Stored posts and comments that were deleted because their source has deleted them";
        registry.register("removed_items", help, removed.clone());
        let missing = Family::default();
        let help = "Posts that another instance had in a comparison and that were not stored";
        registry.register("missing_items", help, missing.clone());
        let store_seconds = Histogram::new(SECONDS);
        let help = "Seconds to match and store what one answer of a source brought";
        registry.register("store_seconds", help, store_seconds.clone());
        let attempts = Family::default();
        let help = "Attempts to send a message, by channel and outcome";
        registry.register("attempts", help, attempts.clone());
        let attempt_seconds = Histogram::new(SECONDS);
        let help = "Seconds of one attempt to send a message";
        registry.register("attempt_seconds", help, attempt_seconds.clone());
        let watchdog_calls = Family::default();
        let help = "Minutes of the watchdog: calls that it took (ok) or did not take (failed), and none made because \
                    Harken was not well (unwell)";
        registry.register("watchdog_calls", help, watchdog_calls.clone());
        let shards = ShardMetrics::default();
        shards.register(&mut registry);
        Self {
            registry,
            polls,
            items,
            matches,
            searched,
            match_seconds,
            removed,
            missing,
            store_seconds,
            attempts,
            attempt_seconds,
            watchdog_calls,
            shards,
        }
    }
}

impl Metrics {
    /// Starts the counters of a source at 0, so that a source that yields nothing is visible.
    pub fn reads(&self, source: Source) {
        for outcome in OUTCOMES {
            drop(self.polls.get_or_create(&Polled { source, outcome }));
        }
        let of = OfSource { source };
        for counter in [&self.items, &self.matches, &self.searched, &self.removed] {
            drop(counter.get_or_create(&of));
        }
    }

    /// Counts a poll of a source.
    pub fn polled(&self, source: Source, succeeded: bool) {
        let outcome = OUTCOMES[usize::from(!succeeded)];
        let polled = Polled { source, outcome };
        self.polls.get_or_create(&polled).inc();
    }

    /// Counts what was stored from a source, and how long that took.
    pub fn stored(&self, source: Source, items: usize, notifications: usize, took: Duration) {
        let of = OfSource { source };
        self.items.get_or_create(&of).inc_by(items as u64);
        self.matches.get_or_create(&of).inc_by(notifications as u64);
        self.store_seconds.observe(took.as_secs_f64());
    }

    /// Counts the items of a batch that was searched, and how long that took.
    pub fn matched(&self, source: Source, items: usize, took: Duration) {
        let of = OfSource { source };
        self.searched.get_or_create(&of).inc_by(items as u64);
        let seconds = self.match_seconds.get_or_create(&of);
        seconds.observe(took.as_secs_f64());
    }

    /// Counts stored items that were deleted at their source.
    pub fn removed(&self, source: Source, items: usize) {
        let of = OfSource { source };
        self.removed.get_or_create(&of).inc_by(items as u64);
    }

    /// Counts the posts that a comparison of two instances of a source found missing.
    pub fn missing(&self, source: Source, items: usize) {
        let of = OfSource { source };
        self.missing.get_or_create(&of).inc_by(items as u64);
    }

    /// Counts an attempt to send a message.
    pub fn attempted(&self, channel: &'static str, outcome: &'static str, took: Duration) {
        let attempt = Attempt { channel, outcome };
        self.attempts.get_or_create(&attempt).inc();
        self.attempt_seconds.observe(took.as_secs_f64());
    }

    /// Counts a minute of the watchdog: `ok`, `failed` or `unwell`.
    pub fn called_watchdog(&self, outcome: &'static str) {
        self.watchdog_calls.get_or_create(&Called { outcome }).inc();
    }

    /// Writes all counts in the text format of OpenMetrics, without its end.
    ///
    /// # Errors
    /// The writer failed.
    pub fn write_to(&self, text: &mut String) -> fmt::Result {
        encode_registry(text, &self.registry)
    }
}
