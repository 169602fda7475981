//! Misbehaviour on demand: what a reader of feeds has to live with.

use serde::{Deserialize, Serialize};

use crate::kit::once;

/// A way to fail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultKind {
    /// 200 with the feed up to its middle, as if that were all.
    Truncate,
    /// 200 with control characters and bytes that are none of UTF-8 in its titles.
    InvalidCharacters,
    /// 200 with a feed that says it is in UTF-16, and is not.
    WrongEncoding,
    /// 200 with JSON that is no feed.
    OtherJson,
    /// 200 with a web page that names no feed.
    Html,
    /// 200 without a body.
    EmptyBody,
    /// 200 with 100 MB of entries.
    Endless,
    /// 200 with entities that unfold to a billion words.
    EntityBomb,
    /// 200 with entries whose ids nobody has seen, nor will again; their links stay.
    OtherIds,
    /// 200 with entries without dates.
    NoDates,
    /// 200 with entries dated a year ahead.
    FutureDates,
    /// Announces the whole answer, sends half of it, and cuts the connection.
    CutBody,
    /// Closes the connection without a word.
    Cut,
    /// Accepts the request, and answers only once the faults are cleared.
    Stall,
    /// Points elsewhere, maybe to a path of the same server.
    Redirect {
        /// Whether it is for good is in the status.
        status: RedirectStatus,
        /// The `Location` as it is sent.
        to: String,
    },
    /// This status (400 to 599), with the fault's `retry_after`.
    #[serde(untagged)]
    Status(#[serde(with = "crate::kit::status")] u16),
}

/// A status that points elsewhere (RFC 9110, section 15.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum RedirectStatus {
    /// For good.
    #[serde(rename = "301")]
    MovedPermanently = 301,
    /// For now.
    #[serde(rename = "302")]
    Found = 302,
    /// To another thing.
    #[serde(rename = "303")]
    SeeOther = 303,
    /// For now.
    #[serde(rename = "307")]
    TemporaryRedirect = 307,
    /// For good.
    #[serde(rename = "308")]
    PermanentRedirect = 308,
}

/// A fault to be served to the next requests whose path begins with `path_prefix`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fault {
    /// Which requests, such as `/feeds/kettles`; empty for all.
    #[serde(default)]
    pub path_prefix: String,
    /// How many requests; 1 unless given.
    #[serde(default = "once")]
    pub times: u32,
    /// What happens to them.
    pub fault: FaultKind,
    /// Of a status: the seconds of its `Retry-After`.
    #[serde(default)]
    pub retry_after: Option<u32>,
}

impl Fault {
    /// Makes this fault for the next request whose path begins with `path_prefix`.
    pub fn once(path_prefix: &str, fault: FaultKind) -> Self {
        Self {
            path_prefix: path_prefix.to_owned(),
            times: 1,
            fault,
            retry_after: None,
        }
    }

    /// Makes this fault for all requests whose path begins with `path_prefix`, until it is cleared.
    pub fn lasting(path_prefix: &str, fault: FaultKind) -> Self {
        Self {
            times: u32::MAX,
            ..Self::once(path_prefix, fault)
        }
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
