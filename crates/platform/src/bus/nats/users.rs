//! Subscriptions to NATS, one for each user who has a stream open in this process.

use std::collections::HashMap;

use async_nats::Client;
use futures::StreamExt;
use futures::stream::{BoxStream, SelectAll};
use tokio::sync::{mpsc, watch};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use db::listen::Heard;

/// A change to the users whose notifications are followed.
#[derive(Debug, Clone, Copy)]
pub(super) enum Wanted {
    From(Uuid),
    NoMore(Uuid),
}

/// Receives wake-ups for the users that are `wanted`, each under its `subject`, until `stop`.
pub(super) async fn hear(
    client: &Client,
    subject: impl Fn(Uuid) -> String,
    mut wanted: mpsc::UnboundedReceiver<Wanted>,
    mut connections: watch::Receiver<u64>,
    stop: CancellationToken,
    hear: &(dyn Fn(Heard<'_>) + Send + Sync),
) {
    let mut followed: HashMap<Uuid, CancellationToken> = HashMap::new();
    let mut heard: SelectAll<BoxStream<'static, Uuid>> = SelectAll::new();
    loop {
        tokio::select! {
            () = stop.cancelled() => return,
            Some(user_id) = heard.next() => hear(Heard::Notified(&user_id.to_string())),
            Some(wanted) = wanted.recv() => match wanted {
                Wanted::From(user_id) => match client.subscribe(subject(user_id)).await {
                    Ok(messages) => {
                        let no_more = CancellationToken::new();
                        let until = no_more.clone().cancelled_owned();
                        // A stream that ends is dropped, and so unsubscribes.
                        let messages = messages.map(move |_| user_id).take_until(until);
                        heard.push(messages.boxed());
                        followed.insert(user_id, no_more);
                    }
                    Err(error) => {
                        tracing::warn!(%error, "could not subscribe to wake-ups; a stream is looked after");
                    }
                },
                Wanted::NoMore(user_id) => {
                    if let Some(no_more) = followed.remove(&user_id) {
                        no_more.cancel();
                    }
                }
            },
            Ok(()) = connections.changed() => hear(Heard::Connected),
            else => return,
        }
    }
}
