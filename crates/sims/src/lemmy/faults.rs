//! Misbehaviour on demand, which a reader of the API has to cope with.

use crate::kit::PathFault;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaultKind {
    /// 429, with the number of seconds to wait.
    RateLimit(u32),
    /// Makes this many items before the answer, which shifts pages by number.
    Shift(u32),
    /// 200 with JSON that ends in the middle.
    Truncate,
    /// 200 with JSON of another shape.
    OtherShape,
    /// 200 with a page in which one item has another shape.
    OneOtherShape,
    /// 200 with an HTML page.
    Html,
    /// 200 without a body.
    EmptyBody,
    /// 200 with a view whose post has a name of ten million characters.
    Endless,
    /// Announces the whole answer, sends half of it, and cuts the connection.
    CutBody,
    /// Closes the connection without an answer.
    Cut,
    /// Accepts the request and never answers.
    Stall,
    /// This status (400 to 599) with an error body.
    Status(u16),
}

/// A fault to be served to the next requests whose path begins with its prefix.
pub type Fault = PathFault<FaultKind>;
