use std::time::Duration;

/// The reason why a source gave no usable answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ForumError {
    /// Harken's own budget is spent; no request was made.
    #[error("the request budget is spent for {} s", .retry_after.as_secs())]
    OverBudget { retry_after: Duration },
    /// The forum asks to wait.
    #[error("the forum asks to wait {} s", .retry_after.as_secs())]
    RateLimited { retry_after: Duration },
    /// No answer, or a 5xx status; `retry_after` if the forum said when to return.
    #[error("the forum is not available: {reason}")]
    Unavailable { reason: String, retry_after: Option<Duration> },
    /// An answer that is not in the form of the API.
    #[error("the forum's answer cannot be read: {0}")]
    Malformed(String),
    /// The forum refuses the application's id, secret or User-Agent.
    #[error("the forum refuses the application: {0}")]
    Refused(String),
    #[error("the forum refuses an address of so many names")]
    TooLong,
    #[error("the forum forbids it: {0}")]
    Forbidden(String),
    #[error("the forum knows nothing there: {0}")]
    NotFound(String),
}
