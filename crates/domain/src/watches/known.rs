//! The watches that a batch of items is matched against, and whether that was all of them.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use diesel::QueryResult;
use diesel::sql_types::{Array, BigInt};
use diesel_async::RunQueryDsl;
use matcher::{LiveMatcher, Snapshot};
use uuid::Uuid;

use super::load::{ChangedWatch, Seen, load_active};
use super::match_items::{Found, Matched, match_items};
use super::names::named;
use super::share::Share;
use db::{Conn, Prepare};
use platform::sources::ForumItem;
use platform::wire::StoredSpans;

/// The most changes that are compared one by one; with more, the batch counts as outdated.
const MAX_COMPARED: usize = 500;

/// The watches at one moment, and the changes that are in them.
#[derive(Debug, Clone)]
pub struct Known {
    pub(super) share: Share,
    pub(super) snapshot: Arc<Snapshot>,
    pub(super) seen: Seen,
}

impl Known {
    pub fn snapshot(&self) -> Arc<Snapshot> {
        self.snapshot.clone()
    }

    /// Returns true if watches that changed since would have matched differently from `matched`, of
    /// all that `conn` sees: its own transaction and what was committed before this statement of it.
    ///
    /// # Errors
    /// The database failed.
    pub async fn is_outdated(
        &self,
        items: &Arc<[ForumItem]>,
        matched: &Matched,
        conn: &mut Conn,
    ) -> anyhow::Result<bool> {
        let changed = self.changed_since(conn).await?;
        if changed.is_empty() || changed.len() > MAX_COMPARED {
            return Ok(!changed.is_empty());
        }
        let ids: Vec<Uuid> = changed.iter().copied().collect();
        let watches = load_active(&ids, self.share, conn).await?.into_iter();
        let snapshot = LiveMatcher::new(watches.map(|(_, watch)| watch)).snapshot();
        let now = match_items(snapshot, items.clone()).await?;
        let found = matched.found.iter();
        let before = found.filter(|found| changed.contains(&found.watch_id));
        Ok(by_place(before) != by_place(&now.found) || !now.kept().is_subset(&matched.kept()))
    }

    /// Returns the changed subreddits that active watches name, of all that `conn` sees, in lower
    /// case; returns `None` if there are too many.
    ///
    /// # Errors
    /// The database failed.
    pub async fn names_since(&self, conn: &mut Conn) -> QueryResult<Option<HashSet<String>>> {
        let changed = self.changed_since(conn).await?;
        if changed.len() > MAX_COMPARED {
            return Ok(None);
        }
        let ids: Vec<Uuid> = changed.into_iter().collect();
        let active = load_active(&ids, self.share, conn).await?;
        Ok(Some(active.iter().flat_map(|(row, _)| named(row)).collect()))
    }

    async fn changed_since(&self, conn: &mut Conn) -> QueryResult<HashSet<Uuid>> {
        let changes: Vec<ChangedWatch> = diesel::sql_query(
            "SELECT DISTINCT watch_id FROM watch_changes
             WHERE transaction_id >= $1 AND transaction_id <> ALL($2)",
        )
        .bind::<BigInt, _>(self.seen.before)
        .bind::<Array<BigInt>, _>(self.seen.after.iter().copied().collect::<Vec<_>>())
        .prepared()
        .load(conn)
        .await?;
        Ok(changes.into_iter().map(|change| change.watch_id).collect())
    }
}

fn by_place<'a>(
    found: impl IntoIterator<Item = &'a Found>,
) -> HashMap<(usize, Uuid), &'a StoredSpans> {
    let found = found.into_iter();
    found.map(|f| ((f.item, f.watch_id), &f.matches)).collect()
}
