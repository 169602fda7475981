//! Looks, once a week and keyword, for what the keyword nearly matched (`domain/watches/near_misses`): one
//! keyword after the other, with a rest after each look that is nine times as long, so that this never takes
//! more than a tenth of a core. The next keyword is a row that one process takes. If a process dies during a
//! look, its keyword waits for the next week.

use std::num::NonZeroU32;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use chrono::{DateTime, TimeDelta, Utc};
use tokio_util::sync::CancellationToken;

use super::steps::repeat;
use db::models::near_miss::{Claimed, claim, list_new};
use db::models::user::User;
use db::models::watch::Watch;
use domain::watches::lint::Known;
use domain::watches::near_misses::{Look, NearMiss};
use domain::watches::not_muted::not_muted;
use domain::watches::sample::{Bounds, Sample};
use domain::watches::turns::Turns;
use domain::watches::{OwnRule, plan_limits};
use foundation::background;
use platform::context::Context;
use platform::plans::Capabilities;

/// Interval between two looks for due keywords once none was due, at most and at least.
const MAX_IDLE: Duration = Duration::from_secs(60);
const MIN_IDLE: Duration = Duration::from_secs(1);
/// The rest after a look, as a multiple of the look's duration.
const REST: u32 = 9;
/// Maximum items, as in previews.
const MAX_ITEMS: usize = 20_000;
const PATIENCE: Duration = Duration::from_secs(2);

/// Looks until `stop`.
pub(super) async fn run(context: Context, stop: CancellationToken) {
    let turns = Turns::new(NonZeroU32::MIN, Duration::MAX);
    // Where a keyword is due as soon as it is saved, its user does not wait for a minute either.
    let hours = context.config.limits.near_misses_after_hours;
    let idle = Duration::from_secs(3_600 * u64::from(hours)).clamp(MIN_IDLE, MAX_IDLE);
    let step = async || {
        let began = Instant::now();
        if look_at_next(&context, &turns).await?.is_some() {
            return Ok(began.elapsed() * REST);
        }
        let listed = list_due(&context).await?;
        Ok(if listed > 0 { began.elapsed() * REST } else { idle })
    };
    repeat("looking for near misses", MAX_IDLE, &stop, step).await;
}

/// Schedules the first look at some of the watches whose rule has been unchanged for long enough; returns how
/// many.
///
/// # Errors
/// The database failed.
pub async fn list_due(context: &Context) -> anyhow::Result<usize> {
    let min_age = TimeDelta::hours(context.config.limits.near_misses_after_hours.into());
    let since = context.clock.now() - min_age;
    Ok(list_new(since, &mut *context.conn().await?).await?)
}

/// Looks at the watch whose last look was longest ago; returns its claim, or `None` if nothing is due. A
/// watch that is off, paused or none of its user's newest is skipped for a week.
///
/// # Errors
/// The database failed.
pub async fn look_at_next(context: &Context, turns: &Turns) -> anyhow::Result<Option<Claimed>> {
    let now = context.clock.now();
    let mut conn = context.conn().await?;
    let Some(claimed) = claim(now, &mut conn).await? else {
        return Ok(None);
    };
    let watch = claimed.watch(&mut conn).await?;
    drop(conn);
    if let Some(watch) = watch {
        let (found, hours) = look(&watch, context, turns, now).await?;
        if !found.is_empty() {
            let found = serde_json::to_value(&found)?;
            claimed.note(found, hours, &mut *context.conn().await?).await?;
        }
    }
    Ok(Some(claimed))
}

/// Returns the near misses of a watch, and the number of hours in which they were looked for.
async fn look(
    row: &Watch,
    context: &Context,
    turns: &Turns,
    now: DateTime<Utc>,
) -> anyhow::Result<(Vec<NearMiss>, i32)> {
    let mut conn = context.conn().await?;
    let user = User::find(row.user_id, &mut conn).await?;
    let patterns = plan_limits::patterns(row.user_id, Some(row.id), &mut conn).await?;
    drop(conn);
    let can = Capabilities::of(user.plan, context.config.server.plans);
    let present = row.clone();
    let accepts = move |wanted: &_| plan_limits::allows_change(can, wanted, &present, patterns);
    let look = Look::new(OwnRule::of(row), accepts);
    let mut look = look.context("a stored watch cannot be used")?;
    let keep = context.config.forum.keep_unmatched();
    let bounds = Bounds { since: now - keep, items: MAX_ITEMS, patience: PATIENCE, whole: false };
    let turn = turns.take(row.user_id).await;
    let turn = turn.map_err(|_| anyhow::anyhow!("another look goes on"))?;
    let (own, others) = look.watches();
    let mut sample = Sample::beside(own, others, bounds, now, turn);
    while let Some(searched) = sample.next(context).await? {
        let (looking, near) = background::run(move || {
            let near = look.near(searched);
            (look, near)
        })
        .await?;
        look = looking;
        if near.is_empty() {
            continue;
        }
        let mut conn = context.conn().await?;
        let near = not_muted(row, near, |one| &one.item, now, &mut conn).await?;
        look.count(&near);
    }
    let searched = match look.oldest() {
        Some(oldest) if !sample.is_complete() => now - oldest,
        _ => keep,
    };
    // Near misses that find the same as another watch of the user cannot be stored.
    let near = look.end();
    if near.is_empty() {
        return Ok((near, 0));
    }
    let known = Known::of_user(row.user_id, &mut *context.conn().await?).await?;
    let rule = OwnRule::of(row);
    let is_new = |one: &NearMiss| {
        let form = one.change.apply(rule.clone())?.check()?.normal_form();
        Some(!known.iter().any(|other| other.form == form))
    };
    let near = near.into_iter().filter(|one| is_new(one) == Some(true));
    let hours = i32::try_from(searched.num_hours()).unwrap_or(i32::MAX);
    Ok((near.collect(), hours.max(1)))
}
