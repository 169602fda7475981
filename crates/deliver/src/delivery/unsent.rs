use super::Outcome;

/// Why there is no message to send.
#[derive(Debug)]
pub enum Unsent {
    /// There is nothing to say any more, for this reason; a success.
    Skipped(String),
    /// The account is suspended.
    Suspended,
    /// No try can help.
    Dead(String),
    /// It could not be composed; another try may help.
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
