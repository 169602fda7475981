//! The regular expressions of a query, for measuring their cost.

use super::parsed::Query;
use super::pattern::Pattern;
use crate::item::Span;

/// A regular expression of a query.
#[derive(Clone, Copy, Debug)]
pub struct QueryPattern<'a> {
    span: Span,
    pattern: &'a Pattern,
}

impl QueryPattern<'_> {
    /// Returns the pattern's span in the query, in bytes.
    pub fn span(&self) -> Span {
        self.span
    }

    /// Returns texts at least one of which, folded, occurs in everything that the pattern matches;
    /// empty if unknown.
    pub fn required(&self) -> &[Vec<u8>] {
        self.pattern.literals().unwrap_or_default()
    }

    /// Searches `text` as an item's field is searched, and returns the number of places found,
    /// counting the first 50 only.
    pub fn count_in(&self, text: &str) -> usize {
        let mut count = 0;
        self.pattern.find(text, false, &mut |_| {
            count += 1;
            false
        });
        count
    }
}

impl Query {
    /// Returns the query's regular expressions, including excluded ones.
    pub fn patterns(&self) -> Vec<QueryPattern<'_>> {
        let mut patterns = Vec::new();
        self.root().each_term(&mut |term| {
            patterns.extend(
                term.pattern.as_ref().map(|pattern| QueryPattern { span: term.at.0, pattern }),
            );
        });
        patterns
    }
}
