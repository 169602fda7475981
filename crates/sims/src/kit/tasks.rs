//! Tasks that run until a sim stops.

use std::time::Duration;

use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// The maximum time for tasks to end after they are cancelled.
const MAX_GOODBYE: Duration = Duration::from_millis(500);

/// Tasks that are cancelled together.
#[derive(Debug, Default, Clone)]
pub(crate) struct Tasks {
    stopping: CancellationToken,
    running: TaskTracker,
}

impl Tasks {
    /// Runs `task` until it ends or all tasks are stopped.
    pub(crate) fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        let stopping = self.stopping.clone();
        self.running.spawn(stopping.run_until_cancelled_owned(task));
    }

    /// Cancels all tasks, and waits until they have ended.
    pub(crate) async fn stop(&self) {
        self.stopping.cancel();
        self.running.close();
        // A task that does not end in time is in the middle of its last step.
        let _ = timeout(MAX_GOODBYE, self.running.wait()).await;
    }
}
