//! The errors of a text that is not a query.

use std::fmt;

mod advice;
mod message;
mod problem;

use crate::item::Span;
pub use problem::{QueryProblem, Unanchored};

/// The error of a rejected query: where, for what reason, and what to write instead.
///
/// ```
/// use matcher::{Query, Span};
///
/// let error = Query::parse("tea OR (green").unwrap_err();
/// assert_eq!(error.span(), Span { start: 7, end: 8 });
/// assert_eq!(error.to_string(), "This parenthesis is never closed");
/// assert_eq!(error.advice(), "Add a ) where the group ends, or put \"(\" in quotes to search for it");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryError {
    span: Span,
    problem: QueryProblem,
    /// Rules out errors in a build without queries, so that the linker leaves out their texts.
    #[cfg(not(feature = "query"))]
    never: std::convert::Infallible,
}

impl QueryError {
    #[cfg(feature = "query")]
    pub(crate) fn new(span: Span, problem: QueryProblem) -> Self {
        QueryError { span, problem }
    }

    #[cfg(not(feature = "query"))]
    pub(crate) fn new(_: Span, _: QueryProblem) -> Self {
        unreachable!("nothing is read in a build without queries")
    }

    /// Returns the part of the query that is at fault, in bytes; [`to_utf16`](crate::to_utf16)
    /// converts it.
    pub fn span(&self) -> Span {
        self.span
    }

    /// Returns what is wrong, for programs.
    pub fn problem(&self) -> &QueryProblem {
        &self.problem
    }

    /// Returns what to write instead. The advice is never empty.
    pub fn advice(&self) -> String {
        self.problem.advice()
    }
}

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.problem.message())
    }
}

impl std::error::Error for QueryError {}
