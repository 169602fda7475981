/// The reason why a request to Stripe failed. The texts hold no secret.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StripeError {
    /// A later attempt may succeed.
    #[error("the payment provider cannot be reached: {0}")]
    Unavailable(String),
    /// No attempt can succeed in the present state.
    #[error("the payment provider refuses: {0}")]
    Refused(String),
    /// The request failed once it had begun, and repeats that answer whenever the same key is sent:
    /// another key is needed.
    #[error("the payment provider keeps to a failure: {0}")]
    Spent(String),
    /// The object does not exist.
    #[error("the payment provider knows no {0}")]
    Missing(String),
    #[error("the payment provider's answer cannot be read: {0}")]
    Malformed(String),
}
