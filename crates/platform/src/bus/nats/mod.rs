//! Wake-ups over NATS, without JetStream: a subject for each user, and one for the outbox. What
//! people do one at a time wakes through the database here, too; so does everything while NATS is
//! away.

mod connect;
mod durability;
mod items;
mod users;

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use async_nats::Client;
use async_nats::connection::State;
use bytes::Bytes;
use diesel::QueryResult;
use futures::future::BoxFuture;
use futures::{FutureExt, StreamExt};
use tokio::sync::{mpsc, watch};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

pub use self::items::{ItemLog, ItemReader, LogState, NewBatch, Taken, TakenBatch};
use self::users::Wanted;
use super::postgres::Postgres;
use super::{Bus, NatsCheck, Topic, Wakeups};
use crate::config::BusConfig;
use db::Conn;
use db::listen::Heard;

/// A server that accepts nothing for this long counts as away: whoever has committed does not wait.
const PATIENCE: Duration = Duration::from_millis(100);

pub(super) struct Nats {
    client: Client,
    prefix: String,
    /// The number of connections so far.
    connections: watch::Receiver<u64>,
    wanted: mpsc::UnboundedSender<Wanted>,
    /// Taken by the first listener.
    wanted_by: Mutex<Option<mpsc::UnboundedReceiver<Wanted>>>,
    items: ItemLog,
    postgres: Postgres,
}

impl Nats {
    /// # Errors
    /// No server answers, or all refuse Harken.
    pub(super) async fn connect(config: &BusConfig, postgres: Postgres) -> anyhow::Result<Self> {
        let (client, connections) = connect::connect(config).await?;
        connect::round_trip(&client, config).await?;
        let (wanted, wanted_by) = mpsc::unbounded_channel();
        Ok(Self {
            items: ItemLog::new(client.clone(), config),
            client,
            prefix: config.prefix.clone(),
            connections,
            wanted,
            wanted_by: Mutex::new(Some(wanted_by)),
            postgres,
        })
    }

    fn outbox(&self) -> String {
        format!("{}.wake.outbox", self.prefix)
    }

    fn of_user(&self, user_id: Uuid) -> String {
        format!("{}.user.{user_id}", self.prefix)
    }

    fn want(&self, wanted: Wanted) {
        if self.wanted.send(wanted).is_err() {
            tracing::debug!("a stream was opened or closed while the process ends");
        }
    }

    async fn publish(&self, wakeups: &Wakeups) -> Result<(), async_nats::PublishError> {
        for user_id in &wakeups.users {
            let subject = self.of_user(*user_id);
            self.client.publish(subject, Bytes::new()).await?;
        }
        if wakeups.outbox {
            self.client.publish(self.outbox(), Bytes::new()).await?;
        }
        Ok(())
    }

    /// Receives wake-ups for messages until `stop`.
    async fn hear_outbox(&self, stop: CancellationToken, hear: &(dyn Fn(Heard<'_>) + Send + Sync)) {
        let mut connections = self.connections.clone();
        let mut heard = match self.client.subscribe(self.outbox()).await {
            Ok(heard) => heard.fuse(),
            Err(error) => {
                tracing::error!(%error, "could not subscribe to wake-ups; messages are looked for");
                return;
            }
        };
        loop {
            tokio::select! {
                () = stop.cancelled() => return,
                Some(_) = heard.next() => hear(Heard::Notified("")),
                Ok(()) = connections.changed() => hear(Heard::Connected),
                else => return,
            }
        }
    }

    /// Receives wake-ups for the notifications of the users that are followed, until `stop`.
    async fn hear_users(&self, stop: CancellationToken, hear: &(dyn Fn(Heard<'_>) + Send + Sync)) {
        let wanted = self.wanted_by.lock();
        let wanted = wanted.unwrap_or_else(PoisonError::into_inner).take();
        let Some(wanted) = wanted else {
            tracing::error!("the notifications of users are heard by somebody else");
            return;
        };
        let subject = |user_id| self.of_user(user_id);
        let connections = self.connections.clone();
        users::hear(&self.client, subject, wanted, connections, stop, hear).await;
    }
}

/// See [`super::check_nats`].
pub(super) async fn check(config: &BusConfig) -> anyhow::Result<NatsCheck> {
    let (client, _) = connect::connect(config).await?;
    let round_trip = connect::round_trip(&client, config).await?;
    let items = ItemLog::new(client, config);
    items.open().await?;
    let log = items.state().await?;
    Ok(NatsCheck { round_trip, log })
}

impl Bus for Nats {
    fn on_commit<'a>(
        &'a self,
        wakeups: &'a Wakeups,
        conn: &'a Conn,
    ) -> BoxFuture<'a, QueryResult<()>> {
        match self.is_connected() {
            true => std::future::ready(Ok(())).boxed(),
            false => self.postgres.on_commit(wakeups, conn),
        }
    }

    fn after_commit<'a>(&'a self, wakeups: &'a Wakeups) -> BoxFuture<'a, ()> {
        async {
            // Without a connection, the database has woken everybody.
            if wakeups.is_empty() || !self.is_connected() {
                return;
            }
            match tokio::time::timeout(PATIENCE, self.publish(wakeups)).await {
                Ok(Ok(())) => {}
                Ok(Err(error)) => tracing::warn!(%error, "could not wake anybody over NATS"),
                Err(_) => tracing::warn!("NATS takes no wake-ups"),
            }
        }
        .boxed()
    }

    fn items(&self) -> Option<&ItemLog> {
        Some(&self.items)
    }

    fn may_lose(&self) -> bool {
        true
    }

    fn is_connected(&self) -> bool {
        self.client.connection_state() == State::Connected
    }

    fn follow(&self, user_id: Uuid) {
        self.want(Wanted::From(user_id));
    }

    fn unfollow(&self, user_id: Uuid) {
        self.want(Wanted::NoMore(user_id));
    }

    fn listen<'a>(
        &'a self,
        topic: Topic,
        stop: CancellationToken,
        hear: &'a (dyn Fn(Heard<'_>) + Send + Sync),
    ) -> BoxFuture<'a, ()> {
        let by_database = self.postgres.listen(topic, stop.clone(), hear);
        let over_nats = async move {
            match topic {
                Topic::Outbox => self.hear_outbox(stop, hear).await,
                Topic::Notifications => self.hear_users(stop, hear).await,
            }
        };
        futures::future::join(by_database, over_nats).map(|_| ()).boxed()
    }
}
