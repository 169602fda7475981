use tokio_util::sync::CancellationToken;

use super::{Checked, Recheck};
use crate::steps::{LOOK_BACK, repeat};
use platform::sources::ForumError;

/// Looks for stored items again, one call after the other.
pub(crate) async fn look_back(recheck: Recheck, stop: CancellationToken) {
    let step = async || {
        let checked = recheck.check_once().await?;
        Ok(checked.map_or(LOOK_BACK, |checked| {
            log_check(&checked);
            checked.pause()
        }))
    };
    repeat("looking back", LOOK_BACK, &stop, step).await;
}

fn log_check(checked: &Checked) {
    let Checked { asked, missing, removed, alerted, error } = checked;
    let (items, notifications) = (removed.items, removed.notifications);
    match error {
        None => {
            tracing::info!(asked, missing, items, notifications, alerted, "looked what is gone");
        }
        // Expected: polling comes first.
        Some(ForumError::OverBudget { .. }) => {
            tracing::debug!("the budget leaves nothing for looking back");
        }
        Some(error) => tracing::warn!(asked, %error, "could not look what is gone"),
    }
}
