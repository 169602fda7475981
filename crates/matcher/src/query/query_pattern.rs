//! The regular expressions of a query, for whoever wants to know what they cost.

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
    /// Returns the part of the query that it is, in bytes.
    pub fn span(&self) -> Span {
        self.span
    }

    /// Returns texts of which at least one, folded, stands in all that it matches; none if that is
    /// not known.
    pub fn required(&self) -> &[Vec<u8>] {
        self.pattern.literals().unwrap_or_default()
    }

    /// Searches `text` as an item's field is searched, and returns in how many places it stands, of
    /// which only the first 50 are looked for.
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
    /// Returns its regular expressions, those that are left out included.
    pub fn patterns(&self) -> Vec<QueryPattern<'_>> {
        let mut patterns = Vec::new();
        self.root().each_term(&mut |term| {
            patterns.extend(term.pattern.as_ref().map(|pattern| QueryPattern {
                span: term.at.0,
                pattern,
            }));
        });
        patterns
    }
}
