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
    /// Compressed in a way that was not asked for, with its name.
    #[error("the server compresses its answer in a way that Harken cannot read ({0})")]
    Compressed(&'static str),
    #[error("it redirects more than five times")]
    TooManyRedirects,
    #[error("it redirects to something that is not an address")]
    BadRedirect,
    /// The host, or one that it redirects to, is being asked by others.
    #[error("its website was being read by others for too long")]
    HostBusy,
    /// 401 to a request without credentials.
    #[error("its server asks for a user name and a password (401)")]
    NeedsCredentials,
    /// 401 to a request with credentials.
    #[error("its server does not accept the user name and the password (401)")]
    WrongCredentials,
    /// The credentials were encrypted with another secret.
    #[error("its user name and password can no longer be read; follow it again with them")]
    LostCredentials,
    #[error("its server refuses access (403)")]
    Forbidden,
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
