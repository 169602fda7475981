//! Reserves requests for looks: what is deleted in the forum goes within two days, and that takes precedence
//! over how soon something is read. The looks needed for this are counted every few minutes, and from then on
//! all processes leave that part of the request budget to them (`platform/sources/reddit/budget.rs`) and plan
//! polls for the rest (`ingest/reddit/plan/`).

use std::time::Duration;

use chrono::TimeDelta;
use tokio_util::sync::CancellationToken;

use super::recheck::Demand;
use crate::steps::repeat;
use db::models::place::PlanState;
use platform::context::Context;

/// Interval between two counts, across all processes.
const COUNTED_EVERY: TimeDelta = TimeDelta::minutes(10);
/// Interval between two checks of one process whether a count is due.
const EVERY: Duration = Duration::from_secs(60);

/// Counts the needed looks until `stop`.
pub(crate) async fn run(context: Context, stop: CancellationToken) {
    let step = async || {
        if let Some(demand) = count_due(&context).await? {
            let Demand { items, due, .. } = demand;
            let calls_a_minute = demand.calls_a_minute();
            tracing::info!(items, due, calls_a_minute, "counted the looks that are needed");
        }
        Ok(EVERY)
    };
    repeat("counting looks", EVERY, &stop, step).await;
}

/// Counts the needed looks and stores the count, if no process has done so recently.
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
