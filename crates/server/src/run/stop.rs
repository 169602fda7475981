//! Ends a process: nothing new begins, work in hand finishes first, and a second signal ends
//! everything at once.

use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::signal::unix::{SignalKind, signal};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::Parts;
use platform::config::Config;

/// The seconds that storing an outcome may take, with the database away for a moment.
const STORE_SECONDS: u32 = 15;
/// The interval of reports about what still runs.
const LOG_AGAIN: Duration = Duration::from_secs(5);

/// The requests that signals have made.
#[derive(Clone, Default)]
pub struct Signals {
    /// Cancelled by SIGINT or SIGTERM, or by the end of the web server.
    pub stop: CancellationToken,
    /// Cancelled by a second signal.
    pub at_once: CancellationToken,
}

impl Signals {
    pub(super) fn listen() -> Self {
        let signals = Self::default();
        let heard = signals.clone();
        tokio::spawn(async move {
            let (Ok(mut interrupt), Ok(mut terminate)) =
                (signal(SignalKind::interrupt()), signal(SignalKind::terminate()))
            else {
                tracing::error!("could not listen for signals; stop Harken with kill -9");
                return;
            };
            for token in [heard.stop, heard.at_once] {
                tokio::select! {
                    _ = interrupt.recv() => {}
                    _ = terminate.recv() => {}
                }
                token.cancel();
            }
        });
        signals
    }
}

/// The jobs of a process, by name.
#[derive(Default)]
pub struct Jobs {
    tracker: TaskTracker,
    running: Arc<Mutex<Vec<&'static str>>>,
}

/// Removes its job from the list when dropped, also when the job panicked.
struct Running(&'static str, Arc<Mutex<Vec<&'static str>>>);

impl Drop for Running {
    fn drop(&mut self) {
        let mut running = self.1.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(place) = running.iter().position(|name| *name == self.0) {
            running.remove(place);
        }
    }
}

impl Jobs {
    /// Runs a job until it ends.
    pub fn spawn(&self, name: &'static str, job: impl Future<Output = ()> + Send + 'static) {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.push(name);
        let listed = Running(name, self.running.clone());
        self.tracker.spawn(async move {
            let _listed = listed;
            job.await;
        });
    }

    /// Waits until all jobs have ended, but no longer than `longest`, nor after a second signal.
    pub async fn end(&self, longest: Duration, signals: &Signals) {
        self.tracker.close();
        let (began, at_most_seconds) = (Instant::now(), longest.as_secs());
        tracing::info!(waits_for = %self.names(), at_most_seconds,
            "stopping: work in hand ends first; a second signal ends it at once");
        let mut log = tokio::time::interval_at(began + LOG_AGAIN, LOG_AGAIN);
        loop {
            tokio::select! {
                () = self.tracker.wait() => return,
                () = signals.at_once.cancelled() => {
                    tracing::warn!(left = %self.names(), "a second signal came: some work was left");
                    return;
                }
                () = tokio::time::sleep_until(began + longest) => {
                    tracing::warn!(left = %self.names(), at_most_seconds, "some work did not end in time and was left");
                    return;
                }
                _ = log.tick() => tracing::info!(waits_for = %self.names(), "still stopping"),
            }
        }
    }

    /// Returns the names of the jobs that still run.
    pub fn names(&self) -> String {
        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.join(", ")
    }
}

/// Returns how long the work that the parts have in hand may take: the longest call of an external
/// service, and storing its outcome. A pending request to a language model is dropped, and made
/// again later.
pub fn longest_work(config: &Config, parts: Parts) -> Duration {
    let mut seconds = vec![0];
    if parts.deliver {
        seconds.push(config.mail.timeout_seconds);
    }
    if parts.deliver || parts.api {
        seconds.push(config.delivery.timeout_seconds);
        seconds.push(config.payments.stripe.timeout_seconds);
    }
    if parts.ingest {
        seconds.push(config.forum.timeout_seconds);
    }
    let longest = seconds.into_iter().max().unwrap_or_default();
    Duration::from_secs(longest.saturating_add(STORE_SECONDS).into())
}
