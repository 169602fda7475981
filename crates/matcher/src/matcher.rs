//! Searching items for the keywords of many watches at once.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use crate::index::{Entry, ScopeIndex, scopes_of};
use crate::keyword_search::KeywordSearch;
use crate::keywords::Wanted;
use crate::queries::{QuerySet, QueryWork};
use crate::query::is_exactly;
use crate::text::{Case, FoldedText, fold_keyword};
use crate::whole_words::Run;
use crate::word::is_whole_word;
use crate::{Field, Item, Match, Rule, Span, Watch, WatchId};

const ANYWHERE: Wanted = Wanted {
    whole_words_only: false,
    scopes: u8::MAX,
};
const WHOLE_WORDS: Wanted = Wanted {
    whole_words_only: true,
    scopes: 0,
};

/// A set of watches, ready to search items.
///
/// Building takes time in proportion to the keywords; searching takes one pass over the item,
/// whatever their number. A `Matcher` never changes and can be shared between threads. For a set
/// that changes see [`LiveMatcher`](crate::LiveMatcher).
#[derive(Debug)]
pub struct Matcher {
    keywords: KeywordSearch,
    index: ScopeIndex<Entry>,
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
    hits: Vec<u64>,
    runs: Vec<Run>,
    /// The occurrences of one keyword.
    occurrences: Vec<Occurrence>,
    lower: String,
    exact: FoldedText,
    queries: QueryWork,
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
        let mut numbers: HashMap<Vec<u8>, usize> = HashMap::new();
        let mut number = |folded: Vec<u8>| {
            let next = numbers.len();
            *numbers.entry(folded).or_insert(next)
        };
        let (mut literal, mut with_query) = (Vec::new(), Vec::new());
        for watch in watches {
            match watch.rule() {
                Rule::Literal(keyword) => {
                    literal.push((number(fold_keyword(keyword, Case::Fold)), watch));
                }
                Rule::Query(_) => with_query.push(watch),
            }
        }
        let watches = literal.len() + with_query.len();
        let mut anchors = Vec::new();
        let queries = QuerySet::build(with_query.into_iter(), &mut |text| {
            let anchor = number(text.to_vec());
            anchors.push(anchor);
            anchor
        });
        let anywhere = literal.iter().filter(|(_, w)| !w.filters().whole_word_only);
        let mut wanted = vec![WHOLE_WORDS; numbers.len()];
        for (keyword, _) in anywhere {
            wanted[*keyword].whole_words_only = false;
        }
        let mut keywords = vec![Vec::new(); numbers.len()];
        for (keyword, number) in numbers {
            keywords[number] = keyword;
        }
        let index = ScopeIndex::build(literal, keywords.len(), Watch::scope, Entry::new);
        for (keyword, wanted) in wanted.iter_mut().enumerate() {
            wanted.scopes = index.scopes(keyword);
        }
        // Queries are asked themselves, and their anchors can stand inside words.
        for anchor in anchors {
            wanted[anchor] = ANYWHERE;
        }
        Matcher {
            keywords: KeywordSearch::build(&keywords, |number| wanted[number]),
            watches,
            index,
            queries: queries.finish(keywords.len()),
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
            if occurrences
                .iter_mut()
                .any(|occurrence| admits(entry, item, occurrence, exact))
            {
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
        mut candidate: impl FnMut(&Entry, &mut [Occurrence], &mut FoldedText),
    ) {
        let Work {
            hits,
            runs,
            occurrences,
            lower,
            exact,
            queries,
        } = work;
        let subreddit = self.index.subreddit(item.subreddit, lower);
        let with_queries = !self.queries.is_empty();
        let queried = with_queries
            .then(|| self.queries.subreddit(item, queries))
            .flatten();
        hits.clear();
        let wanted = |keyword| {
            self.index.has_entries(keyword, subreddit)
                || (with_queries && self.queries.has_anchor(keyword, queried))
        };
        self.keywords.scan(
            folded.bytes(),
            runs,
            scopes_of(subreddit),
            wanted,
            |keyword, end| {
                hits.push((keyword as u64) << 32 | end as u64);
            },
        );
        hits.sort_unstable();
        for group in hits.chunk_by(|a, b| a >> 32 == b >> 32) {
            let keyword = (group[0] >> 32) as usize;
            if with_queries {
                self.queries.nominate(keyword, queried, queries);
                if !self.index.has_entries(keyword, subreddit) {
                    continue;
                }
            }
            let length = self.keywords.length(keyword);
            occurrences.clear();
            let ends = group.iter().map(|hit| (hit & u64::from(u32::MAX)) as usize);
            occurrences.extend(ends.filter_map(|end| folded.occurrence(end, length)));
            if occurrences.is_empty() {
                continue;
            }
            for entry in self.index.entries(keyword, subreddit) {
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
    entry: &Entry,
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

/// Whether a watch's filters admit an occurrence of its folded keyword.
pub(crate) fn admits(
    entry: &Entry,
    item: &Item<'_>,
    found: &mut Occurrence,
    folder: &mut FoldedText,
) -> bool {
    if entry.titles_only && found.field != Field::Title {
        return false;
    }
    let text = item.text(found.field);
    if let Some(exact) = entry.exact()
        && !is_exactly(&text[found.span.range()], exact, folder)
    {
        return false;
    }
    let span = found.span;
    !entry.whole_word
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
