//! Bounds on what a query may hold.

/// The most characters in a query.
pub const MAX_QUERY_CHARS: usize = 1_000;
/// The most words, phrases and the like in a query.
pub const MAX_TERMS: usize = 100;
/// The most regular expressions in a query.
pub const MAX_PATTERNS: usize = 5;
/// The most levels to which groups and negations may be nested.
pub const MAX_DEPTH: usize = 20;
/// The largest distance of `NEAR`, in words.
pub const MAX_DISTANCE: u16 = 100;
