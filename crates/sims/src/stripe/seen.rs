//! The calls that were made.

/// A call of the API.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// In capital letters.
    pub method: String,
    /// Without the query.
    pub path: String,
    /// The parameters as they came, form encoded.
    pub params: String,
    /// The idempotency key.
    pub idempotency_key: Option<String>,
    /// The version that was asked for.
    pub version: Option<String>,
}
