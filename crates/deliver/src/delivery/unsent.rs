use super::Outcome;

/// The reason why there is no message to send.
#[derive(Debug)]
pub enum Unsent {
    /// There is nothing left to say, for this reason; a success.
    Skipped(String),
    /// The account is suspended.
    Suspended,
    /// No attempt can succeed.
    Dead(String),
    /// The message could not be composed; another attempt may succeed.
    Failed(anyhow::Error),
}

impl Unsent {
    pub fn skipped(reason: impl Into<String>) -> Self {
        Self::Skipped(reason.into())
    }

    pub fn dead(reason: impl Into<String>) -> Self {
        Self::Dead(reason.into())
    }
}

impl<E: Into<anyhow::Error>> From<E> for Unsent {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

impl From<Unsent> for Outcome {
    fn from(unsent: Unsent) -> Self {
        match unsent {
            Unsent::Skipped(reason) => Self::Skipped(reason),
            Unsent::Suspended => Self::Suspended,
            Unsent::Dead(reason) => Self::Dead(reason),
            Unsent::Failed(error) => Self::retry(format!("could not be composed: {error:#}")),
        }
    }
}
