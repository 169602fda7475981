//! Searching items for the keywords of many watches at once.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use crate::entry::{Entry, Rares};
use crate::keyword_search::{KeywordSearch, Wanted};
use crate::keywords::Distinct;
use crate::queries::{QuerySet, QueryWork};
use crate::query::is_exactly;
use crate::records::{Records, scopes_of};
use crate::runs::Run;
use crate::text::{Case, FoldedText, fold_keyword};
use crate::word::is_whole_word;
use crate::{Field, Item, Match, Rule, Span, Watch, WatchId};

/// A set of watches, ready to search items.
///
/// Building takes time in proportion to the keywords; searching takes one pass over the item,
/// whatever their number. A `Matcher` never changes and can be shared between threads. For a set
/// that changes see [`LiveMatcher`](crate::LiveMatcher).
#[derive(Debug)]
pub struct Matcher {
    search: KeywordSearch,
    records: Records,
    rares: Rares,
    queries: QuerySet,
    watches: usize,
}

/// Room to work in, kept between searches so that they need no allocation.
#[derive(Debug, Default)]
pub struct Scratch {
    pub(crate) folded: FoldedItem,
    pub(crate) work: Work,
}

impl Scratch {
    /// Fresh room; it grows with use.
    pub fn new() -> Self {
        Scratch::default()
    }
}

/// Two fields of an item in folded form.
#[derive(Clone, Debug, Default)]
pub(crate) struct FoldedItem {
    text: FoldedText,
    /// Where the last field begins.
    last: usize,
    /// Flair and address; otherwise what is searched in an item of its kind.
    side: bool,
}

impl FoldedItem {
    pub(crate) fn fold(&mut self, item: &Item<'_>) {
        self.text.clear();
        self.side = false;
        for field in item.searched() {
            self.last = self.text.push_field(item.text(*field), Case::Fold);
        }
    }

    /// As [`FoldedItem::fold`], of what only queries look at.
    pub(crate) fn fold_side(&mut self, item: &Item<'_>) {
        self.text.clear();
        self.side = true;
        self.text.push_field(item.flair, Case::Fold);
        self.last = self.text.push_field(item.url, Case::Fold);
    }

    /// Where a field lies in the folded bytes. The title of a comment is empty.
    pub(crate) fn range(&self, field: Field) -> Range<usize> {
        match field {
            Field::Title | Field::Flair => 0..self.last.saturating_sub(1),
            _ => self.last..self.text.bytes().len(),
        }
    }

    /// The original bytes of a place that ends at `end` in the folded ones, if it is whole
    /// characters of the original.
    pub(crate) fn span(&self, end: usize, length: usize) -> Option<Span> {
        self.text.span(end - length..end)
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        self.text.bytes()
    }

    /// The occurrences of one keyword by their ends in the low halves of `hits`.
    pub(crate) fn occurrences(&self, hits: &[u64], length: usize, out: &mut Vec<Occurrence>) {
        out.clear();
        let ends = hits.iter().map(|hit| *hit as u32 as usize);
        out.extend(ends.filter_map(|end| self.occurrence(end, length)));
    }

    /// An occurrence by its place in the folded bytes, if it is whole characters of the original.
    pub(crate) fn occurrence(&self, end: usize, length: usize) -> Option<Occurrence> {
        let start = end - length;
        let field = match (start < self.last, self.side) {
            (true, false) => Field::Title,
            (false, false) => Field::Body,
            (true, true) => Field::Flair,
            (false, true) => Field::Url,
        };
        Some(Occurrence {
            field,
            span: self.span(end, length)?,
            whole_word: None,
        })
    }
}

impl Occurrence {
    pub(crate) fn field(&self) -> Field {
        self.field
    }

    pub(crate) fn span(&self) -> Span {
        self.span
    }
}

#[derive(Debug, Default)]
pub(crate) struct Work {
    /// Keyword number and end of each occurrence, packed so that they sort by both.
    pub(crate) hits: Vec<u64>,
    runs: Vec<Run>,
    /// The occurrences of one keyword.
    pub(crate) occurrences: Vec<Occurrence>,
    lower: String,
    pub(crate) exact: FoldedText,
    pub(crate) queries: QueryWork,
}

#[derive(Debug)]
pub(crate) struct Occurrence {
    field: Field,
    span: Span,
    /// Found out when first asked for.
    whole_word: Option<bool>,
}

impl Matcher {
    /// Prepares a set of watches. Of two with the same id the later one counts.
    pub fn build(watches: impl IntoIterator<Item = Watch>) -> Self {
        let watches: BTreeMap<_, _> = watches.into_iter().map(|w| (w.id(), w)).collect();
        Self::from_distinct(watches.values())
    }

    /// As [`Matcher::build`], of watches that are known to have different ids.
    pub(crate) fn from_distinct<'a>(watches: impl IntoIterator<Item = &'a Watch>) -> Self {
        let mut distinct = Distinct::default();
        let (mut literal, mut with_query) = (Vec::new(), Vec::new());
        for watch in watches {
            match watch.rule() {
                Rule::Literal(keyword) => {
                    let number = distinct.number(&fold_keyword(keyword, Case::Fold));
                    literal.push((number, watch));
                }
                Rule::Query(_) => with_query.push(watch),
            }
        }
        let watches = literal.len() + with_query.len();
        let (queries, anchors) = QuerySet::build(with_query.into_iter()).finish();
        let anchors: HashMap<usize, u32> = anchors
            .iter()
            .map(|text| distinct.number(text))
            .zip(0..)
            .collect();
        let keywords = distinct.finish();
        // Queries are asked themselves, and their anchors can stand inside words.
        let mut anywhere = vec![false; keywords.len()];
        let literal_anywhere = literal.iter().filter(|(_, w)| !w.filters().whole_word_only);
        for keyword in literal_anywhere
            .map(|(keyword, _)| keyword)
            .chain(anchors.keys())
        {
            anywhere[*keyword] = true;
        }
        let mut rares = Rares::default();
        let anchor = |keyword| anchors.get(&keyword).copied();
        let (records, addresses) = Records::build(&keywords, literal, anchor, &mut rares);
        rares.shrink();
        let wanted = |keyword: usize| Wanted {
            whole_words_only: !anywhere[keyword],
            at: addresses[keyword],
        };
        Matcher {
            search: KeywordSearch::build(&keywords, wanted),
            records,
            rares,
            queries,
            watches,
        }
    }

    /// The number of watches.
    pub fn len(&self) -> usize {
        self.watches
    }

    /// Whether there is no watch at all.
    pub fn is_empty(&self) -> bool {
        self.watches == 0
    }

    /// Every occurrence of every watch's keyword that the watch's scope and filters admit, ordered
    /// by watch, field and start; of a query that matches, every place that makes it match.
    /// Occurrences of one watch do not overlap: of those that would, the first counts.
    pub fn matches(&self, item: &Item<'_>) -> Vec<Match> {
        let mut out = Vec::new();
        self.matches_into(item, &mut Scratch::new(), &mut out);
        out
    }

    /// As [`Matcher::matches`], without allocating: `out` is cleared and filled.
    pub fn matches_into(&self, item: &Item<'_>, scratch: &mut Scratch, out: &mut Vec<Match>) {
        out.clear();
        scratch.folded.fold(item);
        self.collect_matches(item, &scratch.folded, &mut scratch.work, out);
        out.sort_unstable();
    }

    /// The watches with at least one match, in ascending order. Cheaper than
    /// [`Matcher::matches`] where the places do not matter.
    pub fn matching_watches(&self, item: &Item<'_>) -> Vec<WatchId> {
        let mut out = Vec::new();
        self.matching_watches_into(item, &mut Scratch::new(), &mut out);
        out
    }

    /// As [`Matcher::matching_watches`], without allocating: `out` is cleared and filled.
    pub fn matching_watches_into(
        &self,
        item: &Item<'_>,
        scratch: &mut Scratch,
        out: &mut Vec<WatchId>,
    ) {
        out.clear();
        scratch.folded.fold(item);
        self.collect_watches(item, &scratch.folded, &mut scratch.work, out);
        out.sort_unstable();
    }

    /// Appends matches, those of one watch in order.
    pub(crate) fn collect_matches(
        &self,
        item: &Item<'_>,
        folded: &FoldedItem,
        work: &mut Work,
        out: &mut Vec<Match>,
    ) {
        self.visit(item, folded, work, |entry, occurrences, exact| {
            collect_admitted(entry, item, occurrences, exact, out);
        });
        if !self.queries.is_empty() {
            self.queries
                .collect_matches(item, folded, &mut work.queries, out);
        }
    }

    /// Appends the ids of matching watches, each once.
    pub(crate) fn collect_watches(
        &self,
        item: &Item<'_>,
        folded: &FoldedItem,
        work: &mut Work,
        out: &mut Vec<WatchId>,
    ) {
        self.visit(item, folded, work, |entry, occurrences, exact| {
            if admits_any(entry, item, occurrences, exact) {
                out.push(entry.id);
            }
        });
        if !self.queries.is_empty() {
            self.queries
                .collect_watches(item, folded, &mut work.queries, out);
        }
    }

    /// Shows each literal watch that has the item in its scope the occurrences of its keyword, in
    /// order, and nominates queries.
    fn visit(
        &self,
        item: &Item<'_>,
        folded: &FoldedItem,
        work: &mut Work,
        mut candidate: impl FnMut(Entry<'_>, &mut [Occurrence], &mut FoldedText),
    ) {
        let Work {
            hits,
            runs,
            occurrences,
            lower,
            exact,
            queries,
        } = work;
        let subreddit = self.records.subreddit(item.subreddit, lower);
        let queried = (!self.queries.is_empty())
            .then(|| self.queries.subreddit(item, queries))
            .flatten();
        hits.clear();
        self.search.scan(
            &self.records,
            folded.bytes(),
            runs,
            scopes_of(subreddit),
            |keyword, end| {
                let record = self.records.get(keyword, subreddit);
                if record.has_entries() || record.anchor.is_some() {
                    hits.push(u64::from(keyword) << 32 | end as u64);
                }
            },
        );
        hits.sort_unstable();
        for group in hits.chunk_by(|a, b| a >> 32 == b >> 32) {
            let record = self.records.get((group[0] >> 32) as u32, subreddit);
            if let Some(anchor) = record.anchor {
                self.queries.nominate(anchor, queried, queries);
            }
            if !record.has_entries() {
                continue;
            }
            folded.occurrences(group, record.length, occurrences);
            if occurrences.is_empty() {
                continue;
            }
            for entry in record.entries() {
                let entry = self.rares.unpack(entry);
                if entry.includes(item) {
                    candidate(entry, occurrences, exact);
                }
            }
        }
    }
}

/// Appends the occurrences that a watch's filters admit, leaving out those that overlap an earlier
/// one.
pub(crate) fn collect_admitted(
    entry: Entry<'_>,
    item: &Item<'_>,
    occurrences: &mut [Occurrence],
    exact: &mut FoldedText,
    out: &mut Vec<Match>,
) {
    let mut free_from = (Field::Title, 0);
    for occurrence in occurrences {
        let Occurrence { field, span, .. } = *occurrence;
        if (field, span.start) >= free_from && admits(entry, item, occurrence, exact) {
            free_from = (field, span.end);
            out.push(Match {
                watch: entry.id,
                field,
                span,
            });
        }
    }
}

/// Whether a watch's filters admit any of these occurrences.
pub(crate) fn admits_any(
    entry: Entry<'_>,
    item: &Item<'_>,
    occurrences: &mut [Occurrence],
    exact: &mut FoldedText,
) -> bool {
    occurrences
        .iter_mut()
        .any(|occurrence| admits(entry, item, occurrence, exact))
}

/// Whether a watch's filters admit an occurrence of its folded keyword.
pub(crate) fn admits(
    entry: Entry<'_>,
    item: &Item<'_>,
    found: &mut Occurrence,
    folder: &mut FoldedText,
) -> bool {
    if entry.titles_only() && found.field != Field::Title {
        return false;
    }
    let text = item.text(found.field);
    if let Some(exact) = entry.exact()
        && !is_exactly(&text[found.span.range()], exact, folder)
    {
        return false;
    }
    let span = found.span;
    !entry.whole_word()
        || *found
            .whole_word
            .get_or_insert_with(|| is_whole_word(text, span))
}

impl Default for Matcher {
    /// A matcher without watches.
    fn default() -> Self {
        Matcher::from_distinct([])
    }
}
