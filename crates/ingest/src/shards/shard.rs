//! One shard, for as long as this process holds it.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use super::reader::ShardReader;
use crate::announcements::Announced;
use crate::hearing_tests;
use crate::steps::pause;
use crate::store::LEASE;
use crate::watching::{follow_watches, load};
use db::models::match_shard::MatchShard;
use domain::watches::Share;
use platform::context::Context;
use platform::sources::bluesky::Bluesky;

/// The announcements that the shards of a process wait for.
#[derive(Clone)]
pub(super) struct AnnouncedToShards {
    /// Changes of watches.
    pub(super) changes: Announced,
    /// Test posts.
    pub(super) test_posts: Announced,
}

/// Matches for a shard until `stop`, or until another process holds it.
pub(super) async fn hold(
    context: Context,
    bluesky: Arc<Bluesky>,
    claimed: MatchShard,
    announced: AnnouncedToShards,
    stop: CancellationToken,
) {
    let MatchShard { shard, shards, .. } = claimed;
    let share = Share::Shard { shard, of: shards };
    let ended = stop.child_token();
    let work = async {
        let Some(watches) = load(&context, share, &ended).await else {
            return;
        };
        let watches = &watches;
        tracing::info!(shard, shards, watches = watches.len(), "matching for a shard");
        let reading = async {
            match ShardReader::new(&context, bluesky, watches.clone(), claimed.clone()) {
                Ok(mut reader) => reader.run(&ended).await,
                Err(error) => tracing::error!(%error, "no items are read"),
            }
            ended.cancel();
        };
        futures::join!(
            reading,
            follow_watches(context.clone(), watches.clone(), announced.changes, ended.clone()),
            hearing_tests::run(
                context.clone(),
                watches.clone(),
                share,
                announced.test_posts,
                ended.clone()
            ),
        );
    };
    futures::join!(work, keep(&context, &claimed, &ended));
    context.metrics.shards.ended(shard);
    let released = async { anyhow::Ok(claimed.release(&mut *context.conn().await?).await?) };
    if let Err(error) = released.await {
        tracing::warn!(shard, error = %format!("{error:#}"), "a shard is free only when its lease ends");
    }
}

/// Holds the lease until `ended`, and ends the work for the shard when another process holds it.
async fn keep(context: &Context, claimed: &MatchShard, ended: &CancellationToken) {
    let every = LEASE.to_std().unwrap_or_default() / 3;
    while pause(every, ended).await.is_some() {
        let until = context.clock.now() + LEASE;
        let kept = async { anyhow::Ok(claimed.keep(until, &mut *context.conn().await?).await?) };
        match kept.await {
            Ok(true) => {}
            Ok(false) => {
                tracing::warn!(shard = claimed.shard, "another process matches for this shard now");
                ended.cancel();
            }
            Err(error) => {
                let error = format!("{error:#}");
                tracing::warn!(shard = claimed.shard, error, "could not keep a shard");
            }
        }
    }
}
