//! Traces the steps of an alert: the poll that read a post, its transaction, and each attempt to send the resulting
//! messages, which may be made by another process and hours later. Without a collector nothing is recorded. No span
//! holds a text, an address or a keyword.

mod collector;
mod parent;

pub use collector::Collector;
pub use parent::Parent;

use tracing::{Span, field};

use crate::telemetry::metrics::Source;

/// The target of all spans of traces, which distinguishes them from those of the log.
pub const TARGET: &str = "harken_traces";

/// Returns the span of a poll, which begins a trace.
pub fn poll(source: Source) -> Span {
    let source = source.as_str();
    tracing::info_span!(target: TARGET, parent: None, "poll", source, otel.status_code = field::Empty)
}

/// Returns the span in which a batch is matched and stored.
pub fn store(source: Source, items: usize) -> Span {
    let source = source.as_str();
    tracing::info_span!(target: TARGET, "store", source, items, new_items = field::Empty,
        notifications = field::Empty, messages = field::Empty)
}

/// Returns the span of an attempt to send a message that was created in the span `parent`, or no span if the
/// parent is not known.
pub fn delivery(
    parent: Option<&[u8]>,
    channel: &'static str,
    kind: &'static str,
    attempt: i32,
) -> Span {
    let Some(parent) = parent.and_then(Parent::from_bytes) else {
        return Span::none();
    };
    let span = tracing::info_span!(target: TARGET, parent: None, "delivery", channel, kind, attempt,
        outcome = field::Empty, otel.status_code = field::Empty);
    parent.adopt(&span);
    span
}

/// Records that the operation of `span` has failed.
pub fn failed(span: &Span) {
    span.record("otel.status_code", "ERROR");
}
