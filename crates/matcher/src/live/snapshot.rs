//! The watches at one moment.

use std::collections::HashSet;
use std::sync::Arc;

use super::recent::Recent;
use crate::item::Item;
use crate::search::{Match, Matcher, Scratch, sort_matches, sort_watches};
use crate::watch::WatchId;

/// The watches at one moment. A snapshot is cheap to copy and unaffected by later changes: a batch
/// of items searched with one snapshot is searched with one set of watches.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    pub(super) base: Arc<Matcher>,
    pub(super) recent: Arc<Recent>,
    /// Watches of the base that no longer count.
    pub(super) masked: Arc<HashSet<WatchId>>,
}

impl Snapshot {
    pub(super) fn of(base: Matcher) -> Self {
        Snapshot { base: Arc::new(base), ..Snapshot::default() }
    }

    /// Like [`Matcher::matches`], for a matcher built from these watches.
    pub fn matches(&self, item: &Item<'_>) -> Vec<Match> {
        let mut out = Vec::new();
        self.matches_into(item, &mut Scratch::new(), &mut out);
        out
    }

    /// Like [`Matcher::matches_into`].
    pub fn matches_into(&self, item: &Item<'_>, scratch: &mut Scratch, out: &mut Vec<Match>) {
        out.clear();
        let Scratch { folded, search } = scratch;
        folded.fold(item, self.base.max_bytes().max(self.recent.max_bytes()));
        let is_masked = |id: WatchId| self.masked.contains(&id);
        self.base.collect_matches(item, folded, search, is_masked, out);
        if !self.masked.is_empty() {
            out.retain(|found| !self.masked.contains(&found.watch));
        }
        if !self.recent.is_empty() {
            self.recent.collect_matches(item, folded, search, out);
        }
        sort_matches(out);
    }

    /// Like [`Matcher::matching_watches`], for a matcher built from these watches.
    pub fn matching_watches(&self, item: &Item<'_>) -> Vec<WatchId> {
        let mut out = Vec::new();
        self.matching_watches_into(item, &mut Scratch::new(), &mut out);
        out
    }

    /// Like [`Matcher::matching_watches_into`].
    pub fn matching_watches_into(
        &self,
        item: &Item<'_>,
        scratch: &mut Scratch,
        out: &mut Vec<WatchId>,
    ) {
        out.clear();
        let Scratch { folded, search } = scratch;
        folded.fold(item, self.base.max_bytes().max(self.recent.max_bytes()));
        let is_masked = |id: WatchId| self.masked.contains(&id);
        self.base.collect_watches(item, folded, search, is_masked, out);
        if !self.masked.is_empty() {
            out.retain(|id| !self.masked.contains(id));
        }
        if !self.recent.is_empty() {
            self.recent.collect_watches(item, folded, search, out);
        }
        sort_watches(out);
    }
}
