//! The job that empties the outbox.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::finish::{Span, finish};
use super::{Outcome, Tried, claim, retry};
use crate::app::App;
use crate::auth::mail_requests;
use crate::db::listen::listen;
use crate::db::models::outbox::OutboxRow;
use crate::delivery;

/// How many messages one process sends at the same time.
pub const CONCURRENT_SENDS: usize = 8;

/// Looks at the outbox this often even if nothing was heard.
const LONGEST_NAP: Duration = Duration::from_secs(30);
/// After a failure of the database.
const PAUSE: Duration = Duration::from_secs(1);
/// What a lease has beyond the time that a message may take: for reading and writing the rows.
const LEASE_MARGIN_SECONDS: i64 = 15;

/// Sends what is due until `stop`, woken by new rows and by the time. Lets sends in hand end.
pub async fn run(app: App, stop: CancellationToken) {
    let woken = Arc::new(Notify::new());
    let bell = woken.clone();
    let (url, until) = (app.database_url.clone(), stop.clone());
    let ears = tokio::spawn(async move {
        listen(&url, "outbox", until, |_| bell.notify_one()).await;
    });
    let mut sends = JoinSet::new();
    while !stop.is_cancelled() {
        let nap = match fill(&app, &mut sends).await {
            Ok(nap) => nap,
            Err(error) => {
                tracing::error!(error = format!("{error:#}"), "could not read the outbox");
                PAUSE
            }
        };
        tokio::select! {
            () = stop.cancelled() => {}
            () = woken.notified(), if sends.len() < CONCURRENT_SENDS => {}
            () = tokio::time::sleep(nap), if sends.len() < CONCURRENT_SENDS => {}
            Some(_) = sends.join_next() => {}
        }
    }
    while sends.join_next().await.is_some() {}
    if let Err(error) = ears.await {
        tracing::error!(%error, "the outbox's listener ended badly");
    }
}

/// Starts as many sends as there is room for, and tells how long to sleep if nothing happens.
async fn fill(app: &App, sends: &mut JoinSet<()>) -> anyhow::Result<Duration> {
    while sends.try_join_next().is_some() {}
    let room = CONCURRENT_SENDS - sends.len().min(CONCURRENT_SENDS);
    if room == 0 {
        return Ok(LONGEST_NAP);
    }
    mail_requests::work_off(app).await?;
    let mut conn = app.pool.get().await?;
    let lease = lease(app);
    let rows = claim::claim(i64::try_from(room)?, lease, app.clock.now(), &mut conn).await?;
    let next = claim::next_due(&mut conn).await?;
    drop(conn);
    for row in rows {
        let app = app.clone();
        sends.spawn(async move { work(&app, &row).await });
    }
    let until = next.map(|at| (at - app.clock.now()).to_std().unwrap_or_default());
    // At once would spin while another process is about to claim the row.
    let soonest = Duration::from_millis(50);
    Ok(until.unwrap_or(LONGEST_NAP).clamp(soonest, LONGEST_NAP))
}

/// Claims and sends what is due now, one batch after the other until nothing is, and tells how
/// many messages were worked on.
///
/// # Errors
/// The database failed.
pub async fn drain(app: &App) -> anyhow::Result<usize> {
    mail_requests::work_off(app).await?;
    let mut worked = 0;
    loop {
        let mut conn = app.pool.get().await?;
        let batch = i64::try_from(CONCURRENT_SENDS)?;
        let rows = claim::claim(batch, lease(app), app.clock.now(), &mut conn).await?;
        drop(conn);
        if rows.is_empty() {
            return Ok(worked);
        }
        worked += rows.len();
        futures::future::join_all(rows.iter().map(|row| work(app, row))).await;
    }
}

fn lease(app: &App) -> chrono::Duration {
    let seconds = i64::from(app.config.mail.timeout_seconds) + LEASE_MARGIN_SECONDS;
    chrono::Duration::seconds(seconds)
}

/// One attempt, with one line in the log.
async fn work(app: &App, row: &OutboxRow) {
    let started_at = app.clock.now();
    let config = &app.config.delivery;
    let tried: Tried = if row.attempts > retry::max_attempts(config) {
        // Its process ended during each of them.
        Outcome::Dead(format!(
            "{} attempts ended without an answer",
            row.attempts - 1
        ))
        .into()
    } else {
        delivery::deliver(app, row).await
    };
    tracing::info!(id = %row.id, channel = row.channel, kind = row.kind, attempt = row.attempts,
        outcome = ?tried.outcome, status_code = tried.status_code, "a message was worked on");
    let span = Span {
        started_at,
        finished_at: app.clock.now(),
    };
    let finished = async {
        let mut conn = app.pool.get().await?;
        let chance = rand::random();
        anyhow::Ok(finish(row, tried, span, chance, config, &mut conn).await?)
    };
    match finished.await {
        Ok(true) => {}
        Ok(false) => tracing::warn!(id = %row.id, "another worker took the message over"),
        // The lease ends, and somebody takes it again.
        Err(error) => {
            tracing::error!(id = %row.id, error = format!("{error:#}"), "could not keep an outcome");
        }
    }
}
