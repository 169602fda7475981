//! Watches that nothing can match.

use super::remark::NeverMatches;
use crate::item::{Kind, REDDIT, site_of};
use crate::query::{Conjunction, Near, Node, Term, TermField, WHOLE, implied};
use crate::watch::Watch;

/// Returns the reason why the parts of a query cannot all hold at once, if there is one.
pub(super) fn never(way: &Conjunction<'_>, watch: &Watch) -> Option<NeverMatches> {
    let filters = watch.filters();
    let (mut posts, mut comments) =
        (filters.include_posts, filters.include_comments && !filters.match_titles_only);
    let mut wanted: Vec<&Term> = Vec::new();
    for (node, holds) in way {
        match node {
            Node::Term(term) if *holds => wanted.push(term),
            Node::Kind(kind, _) => {
                let only_posts = (*kind == Kind::Post) == *holds;
                posts &= only_posts;
                comments &= !only_posts;
            }
            Node::Near(near) if *holds && across_fields(near) => {
                return Some(NeverMatches::NearAcrossFields(near.to_string()));
            }
            _ => (),
        }
    }
    for term in &wanted {
        comments &= term.field != TermField::Title;
        if term.field == TermField::Body && filters.match_titles_only {
            return Some(NeverMatches::BodyOfTitlesOnly);
        }
        if is_whole_name(term) && !name_possible(term, &wanted, watch) {
            return Some(NeverMatches::Names(term.to_string()));
        }
    }
    if !posts && !comments {
        return Some(NeverMatches::NoKind);
    }
    let left_out = way.iter().filter(|(_, holds)| !holds);
    let mut left_out = left_out.filter_map(|(node, _)| match node {
        Node::Term(term) => Some(term),
        _ => None,
    });
    left_out.find_map(|out| {
        // If case matters, a word may be present in a spelling that the other term does not cover.
        let covered = |term: &&&Term| {
            implied(out, term) && (!filters.case_sensitive || out.exact == term.exact)
        };
        let asked = wanted.iter().find(covered)?;
        Some(NeverMatches::Contradiction(asked.to_string(), format!("-{out}")))
    })
}

fn is_whole_name(term: &Term) -> bool {
    term.field.is_name() && term.form == WHOLE
}

/// Returns whether an item can be by this author, in this subreddit or on this site.
fn name_possible(term: &Term, wanted: &[&Term], watch: &Watch) -> bool {
    let (name, exclusions) = (&term.text, watch.exclusions());
    let on_site = |place: &str| site_of(place).eq_ignore_ascii_case(name);
    let same = |other: &&&Term| match (term.field, other.field) {
        _ if !is_whole_name(other) => true,
        (TermField::Site, TermField::Sub) => on_site(&other.text),
        (own, field) => own != field || other.text.eq_ignore_ascii_case(name),
    };
    let looked_at = match term.field {
        TermField::Sub => watch.scope().contains(name) && !exclusions.leave_out_subreddit(name),
        TermField::Site => {
            let mut named = watch.scope().named();
            (watch.scope().has_every_subreddit() && name == REDDIT)
                || named.any(|place| on_site(place) && !exclusions.leave_out_subreddit(place))
        }
        _ => !exclusions.leave_out_author(name),
    };
    looked_at && wanted.iter().filter(|other| !same(other)).count() == 0
}

/// Returns whether the two sides have no field in common.
fn across_fields(near: &Near) -> bool {
    let fields = |terms: &[Term]| {
        let bits = terms.iter().map(|term| match term.field {
            TermField::Text => 0b0011,
            TermField::Title => 0b0001,
            TermField::Body => 0b0010,
            TermField::Flair => 0b0100,
            _ => 0b1000,
        });
        bits.fold(0, |all, one| all | one)
    };
    fields(&near.left) & fields(&near.right) == 0
}
