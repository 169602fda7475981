//! `/subscribe`: a WebSocket over which one event after the other is sent.

use std::future::pending;
use std::time::Duration;

use axum::extract::Query;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use futures::stream::{SplitSink, SplitStream};
use futures::{SinkExt, StreamExt};
use tokio::time::{Instant, MissedTickBehavior, interval_at};

use crate::jetstream::faults::FaultKind;
use crate::jetstream::misbehave::{GARBAGE, OTHER_SHAPE, TRUNCATED, huge};
use crate::jetstream::sim::Sim;
use crate::jetstream::subscription::{Instance, Step, Subscription, Wanted};
use crate::prelude::*;

/// The way a session ends. A cut connection ends without a close frame, when it is dropped.
enum End {
    Gone,
    /// A close frame was sent and has not been answered yet.
    Closing,
    Stalled,
}

/// Answers a subscriber of the first instance.
pub(crate) async fn subscribe(
    State(sim): State<Arc<Sim>>,
    Query(query): Query<Vec<(String, String)>>,
    upgrade: WebSocketUpgrade,
) -> Response {
    begin(sim, Instance::First, query, upgrade)
}

/// Answers a subscriber of the second instance, which has the same events.
pub(crate) async fn subscribe_to_second(
    State(sim): State<Arc<Sim>>,
    Query(query): Query<Vec<(String, String)>>,
    upgrade: WebSocketUpgrade,
) -> Response {
    begin(sim, Instance::Second, query, upgrade)
}

fn begin(
    sim: Arc<Sim>,
    instance: Instance,
    query: Vec<(String, String)>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let wanted = match Wanted::parse(query) {
        Ok(wanted) => wanted,
        Err(reason) => return (StatusCode::BAD_REQUEST, reason).into_response(),
    };
    // Subscribes before the answer is sent, so that a client that has it misses no later event.
    let subscription = Subscription::begin(sim, wanted, instance);
    upgrade.on_upgrade(async move |socket| {
        let cut = subscription.cut.clone();
        cut.run_until_cancelled(converse(subscription, socket)).await;
    })
}

async fn converse(mut subscription: Subscription, socket: WebSocket) {
    let (mut sink, mut stream) = socket.split();
    let end = tokio::select! {
        () = listen(&mut stream) => End::Gone,
        // An error means that the subscriber went away.
        end = tell(&mut subscription, &mut sink) => end.unwrap_or(End::Gone),
    };
    match end {
        End::Gone => {}
        End::Closing => listen(&mut stream).await,
        End::Stalled => pending().await,
    }
}

/// Reads until the subscriber is gone; it sends nothing but answers to pings.
async fn listen(stream: &mut SplitStream<WebSocket>) {
    while let Some(Ok(_)) = stream.next().await {}
}

async fn tell(
    subscription: &mut Subscription,
    sink: &mut SplitSink<WebSocket, Message>,
) -> Result<End, axum::Error> {
    let sim = subscription.sim.clone();
    let every = sim.config.ping_every.max(Duration::from_millis(1));
    let mut pings = interval_at(Instant::now() + every, every);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let (mut is_double, mut swaps, mut held) = (false, false, None);
    loop {
        let seen = sim.news.count();
        match subscription.step() {
            Step::Send(event) if swaps => {
                held = Some(event);
                swaps = false;
            }
            Step::Send(event) => {
                if is_double {
                    sink.send(Message::Text(event.clone())).await?;
                }
                sink.send(Message::Text(event)).await?;
                if let Some(earlier) = held.take() {
                    sink.send(Message::Text(earlier)).await?;
                }
            }
            Step::Misbehave(FaultKind::Cut) => return Ok(End::Gone),
            Step::Misbehave(FaultKind::Close { code, reason }) => {
                return close(sink, code, &reason).await;
            }
            Step::Misbehave(FaultKind::Stall) => return Ok(End::Stalled),
            Step::Misbehave(FaultKind::Double) => is_double = true,
            Step::Misbehave(FaultKind::OutOfOrder) => swaps = true,
            Step::Misbehave(frame) => sink.send(wrong(&frame)).await?,
            Step::GiveUp => {
                return close(sink, close_code::POLICY, "too slow").await;
            }
            Step::Wait => tokio::select! {
                _ = pings.tick() => sink.send(Message::Ping("".into())).await?,
                () = sim.news.until(|| sim.news.count() != seen) => {}
            },
        }
    }
}

async fn close(
    sink: &mut SplitSink<WebSocket, Message>,
    code: u16,
    reason: &str,
) -> Result<End, axum::Error> {
    let reason = reason.into();
    let frame = CloseFrame { code, reason };
    sink.send(Message::Close(Some(frame))).await?;
    Ok(End::Closing)
}

/// Returns a frame that is wrong in this way.
fn wrong(how: &FaultKind) -> Message {
    match how {
        FaultKind::OtherShape => Message::Text(OTHER_SHAPE.into()),
        FaultKind::Truncate => Message::Text(TRUNCATED.into()),
        FaultKind::Empty => Message::Text("".into()),
        FaultKind::Binary => Message::Binary(vec![0x28, 0xb5, 0x2f, 0xfd, 0xff].into()),
        FaultKind::Huge => Message::Text(huge().into()),
        _ => Message::Text(GARBAGE.into()),
    }
}
