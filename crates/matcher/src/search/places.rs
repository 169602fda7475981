//! Places by number, and the scopes that they are in.

use std::collections::HashMap;

use crate::engine::Scopes;
use crate::item::{Site, is_subreddit};

/// The place of an item, as seen by the watches that are counted in one [`Places`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlaceNumber {
    /// The place's number, if some watch names it.
    pub(crate) named: Option<u32>,
    /// The number of the site that the place is on, if some watch names that site.
    pub(crate) site: Option<u32>,
    /// Whether the place is a subreddit: then watches on every subreddit look there, too.
    pub(crate) is_subreddit: bool,
}

/// Subreddits and sites by lower-case name.
#[derive(Debug, Default)]
pub(crate) struct Places(HashMap<Box<str>, u32>);

impl Places {
    /// Returns the number of a place, which is given the next one if it has none.
    pub(crate) fn number(&mut self, name: &str) -> u32 {
        let next = self.0.len() as u32;
        let name = name.to_ascii_lowercase().into_boxed_str();
        *self.0.entry(name).or_insert(next)
    }

    /// Returns the numbers of a place and its site. `lower` is scratch space.
    pub(crate) fn find(&self, name: &str, lower: &mut String) -> PlaceNumber {
        let is_subreddit = is_subreddit(name);
        if self.0.is_empty() {
            return PlaceNumber { named: None, site: None, is_subreddit };
        }
        lower.clear();
        lower.push_str(name);
        lower.make_ascii_lowercase();
        PlaceNumber {
            named: self.0.get(lower.as_str()).copied(),
            // A site's own place is its number above.
            site: match is_subreddit || Site::at(name).is_some() {
                true => None,
                false => Site::of(name).and_then(|site| self.0.get(site.place).copied()),
            },
            is_subreddit,
        }
    }
}

/// The scope that every item of a subreddit is in. Places share the other fifteen.
pub(super) const EVERY_SUBREDDIT: Scopes = 1 << 15;

/// Returns the scope that a place is in.
pub(super) fn scope_bit(place: u32) -> Scopes {
    1 << (place % 15)
}

/// Returns the scopes that an item of this place is in. There is always at least one, since queries
/// are looked for in all of them.
pub(super) fn scopes_of(place: PlaceNumber) -> Scopes {
    match place {
        PlaceNumber { named, is_subreddit: true, .. } => {
            EVERY_SUBREDDIT | named.map_or(0, scope_bit)
        }
        PlaceNumber { named, site, .. } => {
            let named = named.or(site).unwrap_or_default();
            scope_bit(named) | site.map_or(0, scope_bit)
        }
    }
}
