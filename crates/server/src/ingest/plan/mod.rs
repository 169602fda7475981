//! Plans which listings are read, and how often: `poll_state` holds the plan, which any process may make
//! and all follow.

mod dry_run;
mod listings;
mod names;
mod rates;
mod write;

use chrono::{DateTime, Utc};
use diesel::QueryResult;
use diesel_async::{AsyncConnection, RunQueryDsl};

pub use dry_run::{Estimate, dry_run};
pub(super) use listings::priority;
use listings::{Requests, plan};
use names::{mark_watched, polled_names};
use rates::{RATED_EVERY, rates};
use write::write;

use crate::config::ForumConfig;
use crate::coverage::stop_reading;
use crate::db::Conn;
use crate::db::models::listing_width::ListingWidth;
use crate::db::models::place::PlanState;
use crate::db::models::poll_state::PollState;
use crate::watches::ActiveWatches;

/// What a plan was made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Planned {
    /// The version of the watched names; none if it may hold names that nobody watches any more.
    pub(super) names: Option<u64>,
    /// Of what is known of these subreddits.
    pub(super) version: i64,
}

/// Returns whether rates are to be taken anew.
pub(super) fn is_old(plan: &PlanState, now: DateTime<Utc>) -> bool {
    // What is far in the future was written by a clock that has been set back.
    let is_new = |at: DateTime<Utc>| at > now - RATED_EVERY && at < now + RATED_EVERY;
    !plan.rated_at.is_some_and(is_new)
}

/// Plans for the watches that this process knows of.
///
/// One process plans after the other. What it has not heard of, another one may have: a name is
/// taken out only if no watch that changed since names it.
pub(super) async fn make(
    watches: &ActiveWatches,
    forum: &ForumConfig,
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
        write(&planned, &held, now, conn).await?;
        Ok(Planned {
            names: is_whole.then_some(watched.version),
            version: state.version,
        })
    })
    .await
}

/// Keeps others from planning until the transaction ends.
pub(super) async fn lock_plan(conn: &mut Conn) -> QueryResult<()> {
    diesel::sql_query("SELECT pg_advisory_xact_lock(hashtext('harken.plan'))")
        .execute(conn)
        .await?;
    Ok(())
}
