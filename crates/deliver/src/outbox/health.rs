//! Records what an attempt shows about its receiver.

use chrono::{DateTime, Duration, Utc};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::hold::{Failure, Health};
use crate::delivery::{AttemptResult, Outcome};
use db::Conn;
use db::models::attempt::Attempt;
use db::models::channel::Channel;
use db::models::endpoint::Endpoint;
use db::models::outbox::{Kind, NewMessage, OutboxRow};
use db::schema::{endpoints, outbox, users};
use platform::config::DeliveryConfig;

/// Returns whether an outcome says anything about the receiver of `row`. For most emails it says
/// nothing new.
pub(super) fn is_counted(row: &OutboxRow, outcome: &Outcome) -> bool {
    match (row.endpoint_id, outcome) {
        (_, Outcome::Skipped(_) | Outcome::NotBegun | Outcome::Suspended) => false,
        (Some(_), _) | (None, Outcome::Gone(_)) => true,
        (None, Outcome::Sent) => is_about_the_account(row),
        (None, Outcome::Retry { .. } | Outcome::Dead(_)) => false,
    }
}

/// Returns whether `row` is an email about the account. While an address is marked, only these are
/// tried: only they can clear the mark.
fn is_about_the_account(row: &OutboxRow) -> bool {
    !row.kind.is_alert()
}

/// Stores what the attempt shows with the user or the endpoint, in the transaction that stores
/// `attempt`.
pub(super) async fn note(
    row: &OutboxRow,
    tried: &AttemptResult,
    attempt: &Attempt,
    config: &DeliveryConfig,
    conn: &mut Conn,
) -> QueryResult<()> {
    let now = attempt.finished_at;
    match (row.endpoint_id, &tried.outcome) {
        (_, Outcome::Skipped(_) | Outcome::NotBegun | Outcome::Suspended) => Ok(()),
        (None, Outcome::Gone(_)) => mark_address(row.user_id, &attempt.detail, now, conn).await,
        (None, Outcome::Sent) if is_about_the_account(row) => {
            clear_address(row.user_id, conn).await
        }
        (None, Outcome::Sent | Outcome::Retry { .. } | Outcome::Dead(_)) => Ok(()),
        (Some(id), Outcome::Sent) => {
            let works = (
                endpoints::failing_since.eq(None::<DateTime<Utc>>),
                endpoints::last_error.eq(None::<String>),
                endpoints::last_sent_at.eq(now),
            );
            diesel::update(endpoints::table.find(id)).set(works).execute(conn).await?;
            Endpoint::lift_hold(id, now, conn).await
        }
        (Some(id), Outcome::Gone(_)) => {
            diesel::delete(endpoints::table.find(id)).execute(conn).await?;
            Ok(())
        }
        (Some(id), Outcome::Retry { .. } | Outcome::Dead(_)) => {
            let failure =
                Failure { at: now, timed_out: tried.timed_out, leased_until: row.leased_until };
            note_failure(row.user_id, id, &attempt.detail, failure, config, conn).await
        }
    }
}

/// Marks the address. The first refusal counts: it shows since when nothing arrives.
async fn mark_address(
    user_id: Uuid,
    reason: &str,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<()> {
    diesel::update(users::table.find(user_id))
        .filter(users::mail_refused_at.is_null())
        .set((users::mail_refused_at.eq(now), users::mail_refused_reason.eq(reason)))
        .execute(conn)
        .await?;
    Ok(())
}

async fn clear_address(user_id: Uuid, conn: &mut Conn) -> QueryResult<()> {
    diesel::update(users::table.find(user_id))
        .filter(users::mail_refused_at.is_not_null())
        .set((
            users::mail_refused_at.eq(None::<DateTime<Utc>>),
            users::mail_refused_reason.eq(None::<String>),
        ))
        .execute(conn)
        .await?;
    Ok(())
}

async fn note_failure(
    user_id: Uuid,
    endpoint_id: Uuid,
    reason: &str,
    failure: Failure,
    config: &DeliveryConfig,
    conn: &mut Conn,
) -> QueryResult<()> {
    let (endpoint, now) = (endpoints::table.find(endpoint_id), failure.at);
    let known = endpoint
        .select((endpoints::failures, endpoints::holds, endpoints::held_until))
        .for_update()
        .first(conn)
        .await
        .optional()?;
    let Some((failures, holds, held_until)) = known else {
        return Ok(());
    };
    let health = Health { failures, holds, held_until };
    let health = health.after(failure);
    diesel::update(endpoint)
        .set((
            endpoints::last_error.eq(reason),
            endpoints::failures.eq(health.failures),
            endpoints::holds.eq(health.holds),
            endpoints::held_until.eq(health.held_until),
        ))
        .execute(conn)
        .await?;
    diesel::update(endpoint)
        .filter(endpoints::failing_since.is_null())
        .set(endpoints::failing_since.eq(now))
        .execute(conn)
        .await?;
    let too_long = now - Duration::days(config.pause_after_days.into());
    let paused = diesel::update(endpoint)
        .filter(endpoints::paused_at.is_null())
        .filter(endpoints::failing_since.le(too_long))
        .set(endpoints::paused_at.eq(now))
        .execute(conn)
        .await?;
    if paused == 0 {
        return Ok(());
    }
    // Waiting messages are skipped at once.
    Endpoint::lift_hold(endpoint_id, now, conn).await?;
    // One email per pause: that of an earlier pause is replaced.
    let earlier = outbox::table
        .filter(outbox::channel.eq(Channel::Mail))
        .filter(outbox::kind.eq(Kind::EndpointPaused))
        .filter(outbox::subject_id.eq(endpoint_id));
    diesel::delete(earlier).execute(conn).await?;
    let mail = NewMessage::mail(Kind::EndpointPaused, user_id, endpoint_id, now);
    NewMessage::enqueue(&[mail], conn).await?;
    Ok(())
}
