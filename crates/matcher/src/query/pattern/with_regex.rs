//! Regular expressions by the crate `regex`.
//!
//! The crate searches in time linear in the text, whatever the pattern. What remains to be bounded
//! is the memory that a pattern takes.

use std::sync::OnceLock;

use regex::{Regex, RegexBuilder};
use regex_syntax::hir::Hir;

use super::literals::required;
use crate::item::Span;
use crate::query::error::QueryError;
use crate::query::error::QueryProblem;

/// The most places of one pattern in one field that are looked at. Each costs up to one scan of the
/// rest of the field, so without a limit hostile patterns would take quadratic time.
const MAX_PLACES: usize = 50;

/// The most bytes of one compiled pattern. Half of it would reject what people write: `\w` alone
/// takes tens of KB, since it covers all of Unicode's letters.
const MAX_COMPILED_BYTES: usize = 256 << 10;
/// The most bytes that a search may reserve for one pattern. More does not speed up what people
/// look for, and slows down what keeps a machine busy.
const MAX_CACHE_BYTES: usize = 512 << 10;
const MAX_NESTING: u32 = 30;

/// A regular expression that ignores case, and one that does not, compiled when first needed.
#[derive(Clone, Debug)]
pub(crate) struct Pattern {
    any_case: Regex,
    own_case: OnceLock<Regex>,
    literals: Option<Vec<Vec<u8>>>,
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        self.any_case.as_str() == other.any_case.as_str()
    }
}

impl Eq for Pattern {}

impl Pattern {
    /// Reads a pattern that is between slashes at `at`.
    pub(crate) fn new(source: &str, at: Span) -> Result<Self, QueryError> {
        let hir = read(source, at)?;
        if hir.properties().minimum_len().is_none_or(|length| length == 0) {
            return Err(QueryError::new(at, QueryProblem::PatternMatchesNothing));
        }
        let any_case = compile(source, true)
            .map_err(|_| QueryError::new(at, QueryProblem::PatternTooLarge))?;
        Ok(Pattern { any_case, own_case: OnceLock::new(), literals: required(&hir) })
    }

    /// Returns texts at least one of which, folded, occurs in every folded text that matches.
    pub(crate) fn literals(&self) -> Option<&[Vec<u8>]> {
        self.literals.as_deref()
    }

    /// Calls `found` with the first spans of the pattern until it returns true, and returns whether
    /// it did.
    pub(crate) fn find(
        &self,
        text: &str,
        case_sensitive: bool,
        found: &mut dyn FnMut(Span) -> bool,
    ) -> bool {
        let regex = if case_sensitive { self.own_case() } else { &self.any_case };
        let places = regex.find_iter(text).take(MAX_PLACES);
        let mut spans = places.map(|place| Span { start: place.start(), end: place.end() });
        spans.any(found)
    }

    fn own_case(&self) -> &Regex {
        // A case-sensitive pattern is no larger than a case-insensitive one.
        self.own_case.get_or_init(|| {
            compile(self.any_case.as_str(), false).unwrap_or_else(|_| self.any_case.clone())
        })
    }
}

fn read(source: &str, at: Span) -> Result<Hir, QueryError> {
    let mut parser = regex_syntax::ParserBuilder::new().nest_limit(MAX_NESTING).build();
    parser.parse(source).map_err(|error| {
        let (reason, span) = match &error {
            regex_syntax::Error::Parse(error) => (error.kind().to_string(), Some(error.span())),
            regex_syntax::Error::Translate(error) => (error.kind().to_string(), Some(error.span())),
            _ => ("it is not understood".to_owned(), None),
        };
        // The pattern ends right before the slash that ends the term.
        let begin = at.end - 1 - source.len();
        let place = span.filter(|span| span.start.offset < span.end.offset).map_or(at, |span| {
            Span { start: begin + span.start.offset, end: begin + span.end.offset }
        });
        QueryError::new(place, QueryProblem::BadPattern(reason))
    })
}

fn compile(source: &str, any_case: bool) -> Result<Regex, regex::Error> {
    RegexBuilder::new(source)
        .case_insensitive(any_case)
        .size_limit(MAX_COMPILED_BYTES)
        .dfa_size_limit(MAX_CACHE_BYTES)
        .nest_limit(MAX_NESTING)
        .build()
}
