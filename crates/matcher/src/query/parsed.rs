//! A query that has been read and checked.

use std::fmt;
use std::sync::Arc;

use super::anchors::Anchor;
#[cfg(feature = "query")]
use super::anchors::anchors;
#[cfg(feature = "query")]
use super::error::QueryError;
#[cfg(feature = "query")]
use super::error::QueryProblem;
use super::needle::Needle;
use super::node::Node;
#[cfg(feature = "query")]
use super::parser;
use super::term::TermField;

/// A query, read and checked. [The crate's page](crate#queries) describes the language.
///
/// It is printed in its plainest form, which parses to the same query:
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
    source: Arc<str>,
    root: Arc<Node>,
    anchors: Arc<[Anchor]>,
}

/// Does not exist in a build without the feature `query`, so the linker leaves out everything that
/// works on queries.
#[cfg(not(feature = "query"))]
#[derive(Clone, Debug)]
pub enum Query {}

#[cfg(not(feature = "query"))]
impl Query {
    /// Returns the text that was read.
    pub fn source(&self) -> &str {
        match *self {}
    }

    /// Returns whether the query asks for a score.
    pub fn needs_score(&self) -> bool {
        match *self {}
    }

    /// Returns whether the query excludes something.
    pub fn has_exclusions(&self) -> bool {
        match *self {}
    }

    pub(crate) fn shared_source(&self) -> Arc<str> {
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
    /// Fails if the text is not a query, or requires no text that could be searched for.
    pub fn parse(source: &str) -> Result<Self, QueryError> {
        Query::of(source, parser::parse(source)?)
    }

    fn of(source: &str, root: Node) -> Result<Self, QueryError> {
        let anchors = anchors(&root);
        let anchors =
            anchors.map_err(|(at, why)| QueryError::new(at, QueryProblem::NothingRequired(why)))?;
        Ok(Query { source: source.into(), root: Arc::new(root), anchors: anchors.into() })
    }

    /// Returns the text that was read, as typed.
    pub fn source(&self) -> &str {
        &self.source
    }

    pub(crate) fn shared_source(&self) -> Arc<str> {
        self.source.clone()
    }

    /// Returns whether the query asks for a score. An item whose score is unknown does not match
    /// such a part; once the score is known, it can be searched again.
    pub fn needs_score(&self) -> bool {
        let mut needs = false;
        self.root.walk(&mut |node| needs |= matches!(node, Node::MinScore(..)));
        needs
    }

    /// Returns whether the query excludes something. Such a query can match more where less is
    /// searched.
    pub fn has_exclusions(&self) -> bool {
        let mut has = false;
        self.root.walk(&mut |node| has |= matches!(node, Node::Not(_)));
        has
    }

    pub(crate) fn root(&self) -> &Node {
        &self.root
    }

    /// Returns the anchors: every item that the query matches contains at least one of them.
    pub(crate) fn anchors(&self) -> &[Anchor] {
        &self.anchors
    }
}

impl Query {
    /// Returns whether the query looks at flair or address.
    pub(crate) fn needs_metadata(&self) -> bool {
        let mut needs = false;
        let side = |field| matches!(field, TermField::Flair | TermField::Url);
        self.root().each_term(&mut |term| needs |= side(term.field));
        needs
    }

    /// Returns the bytes of the longest text that is searched for, when folded.
    pub(crate) fn max_bytes(&self) -> usize {
        let mut max = 0;
        self.root().each_term(&mut |term| {
            max = term.needles().map(Needle::len).fold(max, usize::max);
        });
        max
    }
}

/// Queries are equal if they say the same, in whatever spacing.
impl PartialEq for Query {
    fn eq(&self, other: &Self) -> bool {
        self.root() == other.root()
    }
}

impl Eq for Query {}

/// Writes the plainest form.
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
