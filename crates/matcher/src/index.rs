//! Which watches a found keyword belongs to, for an item of a given subreddit.
//!
//! A popular keyword has many watches, most of them on a few subreddits each. They are laid out so
//! that an item meets only those on its own subreddit and those on all.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;

use crate::exclusions::Exclusions;
use crate::query::Strictness;
use crate::text::{Case, fold_keyword};
use crate::{Item, Kind, Rule, Scope, Watch, WatchId};

/// One watch in the form in which it is checked.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) id: WatchId,
    pub(crate) titles_only: bool,
    pub(crate) whole_word: bool,
    posts: bool,
    comments: bool,
    /// The keyword's compared form with its case, where case matters.
    pub(crate) exact: Option<Box<[u8]>>,
    case_sensitive: bool,
    excluded: Option<Box<Exclusions>>,
}

impl Entry {
    pub(crate) fn new(watch: &Watch) -> Self {
        let filters = watch.filters();
        Entry {
            id: watch.id(),
            titles_only: filters.match_titles_only,
            whole_word: filters.whole_word_only,
            posts: filters.include_posts,
            comments: filters.include_comments && !filters.match_titles_only,
            exact: match watch.rule() {
                Rule::Literal(keyword) if filters.case_sensitive => {
                    Some(fold_keyword(keyword, Case::Keep).into_boxed_slice())
                }
                _ => None,
            },
            case_sensitive: filters.case_sensitive,
            excluded: (!watch.exclusions().is_empty())
                .then(|| Box::new(watch.exclusions().clone())),
        }
    }

    /// Whether the watch looks at items of this kind, and does not pass over this one.
    pub(crate) fn includes(&self, item: &Item<'_>) -> bool {
        let excluded = self.excluded.as_deref();
        self.includes_kind(item.kind) && excluded.is_none_or(|excluded| !excluded.leave_out(item))
    }

    pub(crate) fn includes_kind(&self, kind: Kind) -> bool {
        match kind {
            Kind::Post => self.posts,
            Kind::Comment => self.comments,
        }
    }

    pub(crate) fn excluded(&self) -> Option<&Exclusions> {
        self.excluded.as_deref()
    }

    pub(crate) fn strictness(&self) -> Strictness {
        Strictness {
            titles_only: self.titles_only,
            case_sensitive: self.case_sensitive,
        }
    }
}

/// A subreddit that some watch names, by number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SubredditNumber(u32);

/// Watches, each as an `E`, by keyword number and subreddit.
#[derive(Debug)]
pub(crate) struct ScopeIndex<E> {
    /// All entries of watches on every subreddit, by keyword.
    everywhere: Vec<E>,
    /// Keyword number k owns `everywhere[everywhere_ends[k - 1]..everywhere_ends[k]]`.
    everywhere_ends: Vec<u32>,
    /// Entries of watches on some subreddits, one for each watch.
    scoped: Vec<E>,
    /// Positions in `scoped`, grouped by subreddit and keyword.
    scoped_order: Vec<u32>,
    /// Ranges of `scoped_order`.
    places: HashMap<Place, Range<u32>, BuildHasherDefault<PlaceHasher>>,
    /// Lower-case names.
    subreddits: HashMap<Box<str>, u32>,
}

impl<E> Default for ScopeIndex<E> {
    fn default() -> Self {
        ScopeIndex {
            everywhere: Vec::new(),
            everywhere_ends: Vec::new(),
            scoped: Vec::new(),
            scoped_order: Vec::new(),
            places: HashMap::default(),
            subreddits: HashMap::new(),
        }
    }
}

impl<E> ScopeIndex<E> {
    /// Takes the watches with the numbers of their keywords, which count from 0 to below
    /// `keywords`.
    pub(crate) fn build<'a, W: Copy>(
        mut watches: Vec<(usize, W)>,
        keywords: usize,
        scope: impl Fn(W) -> &'a Scope,
        entry: impl Fn(W) -> E,
    ) -> Self {
        watches.sort_by_key(|(keyword, _)| *keyword);
        let mut index = ScopeIndex::default();
        let mut pairs: Vec<(Place, u32)> = Vec::new();
        for (keyword, watch) in watches {
            index
                .everywhere_ends
                .resize(keyword, index.everywhere.len() as u32);
            match scope(watch) {
                Scope::All => index.everywhere.push(entry(watch)),
                Scope::Only(names) => {
                    let position = index.scoped.len() as u32;
                    index.scoped.push(entry(watch));
                    for name in names {
                        let subreddit = index.number(name.as_str());
                        pairs.push((Place::new(keyword, subreddit), position));
                    }
                }
            }
        }
        index
            .everywhere_ends
            .resize(keywords, index.everywhere.len() as u32);
        pairs.sort_unstable();
        for group in pairs.chunk_by(|a, b| a.0 == b.0) {
            let begin = index.scoped_order.len() as u32;
            index
                .scoped_order
                .extend(group.iter().map(|(_, position)| position));
            index
                .places
                .insert(group[0].0, begin..index.scoped_order.len() as u32);
        }
        index
    }

    fn number(&mut self, name: &str) -> SubredditNumber {
        let next = self.subreddits.len() as u32;
        let name = name.to_ascii_lowercase().into_boxed_str();
        SubredditNumber(*self.subreddits.entry(name).or_insert(next))
    }

    /// The subreddit's number, if any watch names it. `lower` is room to work in.
    pub(crate) fn subreddit(&self, name: &str, lower: &mut String) -> Option<SubredditNumber> {
        if self.subreddits.is_empty() {
            return None;
        }
        lower.clear();
        lower.push_str(name);
        lower.make_ascii_lowercase();
        self.subreddits
            .get(lower.as_str())
            .copied()
            .map(SubredditNumber)
    }

    /// The watches with this keyword that look in this subreddit.
    pub(crate) fn entries(
        &self,
        keyword: usize,
        subreddit: Option<SubredditNumber>,
    ) -> impl Iterator<Item = &E> {
        let scoped = self.scoped_range(keyword, subreddit);
        let scoped = self.scoped_order[scoped]
            .iter()
            .map(|position| &self.scoped[*position as usize]);
        self.everywhere[self.everywhere_range(keyword)]
            .iter()
            .chain(scoped)
    }

    /// Whether [`Self::entries`] would give any.
    pub(crate) fn has_entries(&self, keyword: usize, subreddit: Option<SubredditNumber>) -> bool {
        !self.everywhere_range(keyword).is_empty()
            || !self.scoped_range(keyword, subreddit).is_empty()
    }

    fn everywhere_range(&self, keyword: usize) -> Range<usize> {
        let begin = keyword
            .checked_sub(1)
            .map_or(0, |before| self.everywhere_ends[before]);
        begin as usize..self.everywhere_ends[keyword] as usize
    }

    fn scoped_range(&self, keyword: usize, subreddit: Option<SubredditNumber>) -> Range<usize> {
        let place = subreddit.and_then(|number| self.places.get(&Place::new(keyword, number)));
        place.map_or(0..0, |range| range.start as usize..range.end as usize)
    }
}

/// A subreddit and a keyword, packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Place(u64);

impl Place {
    fn new(keyword: usize, subreddit: SubredditNumber) -> Self {
        Place(u64::from(subreddit.0) << 32 | keyword as u64)
    }
}

/// Numbers that we give out ourselves need no protection against chosen collisions, and this
/// lookup is made for every keyword found.
#[derive(Default)]
struct PlaceHasher(u64);

impl Hasher for PlaceHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u64(&mut self, n: u64) {
        // Fibonacci hashing; the table uses the high and the low bits.
        let mixed = (self.0 ^ n).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = mixed ^ (mixed >> 32);
    }
}
