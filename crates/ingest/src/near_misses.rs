//! Looks, once a week and keyword, for what the keyword nearly matched (`domain/watches/near_misses`): one
//! keyword after the other, with a rest after each look that is nine times as long, so that this never takes
//! more than a tenth of a core. The next keyword is a row that one process takes. A look that fails, or whose process
//! dies, is repeated after a minute.

use std::num::NonZeroU32;
use std::time::{Duration, Instant};

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
/// The rest after a look, as a multiple of the look's duration, up to the idle time.
const REST: u32 = 9;
/// Maximum items, as in previews.
const MAX_ITEMS: usize = 20_000;
const PATIENCE: Duration = Duration::from_secs(2);

/// Looks until `stop`.
pub(super) async fn run(context: Context, stop: CancellationToken) {
    let turns = Turns::new(NonZeroU32::MIN, Duration::MAX);
    let idle = idle(&context);
    let step = async || {
        let began = Instant::now();
        let has_more =
            look_at_next(&context, &turns).await?.is_some() || list_due(&context).await? > 0;
        Ok(if has_more { (began.elapsed() * REST).min(idle) } else { idle })
    };
    repeat("looking for near misses", idle, &stop, step).await;
}

/// Returns the time until the next look for due keywords, and until the next look at one whose last has failed.
fn idle(context: &Context) -> Duration {
    // Where a keyword is due as soon as it is saved, its user does not wait for a minute either.
    let hours = context.config.limits.near_misses_after_hours;
    Duration::from_secs(3_600 * u64::from(hours)).clamp(MIN_IDLE, MAX_IDLE)
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
    let lease = TimeDelta::from_std(idle(context))?;
    let Some(claimed) = claim(now, lease, &mut conn).await? else {
        return Ok(None);
    };
    let watch = claimed.watch(&mut conn).await?;
    drop(conn);
    let (found, hours) = match watch {
        Some(watch) => look(&watch, context, turns, now).await?,
        None => (Vec::new(), 0),
    };
    let found = serde_json::to_value(&found)?;
    claimed.note(found, hours, now, &mut *context.conn().await?).await?;
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
    let Some(mut look) = Look::new(OwnRule::of(row), accepts) else {
        tracing::error!(watch = %row.id, "a stored watch cannot be used");
        return Ok((Vec::new(), 0));
    };
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
        _ if sample.is_complete() => keep,
        Some(oldest) => now - oldest,
        None => anyhow::bail!("no stored item could be searched within {PATIENCE:?}"),
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
