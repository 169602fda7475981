//! The calls that a stand-in received.

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// The method, in upper case.
    pub method: String,
    /// The path, without the query.
    pub path: String,
    /// The parameters as they were received, form-encoded.
    pub params: String,
    pub idempotency_key: Option<String>,
    pub version: Option<String>,
}
