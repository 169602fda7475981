//! Misbehaviour on demand, which a reader of feeds has to cope with.

use serde::{Deserialize, Serialize};

use crate::kit::once;

/// A way to fail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
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
    #[serde(untagged)]
    Status(#[serde(with = "crate::kit::status")] u16),
}

/// The status of a redirect (RFC 9110, section 15.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum RedirectStatus {
    /// Permanent.
    #[serde(rename = "301")]
    MovedPermanently = 301,
    /// Temporary.
    #[serde(rename = "302")]
    Found = 302,
    /// To another resource.
    #[serde(rename = "303")]
    SeeOther = 303,
    /// Temporary.
    #[serde(rename = "307")]
    TemporaryRedirect = 307,
    /// Permanent.
    #[serde(rename = "308")]
    PermanentRedirect = 308,
}

/// A fault to be served to the next requests whose path begins with `path_prefix`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fault {
    /// The path prefix of the requests to fail, such as `/feeds/kettles`; empty for all.
    #[serde(default)]
    pub path_prefix: String,
    /// Number of requests to fail; 1 by default.
    #[serde(default = "once")]
    pub times: u32,
    /// The way in which they fail.
    pub fault: FaultKind,
    /// Seconds for the `Retry-After` header of a status.
    #[serde(default)]
    pub retry_after: Option<u32>,
}

impl Fault {
    /// Creates a fault for the next request whose path begins with `path_prefix`.
    pub fn once(path_prefix: &str, fault: FaultKind) -> Self {
        Self { path_prefix: path_prefix.to_owned(), times: 1, fault, retry_after: None }
    }

    /// Creates a fault for all requests whose path begins with `path_prefix`, until it is cleared.
    pub fn lasting(path_prefix: &str, fault: FaultKind) -> Self {
        Self { times: u32::MAX, ..Self::once(path_prefix, fault) }
    }
}

impl crate::kit::Fault for Fault {
    /// The path of a request.
    type Occasion<'a> = str;

    fn fits(&self, path: &str) -> bool {
        path.starts_with(&self.path_prefix)
    }

    fn times(&mut self) -> &mut u32 {
        &mut self.times
    }
}
