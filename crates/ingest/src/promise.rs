//! Has looks get what they need: what is deleted in the forum goes within two days, and that goes before how
//! soon something is read. The looks that it takes are counted every few minutes, and from then on all
//! processes leave them so much of the request budget (`platform/sources/reddit/budget.rs`) and plan polls for the rest
//! (`ingest/plan/`).

use std::time::Duration;

use chrono::TimeDelta;
use tokio_util::sync::CancellationToken;

use super::recheck::Demand;
use super::steps::repeat;
use db::models::place::PlanState;
use platform::context::Context;

/// How often one of the processes counts.
const COUNTED_EVERY: TimeDelta = TimeDelta::minutes(10);
/// How often each asks whether it is time.
const EVERY: Duration = Duration::from_secs(60);

/// Counts looks until `stop`.
pub(super) async fn run(context: Context, stop: CancellationToken) {
    let step = async || {
        if let Some(demand) = count_due(&context).await? {
            let Demand { items, due, .. } = demand;
            let calls_a_minute = demand.calls_a_minute();
            tracing::info!(
                items,
                due,
                calls_a_minute,
                "counted the looks that are needed"
            );
        }
        Ok(EVERY)
    };
    repeat("counting looks", EVERY, &stop, step).await;
}

/// Counts the looks that are needed and stores it, if no process has for a while.
///
/// # Errors
/// The database failed.
pub async fn count_due(context: &Context) -> anyhow::Result<Option<Demand>> {
    let (now, mut conn) = (context.clock.now(), context.conn().await?);
    if !PlanState::begin_count(COUNTED_EVERY, now, &mut conn).await? {
        return Ok(None);
    }
    let demand = Demand::count(now, &mut conn).await?;
    let kept_days = demand.kept_days(context.config.forum.requests_per_minute);
    PlanState::set_looks(demand.calls_a_minute(), kept_days, &mut conn).await?;
    Ok(Some(demand))
}
