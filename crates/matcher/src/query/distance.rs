//! The number of words between two places of a text.

use crate::item::{Field, Item, Place, sort_places};
use crate::text::{FoldedItem, is_unspaced};

/// Calls `see` for every place of either side with the nearest place of the other side in the same
/// field that does not overlap it, and the number of words between them: 1 for neighbours. In a
/// field with markup the words are counted in the text as written and as a reader sees it, and the
/// smaller number counts: either may have words that the other lacks.
///
/// Takes O(n log n) for n places.
pub(crate) fn apart(
    item: &Item<'_>,
    folded: &FoldedItem,
    left: &[Place],
    right: &[Place],
    see: &mut dyn FnMut(Place, Place, usize),
) {
    for field in [Field::Title, Field::Body, Field::Flair, Field::Url] {
        let of_field = |places: &[Place]| -> Vec<Place> {
            places.iter().copied().filter(|found| found.field == field).collect()
        };
        let (left, right) = (of_field(left), of_field(right));
        if left.is_empty() || right.is_empty() {
            continue;
        }
        let words = Words {
            written: begins(item.text(field)),
            shown: folded.shown(field).map(|shown| {
                let begins = begins(shown.text.text()).into_iter();
                begins.map(|at| shown.text.source_start(at)).collect()
            }),
        };
        nearest(&words, &left, right.clone(), see);
        nearest(&words, &right, left, see);
    }
}

fn nearest(
    words: &Words,
    ones: &[Place],
    mut others: Vec<Place>,
    see: &mut dyn FnMut(Place, Place, usize),
) {
    sort_places(&mut others, &|a, b| a.span.start.cmp(&b.span.start));
    let mut by_end = others.clone();
    sort_places(&mut by_end, &|a, b| a.span.end.cmp(&b.span.end));
    for one in ones {
        let after = others.partition_point(|other| other.span.start < one.span.end);
        let before = by_end.partition_point(|other| other.span.end <= one.span.start);
        let after = others.get(after).map(|other| (words.between(*one, *other), *other));
        let before = before.checked_sub(1).map(|n| (words.between(by_end[n], *one), by_end[n]));
        if let Some((distance, other)) = after.into_iter().chain(before).min_by_key(|near| near.0) {
            see(*one, other, distance);
        }
    }
}

/// The positions in the source at which the words of a field begin.
struct Words {
    written: Vec<usize>,
    /// The words that a reader sees, if the field has markup.
    shown: Option<Vec<usize>>,
}

impl Words {
    /// Returns the number of words from the end of one place to the beginning of a later one.
    fn between(&self, one: Place, later: Place) -> usize {
        let between = |begins: &Vec<usize>| {
            let number = |at: usize| begins.partition_point(|begin| *begin <= at);
            number(later.span.start) - number(one.span.end.saturating_sub(1))
        };
        let written = between(&self.written);
        let shown = self.shown.as_ref().map(between);
        shown.map_or(written, |shown| shown.min(written))
    }
}

/// Returns the positions at which the words of a text begin.
///
/// Words are separated by white space and have a letter or digit; in scripts without spaces every
/// character is a word.
fn begins(text: &str) -> Vec<usize> {
    let mut begins = Vec::new();
    let mut run = None;
    for (at, c) in text.char_indices() {
        if c.is_whitespace() {
            run = None;
        } else if is_unspaced(c) {
            begins.push(at);
            run = None;
        } else {
            let (begin, counted) = run.unwrap_or((at, false));
            if !counted && c.is_alphanumeric() {
                begins.push(begin);
            }
            run = Some((begin, counted || c.is_alphanumeric()));
        }
    }
    begins
}
