//! Receives changes from other connections and processes (LISTEN and NOTIFY).

use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

use diesel::QueryResult;
use diesel::sql_types::Text;
use diesel_async::RunQueryDsl;
use futures::future::poll_fn;
use tokio_postgres::AsyncMessage;
use tokio_util::sync::CancellationToken;

use super::{Address, Conn, Prepare};

/// Choices made on a page for the whole instance, such as the sites that are read, have changed.
pub const CHOICES: &str = "choices";
/// There may be events of payment providers to process.
pub const BILLING: &str = "billing";
/// The insights of the user whose id is the payload have changed; without one, jobs may wait for a worker.
pub const INSIGHTS: &str = "insights";
/// Messages were put into the outbox.
pub const OUTBOX: &str = "outbox";
/// There are matches about which a language model is to be asked.
pub const SECOND_OPINIONS: &str = "second_opinions";
/// The user whose id is the payload has notifications to read; `live` defines what else it may say.
pub const NOTIFICATIONS: &str = "notifications";

const FIRST_PAUSE: Duration = Duration::from_millis(100);
/// The longest pause between two attempts to reconnect.
const MAX_PAUSE: Duration = Duration::from_secs(2);

/// An event on a listening connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Heard<'a> {
    /// Listening from now on. Also sent after every break: what was sent meanwhile is lost, so the
    /// listener has to look for itself.
    Connected,
    /// A notification with its payload.
    Notified(&'a str),
}

/// Wakes the listeners on `channel` once the transaction is committed; `payload` may be empty.
pub async fn notify(channel: &str, payload: &str, mut conn: &Conn) -> QueryResult<()> {
    diesel::sql_query("SELECT pg_notify($1, $2)")
        .bind::<Text, _>(channel)
        .bind::<Text, _>(payload)
        .prepared()
        .execute(&mut conn)
        .await?;
    Ok(())
}

/// Listens on `channel` until `stop`, on a connection of its own, and reconnects after a break.
/// `hear` must not block.
pub async fn listen(
    address: &Address,
    channel: &str,
    stop: CancellationToken,
    mut hear: impl FnMut(Heard<'_>) + Send,
) {
    let mut pause = FIRST_PAUSE;
    loop {
        let session = session(address, channel, |heard| {
            pause = FIRST_PAUSE;
            hear(heard);
        });
        let ended = tokio::select! {
            () = stop.cancelled() => return,
            ended = session => ended,
        };
        match ended {
            Ok(()) => tracing::warn!(channel, "the listening connection was closed"),
            Err(error) => {
                let error = format!("{error:#}");
                tracing::warn!(channel, error, "the listening connection broke");
            }
        }
        tokio::select! {
            () = stop.cancelled() => return,
            () = tokio::time::sleep(pause) => {}
        }
        pause = (pause * 2).min(MAX_PAUSE);
    }
}

async fn session(
    address: &Address,
    channel: &str,
    mut hear: impl FnMut(Heard<'_>) + Send,
) -> anyhow::Result<()> {
    let (client, mut connection) = address.open().await?;
    let command = format!("LISTEN {channel}");
    let mut begun = pin!(client.batch_execute(&command));
    let mut listening = false;
    // One task drives both: the command's answer arrives through the connection's messages.
    poll_fn(|cx| {
        loop {
            if !listening && let Poll::Ready(answer) = begun.as_mut().poll(cx) {
                answer?;
                listening = true;
                hear(Heard::Connected);
            }
            match connection.poll_message(cx) {
                Poll::Pending if listening => return Poll::Pending,
                Poll::Pending => match begun.as_mut().poll(cx) {
                    Poll::Pending => return Poll::Pending,
                    Poll::Ready(answer) => {
                        answer?;
                        listening = true;
                        hear(Heard::Connected);
                    }
                },
                Poll::Ready(None) => return Poll::Ready(Ok(())),
                Poll::Ready(Some(Err(error))) => return Poll::Ready(Err(error.into())),
                Poll::Ready(Some(Ok(AsyncMessage::Notification(message)))) => {
                    hear(Heard::Notified(message.payload()));
                }
                Poll::Ready(Some(Ok(_))) => {}
            }
        }
    })
    .await
}
