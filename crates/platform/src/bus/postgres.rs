//! Wakes by LISTEN and NOTIFY: a wake-up arrives with the COMMIT, in every process that listens.

use diesel::QueryResult;
use futures::FutureExt;
use futures::future::BoxFuture;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::{Bus, ItemLog, Topic, Wakeups};
use db::listen::{Heard, NOTIFICATIONS, OUTBOX, listen, notify};
use db::models::notification::Notification;
use db::{Address, Conn};

pub(super) struct Postgres {
    database: Address,
}

impl Postgres {
    pub(super) fn new(database: &Address) -> Self {
        Self { database: database.clone() }
    }
}

impl Bus for Postgres {
    fn on_commit<'a>(
        &'a self,
        wakeups: &'a Wakeups,
        conn: &'a Conn,
    ) -> BoxFuture<'a, QueryResult<()>> {
        let wake_users = Notification::announce(&wakeups.users, conn);
        let wake_outbox = async {
            match wakeups.outbox {
                true => notify(OUTBOX, "", conn).await,
                false => Ok(()),
            }
        };
        // Both are sent to the database in turn, without waiting in between.
        async { futures::try_join!(wake_users, wake_outbox).map(|_| ()) }.boxed()
    }

    fn after_commit<'a>(&'a self, _: &'a Wakeups) -> BoxFuture<'a, ()> {
        std::future::ready(()).boxed()
    }

    fn items(&self) -> Option<&ItemLog> {
        None
    }

    fn may_lose(&self) -> bool {
        false
    }

    fn is_connected(&self) -> bool {
        true
    }

    /// Every process receives wake-ups for all users.
    fn follow(&self, _: Uuid) {}

    fn unfollow(&self, _: Uuid) {}

    fn listen<'a>(
        &'a self,
        topic: Topic,
        stop: CancellationToken,
        hear: &'a (dyn Fn(Heard<'_>) + Send + Sync),
    ) -> BoxFuture<'a, ()> {
        let channel = match topic {
            Topic::Outbox => OUTBOX,
            Topic::Notifications => NOTIFICATIONS,
        };
        listen(&self.database, channel, stop, hear).boxed()
    }
}
