//! Which watches a found keyword belongs to, for an item of a given subreddit.
//!
//! A popular keyword has many watches, most of them on a few subreddits each. They are laid out so
//! that an item meets only those on its own subreddit and those on all.

use std::collections::HashMap;

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
    case_sensitive: bool,
    /// What most watches do not have.
    rare: Option<Box<Rare>>,
}

#[derive(Clone, Debug)]
struct Rare {
    /// The keyword's compared form with its case, where case matters.
    exact: Option<Box<[u8]>>,
    excluded: Option<Box<Exclusions>>,
}

impl Entry {
    pub(crate) fn new(watch: &Watch) -> Self {
        let filters = watch.filters();
        let exact = match watch.rule() {
            Rule::Literal(keyword) if filters.case_sensitive => {
                Some(fold_keyword(keyword, Case::Keep).into_boxed_slice())
            }
            _ => None,
        };
        let excluded = Some(watch.exclusions()).filter(|excluded| !excluded.is_empty());
        let rare = (exact.is_some() || excluded.is_some()).then(|| {
            let excluded = excluded.cloned().map(Box::new);
            Box::new(Rare { exact, excluded })
        });
        Entry {
            id: watch.id(),
            titles_only: filters.match_titles_only,
            whole_word: filters.whole_word_only,
            posts: filters.include_posts,
            comments: filters.include_comments && !filters.match_titles_only,
            case_sensitive: filters.case_sensitive,
            rare,
        }
    }

    /// Whether the watch looks at items of this kind, and does not pass over this one.
    pub(crate) fn includes(&self, item: &Item<'_>) -> bool {
        self.includes_kind(item.kind)
            && self
                .excluded()
                .is_none_or(|excluded| !excluded.leave_out(item))
    }

    pub(crate) fn includes_kind(&self, kind: Kind) -> bool {
        match kind {
            Kind::Post => self.posts,
            Kind::Comment => self.comments,
        }
    }

    pub(crate) fn excluded(&self) -> Option<&Exclusions> {
        self.rare.as_deref()?.excluded.as_deref()
    }

    /// The keyword's compared form with its case, where case matters.
    pub(crate) fn exact(&self) -> Option<&[u8]> {
        self.rare.as_deref()?.exact.as_deref()
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
    everywhere: Box<[E]>,
    /// Entries of watches on some subreddits, one for each watch.
    scoped: Box<[E]>,
    /// By keyword, subreddit and position.
    places: Box<[Place]>,
    /// Where each keyword's entries in `everywhere` and its places end.
    ends: Box<[Ends]>,
    /// Lower-case names.
    subreddits: HashMap<Box<str>, u32>,
}

/// A subreddit, and a watch that names it by its position in `scoped`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    subreddit: u32,
    position: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Ends {
    everywhere: u32,
    places: u32,
}

impl<E> Default for ScopeIndex<E> {
    fn default() -> Self {
        ScopeIndex {
            everywhere: Box::default(),
            scoped: Box::default(),
            places: Box::default(),
            ends: Box::default(),
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
        let (mut everywhere, mut scoped) = (Vec::new(), Vec::new());
        let (mut places, mut ends) = (Vec::new(), Vec::with_capacity(keywords));
        let mut subreddits = HashMap::new();
        let mut watches = watches.into_iter().peekable();
        for keyword in 0..keywords {
            let first = places.len();
            while let Some((_, watch)) = watches.next_if(|(own, _)| *own == keyword) {
                match scope(watch) {
                    Scope::All => everywhere.push(entry(watch)),
                    Scope::Only(names) => {
                        let position = scoped.len() as u32;
                        scoped.push(entry(watch));
                        places.extend(names.iter().map(|name| Place {
                            subreddit: number(&mut subreddits, name.as_str()),
                            position,
                        }));
                    }
                }
            }
            places[first..].sort_unstable();
            ends.push(Ends {
                everywhere: everywhere.len() as u32,
                places: places.len() as u32,
            });
        }
        ScopeIndex {
            everywhere: everywhere.into(),
            scoped: scoped.into(),
            places: places.into(),
            ends: ends.into(),
            subreddits,
        }
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
        let (everywhere, places) = self.of(keyword);
        let scoped = in_subreddit(places, subreddit)
            .iter()
            .map(|place| &self.scoped[place.position as usize]);
        everywhere.iter().chain(scoped)
    }

    /// Whether [`Self::entries`] would give any.
    pub(crate) fn has_entries(&self, keyword: usize, subreddit: Option<SubredditNumber>) -> bool {
        let (everywhere, places) = self.of(keyword);
        !everywhere.is_empty() || !in_subreddit(places, subreddit).is_empty()
    }

    /// Where a keyword's watches look: a bit for every subreddit, and seven that the others share.
    pub(crate) fn scopes(&self, keyword: usize) -> u8 {
        let (everywhere, places) = self.of(keyword);
        let all = if everywhere.is_empty() { 0 } else { EVERYWHERE };
        let scoped = places.iter().map(|place| scope_bit(place.subreddit));
        scoped.fold(all, |scopes, bit| scopes | bit)
    }

    /// The entries of a keyword on every subreddit, and its places.
    fn of(&self, keyword: usize) -> (&[E], &[Place]) {
        let before = keyword.checked_sub(1).map(|before| self.ends[before]);
        let (begin, end) = (before.unwrap_or_default(), self.ends[keyword]);
        (
            &self.everywhere[begin.everywhere as usize..end.everywhere as usize],
            &self.places[begin.places as usize..end.places as usize],
        )
    }
}

/// Among the bits of [`ScopeIndex::scopes`].
const EVERYWHERE: u8 = 1 << 7;

fn scope_bit(subreddit: u32) -> u8 {
    1 << (subreddit % 7)
}

/// The bits of [`ScopeIndex::scopes`] that an item of this subreddit meets.
pub(crate) fn scopes_of(subreddit: Option<SubredditNumber>) -> u8 {
    EVERYWHERE | subreddit.map_or(0, |SubredditNumber(number)| scope_bit(number))
}

/// Of one keyword's places, those in a subreddit.
fn in_subreddit(places: &[Place], subreddit: Option<SubredditNumber>) -> &[Place] {
    let Some(SubredditNumber(subreddit)) = subreddit else {
        return &[];
    };
    let begin = places.partition_point(|place| place.subreddit < subreddit);
    let count = places[begin..].partition_point(|place| place.subreddit == subreddit);
    &places[begin..][..count]
}

/// The number of a subreddit, which gets the next one when it has none.
fn number(subreddits: &mut HashMap<Box<str>, u32>, name: &str) -> u32 {
    let next = subreddits.len() as u32;
    let name = name.to_ascii_lowercase().into_boxed_str();
    *subreddits.entry(name).or_insert(next)
}
