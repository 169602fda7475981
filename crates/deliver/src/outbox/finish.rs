//! Stores the outcome of an attempt.

use chrono::{DateTime, Duration, Utc};
use diesel::QueryResult;
use diesel_async::AsyncConnection;
use uuid::Uuid;

use super::ending::Ending;
use super::{health, hold, retry};
use crate::delivery::{AttemptResult, Outcome};
use db::Conn;
use db::models::attempt::{Attempt, AttemptOutcome};
use db::models::channel::Channel;
use db::models::outbox::{OutboxRow, SUSPENDED_UNTIL, Status};
use db::models::user::User;
use platform::config::DeliveryConfig;

/// The most characters of a reason.
const REASON_LENGTH: usize = 300;

/// The time span of an attempt.
#[derive(Debug, Clone, Copy)]
pub struct Span {
    pub started_at: DateTime<Utc>,
    pub finished_at: DateTime<Utc>,
}

/// The new state of a message.
struct Verdict {
    status: Status,
    outcome: AttemptOutcome,
    reason: Option<String>,
    due_at: DateTime<Utc>,
}

/// Stores the outcome of the attempt on `row` and what it shows about its receiver, unless another
/// process has claimed the row since: then nothing is changed and false is returned. `chance`, from
/// 0 to 1, spreads the retries that `config` schedules.
pub async fn finish(
    row: &OutboxRow,
    tried: &AttemptResult,
    span: Span,
    chance: f64,
    config: &DeliveryConfig,
    conn: &mut Conn,
) -> QueryResult<bool> {
    let mut verdict = classify(row, &tried.outcome, span.finished_at, chance, config);
    if let Some(moved) = &tried.moved {
        verdict.reason = Some(moved.note.chars().take(REASON_LENGTH).collect());
    }
    let is_final = verdict.status != Status::Pending;
    let attempt = Attempt {
        id: Uuid::now_v7(),
        outbox_id: row.id,
        number: row.attempts,
        started_at: span.started_at,
        finished_at: span.finished_at,
        outcome: verdict.outcome,
        detail: verdict.reason.clone().unwrap_or_default(),
        status_code: tried.status_code.map(i32::from),
    };
    let ending = Ending {
        fence: row.fence,
        status: verdict.status,
        reason: verdict.reason,
        due_at: verdict.due_at,
        finished_at: is_final.then_some(span.finished_at),
        attempt,
    };
    if tried.outcome == Outcome::Suspended {
        return finish_suspended(row, ending, span.finished_at, conn).await;
    }
    if !health::is_counted(row, tried) {
        let counts = ending.write(conn).await?;
        hold::return_probes(std::slice::from_ref(row), span.finished_at, conn).await?;
        return Ok(counts);
    }
    conn.transaction(async |conn| {
        let counts = ending.write(conn).await?;
        if counts {
            health::note(row, tried, &ending.attempt, config, conn).await?;
        }
        Ok(counts)
    })
    .await
}

/// Puts a message aside until its account is no longer suspended; if the suspension has ended by now, the
/// message is due again.
async fn finish_suspended(
    row: &OutboxRow,
    ending: Ending,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<bool> {
    let counts = conn
        .transaction(async |conn| {
            // Whoever ends the suspension either comes first and has seen no such message, or comes later and
            // finds it.
            let is_suspended = User::hold_if_suspended(row.user_id, conn).await?;
            let due_at = if is_suspended { SUSPENDED_UNTIL } else { now };
            Ending { due_at, ..ending }.write(conn).await
        })
        .await?;
    hold::return_probes(std::slice::from_ref(row), now, conn).await?;
    Ok(counts)
}

fn classify(
    row: &OutboxRow,
    outcome: &Outcome,
    now: DateTime<Utc>,
    chance: f64,
    config: &DeliveryConfig,
) -> Verdict {
    let ended = |status, outcome, reason: Option<&str>| Verdict {
        status,
        outcome,
        reason: reason.map(|r| r.chars().take(REASON_LENGTH).collect()),
        due_at: row.due_at,
    };
    let skipped = |reason| ended(Status::Skipped, AttemptOutcome::Skipped, Some(reason));
    let dead = |reason| ended(Status::Dead, AttemptOutcome::Dead, Some(reason));
    let again = |reason, due_at| Verdict {
        due_at,
        ..ended(Status::Pending, AttemptOutcome::Retry, Some(reason))
    };
    match outcome {
        Outcome::Sent => ended(Status::Sent, AttemptOutcome::Sent, None),
        Outcome::Skipped(reason) => skipped(reason),
        // A browser that has dropped its subscription wants no alert: nobody needs to be notified.
        Outcome::Gone(reason) if row.channel == Channel::Push => skipped(reason),
        Outcome::Dead(reason) | Outcome::Gone(reason) => dead(reason),
        // A worker that cannot give the claim back has made an attempt.
        Outcome::NotBegun => again("there was no time left to send it", row.due_at),
        Outcome::Suspended => again("the account is suspended", SUSPENDED_UNTIL),
        Outcome::Retry { reason, after } => {
            match retry::wait_after(config, row.attempts, chance, *after) {
                None => {
                    let gave_up = format!("gave up after {} attempts: {reason}", row.attempts);
                    dead(&gave_up)
                }
                Some(wait) => {
                    let wait = Duration::from_std(wait).unwrap_or(Duration::hours(24));
                    again(reason, now + wait)
                }
            }
        }
    }
}
