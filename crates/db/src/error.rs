//! Errors that no input is to blame for. Errors that a person can fix have a type beside the rule
//! that they break; `api/error.rs` maps both to HTTP.

use diesel::result::Error as DieselError;

use super::NoConnection;

pub type Result<T> = std::result::Result<T, Error>;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Database(#[from] DieselError),
    #[error("no database connection came free: {0}")]
    Pool(#[from] NoConnection),
    /// More work is waiting than can be handled; a retry after a moment helps.
    #[error("overloaded: {0}")]
    Overloaded(&'static str),
    #[error(transparent)]
    Other(#[from] anyhow::Error),
}
