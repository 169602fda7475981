//! What this process counts, for monitoring. No label holds a user, a keyword or anything that people wrote.

mod labels;

use std::fmt;
use std::time::Duration;

use prometheus_client::encoding::text::encode_registry;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

pub use labels::Source;
use labels::{Attempt, OfSource, Polled};

/// Seconds: from what is as good as at once to what times out.
const SECONDS: [f64; 11] = [
    0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0,
];

/// Counts since the process was started.
pub struct Metrics {
    registry: Registry,
    polls: Family<Polled, Counter>,
    items: Family<OfSource, Counter>,
    matches: Family<OfSource, Counter>,
    store_seconds: Histogram,
    attempts: Family<Attempt, Counter>,
    attempt_seconds: Histogram,
}

impl Default for Metrics {
    fn default() -> Self {
        let mut registry = Registry::with_prefix("harken");
        let polls = Family::default();
        registry.register("polls", "Polls of sources, by outcome", polls.clone());
        let items = Family::default();
        let help = "Posts and comments that were read for the first time";
        registry.register("items", help, items.clone());
        let matches = Family::default();
        registry.register("matches", "Notifications that were made", matches.clone());
        let store_seconds = Histogram::new(SECONDS);
        let help = "Time to match and store what one answer of a source brought";
        registry.register("store_seconds", help, store_seconds.clone());
        let attempts = Family::default();
        let help = "Attempts to send a message, by channel and outcome";
        registry.register("attempts", help, attempts.clone());
        let attempt_seconds = Histogram::new(SECONDS);
        let help = "Time of one attempt to send a message";
        registry.register("attempt_seconds", help, attempt_seconds.clone());
        Self {
            registry,
            polls,
            items,
            matches,
            store_seconds,
            attempts,
            attempt_seconds,
        }
    }
}

impl Metrics {
    /// Counts a poll of a source.
    pub fn polled(&self, source: Source, succeeded: bool) {
        let outcome = if succeeded { "ok" } else { "failed" };
        let polled = Polled { source, outcome };
        self.polls.get_or_create(&polled).inc();
    }

    /// Counts what of a source was stored, and how long that took.
    pub fn stored(&self, source: Source, items: usize, notifications: usize, took: Duration) {
        let of = OfSource { source };
        self.items.get_or_create(&of).inc_by(items as u64);
        self.matches.get_or_create(&of).inc_by(notifications as u64);
        self.store_seconds.observe(took.as_secs_f64());
    }

    /// Counts an attempt to send a message.
    pub fn attempted(&self, channel: &'static str, outcome: &'static str, took: Duration) {
        let attempt = Attempt { channel, outcome };
        self.attempts.get_or_create(&attempt).inc();
        self.attempt_seconds.observe(took.as_secs_f64());
    }

    /// Writes all counts in the text format of OpenMetrics, without its end.
    ///
    /// # Errors
    /// The writer failed.
    pub fn write_to(&self, text: &mut String) -> fmt::Result {
        encode_registry(text, &self.registry)
    }
}
