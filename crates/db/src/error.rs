//! Why work failed that nobody's input is to blame for. What a person can mend has a type beside
//! the rule it breaks; how either becomes HTTP stands in `api/error.rs`.

use diesel::result::Error as DieselError;
use diesel_async::pooled_connection::bb8::RunError;

pub type Result<T> = std::result::Result<T, Error>;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Database(#[from] DieselError),
    #[error("no database connection came free: {0}")]
    Pool(#[from] RunError),
    /// More waits than can be worked on; it helps to try again after a moment.
    #[error("overloaded: {0}")]
    Overloaded(&'static str),
    #[error(transparent)]
    Other(#[from] anyhow::Error),
}
