//! Work for the processor that can wait: previews, backfills, checks of what a query costs. It goes to a
//! thread of its own, behind all that alerts and other calls need.

use anyhow::Context as _;
use tokio::sync::oneshot;

/// The step in priority that makes the scheduler prefer whatever else there is to do.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

/// Runs `work` and returns what it made. It goes on to its end when whoever waits for it has gone away.
///
/// # Errors
/// The thread could not be started, or panicked.
pub async fn run<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> anyhow::Result<T> {
    let (done, result) = oneshot::channel();
    let thread = std::thread::Builder::new().name("background".to_owned());
    thread
        .spawn(move || {
            stand_back();
            // Nobody may be left to hear of it.
            let _ = done.send(work());
        })
        .context("no thread could be started")?;
    result.await.context("the thread panicked")
}

/// A process may lower its priority and not raise it again, so that threads that serve others are never
/// lowered.
fn stand_back() {
    // By thread on Linux; elsewhere it would be the whole process.
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{getpriority_process, setpriority_process};
        // A server that was itself started to stand back further keeps to that.
        let lowered = getpriority_process(None)
            .and_then(|niceness| setpriority_process(None, niceness.max(NICENESS)));
        if let Err(error) = lowered {
            tracing::debug!(%error, "could not lower the priority of a thread");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn work_runs_behind_others_and_a_panic_is_an_error() {
        #[cfg(target_os = "linux")]
        {
            let niceness = || rustix::process::getpriority_process(None).unwrap();
            let before = niceness();
            assert_eq!(run(niceness).await.unwrap(), before.max(NICENESS));
            assert_eq!(niceness(), before);
        }
        assert_eq!(run(|| 7).await.unwrap(), 7);
        assert!(run(|| panic!("as it happens")).await.is_err());
    }
}
