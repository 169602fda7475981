//! Removes matches that a mute covers from the user's list, and restores them.

use std::sync::Arc;

use anyhow::Context;
use chrono::{DateTime, Utc};
use futures::TryStreamExt;
use matcher::Item;
use uuid::Uuid;

use super::Mutes;
use crate::live;
use db::Conn;
use db::error::Result;
use db::models::mute::{Candidate, Mute, candidates, mark_muted, restore_muted};

/// The number of items classified at once, off the threads that serve requests.
const CHUNK: usize = 200;

/// Marks the notifications that `mute` covers as deleted and returns their number. For a day they
/// can be restored.
pub async fn clean_up(mute: &Mute, now: DateTime<Utc>, conn: &mut Conn) -> Result<i64> {
    let caught = caught_by(mute, now, conn).await?;
    let cleaned = mark_muted(mute, &caught, now, conn).await?;
    if cleaned > 0 {
        live::announce_change(mute.user_id, conn).await?;
    }
    Ok(cleaned)
}

/// Restores what the mute marked in the last day.
pub async fn restore(
    user_id: Uuid,
    mute_id: Uuid,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> Result<i64> {
    let restored = restore_muted(user_id, mute_id, now, conn).await?;
    if restored > 0 {
        live::announce_change(user_id, conn).await?;
    }
    Ok(restored)
}

/// Returns the notifications that `mute` covers, decided by the same code as when they are made.
pub async fn caught_by(
    mute: &Mute,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> Result<Vec<(Uuid, DateTime<Utc>)>> {
    let mutes = Arc::new(Mutes::new(std::slice::from_ref(mute)));
    let user_id = mute.user_id;
    let mut chunks = candidates(mute, now, conn).await?.try_chunks(CHUNK);
    let mut caught = Vec::new();
    while let Some(chunk) = chunks.try_next().await.map_err(|error| error.1)? {
        let mutes = mutes.clone();
        let covered = tokio::task::spawn_blocking(move || {
            let covered = chunk.into_iter().filter(|one| covers(&mutes, user_id, one));
            covered.map(|one| (one.id, one.seen_at)).collect::<Vec<_>>()
        });
        caught.extend(covered.await.context("the thread that looked for what is muted panicked")?);
    }
    Ok(caught)
}

fn covers(mutes: &Mutes, user_id: Uuid, one: &Candidate) -> bool {
    let item = Item {
        kind: one.kind.into(),
        author: &one.author,
        ..Item::post(&one.subreddit, &one.title, &one.body)
    };
    mutes.cover(user_id, one.watch_id, &mutes.prepare(&item, &one.thread_id))
}
