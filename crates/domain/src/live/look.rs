//! Checks the open streams of the process: for notifications whose wake-up was lost, as when a
//! listening connection broke, and for sessions and API keys that ended without one.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::{Live, Place};
use db::error::Result;
use db::models::api_key::ApiKey;
use db::models::session::Session;
use platform::context::Context;

/// The interval of checks if the bus may lose wake-ups and heartbeats are rarer.
const LOOK: Duration = Duration::from_secs(5);
/// The most streams in one query.
const STREAMS_PER_QUERY: usize = 1_000;

impl Live {
    /// Checks once per heartbeat, or more often, and whenever `missed` reports that wake-ups may have
    /// been lost.
    pub(super) async fn look_after(
        &self,
        context: &Context,
        missed: &Notify,
        stop: CancellationToken,
    ) {
        let heartbeat = context.config.server.heartbeat();
        let wait = match context.bus.may_lose() {
            true => heartbeat.min(LOOK),
            false => heartbeat,
        };
        loop {
            tokio::select! {
                () = stop.cancelled() => return,
                () = missed.notified() => {}
                () = tokio::time::sleep(wait) => {}
            }
            if let Err(error) = self.look(context).await {
                tracing::warn!(%error, "could not look after the live streams; they are looked after again");
            }
        }
    }

    /// Wakes each stream that has something to read, or whose session or API key has ended. A woken stream
    /// reads on, and checks itself whether it may continue.
    async fn look(&self, context: &Context) -> Result<()> {
        let places = self.places();
        if places.is_empty() {
            return Ok(());
        }
        let mut conn = context.conn().await?;
        for some in places.chunks(STREAMS_PER_QUERY) {
            let mut ids: Vec<Uuid> = some.iter().map(|(_, place)| place.credential_id).collect();
            let live = Session::live_among(&ids, &mut conn).await?;
            let mut live: HashMap<Uuid, i64> = live.into_iter().collect();
            ids.retain(|id| !live.contains_key(id));
            if !ids.is_empty() {
                live.extend(ApiKey::live_among(&ids, context.clock.now(), &mut conn).await?);
            }
            for (user_id, place) in some {
                let knows_all = live.get(&place.credential_id).is_some_and(|last| {
                    // Once per notification: what the stream reads may end before it, if
                    // notifications have been deleted.
                    place.known.fetch_max(*last, Ordering::Relaxed) >= *last
                });
                if !knows_all {
                    self.wake(*user_id, 0);
                }
            }
        }
        Ok(())
    }

    fn places(&self) -> Vec<(Uuid, Arc<Place>)> {
        let users = self.users();
        let of_user = |(id, streams): (&Uuid, &super::Streams)| {
            let id = *id;
            let places = streams.places.clone();
            places.into_iter().map(move |place| (id, place))
        };
        users.iter().flat_map(of_user).collect()
    }
}
