use opentelemetry::trace::{SpanContext, SpanId, TraceContextExt, TraceFlags, TraceId, TraceState};
use tracing::Span;
use tracing_opentelemetry::OpenTelemetrySpanExt;

const TRACE_BYTES: usize = 16;
const SPAN_BYTES: usize = 8;

/// The span in which something was created, as the ids of its trace and itself, in the form that the
/// database keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parent {
    trace: TraceId,
    span: SpanId,
}

impl Parent {
    /// Returns the present span, or `None` if it is not recorded.
    pub fn current() -> Option<Self> {
        let span = Span::current();
        if span.is_disabled() {
            return None;
        }
        let context = span.context();
        let of = context.span();
        let of = of.span_context();
        (of.is_valid() && of.is_sampled())
            .then(|| Self { trace: of.trace_id(), span: of.span_id() })
    }

    pub fn to_bytes(self) -> Vec<u8> {
        [&self.trace.to_bytes()[..], &self.span.to_bytes()].concat()
    }

    /// Returns the parent that [`Parent::to_bytes`] encoded in these bytes, or `None` if they are
    /// not valid.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (trace, span) = bytes.split_first_chunk::<TRACE_BYTES>()?;
        let span: [u8; SPAN_BYTES] = span.try_into().ok()?;
        Some(Self { trace: TraceId::from_bytes(*trace), span: SpanId::from_bytes(span) })
    }

    /// Makes this the parent of `span`, which has not begun.
    pub(super) fn adopt(self, span: &Span) {
        let state = TraceState::default();
        let own = SpanContext::new(self.trace, self.span, TraceFlags::SAMPLED, true, state);
        let context = opentelemetry::Context::new().with_remote_span_context(own);
        // This fails if the process records no traces.
        drop(span.set_parent(context));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parent_is_stored_in_24_bytes_and_nothing_else_is_one() {
        let parent =
            Parent { trace: TraceId::from_bytes([7; 16]), span: SpanId::from_bytes([9; 8]) };
        let bytes = parent.to_bytes();
        assert_eq!(bytes.len(), 24);
        assert_eq!(Parent::from_bytes(&bytes), Some(parent));
        for wrong in [0, 15, 16, 23, 25] {
            assert_eq!(Parent::from_bytes(&vec![1; wrong]), None, "{wrong}");
        }
    }

    #[test]
    fn nothing_is_recorded_without_a_collector() {
        assert_eq!(Parent::current(), None);
        let span = super::super::poll(crate::telemetry::metrics::Source::Reddit);
        assert_eq!(span.in_scope(Parent::current), None);
    }
}
