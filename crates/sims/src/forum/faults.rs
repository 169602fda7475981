//! Misbehaviour on demand, which a client of the real forum has to cope with.

use crate::kit::PathFault;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum FaultKind {
    /// 429, with `Retry-After` when `retry_after` is given.
    TooManyRequests,
    /// 401 as for an expired token; the token stays valid.
    Unauthorized,
    /// 403 without a reason.
    Forbidden,
    /// 500 with an HTML body.
    InternalError,
    /// 502 with an HTML body.
    BadGateway,
    /// 503 with an HTML body.
    Unavailable,
    /// 504 with an HTML body.
    GatewayTimeout,
    /// 200, `application/json`, but the body ends in the middle.
    TruncateJson,
    /// 200 with an HTML page instead of JSON.
    Html,
    /// Accepts the request and never answers.
    Stall,
    /// Sends the headers and half of the body, then cuts the connection.
    Reset,
    /// The right answer with U+0000 in the texts of its items.
    NulText,
    /// The right answer with controls, bidi marks, noncharacters and long combining runs in texts.
    OddUnicode,
    /// The right answer with half a surrogate pair, as an escape, in texts.
    LoneSurrogate,
    /// 200 with a listing without children.
    Empty,
    /// 200 with no body at all.
    EmptyBody,
    /// Invalidates every token; this request gets the resulting 401.
    ExpireToken,
    /// The right answer without the last quarter of its listing.
    Forgetful,
    /// The right answer, but its listing's first child is missing its fields.
    BareChild,
    /// The right answer, but its listing's first child is nested a million deep.
    DeepChild,
    /// The right answer, but its listing's first child is ten million bytes long.
    LongChild,
}

/// A fault to be served to the next requests whose path begins with its prefix.
pub type Fault = PathFault<FaultKind>;
