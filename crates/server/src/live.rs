//! Which browsers listen, and who wakes them: one LISTEN connection a process, one bell a user.
//!
//! A bell carries nothing. Whoever hears it reads the database from where it last was, so that a
//! lost or doubled ring costs nothing, and a stream that waits holds no connection. What no reading
//! on finds, that notifications went or came back, is counted in the bell.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use diesel::QueryResult;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::app::App;
use crate::db::listen::{Heard, listen, ring};
use crate::db::{Address, Conn};

/// How many streams one user may have open in one process: browsers, tabs, and a few that the
/// network has forgotten to close.
pub const STREAMS_PER_USER: usize = 10;

/// The open streams of this process.
#[derive(Default)]
pub struct Live {
    /// With how many changes there were.
    bells: Mutex<HashMap<Uuid, watch::Sender<u64>>>,
    closing: CancellationToken,
}

/// One stream's place; it is free again when this is dropped.
pub struct Listener {
    live: Arc<Live>,
    user_id: Uuid,
    bell: watch::Receiver<u64>,
    changes: u64,
}

/// What a listener is woken for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rung {
    /// There may be something new.
    New,
    /// Something new perhaps, and what was there has changed.
    Changed,
}

/// After a user's id in a payload: notifications of theirs went or came back.
const CHANGED: &str = " changed";

/// Tells the user's streams, in every process, that notifications went or came back, when the
/// transaction commits.
pub async fn announce_change(user_id: Uuid, conn: &mut Conn) -> QueryResult<()> {
    ring("notifications", &format!("{user_id}{CHANGED}"), conn).await
}

impl Live {
    /// A place for one more stream of `user_id`, or `None` if they are all taken.
    pub fn listen(self: &Arc<Self>, user_id: Uuid) -> Option<Listener> {
        let mut bells = self.bells();
        let bell = bells.entry(user_id).or_default();
        (bell.receiver_count() < STREAMS_PER_USER).then(|| Listener {
            live: self.clone(),
            user_id,
            changes: *bell.borrow(),
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
            Heard::Notified(payload) => {
                let user_id = payload.strip_suffix(CHANGED).unwrap_or(payload);
                let changes = u64::from(user_id.len() < payload.len());
                user_id.parse::<Uuid>().ok().map(|id| (id, changes))
            }
        };
        match one {
            Some((user_id, changes)) => {
                if let Some(bell) = bells.get(&user_id) {
                    bell.send_modify(|count| *count += changes);
                }
            }
            // After a break, nobody knows whose rings were missed.
            None => bells.values().for_each(|bell| bell.send_modify(|_| {})),
        }
    }

    async fn listen_on(&self, database: &Address, channel: &str, stop: CancellationToken) {
        listen(database, channel, stop, |heard| self.hear(heard)).await;
        self.closing.cancel();
    }

    fn bells(&self) -> MutexGuard<'_, HashMap<Uuid, watch::Sender<u64>>> {
        self.bells.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Listener {
    /// Waits for the next ring. None when the process ends.
    pub async fn rung(&mut self) -> Option<Rung> {
        tokio::select! {
            () = self.live.closing.cancelled() => return None,
            rung = self.bell.changed() => rung.ok()?,
        }
        let before = std::mem::replace(&mut self.changes, *self.bell.borrow_and_update());
        Some(if self.changes == before {
            Rung::New
        } else {
            Rung::Changed
        })
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
    let database = &app.database;
    futures::join!(
        app.live.listen_on(database, "notifications", stop.clone()),
        app.insights.streams.listen_on(database, "insights", stop),
    );
}
