//! The active watches of all verified users, or a share of them, in memory and up to date.
//!
//! Changes are written to `watch_changes` by a trigger, in the transaction that makes them. A
//! reader queries the transactions it has not seen yet: everything from the oldest one that was
//! still open when it last checked. So a slow writer is never skipped, and a quick one never waits
//! for a slow one.
//!
//! No process knows every change at every moment. Whoever stores items queries in the same
//! transaction, at its end, the changes that are not in the watches that the items were matched
//! against ([`Known`]).

use std::collections::HashSet;
use std::sync::{Arc, Mutex as StdMutex, MutexGuard, PoisonError};

use chrono::{DateTime, Utc};
use diesel::QueryableByName;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Uuid as SqlUuid};
use diesel_async::{AsyncConnection, RunQueryDsl};
use futures::TryStreamExt;
use matcher::{LiveMatcher, PatternCost, Snapshot, WatchId};
use tokio::sync::Mutex;
use uuid::Uuid;

use super::known::Known;
use super::load::{Seen, active_watches, load_active, usable};
use super::names::{Names, WatchedNames};
use super::pauses::pause;
use super::share::Share;
use super::spending::{Offender, Spending};
use super::variants::{end_expensive, load_variants, variant_of, watch_of_variant};
use db::models::watch::Watch;
use db::{Conn, Pool, Prepare, allow_long_statements};

/// The most changes that are applied at once.
const CHUNK: usize = 5_000;

/// The watches that items are matched against.
pub struct ActiveWatches {
    share: Share,
    live: Arc<LiveMatcher>,
    names: StdMutex<Names>,
    seen: Mutex<Seen>,
    /// The cost of the watches in this process.
    spending: StdMutex<Spending>,
}

#[derive(QueryableByName)]
struct Oldest {
    #[diesel(sql_type = BigInt)]
    open: i64,
}

#[derive(QueryableByName)]
struct Change {
    #[diesel(sql_type = BigInt)]
    transaction_id: i64,
    #[diesel(sql_type = SqlUuid)]
    watch_id: Uuid,
}

impl ActiveWatches {
    /// Loads all watches.
    ///
    /// # Errors
    /// The database failed.
    pub async fn load(pool: &Pool) -> anyhow::Result<Self> {
        Self::load_share(Share::All, pool).await
    }

    /// Loads a share of all watches.
    ///
    /// # Errors
    /// The database failed.
    pub async fn load_share(share: Share, pool: &Pool) -> anyhow::Result<Self> {
        let mut conn = pool.get().await?;
        // First the mark, then the watches: changes in between are applied once more.
        let before = oldest_open(&mut conn).await?;
        let (mut names, mut spending) = (Names::default(), Spending::default());
        let mut watches = Vec::new();
        conn.transaction(async |conn| {
            allow_long_statements(conn).await?;
            let rows = active_watches().filter(share.of_watches());
            let rows = rows.select(Watch::as_select());
            // Streamed, since rows are much larger than what is made of them.
            let mut rows = rows.load_stream::<Watch>(conn).await?;
            while let Some(row) = rows.try_next().await? {
                let Some(watch) = usable(&row) else {
                    continue;
                };
                names.set(&row);
                if share.is_searched() {
                    spending.note_owner(&row);
                    watches.push(watch);
                }
            }
            QueryResult::Ok(())
        })
        .await?;
        if share.is_searched() {
            for row in load_variants(None, share, &mut conn).await? {
                spending.note_owner(&row);
                watches.extend(usable(&row));
            }
        }
        drop(conn);
        let live = tokio::task::spawn_blocking(move || LiveMatcher::new(watches)).await?;
        Ok(Self {
            share,
            live: Arc::new(live),
            names: StdMutex::new(names),
            seen: Mutex::new(Seen { before, after: HashSet::new() }),
            spending: StdMutex::new(spending),
        })
    }

    /// Returns the present watches; later changes do not affect the snapshot.
    pub fn snapshot(&self) -> Arc<Snapshot> {
        self.live.snapshot()
    }

    /// Returns the present watches, and the changes that are in them.
    pub async fn known(&self) -> Known {
        // First the mark, then the watches: these contain everything up to the mark.
        let seen = self.seen.lock().await.clone();
        Known { share: self.share, seen, snapshot: self.snapshot() }
    }

    /// Returns a number that changes whenever the set of watched subreddits changes.
    pub fn names_version(&self) -> u64 {
        self.names().version()
    }

    /// Returns the subreddits that are watched by name.
    pub fn watched_names(&self) -> WatchedNames {
        self.names().watched()
    }

    fn names(&self) -> MutexGuard<'_, Names> {
        self.names.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn len(&self) -> usize {
        self.live.len()
    }

    pub fn is_empty(&self) -> bool {
        self.live.is_empty()
    }

    /// Returns the number of changes that are not yet in the base, which searches find besides it.
    pub fn pending(&self) -> usize {
        self.live.pending()
    }

    /// Applies the changes since the last call. Returns the number of changed watches.
    ///
    /// # Errors
    /// The database failed; the next call applies the same changes.
    pub async fn catch_up(&self, pool: &Pool) -> anyhow::Result<usize> {
        let mut seen = self.seen.lock().await;
        let mut conn = pool.get().await?;
        let open = oldest_open(&mut conn).await?;
        let changes: Vec<Change> = diesel::sql_query(
            "SELECT transaction_id, watch_id FROM watch_changes WHERE transaction_id >= $1",
        )
        .bind::<BigInt, _>(seen.before)
        .prepared()
        .load(&mut conn)
        .await?;
        let fresh = changes.iter().filter(|c| !seen.after.contains(&c.transaction_id));
        let mut ids: Vec<Uuid> = fresh.map(|c| c.watch_id).collect();
        ids.sort_unstable();
        ids.dedup();
        for chunk in ids.chunks(CHUNK) {
            self.reload(chunk, &mut conn).await?;
        }
        drop(conn);
        seen.before = open;
        seen.after = changes.iter().map(|c| c.transaction_id).filter(|id| *id >= open).collect();
        if self.live.is_fold_due() {
            let live = self.live.clone();
            // In the background: searches and changes continue meanwhile.
            tokio::task::spawn_blocking(move || live.fold());
        }
        Ok(ids.len())
    }

    /// Charges watches and variants for what searching for them cost until `now`; pauses and ends those that
    /// cost too much. Returns their number.
    ///
    /// # Errors
    /// The database failed; a watch that costs too much is paused when the next costs arise.
    pub async fn charge(
        &self,
        costs: &[PatternCost],
        now: DateTime<Utc>,
        pool: &Pool,
    ) -> anyhow::Result<usize> {
        let offenders = self.lock_spending().charge(costs, now);
        let mut paused = 0;
        for offender in offenders {
            if stop(&offender, now, &mut *pool.get().await?).await? {
                paused += 1;
            }
            self.lock_spending().forget(offender.watch);
        }
        Ok(paused)
    }

    fn lock_spending(&self) -> MutexGuard<'_, Spending> {
        self.spending.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn reload(&self, ids: &[Uuid], conn: &mut Conn) -> QueryResult<()> {
        let present = load_active(ids, self.share, conn).await?;
        let held: HashSet<Uuid> = present.iter().map(|(row, _)| row.id).collect();
        let gone: Vec<Uuid> = ids.iter().copied().filter(|id| !held.contains(id)).collect();
        {
            let mut names = self.names();
            present.iter().for_each(|(row, _)| names.set(row));
            gone.iter().for_each(|id| names.remove(*id));
        }
        let variants = load_variants(Some(ids), self.share, conn).await?;
        let tried: HashSet<Uuid> = variants.iter().map(|row| row.id).collect();
        let untried = ids.iter().map(|id| variant_of(*id));
        let untried: Vec<Uuid> = untried.filter(|id| !tried.contains(id)).collect();
        let gone = || gone.iter().chain(&untried);
        {
            let mut spending = self.lock_spending();
            let present = present.iter().map(|(row, _)| row);
            present.chain(&variants).for_each(|row| spending.note_owner(row));
            gone().for_each(|id| spending.drop_owner(*id));
        }
        if !self.share.is_searched() {
            return Ok(());
        }
        self.live.remove(gone().map(|id| WatchId(id.as_u128())));
        let present = present.into_iter().map(|(_, watch)| watch);
        self.live.upsert(present.chain(variants.iter().filter_map(usable)));
        Ok(())
    }
}

/// Stops searching for what costs too much. Returns true if it was searched for.
async fn stop(offender: &Offender, now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<bool> {
    let Offender { watch, millis, micros_per_kb, .. } = offender;
    if let Some(watch) = watch_of_variant(WatchId(watch.as_u128())) {
        let ended = end_expensive(watch, offender, now, conn).await?;
        if ended {
            tracing::warn!(%watch, millis, micros_per_kb, "ended a variant that costs too much");
        }
        return Ok(ended);
    }
    let paused = pause(offender, now, conn).await?;
    if paused {
        tracing::warn!(%watch, millis, micros_per_kb, "paused a keyword that costs too much");
    }
    Ok(paused)
}

/// Returns the oldest transaction that has not ended: all before it have.
async fn oldest_open(conn: &mut Conn) -> QueryResult<i64> {
    let oldest: Oldest =
        diesel::sql_query("SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS open")
            .prepared()
            .get_result(conn)
            .await?;
    Ok(oldest.open)
}
