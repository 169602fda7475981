//! The meaning of a query, once it has been read.

use super::term::{At, Term};
use crate::item::{Kind, Span};

/// A query or a part of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Node {
    Term(Term),
    Not(Box<Node>),
    /// At least two nodes, none of them `All`.
    All(Vec<Node>),
    /// At least two nodes, none of them `Any`.
    Any(Vec<Node>),
    Near(Near),
    Kind(Kind, At),
    /// Requires the item's score to be known and at least this.
    MinScore(i64, At),
}

/// One of `left` and one of `right`, at most `distance` words apart, in one field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Near {
    pub(crate) left: Vec<Term>,
    pub(crate) right: Vec<Term>,
    pub(crate) distance: u16,
}

impl Node {
    /// Joins nodes that must all hold, and flattens them. `nodes` must not be empty.
    pub(crate) fn all(nodes: Vec<Node>) -> Node {
        let flat = nodes.into_iter().flat_map(|node| match node {
            Node::All(inner) => inner,
            other => vec![other],
        });
        one_or(flat.collect(), Node::All)
    }

    /// Joins nodes of which one must hold, and flattens them. `nodes` must not be empty.
    pub(crate) fn any(nodes: Vec<Node>) -> Node {
        let flat = nodes.into_iter().flat_map(|node| match node {
            Node::Any(inner) => inner,
            other => vec![other],
        });
        one_or(flat.collect(), Node::Any)
    }

    /// Negates the node; a double negation cancels out.
    pub(crate) fn negated(self) -> Node {
        match self {
            Node::Not(inner) => *inner,
            other => Node::Not(Box::new(other)),
        }
    }

    pub(crate) fn children(&self) -> &[Node] {
        match self {
            Node::All(nodes) | Node::Any(nodes) => nodes,
            Node::Not(inner) => std::slice::from_ref(inner),
            _ => &[],
        }
    }

    /// Calls `see` for this node and all nodes below it.
    pub(crate) fn walk<'a>(&'a self, see: &mut dyn FnMut(&'a Node)) {
        see(self);
        for child in self.children() {
            child.walk(see);
        }
    }

    /// Calls `see` for every term, negated or not.
    pub(crate) fn each_term<'a>(&'a self, see: &mut dyn FnMut(&'a Term)) {
        self.walk(&mut |node| match node {
            Node::Term(term) => see(term),
            Node::Near(near) => near.terms().for_each(&mut *see),
            _ => (),
        });
    }

    /// Returns the part of the query's text that this node was read from.
    pub(crate) fn span(&self) -> Span {
        let joined = |a: Span, b: Span| Span { start: a.start.min(b.start), end: a.end.max(b.end) };
        let spans: Vec<Span> = match self {
            Node::Term(term) => vec![term.at.0],
            Node::Kind(_, at) | Node::MinScore(_, at) => vec![at.0],
            Node::Near(near) => near.terms().map(|term| term.at.0).collect(),
            _ => self.children().iter().map(Node::span).collect(),
        };
        let nowhere = Span { start: 0, end: 0 };
        spans.into_iter().reduce(joined).unwrap_or(nowhere)
    }
}

impl Near {
    pub(crate) fn terms(&self) -> impl Iterator<Item = &Term> {
        self.left.iter().chain(&self.right)
    }
}

fn one_or(mut nodes: Vec<Node>, many: fn(Vec<Node>) -> Node) -> Node {
    if nodes.len() == 1 { nodes.remove(0) } else { many(nodes) }
}
