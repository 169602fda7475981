//! Buffers that searches use again.

use super::occurrence::Occurrence;
use super::query_scratch::QueryScratch;
use crate::engine::AsciiWord;
use crate::text::{FoldedItem, FoldedText};

/// Scratch space, kept between searches so that they need no allocation.
#[derive(Debug, Default)]
pub struct Scratch {
    pub(crate) folded: FoldedItem,
    pub(crate) search: SearchScratch,
}

impl Scratch {
    /// Returns empty scratch space; it grows with use.
    pub fn new() -> Self {
        Scratch::default()
    }
}

#[derive(Debug, Default)]
pub(crate) struct SearchScratch {
    /// Keyword number and end of each occurrence, packed so that they sort by both.
    pub(crate) keyword_ends: Vec<u64>,
    pub(super) words: Vec<AsciiWord>,
    /// The occurrences of one keyword.
    pub(crate) occurrences: Vec<Occurrence>,
    pub(super) lower: String,
    pub(crate) exact: FoldedText,
    pub(crate) queries: QueryScratch,
}
