//! The browsers that listen, and their wake-ups: one subscriber of the bus per process, one `watch`
//! channel per user.
//!
//! A wake-up carries no data. Its receiver reads the database from its last position, so a
//! duplicate costs nothing. Changes that reading on does not find, such as notifications that were
//! deleted or restored, are counted in the channel.
//!
//! A waiting stream holds no connection and does not query the database. For changes that no
//! wake-up announced, the process checks from time to time, with one query for many streams
//! (`domain/live/look.rs`).

mod look;

use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use diesel::QueryResult;
use tokio::sync::{Notify, watch};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::auth::AuthUser;
use db::Conn;
use db::listen::{Heard, INSIGHTS, NOTIFICATIONS, listen, notify};
use platform::bus::{Bus, Topic};
use platform::context::Context;

/// The most streams that one user may have open in one process: browsers, tabs, and a few that the
/// network has forgotten to close.
pub const STREAMS_PER_USER: usize = 10;

/// The open streams of this process.
#[derive(Default)]
pub struct Live {
    users: Mutex<HashMap<Uuid, Streams>>,
    closing: CancellationToken,
    /// The bus that follows the users whose streams are open; `None` if the database wakes all.
    bus: Option<Arc<dyn Bus>>,
}

/// The streams of one user.
#[derive(Default)]
struct Streams {
    /// The wake-up channel, with the number of changes.
    wake: watch::Sender<u64>,
    places: Vec<Arc<Place>>,
}

/// One stream, as the process checks it.
struct Place {
    /// The session or API key by which it was opened.
    credential_id: Uuid,
    /// The `seq` up to which it has read or was woken.
    known: AtomicI64,
}

/// One stream's place, which is freed on drop.
pub struct Listener {
    live: Arc<Live>,
    user_id: Uuid,
    place: Arc<Place>,
    wake: watch::Receiver<u64>,
    changes: u64,
}

/// The reason that a listener is woken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wakeup {
    /// There may be something new.
    New,
    /// There may be something new, and existing notifications have changed.
    Changed,
}

/// The suffix of a user's id in a payload: notifications of the user were deleted or restored.
const CHANGED: &str = " changed";

/// Notifies the user's streams, in every process, that notifications were deleted or restored, when
/// the transaction commits.
pub async fn announce_change(user_id: Uuid, conn: &mut Conn) -> QueryResult<()> {
    notify(NOTIFICATIONS, &format!("{user_id}{CHANGED}"), conn).await
}

impl Live {
    /// Creates the registry of notification streams, which `bus` wakes.
    pub fn of_notifications(bus: Arc<dyn Bus>) -> Self {
        Self { bus: Some(bus), ..Self::default() }
    }

    /// Takes a place for one more stream of `user`, or returns `None` if all are taken.
    pub fn listen(self: &Arc<Self>, user: AuthUser) -> Option<Listener> {
        let mut users = self.users();
        let streams = users.entry(user.id).or_default();
        if streams.places.len() >= STREAMS_PER_USER {
            return None;
        }
        let known = AtomicI64::new(0);
        let place = Arc::new(Place { credential_id: user.credential_id, known });
        if streams.places.is_empty()
            && let Some(bus) = &self.bus
        {
            bus.follow(user.id);
        }
        streams.places.push(place.clone());
        Some(Listener {
            live: self.clone(),
            user_id: user.id,
            place,
            changes: *streams.wake.borrow(),
            wake: streams.wake.subscribe(),
        })
    }

    /// Returns the number of open streams.
    pub fn streams(&self) -> usize {
        let users = self.users();
        users.values().map(|streams| streams.places.len()).sum()
    }

    /// Returns the number of users with at least one open stream.
    pub fn users_listening(&self) -> usize {
        self.users().len()
    }

    fn hear(&self, payload: &str) {
        let user_id = payload.strip_suffix(CHANGED).unwrap_or(payload);
        let changes = u64::from(user_id.len() < payload.len());
        if let Ok(user_id) = user_id.parse() {
            self.wake(user_id, changes);
        }
    }

    fn wake(&self, user_id: Uuid, changes: u64) {
        if let Some(streams) = self.users().get(&user_id) {
            streams.wake.send_modify(|count| *count += changes);
        }
    }

    fn wake_all(&self) {
        let users = self.users();
        users.values().for_each(|one| one.wake.send_modify(|_| {}));
    }

    /// Returns a handler that passes on what the bus sends. After a break, nobody knows whose wake-ups
    /// were missed; `after_break` is called then, and at the beginning.
    fn hearer(&self, after_break: impl Fn() + Send + Sync) -> impl Fn(Heard<'_>) + Send + Sync {
        move |heard| match heard {
            Heard::Connected => after_break(),
            Heard::Notified(payload) => self.hear(payload),
        }
    }

    fn users(&self) -> MutexGuard<'_, HashMap<Uuid, Streams>> {
        self.users.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Listener {
    /// Records that everything up to `seq` was read.
    pub fn has_read(&self, seq: i64) {
        self.place.known.fetch_max(seq, Ordering::Relaxed);
    }

    /// Waits for the next wake-up. Returns `None` when the process ends.
    pub async fn woken(&mut self) -> Option<Wakeup> {
        tokio::select! {
            () = self.live.closing.cancelled() => return None,
            woken = self.wake.changed() => woken.ok()?,
        }
        let before = std::mem::replace(&mut self.changes, *self.wake.borrow_and_update());
        Some(if self.changes == before { Wakeup::New } else { Wakeup::Changed })
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let mut users = self.live.users();
        let Some(streams) = users.get_mut(&self.user_id) else {
            return;
        };
        streams.places.retain(|place| !Arc::ptr_eq(place, &self.place));
        if streams.places.is_empty() {
            users.remove(&self.user_id);
            if let Some(bus) = &self.live.bus {
                bus.unfollow(self.user_id);
            }
        }
    }
}

/// Listens until `stop` for the streams of notifications, `live`, and for those of the progress of
/// `insights`, then ends all of them.
pub async fn run(context: Context, live: Arc<Live>, insights: Arc<Live>, stop: CancellationToken) {
    let missed = Notify::new();
    let of_notifications = live.hearer(|| missed.notify_one());
    let of_insights = insights.hearer(|| insights.wake_all());
    let hear_notifications = async {
        let listening = context.bus.listen(Topic::Notifications, stop.clone(), &of_notifications);
        listening.await;
        live.closing.cancel();
    };
    let hear_insights = async {
        listen(&context.database, INSIGHTS, stop.clone(), &of_insights).await;
        insights.closing.cancel();
    };
    let looking = live.look_after(&context, &missed, stop.clone());
    futures::join!(hear_notifications, hear_insights, looking);
}
