//! One attempt, from its claim to its outcome.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use futures::FutureExt;

use super::finish::{Span, finish};
use super::{Outcome, Tried};
use crate::app::App;
use crate::db::models::outbox::OutboxRow;
use crate::delivery;

/// An outcome that could not be stored is stored once more, so often and with such pauses: less than
/// what a lease has beyond the send, because afterwards somebody else would send it again.
const TRIES: u32 = 10;
const PAUSE: Duration = Duration::from_secs(1);
/// A message is given up after so many claims in a row whose process ended: it may be what ends them.
/// Many, because most were only near it; two hours at least, as each waits for its lease.
const MOST_UNANSWERED: i32 = 100;

/// Sends `row` and stores how it went, with one line in the log.
pub(super) async fn work(app: &App, row: &OutboxRow) {
    let config = &app.config.delivery;
    let started_at = app.clock.now();
    let tried: Tried = if row.unanswered >= MOST_UNANSWERED {
        let reason = format!("{MOST_UNANSWERED} processes ended while they had it in hand");
        Outcome::Dead(reason).into()
    } else {
        let sent = AssertUnwindSafe(delivery::deliver(app, row)).catch_unwind();
        let panicked = |_| Outcome::retry("Harken failed while it was sending; its log says more");
        sent.await.unwrap_or_else(|panic| panicked(panic).into())
    };
    let span = Span {
        started_at,
        finished_at: app.clock.now(),
    };
    tracing::info!(id = %row.id, channel = row.channel, kind = row.kind, attempt = row.attempts,
        outcome = ?tried.outcome, status_code = tried.status_code, "a message was worked on");
    for try_number in 1..=TRIES {
        let finished = async {
            let mut conn = app.pool.get().await?;
            let chance = rand::random();
            anyhow::Ok(finish(row, &tried, span, chance, config, &mut conn).await?)
        };
        match finished.await {
            Ok(true) => return,
            Ok(false) => {
                tracing::warn!(id = %row.id, "another worker took the message over");
                return;
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
}
