//! Runs jobs that take one step after the other until `stop`, and what the jobs of all sources are given.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use futures::FutureExt;
use tokio_util::sync::CancellationToken;

use domain::watches::ActiveWatches;
use platform::context::Context;

/// Maximum time between two looks for changes of watches and for due listings.
pub(crate) const LOOK: Duration = Duration::from_secs(1);
/// Time between two looks for stored items while none is due.
pub(crate) const LOOK_BACK: Duration = Duration::from_secs(60);
/// Time until the next attempt to begin with a source that gave no answer.
const BEGIN_AGAIN: TimeDelta = TimeDelta::seconds(10);

/// The arguments of a job of a source.
pub(crate) type Given = (Context, Arc<ActiveWatches>, CancellationToken);

/// Interval between two checks whether NATS is back.
const WHILE_AWAY: Duration = Duration::from_millis(250);

/// Takes steps until `stop`. Each returns how long to rest before the next. If a step fails or panics, the
/// next follows after `rest`.
pub(crate) async fn repeat<Step: Future<Output = anyhow::Result<Duration>>>(
    name: &str,
    rest: Duration,
    stop: &CancellationToken,
    step: impl Fn() -> Step,
) {
    loop {
        // A step that has begun is completed: its transactions are short and its requests are bounded.
        let wait = match AssertUnwindSafe(step()).catch_unwind().await {
            Ok(Ok(wait)) => wait,
            Ok(Err(error)) => {
                tracing::error!(error = %format!("{error:#}"), "{name} failed");
                rest
            }
            Err(_) => {
                tracing::error!("{name} panicked");
                rest
            }
        };
        if stop.is_cancelled() || (!wait.is_zero() && pause(wait, stop).await.is_none()) {
            return;
        }
    }
}

/// Like [`repeat`], for steps that read a source. While NATS is away, what they read could not be passed on:
/// then no step is taken and no request is spent, and reading resumes as soon as NATS is back.
pub(crate) async fn repeat_reading<Step: Future<Output = anyhow::Result<Duration>>>(
    name: &str,
    rest: Duration,
    (context, stop): (&Context, &CancellationToken),
    step: impl Fn() -> Step,
) {
    let step = async || match context.bus.is_connected() {
        true => step().await,
        false => Ok(WHILE_AWAY),
    };
    repeat(name, rest, stop, step).await;
}

/// Waits for `time`. Returns `None` if `stop` is cancelled.
pub(crate) async fn pause(time: Duration, stop: &CancellationToken) -> Option<()> {
    tokio::select! {
        () = stop.cancelled() => None,
        () = tokio::time::sleep(time) => Some(()),
    }
}

/// Returns the time until `due`, when a source is read next. Without a row the source could not be begun.
pub(crate) fn time_until(due: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Duration {
    due.map_or(BEGIN_AGAIN, |due| due - now).to_std().unwrap_or_default()
}

/// Reads a site for as long as it is enabled, until `stop`.
pub(crate) async fn while_read<Reading: Future<Output = ()>>(
    place: &str,
    (context, watches, stop): Given,
    read: impl Fn(Given) -> Reading,
) {
    loop {
        tokio::select! {
            () = stop.cancelled() => return,
            () = context.sites.until(place, true) => {}
        }
        let ended = stop.child_token();
        let ending = async {
            tokio::select! {
                () = context.sites.until(place, false) => ended.cancel(),
                () = ended.cancelled() => {}
            }
        };
        let given = (context.clone(), watches.clone(), ended.clone());
        futures::join!(read(given), ending);
    }
}
