//! Misbehaviour on demand, which a reader of feeds has to cope with.

use crate::kit::PathFault;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FaultKind {
    /// 200 with the first half of the feed, as if that were all of it.
    Truncate,
    /// 200 with control characters and invalid UTF-8 in the titles.
    InvalidCharacters,
    /// 200 with a feed that falsely declares UTF-16.
    WrongEncoding,
    /// 200 with JSON that is not a feed.
    OtherJson,
    /// 200 with a web page that links to no feed.
    Html,
    /// 200 without a body.
    EmptyBody,
    /// 200 with 100 MB of entries.
    Endless,
    /// 200 with a compressed body, as from servers that compress whatever they are asked for.
    Compressed(Compression),
    /// 200 with entities that expand to a billion words.
    EntityBomb,
    /// 200 with entries whose ids are new in every answer; their links stay.
    OtherIds,
    /// 200 with entries without dates.
    NoDates,
    /// 200 with entries dated a year ahead.
    FutureDates,
    /// Announces the whole answer, sends half of it, and cuts the connection.
    CutBody,
    /// Closes the connection without an answer.
    Cut,
    /// Accepts the request, and answers it only once the faults are cleared.
    Stall,
    /// Redirects, possibly to a path of the same server.
    Redirect {
        /// The status, which says whether the redirect is permanent.
        status: RedirectStatus,
        /// The `Location` as it is sent.
        to: String,
    },
    /// This status (400 to 599), with the fault's `retry_after`.
    Status(u16),
}

/// What a server does that always compresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compression {
    /// gzip.
    Gzip,
    /// By a program and again by the server before it.
    GzipTwice,
    /// gzip without a header that says so.
    Unlabelled,
    /// deflate, with the header of zlib.
    Deflate,
    /// deflate without the header of zlib.
    RawDeflate,
    /// A header that says so, and a body that is not compressed.
    NotCompressed,
    /// Something else than the feed, in Brotli.
    Brotli,
    /// Something else than the feed, in Zstandard.
    Zstd,
    /// Less than 100 kB that would unpack to 20 MB.
    Bomb,
}

/// The status of a redirect (RFC 9110, section 15.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RedirectStatus {
    /// Permanent.
    MovedPermanently = 301,
    /// Temporary.
    Found = 302,
    /// To another resource.
    SeeOther = 303,
    /// Temporary.
    TemporaryRedirect = 307,
    /// Permanent.
    PermanentRedirect = 308,
}

/// A fault to be served to the next requests whose path begins with its prefix.
pub type Fault = PathFault<FaultKind>;
