//! A set of watches that changes while items are searched.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};

use arc_swap::ArcSwap;

use super::changes::Changes;
use super::snapshot::Snapshot;
use crate::search::Matcher;
use crate::watch::{Watch, WatchId};

/// A fold is due when more changes than this are pending, however many watches there are. At this
/// number a search among a hundred thousand watches or more takes a tenth longer; with five
/// thousand pending it takes a sixth to a third longer, and with fifty thousand three quarters
/// (`just bench matcher` measures at this number).
pub const FOLD_AFTER: usize = 1_000;

/// A [`Matcher`] whose watches can be added, replaced and removed, by any thread, at any time.
///
/// A change takes effect before the call returns, at the cost of copying a few bytes for each
/// change since the last [`fold`](LiveMatcher::fold), not of the whole set: a large *base* stays as
/// it is, what was added or replaced since is kept beside it, and what was removed or replaced is
/// masked in the base. `fold` makes a new base of everything; run it on a background thread when
/// one [is due](LiveMatcher::is_fold_due). Searches wait for neither.
///
/// ```
/// use matcher::{Filters, Item, LiveMatcher, Scope, Watch, WatchId};
///
/// let live = LiveMatcher::new([Watch::new(WatchId(1), "tea", Scope::All, Filters::default())?]);
/// let item = Item::comment("drinks", "Coffee, not tea");
///
/// live.upsert([Watch::new(WatchId(2), "coffee", Scope::All, Filters::default())?]);
/// assert_eq!(live.snapshot().matching_watches(&item), [WatchId(1), WatchId(2)]);
///
/// live.remove([WatchId(1)]);
/// assert_eq!(live.snapshot().matching_watches(&item), [WatchId(2)]);
///
/// live.fold();
/// assert_eq!(live.snapshot().matching_watches(&item), [WatchId(2)]);
/// # Ok::<(), matcher::WatchError>(())
/// ```
#[derive(Debug)]
pub struct LiveMatcher {
    /// The snapshot that searches see.
    current: ArcSwap<Snapshot>,
    /// The state that changes apply to, one at a time.
    changes: Mutex<Changes>,
    /// Held during a fold, so that only one runs at a time.
    folding: Mutex<()>,
}

impl LiveMatcher {
    /// Creates a matcher with a set of watches. Of two with the same id the later one counts.
    pub fn new(watches: impl IntoIterator<Item = Watch>) -> Self {
        let all: HashMap<_, _> = watches.into_iter().map(|w| (w.id(), Arc::new(w))).collect();
        let changes = Changes {
            seen: Snapshot::of(build(all.values())),
            in_base: Arc::new(all.keys().copied().collect()),
            all,
            ..Changes::default()
        };
        LiveMatcher {
            current: ArcSwap::from_pointee(changes.seen.clone()),
            changes: Mutex::new(changes),
            folding: Mutex::new(()),
        }
    }

    /// Returns the current watches.
    pub fn snapshot(&self) -> Arc<Snapshot> {
        self.current.load_full()
    }

    /// Adds watches, or replaces those with the same ids. Many at once cost little more than one.
    pub fn upsert(&self, watches: impl IntoIterator<Item = Watch>) {
        let watches: Vec<_> = watches.into_iter().map(Arc::new).collect();
        self.change(|changes| {
            for watch in watches {
                changes.put(watch);
            }
        });
    }

    /// Removes watches. Unknown ids are ignored.
    pub fn remove(&self, ids: impl IntoIterator<Item = WatchId>) {
        let ids: Vec<_> = ids.into_iter().collect();
        self.change(|changes| {
            for id in ids {
                changes.remove(id);
            }
        });
    }

    /// Returns the number of watches.
    pub fn len(&self) -> usize {
        self.lock_changes().all.len()
    }

    /// Returns whether there is no watch at all.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of watches that changed since the last fold. A small part of the time of
    /// each change is proportional to it, and each search makes a second, smaller pass while it is
    /// not 0.
    pub fn pending(&self) -> usize {
        self.lock_changes().touched.len()
    }

    /// Returns whether more changes are pending than [`FOLD_AFTER`].
    pub fn is_fold_due(&self) -> bool {
        self.pending() > FOLD_AFTER
    }

    /// Makes a new base of all watches, and returns whether it did: if another fold is running, it
    /// leaves the work to that one. Changes made meanwhile are kept.
    pub fn fold(&self) -> bool {
        let _one_at_a_time = match self.folding.try_lock() {
            Ok(guard) => guard,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => return false,
        };
        let watches: Vec<_> = {
            let mut changes = self.lock_changes();
            changes.touched_in_fold.clear();
            changes.all.values().map(Arc::clone).collect()
        };
        let base = build(&watches);
        let in_base = watches.iter().map(|watch| watch.id()).collect();
        self.change(|changes| changes.rebase(base, in_base));
        true
    }

    /// Makes a change and makes it visible to searches.
    fn change(&self, make: impl FnOnce(&mut Changes)) {
        let mut changes = self.lock_changes();
        make(&mut changes);
        if !changes.seen.recent.is_searchable() {
            Arc::make_mut(&mut changes.seen.recent).build_automaton();
        }
        let previous = self.current.swap(Arc::new(changes.seen.clone()));
        // Freeing an old base can take a while; nobody has to wait for it.
        drop(changes);
        drop(previous);
    }

    /// Ignores poisoning: each step of a change is complete, so a panic leaves nothing half done
    /// that matters.
    fn lock_changes(&self) -> MutexGuard<'_, Changes> {
        self.changes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for LiveMatcher {
    /// Creates a matcher without watches.
    fn default() -> Self {
        LiveMatcher::new([])
    }
}

fn build<'a>(watches: impl IntoIterator<Item = &'a Arc<Watch>>) -> Matcher {
    Matcher::from_distinct(watches.into_iter().map(Arc::as_ref))
}
