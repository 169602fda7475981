//! Waits for what is still to come.

use tokio::sync::watch;

/// A count of what a sim has seen or done, which wakes those who wait for more.
#[derive(Debug)]
pub struct Progress(watch::Sender<u64>);

impl Default for Progress {
    fn default() -> Self {
        Self(watch::Sender::new(0))
    }
}

impl Progress {
    /// Counts up, wakes those who wait, and returns the count.
    pub fn step(&self) -> u64 {
        let mut count = 0;
        self.0.send_modify(|steps| {
            *steps += 1;
            count = *steps;
        });
        count
    }

    pub fn count(&self) -> u64 {
        *self.0.borrow()
    }

    /// Waits until `is_done`, which is checked now and after every step.
    pub async fn until(&self, is_done: impl Fn() -> bool) {
        let mut steps = self.0.subscribe();
        loop {
            steps.borrow_and_update();
            // The sender lives in `self`, so `changed` cannot fail while this runs.
            if is_done() || steps.changed().await.is_err() {
                return;
            }
        }
    }
}
