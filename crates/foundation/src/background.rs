//! Runs processor work that can wait: previews, backfills, checks of what a query costs. Such work gets
//! a thread of its own, behind everything that alerts and other calls need.

use anyhow::Context as _;
use tokio::sync::oneshot;

/// The step in priority that makes the scheduler prefer all other work.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

/// Runs `work` and returns its result. The work runs to its end even if the caller has gone away.
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
            // The receiver may be gone.
            let _ = done.send(work());
        })
        .context("no thread could be started")?;
    result.await.context("the thread panicked")
}

/// Lowers the thread's priority. A process may lower its priority but not raise it again, so threads
/// that serve others are never lowered.
fn stand_back() {
    // Priorities are per thread on Linux; elsewhere this would lower the whole process.
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{getpriority_process, setpriority_process};
        // A server that was started with a lower priority keeps it.
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
