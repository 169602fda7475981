//! Subreddits by number, and the scopes that they lie in.

use std::collections::HashMap;

use crate::engine::Scopes;

/// A subreddit that some watch names, by number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SubredditNumber(pub(crate) u32);

/// Subreddits by lower-case name.
#[derive(Debug, Default)]
pub(crate) struct Subreddits(HashMap<Box<str>, u32>);

impl Subreddits {
    /// Returns the number of a subreddit, which gets the next one when it has none.
    pub(crate) fn number(&mut self, name: &str) -> u32 {
        let next = self.0.len() as u32;
        let name = name.to_ascii_lowercase().into_boxed_str();
        *self.0.entry(name).or_insert(next)
    }

    /// Returns the subreddit's number, if it has one. `lower` is scratch space.
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

/// The scope that every item lies in. Subreddits share the other fifteen.
pub(super) const EVERYWHERE: Scopes = 1 << 15;

/// Returns the scope that a subreddit lies in.
pub(super) fn scope_bit(subreddit: u32) -> Scopes {
    1 << (subreddit % 15)
}

/// Returns the scopes that an item of this subreddit lies in.
pub(super) fn scopes_of(subreddit: Option<SubredditNumber>) -> Scopes {
    EVERYWHERE | subreddit.map_or(0, |SubredditNumber(number)| scope_bit(number))
}
