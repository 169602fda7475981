//! Cleans up what mutes cover, and restores it, as much as fits into a call.

use std::collections::HashMap;

use super::*;
use crate::notifications::steps::Steps;
use db::models::mute::{has_muted, mark_muted, restore_muted};
use domain::live::announce_change;
use domain::mutes::clean_up::CleanUp;

/// The notifications that were deleted.
#[derive(Debug, Default)]
pub(crate) struct CleanedUp {
    by_mute: HashMap<Uuid, i64>,
    /// The position from which another call continues; `None` if nothing is left.
    pub(super) next: Option<i64>,
}

impl CleanedUp {
    pub(super) fn by(&self, mute: &Row) -> i64 {
        self.by_mute.get(&mute.id).copied().unwrap_or_default()
    }

    pub(crate) fn total(&self) -> i64 {
        self.by_mute.values().sum()
    }
}

/// Deletes the notifications that the user's `mutes` cover, from the position `from` on.
pub(crate) async fn clean_up(
    app: &App,
    user_id: Uuid,
    mutes: &[Row],
    from: Option<i64>,
    mut steps: Steps<'_>,
) -> ApiResult<CleanedUp> {
    let mut cleaned = CleanedUp { next: from, ..CleanedUp::default() };
    let (list, now) = (CleanUp::new(user_id, mutes), app.clock.now());
    while let Some(mut step) = steps.next().await? {
        let page = list.page(cleaned.next, step.rows, now, &mut step.conn).await?;
        if !page.caught.is_empty() {
            for one in mark_muted(user_id, &page.caught, now, &mut step.conn).await? {
                *cleaned.by_mute.entry(one.muted_by).or_default() += one.rows;
            }
        }
        cleaned.next = page.next;
        if page.next.is_none() {
            break;
        }
    }
    if cleaned.total() > 0 {
        announce_change(user_id, &mut *app.conn().await?).await?;
    }
    Ok(cleaned)
}

/// Counts the notifications that `mute` covers, from the position `from` on.
pub(super) async fn count_covered(
    app: &App,
    mute: &Row,
    from: Option<i64>,
    mut steps: Steps<'_>,
) -> ApiResult<MutePreview> {
    let mut preview = MutePreview { count: 0, next: from };
    let (list, now) = (CleanUp::new(mute.user_id, std::slice::from_ref(mute)), app.clock.now());
    while let Some(mut step) = steps.next().await? {
        let page = list.page(preview.next, step.rows, now, &mut step.conn).await?;
        preview.count += page.caught.len() as i64;
        preview.next = page.next;
        if page.next.is_none() {
            break;
        }
    }
    Ok(preview)
}

/// Restores what these mutes of the user deleted in the last day.
pub(crate) async fn restore(
    app: &App,
    user_id: Uuid,
    mute_ids: &[Uuid],
    mut steps: Steps<'_>,
) -> ApiResult<MuteDeleted> {
    let (mut restored, now) = (0, app.clock.now());
    while let Some(mut step) = steps.next().await? {
        let rows = restore_muted(user_id, mute_ids, step.rows, now, &mut step.conn).await?;
        restored += rows;
        if rows < step.rows {
            break;
        }
    }
    let mut conn = app.conn().await?;
    if restored > 0 {
        announce_change(user_id, &mut conn).await?;
    }
    let has_more = has_muted(user_id, mute_ids, now, &mut conn).await?;
    Ok(MuteDeleted { restored, has_more })
}
