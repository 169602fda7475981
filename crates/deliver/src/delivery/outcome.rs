//! The outcome of an attempt to send a message.

use std::time::Duration;

use tokio::sync::OwnedSemaphorePermit;

/// The outcome of one attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    Sent,
    /// There is nothing left to send, for this reason; a success.
    Skipped(String),
    /// Nothing was sent, because the claim might have ended before the outcome was stored. It does
    /// not count as an attempt: whoever claims the message next makes it.
    NotBegun,
    /// Nothing was sent, because the account is suspended: the message waits until it no longer is.
    Suspended,
    /// Another attempt is worthwhile, not before `after` if the other side named a time.
    Retry {
        reason: String,
        after: Option<Duration>,
    },
    /// No further attempt can succeed.
    Dead(String),
    /// The receiver no longer exists, for this reason. An endpoint is removed; an email address is
    /// marked, and no alert is sent there until its owner asks for another attempt.
    Gone(String),
}

/// An outcome with its details.
#[derive(Debug)]
pub struct AttemptResult {
    pub outcome: Outcome,
    /// The other side's status (HTTP or SMTP), if it gave one.
    pub status_code: Option<u16>,
    /// Whether the attempt used all its time, and more might have helped.
    pub timed_out: bool,
    /// Where the receiver said that it has moved to, if it took the message there.
    pub moved: Option<Box<Moved>>,
    /// Whether the receiver refused this server, whatever it sends: that says nothing about the receiver.
    pub is_own_fault: bool,
    /// A permit held until the outcome is stored: it bounds the messages that may be gone without
    /// anybody's knowledge.
    pub unconfirmed: Option<OwnedSemaphorePermit>,
}

/// A move of an endpoint that was followed.
#[derive(Debug)]
pub struct Moved {
    /// What its owner reads about it.
    pub note: String,
    /// The address that replaces the old one, unless the move concerned this message alone.
    pub address: Option<NewAddress>,
}

/// The columns of an endpoint's new address, and the sealed target that they replace.
#[derive(Debug)]
pub struct NewAddress {
    pub target: Vec<u8>,
    pub fingerprint: Vec<u8>,
    pub shown: String,
    pub replaces: Vec<u8>,
}

impl From<Outcome> for AttemptResult {
    fn from(outcome: Outcome) -> Self {
        Self {
            outcome,
            status_code: None,
            timed_out: false,
            moved: None,
            is_own_fault: false,
            unconfirmed: None,
        }
    }
}

impl Outcome {
    /// Returns the name of the outcome, without its details.
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Sent => "sent",
            Self::Skipped(_) => "skipped",
            Self::NotBegun => "not_begun",
            Self::Suspended => "suspended",
            Self::Retry { .. } => "retry",
            Self::Dead(_) => "dead",
            Self::Gone(_) => "gone",
        }
    }

    /// Creates a temporary failure.
    pub fn retry(reason: impl Into<String>) -> Self {
        Self::Retry { reason: reason.into(), after: None }
    }

    /// Adds the other side's status.
    pub fn with_status(self, code: u16) -> AttemptResult {
        AttemptResult { status_code: Some(code), ..self.into() }
    }
}
