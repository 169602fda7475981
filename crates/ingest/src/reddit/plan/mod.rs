//! Plans which listings are read, and how often: `poll_state` holds the plan, which any process may make
//! and all follow.

mod dry_run;
mod listings;
mod names;
mod rates;
mod write;

use std::collections::BTreeSet;

use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncConnection, RunQueryDsl};

pub use dry_run::{Estimate, dry_run};
pub(crate) use listings::priority;
use listings::{Requests, plan};
use names::{mark_watched, polled_names};
use rates::{RATED_EVERY, rates};
use write::{losing, write};

use db::Conn;
use db::models::listing_width::ListingWidth;
use db::models::place::PlanState;
use db::models::poll_state::{PollState, lock_plan};
use db::schema::{poll_plan, poll_state};
use domain::watches::ActiveWatches;
use platform::config::ForumConfig;
use platform::coverage::stop_reading;

/// The versions that a plan was made from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Planned {
    /// The version of the watched names; none if it may hold names that nobody watches any more.
    pub(crate) names: Option<u64>,
    /// The version of the known state of these subreddits.
    pub(crate) version: i64,
}

/// The time in which the old listings of subreddits are read once more before new rates move these to other
/// listings. The new ones are then read back by time over little more than this: over the whole interval of
/// a slow one, busy ones would overflow.
const CALL_IN: TimeDelta = TimeDelta::seconds(45);

/// Returns whether a plan is due: because rates are to be measured again, or because the wait before
/// subreddits move is over.
pub(crate) fn is_due(plan: &PlanState, now: DateTime<Utc>) -> bool {
    is_old(plan, now) || plan.moves_at.is_some_and(|at| is_over(at, now))
}

fn is_old(plan: &PlanState, now: DateTime<Utc>) -> bool {
    // A time far in the future was written by a clock that has been set back.
    let is_new = |at: DateTime<Utc>| at > now - RATED_EVERY && at < now + RATED_EVERY;
    !plan.rated_at.is_some_and(is_new)
}

fn is_over(moves_at: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    moves_at <= now || moves_at > now + CALL_IN
}

/// Plans for the watches that this process knows of.
///
/// Processes plan one after the other. Another one may know changes that this one does not: a name
/// is removed only if no watch that changed since names it.
///
/// Where the subreddits are the same as before (`is_same`), and only the rates are new, the plan may be put
/// off until the listings that lose some have been read once more.
pub(crate) async fn make(
    watches: &ActiveWatches,
    forum: &ForumConfig,
    is_same: bool,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> anyhow::Result<Planned> {
    // First the mark, then the names: these hold all that the mark says.
    let known = watches.known().await;
    let watched = watches.watched_names();
    conn.transaction(async |conn| -> anyhow::Result<Planned> {
        lock_plan(conn).await?;
        let is_whole = mark_watched(&watched, &known, now, conn).await?;
        let state = PlanState::load(conn).await?;
        let names = polled_names(conn).await?;
        stop_reading(&names.keys().collect::<Vec<_>>(), now, conn).await?;
        let rates = rates(now, conn).await?;
        let held = PollState::all(conn).await?;
        let width = ListingWidth::load(conn).await?.width();
        let requests = Requests::new(forum, state.looks_a_minute, width);
        let planned = plan(&names, &rates, &held, &requests);
        let losing = losing(&planned, &held);
        let can_wait = is_same && is_old(&state, now) && state.moves_at.is_none();
        match can_wait && !losing.is_empty() {
            true => call_in(&losing, now, conn).await?,
            false => write(&planned, &held, now, conn).await?,
        }
        Ok(Planned { names: is_whole.then_some(watched.version), version: state.version })
    })
    .await
}

/// Makes listings due that lose subreddits when `CALL_IN` is over, but for those that wait after a failure.
async fn call_in(losing: &BTreeSet<&str>, now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<()> {
    diesel::update(poll_state::table.filter(poll_state::listing.eq_any(losing)))
        .filter(poll_state::failures.eq(0))
        .set((poll_state::next_poll_at.eq(now), poll_state::scheduled_at.eq(now)))
        .execute(conn)
        .await?;
    diesel::update(poll_plan::table)
        .set(poll_plan::moves_at.eq(now + CALL_IN))
        .execute(conn)
        .await?;
    Ok(())
}
