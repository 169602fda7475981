//! What an item must hold for a query to match it: searched for with one automaton for all
//! queries, so that only candidates are evaluated.

use super::ast::{Form, Node, Place, Term};
use super::error::Unanchored;
use crate::Span;

/// One of a query's anchors is in every item that it matches.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Anchor {
    /// Folded text in title or body.
    Text(Box<[u8]>),
    /// Folded text in flair or address.
    Side(Box<[u8]>),
    /// The author's name in small letters.
    Author(Box<str>),
}

/// What a part of a query requires, or which part of it requires nothing and why.
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

/// What any of some parts requires, each anchor once.
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

/// Of parts that must all hold, the one whose anchors are rarest; if none has any, the first's
/// reason.
fn best(sets: impl Iterator<Item = Anchors>) -> Anchors {
    let value = |set: &Anchors| {
        set.as_ref()
            .ok()
            .map(|set| worth(set.iter().map(Anchor::bytes)))
    };
    // `max_by_key` gives the last of equals.
    let sets: Vec<Anchors> = sets.collect();
    let best = sets.into_iter().rev().max_by_key(value);
    best.unwrap_or(Err((Span { start: 0, end: 0 }, Unanchored::OnlyNot)))
}

fn of_term(term: &Term) -> Anchors {
    let nothing = |why| Err((term.at.0, why));
    if let Some(pattern) = &term.pattern {
        return match pattern.literals() {
            Some(literals) if !term.place.is_name() => Ok(literals
                .iter()
                .map(|text| of_text(term.place, text))
                .collect()),
            _ if term.place == Place::Author => nothing(Unanchored::OnlyPartOfAuthor),
            _ if term.place == Place::Sub => nothing(Unanchored::OnlySub),
            _ => nothing(Unanchored::OnlyPattern),
        };
    }
    let closed = Form::Words {
        open_start: false,
        open_end: false,
    };
    match term.place {
        Place::Sub => nothing(Unanchored::OnlySub),
        Place::Author if term.form != closed => nothing(Unanchored::OnlyPartOfAuthor),
        Place::Author => Ok(vec![Anchor::Author(term.text.to_ascii_lowercase().into())]),
        place => Ok(vec![of_text(place, term.needle.bytes())]),
    }
}

fn of_text(place: Place, text: &[u8]) -> Anchor {
    match place {
        Place::Flair | Place::Url => Anchor::Side(text.into()),
        _ => Anchor::Text(text.into()),
    }
}

impl Anchor {
    fn bytes(&self) -> &[u8] {
        match self {
            Anchor::Text(text) | Anchor::Side(text) => text,
            Anchor::Author(name) => name.as_bytes(),
        }
    }
}

/// How rare a text is likely to be: long ones and rare letters weigh more.
pub(super) fn weight(text: &[u8]) -> u32 {
    let of = |byte: &u8| match byte {
        b' ' => 1,
        b'e' | b't' | b'a' | b'o' | b'i' | b'n' | b's' | b'h' | b'r' => 2,
        b'j' | b'k' | b'q' | b'v' | b'x' | b'z' => 5,
        b'a'..=b'z' | b'0'..=b'9' => 3,
        _ => 4,
    };
    text.iter().map(of).sum()
}

/// How rare it is likely to be that one of these stands in a text.
pub(super) fn worth<'a>(texts: impl Iterator<Item = &'a [u8]>) -> (u32, std::cmp::Reverse<usize>) {
    let mut count = 0;
    let lightest = texts.inspect(|_| count += 1).map(weight).min().unwrap_or(0);
    (lightest, std::cmp::Reverse(count))
}
