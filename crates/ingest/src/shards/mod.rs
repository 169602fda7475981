//! Matches what others read, where a bus has a log of items. The users are divided into shards, whose number is in the
//! database (`harken shards`). Each shard has the watches of its users and reads the whole log from its own position
//! on, which moves in the transaction that stores what they match. So what a shard has found is stored once, however
//! often it is read.
//!
//! A shard is held by one process, by a lease. A process that dies leaves its shards to the others, and a new
//! one takes some from those that have most. A process that was wrongly considered dead finds that its
//! number, the fence, no longer counts.

pub mod pass_on;
mod reader;
mod received;
mod shard;

use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

pub use self::reader::ShardReader;
use self::shard::{AnnouncedToShards, hold};
use super::WATCH_CHANGED;
use super::announcements::Announcements;
use super::steps::pause;
use crate::store::LEASE;
use db::models::hearing_test::TEST_POSTS;
use db::models::match_shard::MatchShard;
use platform::context::Context;
use platform::sources::bluesky::Bluesky;

/// Interval between two looks for shards that nobody holds; the next look follows at once after one was
/// found.
const LOOK: Duration = Duration::from_secs(1);

/// Holds shards until `stop`, and completes the batches in hand.
pub async fn run(context: Context, bluesky: Arc<Bluesky>, stop: CancellationToken) {
    let (changes, test_posts) = (Announcements::default(), Announcements::default());
    let announced =
        AnnouncedToShards { changes: changes.subscribe(), test_posts: test_posts.subscribe() };
    futures::join!(
        changes.listen(&context, WATCH_CHANGED, &stop),
        test_posts.listen(&context, TEST_POSTS, &stop),
        hold_shards(context.clone(), bluesky, announced, stop.clone()),
    );
}

async fn hold_shards(
    context: Context,
    bluesky: Arc<Bluesky>,
    announced: AnnouncedToShards,
    stop: CancellationToken,
) {
    let holder = Uuid::now_v7();
    let mut held = JoinSet::new();
    while !stop.is_cancelled() {
        let rest = match claim(&context, holder).await {
            Ok(Some(claimed)) => {
                let (context, bluesky) = (context.clone(), bluesky.clone());
                let holding = hold(context, bluesky, claimed, announced.clone(), stop.clone());
                held.spawn(holding);
                // Other processes that have begun at the same time take theirs.
                LOOK / 4
            }
            Ok(None) => LOOK,
            Err(error) => {
                tracing::error!(error = %format!("{error:#}"), "could not look for shards");
                LOOK
            }
        };
        let ended = async {
            match held.join_next().await {
                Some(ended) => ended,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            _ = pause(rest, &stop) => {}
            Err(error) = ended => tracing::error!(%error, "a shard has ended"),
        }
    }
    while held.join_next().await.is_some() {}
}

/// Takes a shard, if one is available.
///
/// # Errors
/// The database failed.
pub async fn claim(context: &Context, holder: Uuid) -> anyhow::Result<Option<MatchShard>> {
    let now = context.clock.now();
    let mut conn = context.conn().await?;
    Ok(MatchShard::claim(holder, now + LEASE, now, &mut conn).await?)
}
