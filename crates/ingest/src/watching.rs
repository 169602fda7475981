//! Loads the active watches, and follows their changes.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use super::announcements::Announced;
use super::steps::{LOOK, pause};
use domain::watches::{ActiveWatches, Share};
use platform::context::Context;

/// Returns the watches, as soon as the database provides them.
pub(crate) async fn load(
    context: &Context,
    share: Share,
    stop: &CancellationToken,
) -> Option<Arc<ActiveWatches>> {
    loop {
        match ActiveWatches::load_share(share, &context.pool).await {
            Ok(watches) => return Some(Arc::new(watches)),
            Err(error) => {
                tracing::error!(error = %format!("{error:#}"), "could not load the watches");
            }
        }
        pause(LOOK, stop).await?;
    }
}

/// Applies changes as they are announced, and looks each second in case an announcement was missed.
pub(crate) async fn follow_watches(
    context: Context,
    watches: Arc<ActiveWatches>,
    mut announced: Announced,
    stop: CancellationToken,
) {
    loop {
        tokio::select! {
            () = stop.cancelled() => return,
            () = announced.heard() => {}
            () = tokio::time::sleep(LOOK) => {}
        }
        if let Err(error) = watches.catch_up(&context.pool).await {
            tracing::error!(error = %format!("{error:#}"), "could not follow changes of watches");
        }
    }
}
