//! Queries: words joined by operators.
#![cfg_attr(not(feature = "query"), allow(dead_code, unused_imports))]

mod anchors;
mod ast;
#[cfg(feature = "query")]
mod chips;
mod distance;
mod error;
mod evaluate;
mod fields;
mod lexer;
mod needle;
mod normal;
mod parser;
mod pattern;
#[cfg(feature = "regex")]
mod pattern_literals;
mod print;

use std::fmt;
#[cfg(feature = "query")]
use std::sync::Arc;

pub(crate) use anchors::Anchor;
pub(crate) use ast::{Form, Near, Node, Place, Term, WHOLE};
#[cfg(feature = "query")]
pub use chips::{Chip, ChipError, ChipField, ChipForm, Chips, TooDeep};
pub(crate) use distance::apart;
pub use error::{QueryError, QueryProblem, Unanchored};
pub(crate) use evaluate::{Found, Reader, Refused, Strictness, is_exactly, sort_places};
pub(crate) use normal::{Conjunction, implied, normal, ways, words as normal_words};

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

/// A query, read and checked. [The crate's page](crate#queries) describes the language.
///
/// It is written back in its plainest form, which is read as the same query:
///
/// ```
/// use matcher::Query;
///
/// let query = Query::parse("( green  AND tea) OR \"matcha\"  NOT coffee")?;
/// assert_eq!(query.to_string(), "(green tea) OR (matcha -coffee)");
/// assert_eq!(Query::parse(&query.to_string())?, query);
/// # Ok::<(), matcher::QueryError>(())
/// ```
#[cfg(feature = "query")]
#[derive(Clone, Debug)]
pub struct Query {
    source: Box<str>,
    root: Arc<Node>,
    anchors: Arc<[Anchor]>,
}

/// There is none in a build without the feature `query`. All that works on queries is then left out
/// by the linker.
#[cfg(not(feature = "query"))]
#[derive(Clone, Debug)]
pub enum Query {}

#[cfg(not(feature = "query"))]
impl Query {
    /// The text that was read.
    pub fn source(&self) -> &str {
        match *self {}
    }

    pub(crate) fn root(&self) -> &Node {
        match *self {}
    }

    pub(crate) fn anchors(&self) -> &[Anchor] {
        match *self {}
    }
}

#[cfg(feature = "query")]
impl Query {
    /// Reads a query.
    ///
    /// # Errors
    /// The text is no query, or one that requires no text which could be searched for.
    pub fn parse(source: &str) -> Result<Self, QueryError> {
        Query::of(source, parser::parse(source)?)
    }

    fn of(source: &str, root: Node) -> Result<Self, QueryError> {
        let anchors = anchors::anchors(&root);
        let anchors =
            anchors.map_err(|(at, why)| QueryError::new(at, QueryProblem::NothingRequired(why)))?;
        Ok(Query {
            source: source.into(),
            root: Arc::new(root),
            anchors: anchors.into(),
        })
    }

    /// The text that was read, as it was typed.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Whether it asks for a score. An item whose score is not known does not match such a part;
    /// once the score is known, it can be searched again.
    pub fn needs_score(&self) -> bool {
        let mut needs = false;
        self.root
            .walk(&mut |node| needs |= matches!(node, Node::MinScore(..)));
        needs
    }

    pub(crate) fn root(&self) -> &Node {
        &self.root
    }

    /// One of these is in every item that the query matches.
    pub(crate) fn anchors(&self) -> &[Anchor] {
        &self.anchors
    }
}

impl Query {
    /// Whether it looks at flair or address.
    pub(crate) fn needs_side(&self) -> bool {
        let mut needs = false;
        let side = |place| matches!(place, Place::Flair | Place::Url);
        self.root().each_term(&mut |term| needs |= side(term.place));
        needs
    }
}

/// Queries are the same when they say the same, in whatever spacing.
impl PartialEq for Query {
    fn eq(&self, other: &Self) -> bool {
        self.root() == other.root()
    }
}

impl Eq for Query {}

/// The plainest form.
impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.root().fmt(f)
    }
}

#[cfg(feature = "query")]
impl std::str::FromStr for Query {
    type Err = QueryError;

    fn from_str(source: &str) -> Result<Self, QueryError> {
        Query::parse(source)
    }
}
