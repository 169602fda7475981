//! A set of watches that changes while items are searched.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, TryLockError};

use crate::{Item, Match, Matcher, Scratch, Watch, WatchId};

/// A [`Matcher`] whose watches can be added, replaced and removed, by any thread, at any time.
///
/// A change takes effect before the call returns, at the cost of the changes since the last
/// [`fold`](LiveMatcher::fold), not of the whole set: a large *base* stays as it is, a small
/// *delta* holds what was added or replaced since, and what was removed or replaced is masked in
/// the base. `fold` makes a fresh base of everything; run it on a background thread when
/// [`pending`](LiveMatcher::pending) has grown to a thousand or so. Searches wait for neither.
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
    /// What searches see. Locked only for as long as it takes to copy or replace the pointer.
    current: RwLock<Arc<Snapshot>>,
    /// What changes are made to, one at a time.
    changes: Mutex<Changes>,
    /// Held during a fold, so that there is one at a time.
    folding: Mutex<()>,
}

/// The watches as they are, and how they differ from the base.
#[derive(Debug, Default)]
struct Changes {
    all: HashMap<WatchId, Arc<Watch>>,
    base: Arc<Matcher>,
    in_base: Arc<HashSet<WatchId>>,
    /// Ids added, replaced or removed since the base was made.
    touched: HashSet<WatchId>,
    /// Those touched since a running fold began.
    touched_in_fold: HashSet<WatchId>,
}

/// The watches at one moment. Cheap to copy, and unaffected by later changes: a batch of items
/// searched with one snapshot is searched with one set of watches.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    base: Arc<Matcher>,
    delta: Arc<Matcher>,
    /// Watches of the base that no longer count.
    masked: Arc<HashSet<WatchId>>,
}

impl LiveMatcher {
    /// Begins with a set of watches. Of two with the same id the later one counts.
    pub fn new(watches: impl IntoIterator<Item = Watch>) -> Self {
        let all: HashMap<_, _> = watches.into_iter().map(|w| (w.id(), Arc::new(w))).collect();
        let base = Arc::new(build(all.values()));
        let in_base = Arc::new(all.keys().copied().collect());
        let changes = Changes {
            all,
            base,
            in_base,
            ..Changes::default()
        };
        LiveMatcher {
            current: RwLock::new(Arc::new(changes.snapshot())),
            changes: Mutex::new(changes),
            folding: Mutex::new(()),
        }
    }

    /// The watches as they are now.
    pub fn snapshot(&self) -> Arc<Snapshot> {
        Arc::clone(&self.current.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Adds watches, or replaces those with the same ids. Many at once cost little more than one.
    pub fn upsert(&self, watches: impl IntoIterator<Item = Watch>) {
        let watches: Vec<_> = watches.into_iter().map(Arc::new).collect();
        self.change(|changes| {
            for watch in watches {
                changes.touch(watch.id());
                changes.all.insert(watch.id(), watch);
            }
        });
    }

    /// Removes watches. Ids that are not there are passed over.
    pub fn remove(&self, ids: impl IntoIterator<Item = WatchId>) {
        let ids: Vec<_> = ids.into_iter().collect();
        self.change(|changes| {
            for id in ids {
                if changes.all.remove(&id).is_some() {
                    changes.touch(id);
                }
            }
        });
    }

    /// The number of watches.
    pub fn len(&self) -> usize {
        self.lock_changes().all.len()
    }

    /// Whether there is no watch at all.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of watches that changed since the last fold. Each change costs time in
    /// proportion to it, and each search a second, smaller pass while it is not 0.
    pub fn pending(&self) -> usize {
        self.lock_changes().touched.len()
    }

    /// Makes a fresh base of all watches, and says whether it did: a fold that finds another one
    /// running leaves the work to it. Changes made meanwhile are kept.
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
        let base = Arc::new(build(&watches));
        let in_base = Arc::new(watches.iter().map(|watch| watch.id()).collect());
        self.change(|changes| {
            changes.base = base;
            changes.in_base = in_base;
            changes.touched = std::mem::take(&mut changes.touched_in_fold);
        });
        true
    }

    /// Makes a change and lets searches see it.
    fn change(&self, make: impl FnOnce(&mut Changes)) {
        let mut changes = self.lock_changes();
        make(&mut changes);
        let snapshot = Arc::new(changes.snapshot());
        let mut current = self.current.write().unwrap_or_else(PoisonError::into_inner);
        let previous = std::mem::replace(&mut *current, snapshot);
        drop(current);
        // Freeing an old base can take a while; nobody has to wait for it.
        drop(changes);
        drop(previous);
    }

    /// A panic cannot leave the changes half made in a way that matters: each step is complete.
    fn lock_changes(&self) -> MutexGuard<'_, Changes> {
        self.changes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for LiveMatcher {
    /// Begins without watches.
    fn default() -> Self {
        LiveMatcher::new([])
    }
}

impl Changes {
    fn touch(&mut self, id: WatchId) {
        self.touched.insert(id);
        self.touched_in_fold.insert(id);
    }

    fn snapshot(&self) -> Snapshot {
        let delta = self.touched.iter().filter_map(|id| self.all.get(id));
        let masked = self.touched.intersection(&self.in_base).copied();
        Snapshot {
            base: Arc::clone(&self.base),
            delta: Arc::new(build(delta)),
            masked: Arc::new(masked.collect()),
        }
    }
}

fn build<'a>(watches: impl IntoIterator<Item = &'a Arc<Watch>>) -> Matcher {
    Matcher::from_distinct(watches.into_iter().map(Arc::as_ref))
}

impl Snapshot {
    /// As [`Matcher::matches`] of a matcher built from these watches.
    pub fn matches(&self, item: &Item<'_>) -> Vec<Match> {
        let mut out = Vec::new();
        self.matches_into(item, &mut Scratch::new(), &mut out);
        out
    }

    /// As [`Matcher::matches_into`].
    pub fn matches_into(&self, item: &Item<'_>, scratch: &mut Scratch, out: &mut Vec<Match>) {
        out.clear();
        let Scratch { folded, work } = scratch;
        folded.fold(item);
        self.base.collect_matches(item, folded, work, out);
        if !self.masked.is_empty() {
            out.retain(|found| !self.masked.contains(&found.watch));
        }
        if !self.delta.is_empty() {
            self.delta.collect_matches(item, folded, work, out);
        }
        out.sort_unstable();
    }

    /// As [`Matcher::matching_watches`] of a matcher built from these watches.
    pub fn matching_watches(&self, item: &Item<'_>) -> Vec<WatchId> {
        let mut out = Vec::new();
        self.matching_watches_into(item, &mut Scratch::new(), &mut out);
        out
    }

    /// As [`Matcher::matching_watches_into`].
    pub fn matching_watches_into(
        &self,
        item: &Item<'_>,
        scratch: &mut Scratch,
        out: &mut Vec<WatchId>,
    ) {
        out.clear();
        let Scratch { folded, work } = scratch;
        folded.fold(item);
        self.base.collect_watches(item, folded, work, out);
        if !self.masked.is_empty() {
            out.retain(|id| !self.masked.contains(id));
        }
        if !self.delta.is_empty() {
            self.delta.collect_watches(item, folded, work, out);
        }
        out.sort_unstable();
    }
}
