//! Whether a query matches an item, and by which places.

use std::cmp::Ordering;

use super::ast::{Form, Near, Node, Place, Term};
use super::distance::apart;
use crate::grams::Grams;
use crate::matcher::FoldedItem;
use crate::text::FoldedText;
use crate::word::{begins_word, ends_word};
use crate::{Field, Item, Span};

/// How many places of one term in one item are shown, and taken into account for `NEAR`. It bounds
/// the work that a hostile item can make.
pub(super) const MAX_PLACES: usize = 1_000;

/// A place in an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Found {
    pub(crate) field: Field,
    pub(crate) span: Span,
}

/// Sorts places. One copy of a sort takes some 3 KB in the browser's build, so all share this one.
pub(crate) fn sort_places(places: &mut [Found], order: &dyn Fn(&Found, &Found) -> Ordering) {
    places.sort_unstable_by(order);
}

/// Why a text that stands in an item does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Refused {
    /// It stands in the body, and the watch looks in titles only.
    OutsideTitle,
    /// It stands in another field than the one asked for.
    OtherField,
    /// Its capital and small letters differ.
    Case,
    /// It is a part of a longer word.
    PartOfWord,
}

/// What of a watch's filters bears on single words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Strictness {
    pub(crate) titles_only: bool,
    pub(crate) case_sensitive: bool,
}

/// An item with what is needed to evaluate queries on it.
pub(crate) struct Reader<'a> {
    pub(crate) item: &'a Item<'a>,
    /// Title and body.
    pub(crate) main: &'a FoldedItem,
    /// Of title and body, where an item is searched often enough to be worth it.
    pub(crate) grams: Option<&'a Grams>,
    /// Flair and address.
    pub(crate) side: &'a FoldedItem,
    pub(crate) exact: &'a mut FoldedText,
    pub(crate) strictness: Strictness,
}

impl Reader<'_> {
    /// Whether a query matches.
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

    /// Appends the places that make a part of a query match, which must hold.
    pub(crate) fn collect(&mut self, node: &Node, out: &mut Vec<Found>) {
        match node {
            // A subreddit is not a place in the item.
            Node::Term(term) if term.place == Place::Sub => (),
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

    /// Calls `found` with each place where a term stands and counts, until it says that it has
    /// seen enough, and says whether it did. A subreddit that is the item's is found as an empty
    /// place, since it is no part of the item's text.
    pub(crate) fn find(&mut self, term: &Term, found: &mut dyn FnMut(Found) -> bool) -> bool {
        self.examine(term, false, &mut |place, refused| {
            refused.is_none() && found(place)
        })
    }

    /// As [`Reader::find`], with the places that do not count as well; with `everywhere` also
    /// those in fields that are not asked for.
    pub(crate) fn examine(
        &mut self,
        term: &Term,
        everywhere: bool,
        found: &mut dyn FnMut(Found, Option<Refused>) -> bool,
    ) -> bool {
        if term.place.is_name() {
            return name_holds(term, self.item) && found(name_place(term, self.item), None);
        }
        let fields: &[Field] = match term.place {
            Place::Flair => &[Field::Flair],
            Place::Url => &[Field::Url],
            _ if !self.may_hold(term) => return false,
            _ => self.item.searched(),
        };
        for field in fields {
            let refused = self.field_refuses(term.place, *field);
            if (refused.is_none() || everywhere) && self.in_field(term, *field, refused, found) {
                return true;
            }
        }
        false
    }

    /// Whether the text of a term may be in the item.
    fn may_hold(&self, term: &Term) -> bool {
        let in_text = matches!(term.place, Place::Text | Place::Title | Place::Body);
        // A pattern has no needle, which may be anywhere.
        let absent = |grams: &Grams| in_text && !grams.may_hold(term.needle.bytes());
        !self.grams.is_some_and(absent)
    }

    fn field_refuses(&self, place: Place, field: Field) -> Option<Refused> {
        match (place, field) {
            (Place::Title, Field::Body) | (Place::Body, Field::Title) => Some(Refused::OtherField),
            (_, Field::Body) if self.strictness.titles_only => Some(Refused::OutsideTitle),
            _ => None,
        }
    }

    fn in_field(
        &mut self,
        term: &Term,
        field: Field,
        refused: Option<Refused>,
        found: &mut dyn FnMut(Found, Option<Refused>) -> bool,
    ) -> bool {
        let text = self.item.text(field);
        let case_sensitive = self.strictness.case_sensitive || term.form == Form::Exact;
        if let Some(pattern) = &term.pattern {
            return pattern.find(text, case_sensitive, &mut |span| {
                found(Found { field, span }, refused)
            });
        }
        let folded = match field {
            Field::Flair | Field::Url => self.side,
            _ => self.main,
        };
        let exact = &mut *self.exact;
        let range = folded.range(field);
        let begin = range.start;
        term.needle.find(&folded.bytes()[range], &mut |end| {
            let Some(span) = folded.span(begin + end, term.needle.len()) else {
                return false;
            };
            let refused = refused.or_else(|| {
                if case_sensitive && !is_exactly(&text[span.range()], &term.exact, exact) {
                    Some(Refused::Case)
                } else if !ends_fit(term.form, text, span) {
                    Some(Refused::PartOfWord)
                } else {
                    None
                }
            });
            found(Found { field, span }, refused)
        })
    }

    /// The places of both sides that are near enough to one of the other.
    fn near(&mut self, near: &Near) -> Vec<Found> {
        let (mut left, mut right) = (Vec::new(), Vec::new());
        self.places(&near.left, &mut left);
        if !left.is_empty() {
            self.places(&near.right, &mut right);
        }
        let mut close = Vec::new();
        apart(self.item, &left, &right, &mut |one, other, words| {
            if words <= usize::from(near.distance) {
                close.extend([one, other]);
            }
        });
        close
    }

    /// Appends where some terms stand: the first [`MAX_PLACES`] places of each.
    pub(crate) fn places(&mut self, terms: &[Term], out: &mut Vec<Found>) {
        for term in terms {
            let full = out.len() + MAX_PLACES;
            self.find(term, &mut |found| {
                out.push(found);
                out.len() == full
            });
        }
    }
}

/// Whether the ends of a span that are not open are those of words.
fn ends_fit(form: Form, text: &str, span: Span) -> bool {
    match form {
        Form::Words {
            open_start,
            open_end,
        } => (open_start || begins_word(text, span)) && (open_end || ends_word(text, span)),
        Form::Exact | Form::Regex => true,
    }
}

/// Whether a text is the keyword with regard to case.
pub(crate) fn is_exactly(text: &str, keyword: &[u8], folder: &mut FoldedText) -> bool {
    if text.as_bytes() == keyword {
        return true;
    }
    folder.clear();
    folder.push_field(text, crate::text::Case::Keep);
    folder.bytes() == keyword
}

fn name_holds(term: &Term, item: &Item<'_>) -> bool {
    let name = if term.place == Place::Sub {
        item.subreddit
    } else {
        item.author
    };
    if let Some(pattern) = &term.pattern {
        return pattern.find(name, false, &mut |_| true);
    }
    let (name, wanted) = (name.as_bytes(), term.text.as_bytes());
    let same = |a: &[u8]| a.eq_ignore_ascii_case(wanted);
    let open = match term.form {
        Form::Words {
            open_start,
            open_end,
        } => (open_start, open_end),
        _ => (false, false),
    };
    match open {
        (false, false) => same(name),
        (false, true) => name.get(..wanted.len()).is_some_and(same),
        (true, false) => name
            .len()
            .checked_sub(wanted.len())
            .is_some_and(|at| same(&name[at..])),
        (true, true) => name.windows(wanted.len()).any(same),
    }
}

/// Names match as a whole.
fn name_place(term: &Term, item: &Item<'_>) -> Found {
    let (field, end) = match term.place {
        Place::Author => (Field::Author, item.author.len()),
        _ => (Field::Title, 0),
    };
    Found {
        field,
        span: Span { start: 0, end },
    }
}
