/// Why Stripe did not do what it was asked. The texts hold no secret.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StripeError {
    /// It may help to ask again.
    #[error("the payment provider cannot be reached: {0}")]
    Unavailable(String),
    /// It will not, as things are.
    #[error("the payment provider refuses: {0}")]
    Refused(String),
    /// It failed before, and answers so whenever the same key comes: another key is needed.
    #[error("the payment provider keeps to a failure: {0}")]
    Spent(String),
    /// There is no such thing.
    #[error("the payment provider knows no {0}")]
    Missing(String),
    #[error("the payment provider's answer cannot be read: {0}")]
    Malformed(String),
}
