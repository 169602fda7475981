//! Evaluates whether a query matches an item, and at which places.

use super::distance::apart;
use super::names::{name_holds, name_place};
use super::node::{Near, Node};
use super::pattern::Pattern;
use super::stopwatch::Stopwatch;
use super::term::{Form, Term, TermField};
use super::word_rejection::WordRejection;
use crate::item::{Field, Item, Place, Span};
use crate::text::{FoldedItem, FoldedText, Trigrams, begins_word, ends_word};

/// The most places of one term in one item that are shown, and that count for `NEAR`. It bounds the
/// work that a hostile item can cause.
pub(super) const MAX_PLACES: usize = 1_000;

/// The part of a watch's filters that applies to single words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Strictness {
    pub(crate) titles_only: bool,
    pub(crate) case_sensitive: bool,
}

/// An item with everything needed to evaluate queries on it.
pub(crate) struct Evaluator<'a> {
    pub(crate) item: &'a Item<'a>,
    /// The folded title and body.
    pub(crate) main: &'a FoldedItem,
    /// The trigrams of title and body, if an item is searched often enough for them to pay off.
    pub(crate) trigrams: Option<&'a Trigrams>,
    /// The folded flair and address.
    pub(crate) metadata: &'a FoldedItem,
    pub(crate) exact: &'a mut FoldedText,
    pub(crate) strictness: Strictness,
    /// Measures the searches for regular expressions, if requested.
    pub(crate) stopwatch: Option<&'a mut Stopwatch>,
}

impl Evaluator<'_> {
    /// Returns whether a query matches.
    pub(crate) fn holds(&mut self, node: &Node) -> bool {
        match node {
            Node::Term(term) => self.may_hold(term) && self.find(term, &mut |_| true),
            Node::Not(inner) => !self.holds(inner),
            Node::All(parts) => parts.iter().all(|part| self.holds(part)),
            Node::Any(branches) => branches.iter().any(|branch| self.holds(branch)),
            Node::Near(near) => !self.near(near).is_empty(),
            Node::Kind(kind, _) => self.item.kind == *kind,
            Node::MinScore(score, _) => self.item.score.is_some_and(|own| own >= *score),
        }
    }

    /// Appends the places that make a part of a query match. The part must hold.
    pub(crate) fn collect(&mut self, node: &Node, out: &mut Vec<Place>) {
        match node {
            // The place where an item was written is not a place in its text.
            Node::Term(term) if term.field.is_place() => (),
            Node::Term(term) => self.places(std::slice::from_ref(term), out),
            Node::All(parts) => parts.iter().for_each(|part| self.collect(part, out)),
            Node::Any(branches) => {
                for branch in branches {
                    if self.holds(branch) {
                        self.collect(branch, out);
                    }
                }
            }
            Node::Near(near) => out.extend(self.near(near)),
            Node::Not(_) | Node::Kind(..) | Node::MinScore(..) => (),
        }
    }

    /// Calls `found` with each place at which a term occurs and counts, until `found` returns true,
    /// and returns whether it did. A subreddit or site that is the item's is found as an empty
    /// place, since it is not part of the item's text.
    pub(crate) fn find(&mut self, term: &Term, found: &mut dyn FnMut(Place) -> bool) -> bool {
        self.examine(term, false, &mut |place, refused| refused.is_none() && found(place))
    }

    /// Like [`Evaluator::find`], but also reports the places that do not count and, with
    /// `everywhere`, those in fields that the term does not ask for.
    pub(crate) fn examine(
        &mut self,
        term: &Term,
        everywhere: bool,
        found: &mut dyn FnMut(Place, Option<WordRejection>) -> bool,
    ) -> bool {
        if term.field.is_name() {
            return name_holds(term, self.item) && found(name_place(term, self.item), None);
        }
        let fields: &[Field] = match term.field {
            TermField::Flair => &[Field::Flair],
            TermField::Url => &[Field::Url],
            _ if !self.may_hold(term) => return false,
            _ => self.item.searched(),
        };
        for field in fields {
            let refused = self.field_refuses(term.field, *field);
            if (refused.is_none() || everywhere) && self.in_field(term, *field, refused, found) {
                return true;
            }
        }
        false
    }

    /// Returns whether the text of a term may be in the item.
    fn may_hold(&self, term: &Term) -> bool {
        let in_text = matches!(term.field, TermField::Text | TermField::Title | TermField::Body);
        // A pattern has an empty needle, which may be anywhere.
        let absent = |trigrams: &Trigrams| {
            in_text && !term.needles().any(|needle| trigrams.may_hold(needle.bytes()))
        };
        !self.trigrams.is_some_and(absent)
    }

    fn field_refuses(&self, wanted: TermField, field: Field) -> Option<WordRejection> {
        match (wanted, field) {
            (TermField::Title, Field::Body) | (TermField::Body, Field::Title) => {
                Some(WordRejection::OtherField)
            }
            (_, Field::Body) if self.strictness.titles_only => Some(WordRejection::OutsideTitle),
            _ => None,
        }
    }

    fn in_field(
        &mut self,
        term: &Term,
        field: Field,
        refused: Option<WordRejection>,
        found: &mut dyn FnMut(Place, Option<WordRejection>) -> bool,
    ) -> bool {
        let folded = match field {
            Field::Flair | Field::Url => self.metadata,
            _ => self.main,
        };
        let written = self.item.text(field);
        let shown = folded.shown(field);
        if let Some(pattern) = &term.pattern {
            let in_written = &mut |span| found(Place { field, span }, refused);
            return self.in_text(term, pattern, written, in_written)
                || shown.is_some_and(|shown| {
                    self.in_text(term, pattern, shown.text.text(), &mut |span| {
                        let span = shown.text.source_span(span);
                        found(Place { field, span }, refused)
                    })
                });
        }
        let case_sensitive = self.is_case_sensitive(term);
        let exact = &mut *self.exact;
        let shown = shown.map_or(&[][..], |shown| &shown.ranges).iter().cloned();
        std::iter::once(folded.range(field)).chain(shown).any(|range| {
            let begin = range.start;
            term.needles().any(|needle| {
                needle.find(&folded.bytes()[range.clone()], &mut |end| {
                    let Some(place) = folded.place(begin + end, needle.len()) else {
                        return false;
                    };
                    let (text, span) = folded.text_of(self.item, &place);
                    let address = folded.address_place(self.item, &place, term.ends);
                    let as_typed = (&*term.exact, term.ends);
                    let refused = refused.or_else(|| {
                        if case_sensitive && !folded.is_exactly(self.item, &place, as_typed, exact)
                        {
                            Some(WordRejection::Case)
                        } else if address.is_none() || !ends_fit(term.form, text, span) {
                            Some(WordRejection::PartOfWord)
                        } else {
                            None
                        }
                    });
                    found(address.unwrap_or(place).place(), refused)
                })
            })
        })
    }

    fn is_case_sensitive(&self, term: &Term) -> bool {
        self.strictness.case_sensitive || term.form == Form::Exact
    }

    /// Calls `found` with the places of a term's pattern in a text.
    fn in_text(
        &mut self,
        term: &Term,
        pattern: &Pattern,
        text: &str,
        found: &mut dyn FnMut(Span) -> bool,
    ) -> bool {
        let case_sensitive = self.is_case_sensitive(term);
        let mut search = || pattern.find(text, case_sensitive, found);
        match self.stopwatch.as_deref_mut() {
            Some(stopwatch) => stopwatch.measure(term.at.0, text.len(), search),
            None => search(),
        }
    }

    /// Returns the places of both sides that are near enough to a place of the other side.
    fn near(&mut self, near: &Near) -> Vec<Place> {
        let (mut left, mut right) = (Vec::new(), Vec::new());
        self.places(&near.left, &mut left);
        if !left.is_empty() {
            self.places(&near.right, &mut right);
        }
        let mut close = Vec::new();
        apart(self.item, self.main, &left, &right, &mut |one, other, words| {
            if words <= usize::from(near.distance) {
                close.extend([one, other]);
            }
        });
        close
    }

    /// Appends the places of some terms, at most the first [`MAX_PLACES`] of each.
    pub(crate) fn places(&mut self, terms: &[Term], out: &mut Vec<Place>) {
        for term in terms {
            let full = out.len() + MAX_PLACES;
            self.find(term, &mut |found| {
                out.push(found);
                out.len() == full
            });
        }
    }
}

/// Returns whether the ends of a span that are not open are the ends of words.
fn ends_fit(form: Form, text: &str, span: Span) -> bool {
    match form {
        Form::Words { open_start, open_end } => {
            (open_start || begins_word(text, span)) && (open_end || ends_word(text, span))
        }
        Form::Exact | Form::Regex => true,
    }
}
