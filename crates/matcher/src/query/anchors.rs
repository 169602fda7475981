//! The texts that an item must contain for a query to match it. One automaton searches for the
//! anchors of all queries, so that only candidates are evaluated.

use super::error::Unanchored;
use super::node::Node;
use super::rarity::worth;
use super::term::{Form, Term, TermField};
use crate::item::Span;

/// One of a query's anchors: each item that the query matches contains at least one of them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Anchor {
    /// Folded text in title or body.
    Text(Box<[u8]>),
    /// Folded text in flair or address.
    Metadata(Box<[u8]>),
    /// The author's name in small letters.
    Author(Box<str>),
}

/// The anchors that a part of a query requires, or the part of it that requires nothing and why.
pub(crate) type Anchors = Result<Vec<Anchor>, (Span, Unanchored)>;

pub(crate) fn anchors(node: &Node) -> Anchors {
    let nothing = |why| Err((node.span(), why));
    match node {
        Node::Term(term) => of_term(term),
        Node::Not(_) => nothing(Unanchored::OnlyNot),
        Node::Kind(..) => nothing(Unanchored::OnlyType),
        Node::MinScore(..) => nothing(Unanchored::OnlyScore),
        Node::Any(branches) => union(branches.iter().map(anchors)),
        Node::All(parts) => best(parts.iter().map(anchors)),
        Node::Near(near) => best([choice(&near.left), choice(&near.right)].into_iter()),
    }
}

fn choice(terms: &[Term]) -> Anchors {
    union(terms.iter().map(of_term))
}

/// Returns what a choice of parts requires, each anchor once.
fn union(sets: impl Iterator<Item = Anchors>) -> Anchors {
    let mut all = Vec::new();
    for set in sets {
        for anchor in set? {
            if !all.contains(&anchor) {
                all.push(anchor);
            }
        }
    }
    Ok(all)
}

/// Returns the rarest anchors among parts that must all hold; if none has any, the reason of the
/// first.
fn best(sets: impl Iterator<Item = Anchors>) -> Anchors {
    let value = |set: &Anchors| set.as_ref().ok().map(|set| worth(set.iter().map(Anchor::bytes)));
    // `max_by_key` returns the last of equal elements.
    let sets: Vec<Anchors> = sets.collect();
    let best = sets.into_iter().rev().max_by_key(value);
    best.unwrap_or(Err((Span { start: 0, end: 0 }, Unanchored::OnlyNot)))
}

fn of_term(term: &Term) -> Anchors {
    let nothing = |why| Err((term.at.0, why));
    if let Some(pattern) = &term.pattern {
        return match pattern.literals() {
            Some(literals) if !term.field.is_name() => {
                Ok(literals.iter().map(|text| of_text(term.field, text)).collect())
            }
            _ if term.field == TermField::Author => nothing(Unanchored::OnlyPartOfAuthor),
            _ if term.field.is_place() => nothing(Unanchored::OnlySub),
            _ => nothing(Unanchored::OnlyPattern),
        };
    }
    let closed = Form::Words { open_start: false, open_end: false };
    match term.field {
        TermField::Sub => nothing(Unanchored::OnlySub),
        TermField::Site => nothing(Unanchored::OnlySite),
        TermField::Author if term.form != closed => nothing(Unanchored::OnlyPartOfAuthor),
        TermField::Author => Ok(vec![Anchor::Author(term.text.to_ascii_lowercase().into())]),
        field => Ok(term.needles().map(|needle| of_text(field, needle.bytes())).collect()),
    }
}

fn of_text(field: TermField, text: &[u8]) -> Anchor {
    match field {
        TermField::Flair | TermField::Url => Anchor::Metadata(text.into()),
        _ => Anchor::Text(text.into()),
    }
}

impl Anchor {
    fn bytes(&self) -> &[u8] {
        match self {
            Anchor::Text(text) | Anchor::Metadata(text) => text,
            Anchor::Author(name) => name.as_bytes(),
        }
    }
}
