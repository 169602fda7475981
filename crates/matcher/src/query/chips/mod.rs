//! A query as a list of chips that a person can edit.

use std::fmt;

mod chip;

use crate::item::{Kind, Span};
use crate::query::error::QueryError;
use crate::query::node::Node;
use crate::query::parsed::Query;
use crate::query::term::At;
pub use chip::{Chip, ChipField, ChipForm};

/// A query as chips: each group requires one of its chips, no excluded chip may be present, and the
/// rest must hold as well.
///
/// Chips and text can each be edited and converted into the other:
///
/// ```
/// use matcher::{Chip, Query};
///
/// let query = Query::parse("(green OR black) title:tea -bubble type:post")?;
/// let mut chips = query.chips().unwrap();
/// assert_eq!((chips.groups.len(), chips.excluded.len()), (2, 1));
///
/// chips.groups[0].push(Chip::word("oolong"));
/// let edited = Query::from_chips(&chips).unwrap();
/// assert_eq!(edited.to_string(), "(green OR black OR oolong) title:tea -bubble type:post");
///
/// // What lies deeper than that is edited as text only.
/// let error = Query::parse("(green tea) OR coffee")?.chips().unwrap_err();
/// assert_eq!(error.to_string(), "An OR of more than single words is edited as text");
/// # Ok::<(), matcher::QueryError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chips {
    /// The groups, of each of which one chip must be present. Empty groups are skipped.
    pub groups: Vec<Vec<Chip>>,
    /// The chips that must all be absent.
    pub excluded: Vec<Chip>,
    /// Only posts or only comments.
    pub kind: Option<Kind>,
    /// The least score.
    pub min_score: Option<i64>,
}

/// A part of a query that chips cannot represent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooDeep {
    /// The part, in bytes of the query's text.
    pub at: Span,
    near: bool,
}

impl fmt::Display for TooDeep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.near {
            "NEAR is edited as text"
        } else {
            "An OR of more than single words is edited as text"
        })
    }
}

impl std::error::Error for TooDeep {}

/// The reason why chips are not a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChipError {
    /// The group and the chip in it; for excluded chips the group is one past the last. `None` if
    /// the chips together are not a query.
    pub chip: Option<(usize, usize)>,
    /// The error. Its span is meaningless.
    pub error: QueryError,
}

impl Query {
    /// Returns the query as chips, if it has their shape.
    pub fn chips(&self) -> Result<Chips, TooDeep> {
        let mut chips = Chips::default();
        let root = self.root();
        let parts = match root {
            Node::All(parts) => parts.as_slice(),
            other => std::slice::from_ref(other),
        };
        for part in parts {
            let too_deep = || TooDeep { at: part.span(), near: matches!(part, Node::Near(_)) };
            match part {
                Node::Term(_) | Node::Any(_) => {
                    chips.groups.push(terms(part).ok_or_else(too_deep)?);
                }
                Node::Not(inner) => match **inner {
                    Node::Kind(kind, _) if chips.kind.is_none() => {
                        chips.kind =
                            Some(if kind == Kind::Post { Kind::Comment } else { Kind::Post });
                    }
                    _ => chips.excluded.extend(terms(inner).ok_or_else(too_deep)?),
                },
                Node::Kind(kind, _) if chips.kind.is_none_or(|other| other == *kind) => {
                    chips.kind = Some(*kind);
                }
                Node::MinScore(score, _) => {
                    chips.min_score =
                        Some(chips.min_score.map_or(*score, |other| other.max(*score)));
                }
                Node::Kind(..) | Node::Near(_) | Node::All(_) => return Err(too_deep()),
            }
        }
        Ok(chips)
    }

    /// Returns the query that chips represent.
    pub fn from_chips(chips: &Chips) -> Result<Self, ChipError> {
        let excluded = chips.groups.len();
        let term = |group, (n, chip): (usize, &Chip)| {
            chip.term().map_err(|error| ChipError { chip: Some((group, n)), error })
        };
        let mut parts = Vec::new();
        for (n, group) in chips.groups.iter().enumerate().filter(|(_, group)| !group.is_empty()) {
            let terms = group.iter().enumerate().map(|chip| term(n, chip));
            parts.push(Node::any(terms.collect::<Result<_, _>>()?));
        }
        for chip in chips.excluded.iter().enumerate() {
            parts.push(term(excluded, chip)?.negated());
        }
        let nowhere = At(Span { start: 0, end: 0 });
        parts.extend(chips.kind.map(|kind| Node::Kind(kind, nowhere)));
        parts.extend(chips.min_score.map(|score| Node::MinScore(score, nowhere)));
        let text = if parts.is_empty() { String::new() } else { Node::all(parts).to_string() };
        Query::parse(&text).map_err(|error| ChipError { chip: None, error })
    }
}

/// Returns the chips of one term, or of a choice of terms.
fn terms(node: &Node) -> Option<Vec<Chip>> {
    let one = |node: &Node| match node {
        Node::Term(term) => Some(Chip::of(term)),
        _ => None,
    };
    match node {
        Node::Any(branches) => branches.iter().map(one).collect(),
        other => one(other).map(|chip| vec![chip]),
    }
}
