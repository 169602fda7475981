//! Explains why the parts of a query hold or do not.

use super::explanation::{Reason, Rejection};
use super::rejections::{MAX_PLACES, reject_words};
use crate::item::{Place, sort_places};
use crate::query::{Evaluator, Near, Node, Term, apart};

/// Whether a part of a query finds its words when no filter is applied.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Words {
    Missing,
    /// The part has no words.
    None,
    There,
}

/// Adds the parts of a query that make it hold.
pub(super) fn give_reasons(node: &Node, evaluator: &mut Evaluator<'_>, reasons: &mut Vec<Reason>) {
    match node {
        Node::All(parts) => parts.iter().for_each(|part| give_reasons(part, evaluator, reasons)),
        Node::Any(branches) => {
            for branch in branches {
                if evaluator.holds(branch) {
                    give_reasons(branch, evaluator, reasons);
                }
            }
        }
        _ => {
            let places = places(node, evaluator);
            let (rule, at) = (node.to_string(), node.span());
            reasons.push(Reason { rule, at, places });
        }
    }
}

fn places(node: &Node, evaluator: &mut Evaluator<'_>) -> Vec<Place> {
    let mut found = Vec::new();
    evaluator.collect(node, &mut found);
    sort_places(&mut found, &|a, b| (a.field, a.span).cmp(&(b.field, b.span)));
    found.dedup();
    found.truncate(MAX_PLACES);
    found
}

/// Returns whether the words of a part of a query are present.
pub(super) fn words(node: &Node, evaluator: &mut Evaluator<'_>) -> Words {
    match node {
        Node::Term(term) => term_words(term, evaluator),
        Node::Not(_) | Node::Kind(..) | Node::MinScore(..) => Words::None,
        Node::All(parts) => {
            let parts: Vec<Words> = parts.iter().map(|part| words(part, evaluator)).collect();
            if parts.contains(&Words::Missing) {
                Words::Missing
            } else {
                parts.into_iter().max().unwrap_or(Words::None)
            }
        }
        Node::Any(branches) => {
            let branches = branches.iter().map(|branch| words(branch, evaluator));
            branches.max().unwrap_or(Words::None)
        }
        Node::Near(near) => {
            let mut there = |terms: &[Term]| {
                terms.iter().any(|term| term_words(term, evaluator) == Words::There)
            };
            if there(&near.left) && there(&near.right) { Words::There } else { Words::Missing }
        }
    }
}

fn term_words(term: &Term, evaluator: &mut Evaluator<'_>) -> Words {
    if term.field.is_name() {
        return Words::None;
    }
    if evaluator.examine(term, true, &mut |_, _| true) { Words::There } else { Words::Missing }
}

/// Adds the reasons why a part of a query, whose words are present, does not hold.
pub(super) fn reject(node: &Node, evaluator: &mut Evaluator<'_>, out: &mut Vec<Rejection>) {
    match node {
        Node::Term(term) if term.field.is_name() => out.push(Rejection::Name(term.to_string())),
        Node::Term(term) => reject_term(term, evaluator, out),
        Node::Not(inner) => out
            .push(Rejection::LeftOut { rule: node.to_string(), places: places(inner, evaluator) }),
        Node::All(parts) => {
            for part in parts {
                if !evaluator.holds(part) {
                    reject(part, evaluator, out);
                }
            }
        }
        Node::Any(branches) => {
            // The branch that comes closest to matching.
            let near = branches.iter().filter_map(|branch| {
                let words = words(branch, evaluator);
                let mut own = Vec::new();
                reject(branch, evaluator, &mut own);
                (words != Words::Missing).then_some((words, own))
            });
            let nearest = near.max_by_key(|(words, own)| (*words, std::cmp::Reverse(own.len())));
            out.extend(nearest.map(|(_, own)| own).unwrap_or_default());
        }
        Node::Near(near) => reject_near(near, evaluator, out),
        Node::Kind(..) => out.push(Rejection::Kind(evaluator.item.kind)),
        Node::MinScore(wanted, _) => {
            out.push(Rejection::Score { wanted: *wanted, score: evaluator.item.score });
        }
    }
}

fn reject_term(term: &Term, evaluator: &mut Evaluator<'_>, out: &mut Vec<Rejection>) {
    let mut refused = Vec::new();
    evaluator.examine(term, true, &mut |place, why| {
        refused.extend(why.map(|why| (why, place)));
        refused.len() >= MAX_PLACES
    });
    reject_words(&term.to_string(), &refused, out);
}

fn reject_near(near: &Near, evaluator: &mut Evaluator<'_>, out: &mut Vec<Rejection>) {
    let mut sides = [Vec::new(), Vec::new()];
    for (terms, places) in [&near.left, &near.right].into_iter().zip(&mut sides) {
        evaluator.places(terms, places);
        if places.is_empty() {
            terms.iter().for_each(|term| reject_term(term, evaluator, out));
        }
    }
    let [left, right] = sides;
    if !left.is_empty() && !right.is_empty() {
        let mut nearest: Option<usize> = None;
        let (item, folded) = (evaluator.item, evaluator.main);
        apart(item, folded, &left, &right, &mut |_, _, words| {
            nearest = Some(nearest.map_or(words, |so_far| so_far.min(words)));
        });
        out.push(Rejection::TooFar { rule: near.to_string(), words: nearest });
    }
}
