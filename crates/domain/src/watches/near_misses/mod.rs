//! Finds near misses of a rule: stored items that it would match with one small change that makes it looser.
//! The matcher decides what a change adds: an untried change is never suggested. Pure: no I/O, and the same
//! result for the same items.

mod change;
mod common_words;
mod loosened;
mod misspellings;
#[cfg(test)]
mod tests;
mod words;

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use matcher::{PreparedItem, SingleWatch, WatchId};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::sample::Searched;
use super::{CheckedWatch, OwnRule};
use db::models::item::{Item, ItemKind};
use loosened::loosened;
use misspellings::Misspellings;

pub use change::Change;

/// The most items that a near miss adds: a change that adds more makes another rule.
const MAX_ADDED: u32 = 20;
/// The number of added items that is always allowed, also for a rule that found none. Beyond it, a near miss adds
/// no more than the rule itself finds.
const FEW_ADDED: u32 = 5;
/// The most near misses of a rule that are kept, the smallest changes.
const MAX_KEPT: usize = 3;
/// The most changes that are tried, the smallest; and the most misspellings, the first that are
/// seen.
const MAX_TRIED: usize = 60;
const MAX_MISSPELLINGS: usize = 30;
/// The most items of each near miss that are named.
pub const MAX_EXAMPLES: usize = 5;

/// The id of the unchanged rule, among the watches that are searched for.
const OWN: WatchId = WatchId(0);

/// A change, and what the rule would have found with it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NearMiss {
    pub change: Change,
    /// The number of additional items, and below, how many of them are comments.
    pub count: u32,
    pub comments: u32,
    /// The newest of the items. Their texts are stored only in the items.
    pub examples: Vec<Example>,
}

/// A stored item, by its key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Example {
    pub id: Uuid,
    pub seen_at: DateTime<Utc>,
}

/// An item that the rule does not match, and the changes with which it would, as indices into
/// [`Look::tried`].
#[derive(Debug)]
pub struct NearItem {
    pub item: Item,
    by: Vec<usize>,
}

type Accepts = Box<dyn Fn(&CheckedWatch) -> bool + Send>;

/// A search for near misses of one rule, page by page.
pub struct Look {
    rule: OwnRule,
    /// Reports whether a rule can be stored for its user.
    accepts: Accepts,
    own: matcher::Watch,
    /// The number of items that the unchanged rule finds.
    found: u32,
    tried: Vec<Tried>,
    misspellings: Misspellings,
    /// The time at which the oldest searched item was seen.
    oldest: Option<DateTime<Utc>>,
}

/// A change, its watch, and what the watch finds that the rule does not.
struct Tried {
    change: Change,
    watch: matcher::Watch,
    comments: u32,
    added: Vec<Example>,
}

impl Tried {
    fn count(&self) -> u32 {
        u32::try_from(self.added.len()).unwrap_or(u32::MAX)
    }

    fn is_too_much(&self) -> bool {
        self.count() > MAX_ADDED
    }
}

impl Look {
    /// Prepares a search; returns `None` for a rule that the matcher rejects.
    pub fn new(
        rule: OwnRule,
        accepts: impl Fn(&CheckedWatch) -> bool + Send + 'static,
    ) -> Option<Self> {
        let mut look = Self {
            own: rule.check()?.with_id(OWN),
            misspellings: Misspellings::of(&rule),
            rule,
            accepts: Box::new(accepts),
            found: 0,
            tried: Vec::new(),
            oldest: None,
        };
        for change in loosened(&look.rule).into_iter().take(MAX_TRIED) {
            look.tried(change);
        }
        Some(look)
    }

    /// Returns the rule as a watch, and the watches of the changes, to search stored items for.
    pub fn watches(&self) -> (matcher::Watch, Vec<matcher::Watch>) {
        let others = self.tried.iter().map(|one| one.watch.clone());
        (self.own.clone(), others.collect())
    }

    /// Returns the near items, newest first, of a page that was searched for [`Look::watches`].
    pub fn near(&mut self, searched: Vec<Searched>) -> Vec<NearItem> {
        let mut near = Vec::new();
        for Searched { item, matches } in searched {
            self.oldest = Some(item.seen_at);
            let mut by: Vec<WatchId> = matches.into_iter().map(|found| found.watch).collect();
            by.dedup();
            if by.contains(&OWN) {
                self.found += 1;
                continue;
            }
            let mut by: Vec<usize> = by.into_iter().filter_map(place_of).collect();
            by.extend(self.misspelt(&item));
            by.retain(|place| !self.tried[*place].is_too_much());
            if !by.is_empty() {
                near.push(NearItem { item, by });
            }
        }
        near
    }

    /// Counts items that are near.
    pub fn count(&mut self, near: &[NearItem]) {
        for NearItem { item, by } in near {
            for place in by {
                let tried = &mut self.tried[*place];
                if tried.is_too_much() {
                    continue;
                }
                tried.comments += u32::from(item.kind == ItemKind::Comment);
                tried.added.push(Example { id: item.id, seen_at: item.seen_at });
            }
        }
    }

    /// Returns the time at which the oldest searched item was seen.
    pub fn oldest(&self) -> Option<DateTime<Utc>> {
        self.oldest
    }

    /// Returns the near misses, the smallest changes first, then those that add least. Of two that add the same
    /// items the smaller one is kept.
    pub fn end(mut self) -> Vec<NearMiss> {
        let most = self.found.clamp(FEW_ADDED, MAX_ADDED);
        self.tried.retain(|one| (1..=most).contains(&one.count()));
        self.tried.sort_by_key(|one| (one.change.size(), one.count()));
        let mut known: HashSet<Vec<Uuid>> = HashSet::new();
        self.tried.retain(|one| {
            let mut ids: Vec<Uuid> = one.added.iter().map(|example| example.id).collect();
            ids.sort_unstable();
            known.insert(ids)
        });
        let kept = self.tried.into_iter().take(MAX_KEPT);
        kept.map(|one| NearMiss {
            count: one.count(),
            comments: one.comments,
            change: one.change,
            examples: one.added.into_iter().take(MAX_EXAMPLES).collect(),
        })
        .collect()
    }

    /// Adds a change to those that are tried, and returns its index, or `None` if it makes no rule that can
    /// be stored.
    fn tried(&mut self, change: Change) -> Option<usize> {
        let watch = change.apply(self.rule.clone())?.check()?;
        if !(self.accepts)(&CheckedWatch::of(&watch)) {
            return None;
        }
        let place = self.tried.len();
        self.tried.push(Tried {
            change,
            watch: watch.with_id(WatchId(place as u128 + 1)),
            comments: 0,
            added: Vec::new(),
        });
        Some(place)
    }

    /// Returns the misspellings of a word of the rule with which the rule would match the item.
    fn misspelt(&mut self, item: &Item) -> Vec<usize> {
        let mut by = Vec::new();
        let searched = item.searched();
        for (word, written) in self.misspellings.of_item(&searched) {
            let place = match self.misspellings.place(&written) {
                None if self.misspellings.len() < MAX_MISSPELLINGS => {
                    let change = Change::Misspelling { word, written: written.clone() };
                    let place = self.tried(change);
                    self.misspellings.note(written, place);
                    place
                }
                known => known,
            };
            // The page was searched before this change was known.
            let would_match = |place: &usize| {
                let tried = &self.tried[*place];
                !tried.is_too_much()
                    && SingleWatch::new(&tried.watch).is_match(&PreparedItem::new(&searched))
            };
            by.extend(place.filter(would_match));
        }
        by
    }
}

fn place_of(id: WatchId) -> Option<usize> {
    usize::try_from(id.0).ok()?.checked_sub(1)
}
