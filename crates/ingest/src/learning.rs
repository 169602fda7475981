//! Learns from what users marked as not relevant and what they opened (`domain/learned.rs`): one user after the other,
//! each again after a while, so that what was learned from a deleted text is gone within an hour.

use std::time::{Duration, Instant};

use chrono::TimeDelta;
use tokio_util::sync::CancellationToken;

use super::steps::repeat;
use domain::learned::learn_next;
use platform::context::Context;

/// The time after which a user's labels are read again.
const AGAIN: TimeDelta = TimeDelta::minutes(15);
/// Interval between two looks for users whose time has come.
const LOOK: Duration = Duration::from_secs(60);
/// The rest after a user, as a multiple of the time that learning took: learning never takes more than a tenth of a core.
const REST: u32 = 9;

/// Learns until `stop`.
pub async fn run(context: Context, stop: CancellationToken) {
    let step = async || {
        let (began, now) = (Instant::now(), context.clock.now());
        let (config, embeddings) = (&context.config.relevance, context.embeddings.as_ref());
        match learn_next(&context.pool, config, embeddings, now - AGAIN, now).await? {
            true => Ok(began.elapsed() * REST),
            false => Ok(LOOK),
        }
    };
    repeat("learning what is relevant", LOOK, &stop, step).await;
}
