//! Occurrences of keywords in an item, and those that a watch's filters admit.

use super::entry::Entry;
use crate::item::{Field, Item, Span};
use crate::query::WordRejection;
use crate::text::{FoldedItem, FoldedText, FoundPlace, is_whole_word};
use crate::watch::WatchId;

/// One occurrence of a watch's keyword in an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Match {
    /// The watch whose keyword it is.
    pub watch: WatchId,
    /// The field in which the keyword occurs.
    pub field: Field,
    /// The bytes of the occurrence in that field's original text.
    pub span: Span,
}

/// One occurrence of a keyword, regardless of who watches it.
#[derive(Debug)]
pub(crate) struct Occurrence {
    place: FoundPlace,
    /// Determined when first needed.
    whole_word: Option<bool>,
}

impl Occurrence {
    /// Returns the occurrence at a place in the folded bytes, if it consists of whole characters of
    /// the original.
    pub(crate) fn ending_at(folded: &FoldedItem, end: usize, length: usize) -> Option<Self> {
        Some(Occurrence { place: folded.place(end, length)?, whole_word: None })
    }

    /// Collects the occurrences of one keyword, ordered by place, from their ends in the low halves
    /// of `keyword_ends`.
    pub(crate) fn collect(
        folded: &FoldedItem,
        keyword_ends: &[u64],
        length: usize,
        out: &mut Vec<Occurrence>,
    ) {
        out.clear();
        let ends = keyword_ends.iter().map(|keyword_end| *keyword_end as u32 as usize);
        out.extend(ends.filter_map(|end| Occurrence::ending_at(folded, end, length)));
        Occurrence::order(out);
    }

    /// Sorts occurrences that are in the order of the folded bytes: merges those in the text that a
    /// reader sees into those in the text as written. Both are already in order, and a sort would
    /// take 3 KB in the browser's build.
    pub(super) fn order(occurrences: &mut Vec<Occurrence>) {
        let written = occurrences.partition_point(|found| found.place.shown.is_none());
        if written == occurrences.len() {
            return;
        }
        let shown = occurrences.split_off(written);
        Occurrence::merge(occurrences, shown);
    }

    /// Merges other occurrences in order into these.
    pub(super) fn merge(occurrences: &mut Vec<Occurrence>, others: Vec<Occurrence>) {
        let mut others = others.into_iter().peekable();
        let at = |found: &Occurrence| (found.place.field, found.place.span);
        for found in std::mem::take(occurrences) {
            while let Some(earlier) = others.next_if(|other| at(other) < at(&found)) {
                occurrences.push(earlier);
            }
            occurrences.push(found);
        }
        occurrences.extend(others);
    }

    pub(crate) fn place(&self) -> &FoundPlace {
        &self.place
    }
}

/// Appends the occurrences that a watch's filters admit, except those that overlap an earlier one.
pub(crate) fn collect_admitted(
    entry: Entry<'_>,
    item: &Item<'_>,
    folded: &FoldedItem,
    occurrences: &mut [Occurrence],
    exact: &mut FoldedText,
    out: &mut Vec<Match>,
) {
    let mut free_from = (Field::Title, 0);
    for occurrence in occurrences {
        if let Ok(FoundPlace { field, span, .. }) = admits(entry, item, folded, occurrence, exact)
            && (field, span.start) >= free_from
        {
            free_from = (field, span.end);
            out.push(Match { watch: entry.id, field, span });
        }
    }
}

/// Returns whether a watch's filters admit any of these occurrences.
pub(crate) fn admits_any(
    entry: Entry<'_>,
    item: &Item<'_>,
    folded: &FoldedItem,
    occurrences: &mut [Occurrence],
    exact: &mut FoldedText,
) -> bool {
    occurrences.iter_mut().any(|occurrence| admits(entry, item, folded, occurrence, exact).is_ok())
}

/// Returns the place of an occurrence of a watch's folded keyword, or why the watch's filters do not
/// admit it.
pub(crate) fn admits(
    entry: Entry<'_>,
    item: &Item<'_>,
    folded: &FoldedItem,
    found: &mut Occurrence,
    folder: &mut FoldedText,
) -> Result<FoundPlace, WordRejection> {
    if entry.titles_only() && found.place.field != Field::Title {
        return Err(WordRejection::OutsideTitle);
    }
    if let Some(exact) = entry.exact()
        && !folded.is_exactly(item, &found.place, exact, folder)
    {
        return Err(WordRejection::Case);
    }
    if entry.whole_word() {
        let is_whole = found.whole_word.get_or_insert_with(|| {
            let (text, span) = folded.text_of(item, &found.place);
            is_whole_word(text, span)
        });
        if !*is_whole {
            return Err(WordRejection::PartOfWord);
        }
    }
    let place = folded.address_place(item, &found.place, entry.ends());
    place.ok_or(WordRejection::PartOfWord)
}

/// Sorts matches, and removes those that overlap an earlier one of the same watch, as those of
/// several spellings of its keyword may.
pub(crate) fn sort_matches(matches: &mut Vec<Match>) {
    matches.sort_unstable();
    matches.dedup_by(|later, one| {
        (later.watch, later.field) == (one.watch, one.field) && later.span.start < one.span.end
    });
}

/// Sorts watches, and keeps each once.
pub(crate) fn sort_watches(watches: &mut Vec<WatchId>) {
    watches.sort_unstable();
    watches.dedup();
}
