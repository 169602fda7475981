//! Misbehaviour on demand, which a subscriber, or a reader of the AppView, has to cope with.

/// A way to fail. Most apply both to the stream and to an answer of the AppView; the others wait until
/// there is something that they apply to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FaultKind {
    /// Closes the connection without an answer; for a subscriber, without a close frame.
    Cut,
    /// Closes a subscription with a close frame.
    Close {
        /// A code of RFC 6455, such as 1001 or 1008.
        code: u16,
        /// A reason for people to read; at most 123 bytes.
        reason: String,
    },
    /// A text frame, or 200 with a body, that is not JSON.
    Garbage,
    /// A text frame, or 200 with a body, of JSON of another shape.
    OtherShape,
    /// A text frame, or 200 with a body, of JSON that ends in the middle.
    Truncate,
    /// An empty text frame, or 200 with an empty body.
    Empty,
    /// A text frame, or 200 with a body, of JSON that contains a text of ten million characters.
    Huge,
    /// A binary frame.
    Binary,
    /// Sends nothing more, not even pings, and reads nothing; a request gets no answer. The subscriber
    /// counts until all are disconnected, since nothing checks whether it went away.
    Stall,
    /// Sends each event twice from then on.
    Double,
    /// Sends the next two events in reverse order.
    OutOfOrder,
    /// 200 with an HTML page, also instead of an upgrade.
    Html,
    /// This status (400 to 599) with an error body, also instead of an upgrade.
    Status(u16),
}

/// A fault that waits for the request or subscription that it is meant for.
///
/// One that refuses or answers goes to the next request. One in the stream goes to the next new
/// subscription, or to a running one that is about to send an event before that.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The path prefix of the requests to fail, such as `/subscribe` or `/xrpc/`; empty for all.
    pub path_prefix: String,
    /// Number of requests or subscriptions to fail.
    pub times: u32,
    /// Number of events that the subscription still sends before a fault in the stream happens.
    pub after: u64,
    pub fault: FaultKind,
}

/// The path of subscriptions.
const SUBSCRIBE: &str = "/subscribe";

impl Fault {
    /// Creates a fault for the next request whose path begins with `path_prefix`.
    pub fn once(path_prefix: &str, fault: FaultKind) -> Self {
        Self { path_prefix: path_prefix.to_owned(), times: 1, after: 0, fault }
    }

    /// Creates a fault for one subscription, after `events` events.
    pub fn after(events: u64, fault: FaultKind) -> Self {
        Self { after: events, ..Self::once(SUBSCRIBE, fault) }
    }

    /// Returns true if the fault is meant for a request for `path`.
    pub(crate) fn is_for(&self, path: &str) -> bool {
        use FaultKind::{Binary, Close, Double, OutOfOrder};
        let has_meaning = match path {
            SUBSCRIBE => self.refuses(),
            _ => !matches!(self.fault, Binary | Close { .. } | Double | OutOfOrder),
        };
        has_meaning && path.starts_with(&self.path_prefix)
    }

    /// Returns true if the fault is meant for a subscription that has begun.
    pub(crate) fn is_for_streams(&self) -> bool {
        !self.refuses() && SUBSCRIBE.starts_with(&self.path_prefix)
    }

    fn refuses(&self) -> bool {
        matches!(self.fault, FaultKind::Html | FaultKind::Status(_))
    }
}
