//! Records what an attempt shows about its receiver.

use std::iter;

use chrono::{DateTime, Duration, Utc};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::hold::{Failure, Health};
use crate::delivery::{AttemptResult, NewAddress, Outcome};
use db::Conn;
use db::models::attempt::Attempt;
use db::models::channel::Channel;
use db::models::endpoint::Endpoint;
use db::models::outbox::{Kind, NewMessage, OutboxRow};
use db::models::user::User;
use db::schema::{endpoints, outbox};
use platform::config::DeliveryConfig;

/// Returns whether an outcome says anything about the receiver of `row`. For most emails it says
/// nothing new.
pub(super) fn is_counted(row: &OutboxRow, tried: &AttemptResult) -> bool {
    match (row.endpoint_id, &tried.outcome) {
        _ if tried.is_own_fault => false,
        (_, Outcome::Skipped(_) | Outcome::NotBegun | Outcome::Suspended) => false,
        (Some(_), _) | (None, Outcome::Gone(_)) => true,
        (None, Outcome::Sent) => is_about_the_account(row),
        (None, Outcome::Retry { .. } | Outcome::Dead(_)) => false,
    }
}

/// Returns whether `row` is an email about the account. While an address is marked, only these are
/// tried: only they can clear the mark of a refusal.
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
        (None, Outcome::Gone(_)) => {
            User::mark_address(row.user_id, None, &attempt.detail, now, conn).await
        }
        (None, Outcome::Sent) if is_about_the_account(row) => {
            User::clear_refusal(row.user_id, conn).await
        }
        (None, Outcome::Sent | Outcome::Retry { .. } | Outcome::Dead(_)) => Ok(()),
        (Some(id), Outcome::Sent) => {
            let works = (
                endpoints::failing_since.eq(None::<DateTime<Utc>>),
                endpoints::last_error.eq(None::<String>),
                endpoints::last_sent_at.eq(now),
            );
            diesel::update(endpoints::table.find(id)).set(works).execute(conn).await?;
            if let Some(address) = tried.moved.as_ref().and_then(|moved| moved.address.as_ref()) {
                readdress(id, row.user_id, address, conn).await?;
            }
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

/// Stores where the endpoint has moved to, unless its owner has changed the address meanwhile or has another
/// endpoint there.
async fn readdress(
    id: Uuid,
    user_id: Uuid,
    address: &NewAddress,
    conn: &mut Conn,
) -> QueryResult<()> {
    let is_taken: bool = diesel::select(diesel::dsl::exists(
        endpoints::table
            .filter(endpoints::user_id.eq(user_id))
            .filter(endpoints::id.ne(id))
            .filter(endpoints::fingerprint.eq(&address.fingerprint)),
    ))
    .get_result(conn)
    .await?;
    if is_taken {
        return Ok(());
    }
    diesel::update(endpoints::table.find(id))
        .filter(endpoints::target.eq(&address.replaces))
        .set((
            endpoints::target.eq(&address.target),
            endpoints::fingerprint.eq(&address.fingerprint),
            endpoints::shown.eq(&address.shown),
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
    // One message per pause and receiver: that of an earlier pause is replaced.
    let earlier = outbox::table
        .filter(outbox::channel.eq_any(Channel::ALL))
        .filter(outbox::kind.eq(Kind::EndpointPaused))
        .filter(outbox::subject_id.eq(endpoint_id));
    diesel::delete(earlier).execute(conn).await?;
    let mail = NewMessage::mail(Kind::EndpointPaused, user_id, endpoint_id, now);
    let reporting = Endpoint::reporting(user_id, conn).await?;
    let reports = reporting.iter();
    let reports = reports.map(|e| NewMessage::to(e, Kind::EndpointPaused, endpoint_id, now));
    let messages: Vec<_> = iter::once(mail).chain(reports).collect();
    NewMessage::enqueue(&messages, conn).await?;
    Ok(())
}
