//! Pauses watches that cost too much, and emails their owners. The user's switch stays as it is; the
//! database clears the pause when the rule changes or the watch is switched on (`note_rule_change`).

use std::iter;

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncConnection, RunQueryDsl};
use uuid::Uuid;

use super::spending::Offender;
use db::Conn;
use db::models::channel::Channel;
use db::models::endpoint::Endpoint;
use db::models::outbox::{Kind, NewMessage};
use db::schema::{outbox, users, watches};

/// Pauses a watch, with its email, in one transaction. Returns false if the watch is gone, off or
/// paused by now, or searches for something other than what was measured.
///
/// # Errors
/// The database failed.
pub(super) async fn pause(
    offender: &Offender,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<bool> {
    conn.transaction(async |conn| -> QueryResult<bool> {
        // The user before the watch, as everywhere that both are locked.
        let owner: Option<Uuid> = users::table
            .filter(users::id.eq_any(watches::table.find(offender.watch).select(watches::user_id)))
            .select(users::id)
            .for_key_share()
            .first(conn)
            .await
            .optional()?;
        let Some(owner) = owner else {
            return Ok(false);
        };
        let paused = diesel::update(watches::table.find(offender.watch))
            .filter(watches::is_active)
            .filter(watches::paused_at.is_null())
            .filter(watches::keyword.eq(&*offender.query))
            .set((watches::paused_at.eq(now), watches::paused_part.eq(&offender.part)))
            .execute(conn)
            .await?;
        if paused == 0 {
            return Ok(false);
        }
        // One message per pause and receiver: it replaces that of an earlier one.
        let earlier = outbox::table
            .filter(outbox::channel.eq_any(Channel::ALL))
            .filter(outbox::kind.eq(Kind::WatchPaused))
            .filter(outbox::subject_id.eq(offender.watch));
        diesel::delete(earlier).execute(conn).await?;
        let mail = NewMessage::mail(Kind::WatchPaused, owner, offender.watch, now);
        let reporting = Endpoint::reporting(owner, conn).await?;
        let is_about = |endpoint: &&Endpoint| {
            endpoint.watch_ids.as_ref().is_none_or(|ids| ids.contains(&offender.watch))
        };
        let reports = reporting.iter().filter(is_about);
        let reports = reports.map(|e| NewMessage::to(e, Kind::WatchPaused, offender.watch, now));
        let messages: Vec<_> = iter::once(mail).chain(reports).collect();
        NewMessage::enqueue(&messages, conn).await?;
        Ok(true)
    })
    .await
}
