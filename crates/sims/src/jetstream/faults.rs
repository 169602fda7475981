//! Misbehaviour on demand: what a subscriber, or a reader of the AppView, has to live with.

use serde::{Deserialize, Serialize};

use crate::kit::once;

/// A way to fail. Most have a meaning in the stream and in an answer of the AppView alike; the others wait
/// until there is something that they can happen to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultKind {
    /// Closes the connection without a word: of a subscriber without a close frame.
    Cut,
    /// Closes a subscription with a close frame.
    Close {
        /// Of RFC 6455, such as 1001 or 1008.
        code: u16,
        /// For people; at most 123 bytes.
        reason: String,
    },
    /// A text frame, or 200 with a body, that is no JSON.
    Garbage,
    /// A text frame, or 200 with a body, of JSON of another shape.
    OtherShape,
    /// A text frame, or 200 with a body, of JSON that ends in the middle.
    Truncate,
    /// A text frame, or 200 with a body, of nothing.
    Empty,
    /// A text frame, or 200 with a body, with a text of ten million characters where there is one.
    Huge,
    /// A binary frame.
    Binary,
    /// Sends nothing more, not even pings, and reads nothing; a request gets no answer. Who subscribed
    /// counts as a subscriber until all are disconnected, since nobody looks whether it went away.
    Stall,
    /// Sends each event twice from then on.
    Double,
    /// Sends the next two events the wrong way round.
    OutOfOrder,
    /// 200 with an HTML page, also instead of an upgrade.
    Html,
    /// This status (400 to 599) with an error body, also instead of an upgrade.
    #[serde(untagged)]
    Status(#[serde(with = "crate::kit::status")] u16),
}

/// A fault that waits for what it is meant for.
///
/// One that refuses or answers goes to the next request. One that happens in the stream goes to the next
/// subscription that is made, or to one that runs if that is about to send an event before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fault {
    /// Which requests, such as `/subscribe` or `/xrpc/`; empty for all.
    #[serde(default)]
    pub path_prefix: String,
    /// How many requests or subscriptions; 1 unless given.
    #[serde(default = "once")]
    pub times: u32,
    /// In the stream: it happens as soon as the subscription has sent so many events more.
    #[serde(default)]
    pub after: u64,
    /// What happens.
    pub fault: FaultKind,
}

impl Fault {
    /// Creates a fault for the next request whose path begins with `path_prefix`.
    pub fn once(path_prefix: &str, fault: FaultKind) -> Self {
        Self {
            path_prefix: path_prefix.to_owned(),
            times: 1,
            after: 0,
            fault,
        }
    }

    /// Makes this fault for one subscription, after so many events.
    pub fn after(events: u64, fault: FaultKind) -> Self {
        Self {
            after: events,
            ..Self::once(SUBSCRIBE, fault)
        }
    }
}

/// The path by which one subscribes.
pub(crate) const SUBSCRIBE: &str = "/subscribe";

/// What a fault can happen to.
#[derive(Debug, Clone, Copy)]
pub enum Occasion<'a> {
    /// A request for this path.
    Request(&'a str),
    /// A subscription that has begun.
    Stream,
}

impl crate::kit::Fault for Fault {
    type Occasion<'a> = Occasion<'a>;

    fn fits(&self, occasion: &Occasion<'_>) -> bool {
        use FaultKind::{Binary, Close, Double, Html, OutOfOrder, Status};
        let refuses = matches!(self.fault, Html | Status(_));
        let (path, has_meaning) = match occasion {
            Occasion::Stream => (SUBSCRIBE, !refuses),
            Occasion::Request(SUBSCRIBE) => (SUBSCRIBE, refuses),
            Occasion::Request(path) => {
                let is_of_streams =
                    matches!(self.fault, Binary | Close { .. } | Double | OutOfOrder);
                (*path, !is_of_streams)
            }
        };
        has_meaning && path.starts_with(&self.path_prefix)
    }

    fn times(&mut self) -> &mut u32 {
        &mut self.times
    }
}
