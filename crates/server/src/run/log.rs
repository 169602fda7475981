//! The log on standard error.

use std::io::IsTerminal;

use tracing_subscriber::Layer;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use foundation::telemetry::traces::{self, Collector};

/// Starts the log, with one line per event: text at a terminal, JSON elsewhere. `RUST_LOG` filters
/// it. A demo at a terminal reports only trouble: other lines would push its addresses off the
/// screen.
pub(crate) fn start(is_demo: bool, collector: Option<&Collector>) {
    let usual =
        if is_demo && std::io::stderr().is_terminal() { "warn" } else { "info,tower_http=warn" };
    let filter =
        tracing_subscriber::EnvFilter::try_from_default_env().unwrap_or_else(|_| usual.into());
    // Spans of traces are not part of the log's lines.
    let filter = match format!("{}=off", traces::TARGET).parse() {
        Ok(directive) => filter.add_directive(directive),
        Err(_) => filter,
    };
    let log = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    let log = if std::io::stderr().is_terminal() {
        log.compact().boxed()
    } else {
        log.json().flatten_event(true).boxed()
    };
    let log = tracing_subscriber::registry().with(log.with_filter(filter));
    let started = match collector {
        Some(collector) => log.with(collector.layer()).try_init(),
        None => log.try_init(),
    };
    // A second start in one process (tests) keeps the first log.
    drop(started);
}
