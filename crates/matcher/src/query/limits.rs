//! Bounds on what a query may hold.

/// The longest query, in characters.
pub const MAX_QUERY_CHARS: usize = 1_000;
/// The most words, phrases and the like in a query.
pub const MAX_TERMS: usize = 100;
/// The most regular expressions in a query.
pub const MAX_PATTERNS: usize = 5;
/// How deep groups and negations may lie in one another.
pub const MAX_DEPTH: usize = 20;
/// The most words that `NEAR` can reach over.
pub const MAX_DISTANCE: u16 = 100;
