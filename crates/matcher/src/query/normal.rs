//! A normal form that shows which queries say the same in other words.

use super::node::Node;
use super::term::{Form, Term, TermField};
use crate::text::{Case, fold_keyword};

/// Returns the normal form of `node` or, if `negated`, of its negation: negations on single terms
/// only, sorted, each part once.
pub(crate) fn normal(node: &Node, negated: bool, case_sensitive: bool) -> String {
    let many = |all: bool| {
        let mut parts = Vec::new();
        flatten(node, negated, all, &mut |part, negated| {
            parts.push(normal(part, negated, case_sensitive));
        });
        parts.sort_unstable();
        parts.dedup();
        match &parts[..] {
            [one] => one.clone(),
            _ => format!("{}({})", if all { "all" } else { "any" }, parts.join(" ")),
        }
    };
    let sign = if negated { "-" } else { "" };
    match node {
        Node::Not(inner) => normal(inner, !negated, case_sensitive),
        Node::All(_) => many(!negated),
        Node::Any(_) => many(negated),
        Node::Term(term) => format!("{sign}{}", term_form(term, case_sensitive)),
        Node::Near(near) => {
            let mut sides = [&near.left, &near.right].map(|side| {
                let mut side: Vec<String> =
                    side.iter().map(|term| term_form(term, case_sensitive)).collect();
                side.sort_unstable();
                side.dedup();
                side.join(" ")
            });
            sides.sort_unstable();
            format!("{sign}near{}({})", near.distance, sides.join("|"))
        }
        other => format!("{sign}{other}"),
    }
}

/// Calls `see` with the parts that one operator joins, looking through redundant groups and
/// negations.
fn flatten(node: &Node, negated: bool, all: bool, see: &mut dyn FnMut(&Node, bool)) {
    match node {
        Node::Not(inner) => flatten(inner, !negated, all, see),
        Node::All(parts) if all != negated => {
            parts.iter().for_each(|part| flatten(part, negated, all, see));
        }
        Node::Any(parts) if all == negated => {
            parts.iter().for_each(|part| flatten(part, negated, all, see));
        }
        other => see(other, negated),
    }
}

fn term_form(term: &Term, case_sensitive: bool) -> String {
    let field = term.field.prefix();
    match term.form {
        _ if term.field.is_name() => {
            format!("{field}{:?}{}", term.form, term.text.to_ascii_lowercase())
        }
        Form::Regex => format!("{field}{case_sensitive}/{}/", term.text),
        Form::Exact => words(field, &term.text, (true, true), true),
        Form::Words { open_start, open_end } => {
            words(field, &term.text, (open_start, open_end), case_sensitive)
        }
    }
}

/// Returns a word or phrase with its ends, in the same form for literal watches and queries.
pub(crate) fn words(field: &str, text: &str, open: (bool, bool), case_sensitive: bool) -> String {
    let case = if case_sensitive { Case::Keep } else { Case::Fold };
    let folded = fold_keyword(text, case);
    let star = |open| if open { "*" } else { "" };
    let mark = if case_sensitive { "=" } else { "" };
    format!("{field}{mark}{}{:?}{}", star(open.0), String::from_utf8_lossy(&folded), star(open.1))
}

/// One way in which a query can match: nodes, each with whether it must hold, all at once.
pub(crate) type Conjunction<'a> = Vec<(&'a Node, bool)>;

/// Returns the ways in which a query can match, each node with whether it must hold; `None` if
/// there are more than `limit`.
pub(crate) fn ways(node: &Node, negated: bool, limit: usize) -> Option<Vec<Conjunction<'_>>> {
    let (parts, all) = match node {
        Node::Not(inner) => return ways(inner, !negated, limit),
        Node::All(parts) => (parts, !negated),
        Node::Any(parts) => (parts, negated),
        leaf => return Some(vec![vec![(leaf, !negated)]]),
    };
    let mut out: Vec<Conjunction<'_>> = if all { vec![Vec::new()] } else { Vec::new() };
    for part in parts {
        let own = ways(part, negated, limit)?;
        if all {
            if out.len() * own.len() > limit {
                return None;
            }
            let joined =
                out.iter().flat_map(|way| own.iter().map(|more| [way.as_slice(), more].concat()));
            out = joined.collect();
        } else {
            out.extend(own);
        }
        if out.len() > limit {
            return None;
        }
    }
    Some(out)
}

/// Returns whether `other` cannot be present without `term`.
pub(crate) fn implied(term: &Term, other: &Term) -> bool {
    let field = term.field == other.field
        || (term.field == TermField::Text
            && matches!(other.field, TermField::Title | TermField::Body));
    if !field || term.ends != other.ends {
        return false;
    }
    match (term.form, other.form) {
        _ if term == other => true,
        (
            Form::Words { open_start, open_end },
            Form::Words { open_start: start, open_end: end },
        ) => {
            if term.field.is_name() {
                return term.text.eq_ignore_ascii_case(&other.text)
                    && open_start >= start
                    && open_end >= end;
            }
            let (needle, whole) = (term.needle.bytes(), other.needle.bytes());
            (needle == whole && open_start >= start && open_end >= end)
                || (open_start
                    && open_end
                    && whole.windows(needle.len()).any(|part| part == needle))
        }
        _ => false,
    }
}
