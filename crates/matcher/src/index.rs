//! Which queries a found anchor belongs to, for an item of a given subreddit.
//!
//! A popular one has many, most of them on a few subreddits each. They are laid out so that an item
//! meets only those on its own subreddit and those on all.

use std::collections::HashMap;

use crate::Scope;

/// A subreddit that some watch names, by number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SubredditNumber(pub(crate) u32);

/// Subreddits by lower-case name.
#[derive(Debug, Default)]
pub(crate) struct Subreddits(HashMap<Box<str>, u32>);

impl Subreddits {
    /// The number of a subreddit, which gets the next one when it has none.
    pub(crate) fn number(&mut self, name: &str) -> u32 {
        let next = self.0.len() as u32;
        let name = name.to_ascii_lowercase().into_boxed_str();
        *self.0.entry(name).or_insert(next)
    }

    /// The subreddit's number, if it has one. `lower` is room to work in.
    pub(crate) fn find(&self, name: &str, lower: &mut String) -> Option<SubredditNumber> {
        if self.0.is_empty() {
            return None;
        }
        lower.clear();
        lower.push_str(name);
        lower.make_ascii_lowercase();
        self.0.get(lower.as_str()).copied().map(SubredditNumber)
    }
}

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
    subreddits: Subreddits,
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
            subreddits: Subreddits::default(),
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
        mut entry: impl FnMut(W) -> E,
    ) -> Self {
        watches.sort_by_key(|(keyword, _)| *keyword);
        let (mut everywhere, mut scoped) = (Vec::new(), Vec::new());
        let (mut places, mut ends) = (Vec::new(), Vec::with_capacity(keywords));
        let mut subreddits = Subreddits::default();
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
                            subreddit: subreddits.number(name.as_str()),
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
        self.subreddits.find(name, lower)
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

/// Of one keyword's places, those in a subreddit.
fn in_subreddit(places: &[Place], subreddit: Option<SubredditNumber>) -> &[Place] {
    let Some(SubredditNumber(subreddit)) = subreddit else {
        return &[];
    };
    let begin = places.partition_point(|place| place.subreddit < subreddit);
    let count = places[begin..].partition_point(|place| place.subreddit == subreddit);
    &places[begin..][..count]
}
