//! The queries that a found anchor belongs to, for an item of a given place.
//!
//! A popular anchor belongs to many queries, most of them on a few subreddits each. They are laid
//! out so that an item meets only those that name its own place and, in a subreddit, those on all.

use super::places::{PlaceNumber, Places};
use crate::watch::Scope;

/// Watches, each as an `E`, by keyword number and place.
#[derive(Debug)]
pub(crate) struct ScopeIndex<E> {
    /// The entries of watches on every subreddit, by keyword.
    everywhere: Box<[E]>,
    /// The entries of watches that name places, one for each watch.
    scoped: Box<[E]>,
    /// The postings, by keyword, place and position.
    postings: Box<[Posting]>,
    /// The ends of each keyword's entries in `everywhere` and of its postings.
    ends: Box<[Ends]>,
    places: Places,
}

/// A place, and the position in `scoped` of a watch that names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Posting {
    place: u32,
    position: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Ends {
    everywhere: u32,
    postings: u32,
}

impl<E> Default for ScopeIndex<E> {
    fn default() -> Self {
        ScopeIndex {
            everywhere: Box::default(),
            scoped: Box::default(),
            postings: Box::default(),
            ends: Box::default(),
            places: Places::default(),
        }
    }
}

impl<E> ScopeIndex<E> {
    /// Builds an index of watches, given with the numbers of their keywords, which are less than
    /// `keywords`.
    pub(crate) fn build<'a, W: Copy>(
        mut watches: Vec<(usize, W)>,
        keywords: usize,
        scope: impl Fn(W) -> &'a Scope,
        mut entry: impl FnMut(W) -> E,
    ) -> Self {
        watches.sort_by_key(|(keyword, _)| *keyword);
        let (mut everywhere, mut scoped) = (Vec::new(), Vec::new());
        let (mut postings, mut ends) = (Vec::new(), Vec::with_capacity(keywords));
        let mut places = Places::default();
        let mut watches = watches.into_iter().peekable();
        for keyword in 0..keywords {
            let first = postings.len();
            while let Some((_, watch)) = watches.next_if(|(own, _)| *own == keyword) {
                let scope = scope(watch);
                if scope.has_every_subreddit() {
                    everywhere.push(entry(watch));
                }
                let own = postings.len();
                let position = scoped.len() as u32;
                postings.extend(
                    scope.named().map(|name| Posting { place: places.number(name), position }),
                );
                if postings.len() > own {
                    scoped.push(entry(watch));
                }
            }
            postings[first..].sort_unstable();
            ends.push(Ends {
                everywhere: everywhere.len() as u32,
                postings: postings.len() as u32,
            });
        }
        ScopeIndex {
            everywhere: everywhere.into(),
            scoped: scoped.into(),
            postings: postings.into(),
            ends: ends.into(),
            places,
        }
    }

    /// Returns the numbers of a place and its site. `lower` is scratch space.
    pub(crate) fn place(&self, name: &str, lower: &mut String) -> PlaceNumber {
        self.places.find(name, lower)
    }

    /// Returns the watches with this keyword that look in this place.
    pub(crate) fn entries(&self, keyword: usize, place: PlaceNumber) -> impl Iterator<Item = &E> {
        let (everywhere, postings) = self.of(keyword);
        let everywhere = place.is_subreddit.then_some(everywhere);
        let everywhere = everywhere.unwrap_or_default();
        // No watch names both a place and its site.
        let scoped = in_place(postings, place.named)
            .iter()
            .chain(in_place(postings, place.site))
            .map(|posting| &self.scoped[posting.position as usize]);
        everywhere.iter().chain(scoped)
    }

    /// Returns the entries of a keyword on every subreddit, and its postings.
    fn of(&self, keyword: usize) -> (&[E], &[Posting]) {
        let before = keyword.checked_sub(1).map(|before| self.ends[before]);
        let (begin, end) = (before.unwrap_or_default(), self.ends[keyword]);
        (
            &self.everywhere[begin.everywhere as usize..end.everywhere as usize],
            &self.postings[begin.postings as usize..end.postings as usize],
        )
    }
}

/// Returns those of one keyword's postings that have the place of this number.
fn in_place(postings: &[Posting], place: Option<u32>) -> &[Posting] {
    let Some(place) = place else {
        return &[];
    };
    let begin = postings.partition_point(|posting| posting.place < place);
    let count = postings[begin..].partition_point(|posting| posting.place == place);
    &postings[begin..][..count]
}
