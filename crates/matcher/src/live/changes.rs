//! The state that changes apply to before searches see them.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::recent::Recent;
use super::snapshot::Snapshot;
use crate::search::{Matcher, SingleWatch};
use crate::watch::{Watch, WatchId};

/// The current watches, and how they differ from the base.
#[derive(Debug, Default)]
pub(super) struct Changes {
    pub(super) all: HashMap<WatchId, Arc<Watch>>,
    pub(super) in_base: Arc<HashSet<WatchId>>,
    /// The snapshot that searches see.
    pub(super) seen: Snapshot,
    /// The ids added, replaced or removed since the base was made; for those that still exist, with
    /// their numbers among the recent watches.
    pub(super) touched: HashMap<WatchId, Option<u32>>,
    /// The ids touched since a running fold began.
    pub(super) touched_in_fold: HashSet<WatchId>,
}

impl Changes {
    pub(super) fn put(&mut self, watch: Arc<Watch>) {
        let id = watch.id();
        let number = Arc::make_mut(&mut self.seen.recent).add(SingleWatch::new(&watch));
        self.all.insert(id, watch);
        self.touch(id, Some(number));
    }

    pub(super) fn remove(&mut self, id: WatchId) {
        if self.all.remove(&id).is_some() {
            self.touch(id, None);
        }
    }

    /// Hides every watch with this id except the recent watch of this number.
    fn touch(&mut self, id: WatchId, number: Option<u32>) {
        self.touched_in_fold.insert(id);
        if let Some(Some(earlier)) = self.touched.insert(id, number) {
            Arc::make_mut(&mut self.seen.recent).remove(earlier);
            if self.seen.recent.is_mostly_removed() {
                self.rebuild_recent();
            }
        }
        if self.in_base.contains(&id) && !self.seen.masked.contains(&id) {
            Arc::make_mut(&mut self.seen.masked).insert(id);
        }
    }

    /// Rebuilds the set of recent watches.
    fn rebuild_recent(&mut self) {
        let mut recent = Recent::default();
        for (id, number) in &mut self.touched {
            let watch = self.all.get(id);
            *number = watch.map(|watch| recent.add(SingleWatch::new(watch)));
        }
        self.seen.recent = Arc::new(recent);
    }

    /// Switches to a base that holds what existed when the fold began.
    pub(super) fn rebase(&mut self, base: Matcher, in_base: HashSet<WatchId>) {
        let touched = std::mem::take(&mut self.touched_in_fold);
        let masked = touched.intersection(&in_base).copied().collect();
        self.seen.base = Arc::new(base);
        self.seen.masked = Arc::new(masked);
        self.in_base = Arc::new(in_base);
        self.touched = touched.into_iter().map(|id| (id, None)).collect();
        self.rebuild_recent();
    }
}
