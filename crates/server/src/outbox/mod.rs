//! What is still to be sent: claimed by lease, sent without a database connection in hand, and
//! finished by whoever holds the newest claim. Delivery is at least once; a message keeps one id
//! over all its attempts, by which a receiver can tell a repetition.

pub mod claim;
pub mod finish;
pub mod report;
pub mod retry;
pub mod worker;

use std::time::Duration;

/// How an attempt ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    Sent,
    /// There is nothing to send any more, for this reason; a success.
    Skipped(String),
    /// Worth another try, not before `after` if the other side named a time.
    Retry {
        reason: String,
        after: Option<Duration>,
    },
    /// No further try can help.
    Dead(String),
    /// The endpoint is no more, for this reason: it is removed.
    Gone(String),
}

impl Outcome {
    /// A failure that may pass.
    pub fn retry(reason: impl Into<String>) -> Self {
        Self::Retry {
            reason: reason.into(),
            after: None,
        }
    }
}
