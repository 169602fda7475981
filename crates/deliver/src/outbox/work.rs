//! Makes one attempt, from its claim to its outcome.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use futures::FutureExt;
use tokio_util::sync::CancellationToken;
use tracing::Instrument;

use super::finish::{Span, finish};
use super::{claim, lease_of};
use crate::delivery::{AttemptResult, Outcome, Senders};
use db::models::outbox::OutboxRow;
use foundation::telemetry::traces;
use platform::context::Context;

/// The number of times that storing an outcome is tried, and the pauses in between: together less
/// than what a lease has beyond the send, because afterwards another process would send the message
/// again.
const TRIES: u32 = 10;
const PAUSE: Duration = Duration::from_secs(1);
/// The number of consecutive claims, whose processes ended, after which a message is given up: it
/// may be what ends them. The number is large, because most such messages were merely present; it
/// takes two hours at least, as each waits for its lease.
const MAX_UNANSWERED: i32 = 100;

/// Sends `row` and stores the outcome, with one line in the log. If the send has not begun when
/// `stop` is cancelled, or its lease leaves no time for it, the message is given back; returns
/// whether it was.
pub(super) async fn work(
    context: &Context,
    senders: &Senders,
    row: &OutboxRow,
    stop: &CancellationToken,
) -> bool {
    let config = &context.config.delivery;
    let started_at = context.clock.now();
    let (channel, kind) = (row.channel.as_str(), row.kind.as_str());
    let traced = traces::delivery(row.trace_parent.as_deref(), channel, kind, row.attempts);
    let tried: AttemptResult = if row.unanswered >= MAX_UNANSWERED {
        let reason = format!("{MAX_UNANSWERED} processes ended while they were sending it");
        Outcome::Dead(reason).into()
    } else {
        let lease = lease_of(row, context, stop.clone());
        let sent = AssertUnwindSafe(senders.send(context, row, &lease)).catch_unwind();
        let sent = sent.instrument(traced.clone());
        let panicked = |_| Outcome::retry("Harken failed while sending it; see its log for more");
        sent.await.unwrap_or_else(|panic| panicked(panic).into())
    };
    traced.record("outcome", tried.outcome.as_str());
    if !matches!(tried.outcome, Outcome::Sent | Outcome::Skipped(_) | Outcome::NotBegun) {
        traces::failed(&traced);
    }
    drop(traced);
    if tried.outcome == Outcome::NotBegun {
        give_back(context, std::slice::from_ref(row)).await;
        return true;
    }
    let span = Span { started_at, finished_at: context.clock.now() };
    tracing::info!(id = %row.id, channel, kind, attempt = row.attempts,
        outcome = ?tried.outcome, status_code = tried.status_code, "a message was worked on");
    let took = (span.finished_at - span.started_at).to_std();
    let outcome = tried.outcome.as_str();
    context.metrics.attempted(channel, outcome, took.unwrap_or_default());
    for try_number in 1..=TRIES {
        let finished = async {
            let mut conn = context.conn().await?;
            let chance = rand::random();
            anyhow::Ok(finish(row, &tried, span, chance, config, &mut conn).await?)
        };
        match finished.await {
            Ok(true) => return false,
            Ok(false) => {
                tracing::warn!(id = %row.id, "another worker took the message over");
                return false;
            }
            Err(error) => {
                tracing::error!(id = %row.id, try_number, error = format!("{error:#}"),
                    "could not keep an outcome");
            }
        }
        if try_number < TRIES {
            tokio::time::sleep(PAUSE).await;
        }
    }
    false
}

/// Releases claims on messages of which nothing was sent.
pub(super) async fn give_back(context: &Context, rows: &[OutboxRow]) {
    if rows.is_empty() {
        return;
    }
    let given = async {
        let mut conn = context.conn().await?;
        anyhow::Ok(claim::give_back(rows, context.clock.now(), &mut conn).await?)
    };
    if let Err(error) = given.await {
        // Their leases will end, and another process will claim them.
        tracing::warn!(error = format!("{error:#}"), "could not give messages back");
    }
}
