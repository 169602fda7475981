//! The names of authors. The stream has only their DIDs, which never change and are not readable.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use domain::watches::ActiveWatches;
use domain::watches::match_items::match_items;
use platform::sources::ForumItem;
use platform::sources::bluesky::{Bluesky, MAX_AT_ONCE};

/// Maximum names that are kept; beyond that all are gradually requested again.
const MAX_NAMES: usize = 20_000;
/// Maximum names that are requested for one batch, in one call.
const MAX_ASKED: usize = MAX_AT_ONCE;

/// Names by DID.
#[derive(Default)]
pub(crate) struct Names(Mutex<HashMap<String, String>>);

impl Names {
    /// Adds names, by DID.
    pub(crate) fn learn(&self, names: HashMap<String, String>) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() + names.len() > MAX_NAMES {
            known.clear();
        }
        known.extend(names);
    }

    /// Replaces the authors' DIDs by their names in items that some watch matches. An author without a name, or whose
    /// name is not available now, keeps the DID: an alert does not wait for a name.
    ///
    /// # Errors
    /// The thread that matched panicked.
    pub(crate) async fn of_matched(
        &self,
        items: Vec<ForumItem>,
        watches: &ActiveWatches,
        source: &Bluesky,
    ) -> anyhow::Result<Vec<ForumItem>> {
        // A process that passes items on matches nothing.
        if items.is_empty() || watches.is_empty() {
            return Ok(items);
        }
        let items: Arc<[ForumItem]> = items.into();
        let matched = match_items(watches.snapshot(), items.clone()).await?;
        let mut positions: Vec<usize> = matched.found.iter().map(|found| found.item).collect();
        positions.dedup();
        let mut items = items.to_vec();
        if !positions.is_empty() {
            self.give(&mut items, &positions, source).await;
        }
        Ok(items)
    }

    async fn give(&self, items: &mut [ForumItem], positions: &[usize], source: &Bluesky) {
        let authors: HashSet<&str> =
            positions.iter().map(|at| items[*at].author.as_str()).collect();
        let unknown: Vec<&str> = {
            let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let unknown = authors.into_iter().filter(|did| !known.contains_key(*did));
            unknown.take(MAX_ASKED).collect()
        };
        if !unknown.is_empty() {
            match source.names(&unknown).await {
                Ok(names) => self.learn(names),
                Err(error) => tracing::warn!(%error, "could not ask Bluesky for names"),
            }
        }
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for at in positions {
            if let Some(name) = known.get(&items[*at].author) {
                items[*at].author = name.clone();
            }
        }
    }
}
