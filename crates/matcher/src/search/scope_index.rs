//! Which queries a found anchor belongs to, for an item of a given subreddit.
//!
//! A popular one has many, most of them on a few subreddits each. They are laid out so that an item
//! meets only those on its own subreddit and those on all.

use super::subreddits::{SubredditNumber, Subreddits};
use crate::watch::Scope;

/// Watches, each as an `E`, by keyword number and subreddit.
#[derive(Debug)]
pub(crate) struct ScopeIndex<E> {
    /// All entries of watches on every subreddit, by keyword.
    everywhere: Box<[E]>,
    /// Entries of watches on some subreddits, one for each watch.
    scoped: Box<[E]>,
    /// By keyword, subreddit and position.
    postings: Box<[Posting]>,
    /// Where each keyword's entries in `everywhere` and its postings end.
    ends: Box<[Ends]>,
    subreddits: Subreddits,
}

/// A subreddit, and a watch that names it by its position in `scoped`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Posting {
    subreddit: u32,
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
        let (mut postings, mut ends) = (Vec::new(), Vec::with_capacity(keywords));
        let mut subreddits = Subreddits::default();
        let mut watches = watches.into_iter().peekable();
        for keyword in 0..keywords {
            let first = postings.len();
            while let Some((_, watch)) = watches.next_if(|(own, _)| *own == keyword) {
                match scope(watch) {
                    Scope::All => everywhere.push(entry(watch)),
                    Scope::Only(names) => {
                        let position = scoped.len() as u32;
                        scoped.push(entry(watch));
                        postings.extend(names.iter().map(|name| Posting {
                            subreddit: subreddits.number(name.as_str()),
                            position,
                        }));
                    }
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
            subreddits,
        }
    }

    /// Returns the subreddit's number, if any watch names it. `lower` is scratch space.
    pub(crate) fn subreddit(&self, name: &str, lower: &mut String) -> Option<SubredditNumber> {
        self.subreddits.find(name, lower)
    }

    /// Returns the watches with this keyword that look in this subreddit.
    pub(crate) fn entries(
        &self,
        keyword: usize,
        subreddit: Option<SubredditNumber>,
    ) -> impl Iterator<Item = &E> {
        let (everywhere, postings) = self.of(keyword);
        let scoped = in_subreddit(postings, subreddit)
            .iter()
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

/// Returns, of one keyword's postings, those in a subreddit.
fn in_subreddit(postings: &[Posting], subreddit: Option<SubredditNumber>) -> &[Posting] {
    let Some(SubredditNumber(subreddit)) = subreddit else {
        return &[];
    };
    let begin = postings.partition_point(|posting| posting.subreddit < subreddit);
    let count = postings[begin..].partition_point(|posting| posting.subreddit == subreddit);
    &postings[begin..][..count]
}
