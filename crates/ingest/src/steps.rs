//! Runs jobs that take one step after the other until `stop`.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use futures::FutureExt;
use tokio_util::sync::CancellationToken;

use platform::context::Context;

/// Interval between two checks whether NATS is back.
const WHILE_AWAY: Duration = Duration::from_millis(250);

/// Takes steps until `stop`. Each returns how long to rest before the next. If a step fails or panics, the
/// next follows after `rest`.
pub(super) async fn repeat<Step: Future<Output = anyhow::Result<Duration>>>(
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
pub(super) async fn repeat_reading<Step: Future<Output = anyhow::Result<Duration>>>(
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
pub(super) async fn pause(time: Duration, stop: &CancellationToken) -> Option<()> {
    tokio::select! {
        () = stop.cancelled() => None,
        () = tokio::time::sleep(time) => Some(()),
    }
}
