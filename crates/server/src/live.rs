//! Which browsers listen, and who wakes them: one LISTEN connection a process, one bell a user.
//!
//! A bell carries nothing. Whoever hears it reads the database from where it last was, so that a
//! lost or doubled ring costs nothing, and a stream that waits holds no connection.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::app::App;
use crate::db::listen::{Heard, listen};

/// How many streams one user may have open in one process: browsers, tabs, and a few that the
/// network has forgotten to close.
pub const STREAMS_PER_USER: usize = 10;

/// The open streams of this process.
#[derive(Default)]
pub struct Live {
    bells: Mutex<HashMap<Uuid, watch::Sender<()>>>,
    closing: CancellationToken,
}

/// One stream's place; it is free again when this is dropped.
pub struct Listener {
    live: Arc<Live>,
    user_id: Uuid,
    bell: watch::Receiver<()>,
}

impl Live {
    /// A place for one more stream of `user_id`, or `None` if they are all taken.
    pub fn listen(self: &Arc<Self>, user_id: Uuid) -> Option<Listener> {
        let mut bells = self.bells();
        let bell = bells.entry(user_id).or_default();
        (bell.receiver_count() < STREAMS_PER_USER).then(|| Listener {
            live: self.clone(),
            user_id,
            bell: bell.subscribe(),
        })
    }

    /// How many streams are open.
    pub fn streams(&self) -> usize {
        self.bells()
            .values()
            .map(watch::Sender::receiver_count)
            .sum()
    }

    fn hear(&self, heard: Heard<'_>) {
        let bells = self.bells();
        let one = match heard {
            Heard::Connected => None,
            Heard::Notified(payload) => payload.parse::<Uuid>().ok(),
        };
        match one {
            Some(user_id) => {
                if let Some(bell) = bells.get(&user_id) {
                    bell.send_replace(());
                }
            }
            // After a break, nobody knows whose rings were missed.
            None => bells.values().for_each(|bell| {
                bell.send_replace(());
            }),
        }
    }

    fn bells(&self) -> MutexGuard<'_, HashMap<Uuid, watch::Sender<()>>> {
        self.bells.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Listener {
    /// Waits for the next ring. `false` when the process ends.
    pub async fn rung(&mut self) -> bool {
        tokio::select! {
            () = self.live.closing.cancelled() => false,
            changed = self.bell.changed() => changed.is_ok(),
        }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let mut bells = self.live.bells();
        // This one's receiver still counts.
        if bells
            .get(&self.user_id)
            .is_some_and(|bell| bell.receiver_count() <= 1)
        {
            bells.remove(&self.user_id);
        }
    }
}

/// Listens until `stop`, then ends all streams.
pub async fn run(app: App, stop: CancellationToken) {
    let live = app.live.clone();
    listen(&app.database_url, "notifications", stop, |heard| {
        live.hear(heard);
    })
    .await;
    live.closing.cancel();
}
