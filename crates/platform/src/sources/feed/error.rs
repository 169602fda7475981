use std::time::Duration;

use crate::outgoing::{ReadError, Refused, SendError};

/// The reason why a feed was not read, in words that may follow "This address" or be on their own.
/// Holds no address.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FeedError {
    /// The address, or one that it redirects to, may not be fetched.
    #[error("{0}")]
    Refused(Refused),
    #[error("there was no answer in time")]
    Timeout,
    #[error("{0}")]
    Failed(String),
    #[error("the answer is larger than 10 MB")]
    TooLarge,
    #[error("it redirects more than five times")]
    TooManyRedirects,
    #[error("it redirects to something that is not an address")]
    BadRedirect,
    /// 410: it will not come back.
    #[error("the server says that the feed no longer exists")]
    Gone,
    /// 429 or 503, with the wait that the server asks for.
    #[error("the server asks to come back later")]
    Busy { retry_after: Option<Duration> },
    #[error("the server answered with status {0}")]
    Status(u16),
    #[error("it {0}")]
    NoFeed(#[from] feeds::Error),
}

impl From<ReadError> for FeedError {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::NotSent(SendError::Refused(refused)) => Self::Refused(refused),
            ReadError::NotSent(SendError::Timeout) => Self::Timeout,
            ReadError::NotSent(SendError::Failed(text)) => Self::Failed(text),
            ReadError::TooLarge => Self::TooLarge,
        }
    }
}
