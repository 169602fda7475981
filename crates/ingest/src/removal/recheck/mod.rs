//! Checks whether matched items still exist in the forum; other items are not kept long enough for that
//! (`unmatched.rs`). What its author deleted or a moderator removed is purged here within two days: the next
//! look is at most forty hours away, and what an answer leaves out is looked for again an hour later.
//!
//! Looks get as much of the request budget as they need (`demand.rs`), up to a ceiling. Items that people
//! were alerted to go first; what the budget does not reach waits, and is reported in the coverage. An answer
//! also has the current text and score (`changed.rs`), and the replies of young posts, which decide whether
//! another reply is worth writing.

mod demand;
mod due;
mod look_back;
mod put_back;
mod replies;
mod verdict;

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use diesel::QueryableByName;
use diesel::sql_types::{Array, Bool, Integer, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncConnection, RunQueryDsl};
use uuid::Uuid;

pub use self::demand::{Demand, MAX_KEPT_DAYS, YOUNG, count_late};
pub use self::due::longest_due;
pub(crate) use self::look_back::look_back;
use self::put_back::put_back;
use self::verdict::{Verdict, classify};
use crate::removal::changed::{apply, changed};
use crate::removal::{self, Removed};
pub use crate::store::kept::FIRST_CHECK;
use db::Pool;
use domain::watches::ActiveWatches;
use platform::context::Context;
use platform::sources::{ForumError, ForumItem, Source, measured_as};

/// The time until an item that an answer left out is looked for again.
const SECOND_LOOK: TimeDelta = TimeDelta::hours(1);
/// The maximum time between two looks.
pub(crate) const MAX_WAIT: TimeDelta = TimeDelta::hours(40);
/// The maximum number of ids in a call.
const IDS_A_CALL: i32 = 100;
/// The time after which items held by a dead process are claimed again; longer than any call takes.
const LEASE: TimeDelta = TimeDelta::minutes(5);
/// The pause after a failed call.
const PAUSE_AFTER_FAILURE: Duration = Duration::from_secs(60);
/// The time that the product promises; exceeding it is reported.
const PROMISED: TimeDelta = TimeDelta::hours(48);

/// The recheck job of one process; any number of them share the work.
pub struct Recheck {
    context: Context,
    source: Arc<dyn Source>,
    watches: Arc<ActiveWatches>,
}

/// The outcome of one call, for the log and for tests.
#[derive(Debug, Default)]
pub struct Checked {
    /// The number of requested ids.
    pub asked: usize,
    /// The number of ids that the answer left out.
    pub missing: usize,
    pub removed: Removed,
    /// The number of notifications of items whose text was edited, or whose score has risen to what a query asks
    /// for; zero if shards match.
    pub alerted: usize,
    /// The reason why the call failed.
    pub error: Option<ForumError>,
}

/// An item that is being looked for.
#[derive(Debug, Clone, QueryableByName)]
struct Claimed {
    #[diesel(sql_type = Text)]
    forum_id: String,
    #[diesel(sql_type = SqlUuid)]
    item_id: Uuid,
    #[diesel(sql_type = Timestamptz)]
    seen_at: DateTime<Utc>,
    #[diesel(sql_type = Integer)]
    misses: i32,
    /// Whether somebody was alerted to it, or to a comment with its title.
    #[diesel(sql_type = Bool)]
    is_alerted: bool,
}

impl Recheck {
    pub fn new(context: Context, source: Arc<dyn Source>, watches: Arc<ActiveWatches>) -> Self {
        Self { context, source, watches }
    }

    /// Makes one call if anything is due. If a call can carry a hundred ids it always does: items that fall
    /// due next fill it up at no extra cost.
    ///
    /// # Errors
    /// The database failed. Errors of the forum are part of the returned value.
    pub async fn check_once(&self) -> anyhow::Result<Option<Checked>> {
        let (now, pool) = (self.context.clock.now(), &self.context.pool);
        if self.next_due().await?.is_none_or(|due| due > now) {
            return Ok(None);
        }
        let until = now + LEASE;
        let claimed = due::claim(&*self.source, now, until, &mut *pool.get().await?).await?;
        if claimed.is_empty() {
            return Ok(None);
        }
        let ids: Vec<String> = claimed.iter().map(|c| c.forum_id.clone()).collect();
        let asked = ids.len();
        let answer = self.source.stored(&ids, now).await;
        let now = self.context.clock.now();
        let error = match answer {
            Ok(page) => match classify(&claimed, &page) {
                Some(verdicts) => {
                    let checked = finish(&claimed, &verdicts, until, now, pool).await?;
                    let source = measured_as(&*self.source);
                    let removed = checked.removed.items;
                    self.context.metrics.removed(source, removed);
                    // Afterwards, so that an error here does not delay the purge of what is gone.
                    replies::note(&claimed, &page, now, &mut *pool.get().await?).await?;
                    let items: Vec<&ForumItem> = page.items.iter().collect();
                    let changed = changed(&items, &mut *pool.get().await?).await?;
                    let alerted = apply(changed, &self.context, &self.watches, now).await?;
                    return Ok(Some(Checked { asked, alerted, ..checked }));
                }
                None => ForumError::Malformed("none of the items that were asked for".to_owned()),
            },
            Err(error) => error,
        };
        put_back(&ids, &error, until, now, &mut *pool.get().await?).await?;
        Ok(Some(Checked { asked, error: Some(error), ..Checked::default() }))
    }

    /// Makes calls until nothing is due or one fails.
    ///
    /// # Errors
    /// The database failed.
    pub async fn run_due(&self) -> anyhow::Result<Vec<Checked>> {
        let mut done = Vec::new();
        while let Some(checked) = self.check_once().await? {
            let failed = checked.error.is_some();
            done.push(checked);
            if failed {
                break;
            }
        }
        Ok(done)
    }

    /// Returns when the next item falls due that no process is looking for.
    ///
    /// # Errors
    /// The database failed.
    pub async fn next_due(&self) -> anyhow::Result<Option<DateTime<Utc>>> {
        let mut conn = self.context.conn().await?;
        let now = self.context.clock.now();
        Ok(due::next_due(&*self.source, now, &mut conn).await?)
    }
}

impl Checked {
    /// Returns the time to wait before the next call.
    pub(crate) fn pause(&self) -> Duration {
        match &self.error {
            None => Duration::ZERO,
            Some(
                ForumError::OverBudget { retry_after } | ForumError::RateLimited { retry_after },
            ) => *retry_after,
            Some(_) => PAUSE_AFTER_FAILURE,
        }
    }
}

/// Records the verdicts and purges removed items, in one transaction. Items that another process has claimed
/// meanwhile are left to it.
async fn finish(
    claimed: &[Claimed],
    verdicts: &[Verdict],
    until: DateTime<Utc>,
    now: DateTime<Utc>,
    pool: &Pool,
) -> anyhow::Result<Checked> {
    let next = claimed.iter().zip(verdicts).map(|(item, verdict)| match verdict {
        Verdict::There => Some(now + wait(now - item.seen_at)),
        Verdict::Missing | Verdict::Unknown => Some(now + SECOND_LOOK),
        Verdict::Gone => None,
    });
    let next: Vec<Option<DateTime<Utc>>> = next.collect();
    let misses = claimed.iter().zip(verdicts).map(|(item, verdict)| match verdict {
        Verdict::Missing => item.misses + 1,
        Verdict::Unknown => item.misses,
        Verdict::There | Verdict::Gone => 0,
    });
    let misses: Vec<i32> = misses.collect();
    let heard: Vec<bool> = verdicts.iter().map(|v| matches!(v, Verdict::There)).collect();
    let mut conn = pool.get().await?;
    conn.transaction(async |conn| {
        let held: Vec<Held> = diesel::sql_query(
            "UPDATE item_keys SET check_at = batch.check_at, misses = batch.misses,
                 is_alerted = batch.is_alerted, checked_until = NULL, unanswered = 0,
                 checked_at = CASE WHEN heard THEN $6 ELSE checked_at END
             FROM unnest($1, $2, $3, $4, $7)
                 AS batch (forum_id, check_at, misses, heard, is_alerted)
             WHERE item_keys.forum_id = batch.forum_id AND checked_until = $5
             RETURNING item_keys.forum_id",
        )
        .bind::<Array<Text>, _>(claimed.iter().map(|c| &c.forum_id).collect::<Vec<_>>())
        .bind::<Array<Nullable<Timestamptz>>, _>(&next)
        .bind::<Array<Integer>, _>(&misses)
        .bind::<Array<Bool>, _>(&heard)
        .bind::<Timestamptz, _>(until)
        .bind::<Timestamptz, _>(now)
        .bind::<Array<Bool>, _>(claimed.iter().map(|c| c.is_alerted).collect::<Vec<_>>())
        .load(conn)
        .await?;
        let held: std::collections::HashSet<&str> =
            held.iter().map(|held| held.forum_id.as_str()).collect();
        let gone: Vec<removal::Item<'_>> = claimed
            .iter()
            .zip(verdicts)
            .filter(|(item, v)| **v == Verdict::Gone && held.contains(item.forum_id.as_str()))
            .map(|(item, _)| removal::Item {
                id: item.item_id,
                seen_at: item.seen_at,
                forum_id: &item.forum_id,
            })
            .collect();
        let left_out = [Verdict::Missing, Verdict::Unknown];
        Ok(Checked {
            missing: verdicts.iter().filter(|v| left_out.contains(v)).count(),
            removed: removal::remove(&gone, now, conn).await?,
            ..Checked::default()
        })
    })
    .await
}

#[derive(QueryableByName)]
struct Held {
    #[diesel(sql_type = Text)]
    forum_id: String,
}

/// Returns the time until the next look at an item that was first seen `age` ago. It grows with the age,
/// since most deletions happen in the first hours.
fn wait(age: TimeDelta) -> TimeDelta {
    age.clamp(FIRST_CHECK, MAX_WAIT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_young_are_looked_for_often_and_all_within_the_promise() {
        let hours = |n| TimeDelta::hours(n);
        let mut age = FIRST_CHECK;
        let mut looks = vec![age];
        while age < hours(24 * 90) {
            let next = wait(age);
            assert!(next + SECOND_LOOK + hours(7) <= PROMISED);
            age += next;
            looks.push(age);
        }
        assert_eq!(looks[..6], [1, 2, 4, 8, 16, 32].map(hours));
        // The ids per item over its whole life: a call of a hundred ids for about every second item.
        assert!(looks.len() < 62, "{}", looks.len());
    }
}
