//! How an attempt to send a message ended.

use std::time::Duration;

use tokio::sync::OwnedSemaphorePermit;

/// How an attempt ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    Sent,
    /// There is nothing to send any more, for this reason; a success.
    Skipped(String),
    /// Nothing was sent, because the claim might have ended before the outcome was stored. It is no
    /// attempt: whoever claims the message next makes it.
    NotBegun,
    /// Nothing was sent, because the account is suspended: the message waits until it no longer is.
    Suspended,
    /// Worth another try, not before `after` if the other side named a time.
    Retry {
        reason: String,
        after: Option<Duration>,
    },
    /// No further try can help.
    Dead(String),
    /// The receiver is no more, for this reason. An endpoint is removed; a mail address is marked,
    /// and no alert is mailed there until its owner asks for another try.
    Gone(String),
}

/// An outcome with what belongs to it.
#[derive(Debug)]
pub struct AttemptResult {
    pub outcome: Outcome,
    /// The other side's status (HTTP or SMTP), if it gave one.
    pub status_code: Option<u16>,
    /// Whether it took all the time that it may, and more might have helped.
    pub timed_out: bool,
    /// Held until the outcome is stored: so many messages may be gone without anybody's knowledge.
    pub unconfirmed: Option<OwnedSemaphorePermit>,
}

impl From<Outcome> for AttemptResult {
    fn from(outcome: Outcome) -> Self {
        Self {
            outcome,
            status_code: None,
            timed_out: false,
            unconfirmed: None,
        }
    }
}

impl Outcome {
    /// Returns its name, without what belongs to it.
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

    /// Makes a failure that may pass.
    pub fn retry(reason: impl Into<String>) -> Self {
        Self::Retry {
            reason: reason.into(),
            after: None,
        }
    }

    /// Adds the other side's status.
    pub fn with_status(self, code: u16) -> AttemptResult {
        AttemptResult {
            status_code: Some(code),
            ..self.into()
        }
    }
}
