//! Misbehaviour on demand, which a reader of the API has to cope with.

use crate::kit::PathFault;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaultKind {
    /// 200 with `null`, as for an item that does not exist.
    Null,
    /// 200 with JSON that ends in the middle.
    Truncate,
    /// 200 with JSON of another shape.
    OtherShape,
    /// 200 with an HTML page.
    Html,
    /// 200 without a body.
    EmptyBody,
    /// 200 with an item whose text has two million characters.
    Endless,
    /// Announces the whole answer, sends half of it, and cuts the connection.
    CutBody,
    /// Closes the connection without an answer.
    Cut,
    /// Accepts the request and never answers; a stream stays open, and only says that it is alive.
    Stall,
    /// 307 to the same at another address.
    Redirect,
    /// A stream announces an id that is this much higher than the last one.
    Ahead(u32),
    /// A stream says that it may not be read any more, and ends.
    Cancel,
    /// A stream says that its credential has expired, and ends.
    AuthRevoked,
    /// A stream ends.
    Close,
    /// This status (400 to 599) with an error body.
    Status(u16),
}

/// A fault to be served to the next requests whose path begins with its prefix. A request for a stream counts as
/// `/stream/open`, and each event of a stream as `/stream/put`.
pub type Fault = PathFault<FaultKind>;
