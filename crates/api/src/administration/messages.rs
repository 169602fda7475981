//! Sends undelivered messages again.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Bool, Text, Timestamptz};
use diesel_async::{AsyncConnection, RunQueryDsl};
use uuid::Uuid;

use super::health::FAILED_WITHIN;
use db::Conn;
use db::listen::{OUTBOX, notify};
use db::models::audit_entry::{Act, AuditEntry, Details};
use db::models::outbox::Kind;
use deliver::outbox::lane::Lane;

/// The most messages that are sent again by one call.
pub const MAX_REPLAYED: i64 = 1_000;

/// Makes the alerts of a lane that were given up within [`FAILED_WITHIN`] due again with a full set of attempts, the
/// oldest [`MAX_REPLAYED`] of them, and returns how many there were. Links to an account are excluded, since they are
/// out of date; so are messages to a channel that is paused or deleted, and those that their user has dismissed.
///
/// # Errors
/// The database failed.
pub async fn replay_failed(
    actor: Uuid,
    lane: Lane,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<i64> {
    conn.transaction(async move |conn| {
        let kinds = Kind::ALL.iter().filter(|kind| kind.is_alert());
        let kinds: Vec<&str> = kinds.map(|kind| kind.as_str()).collect();
        let replayed = diesel::sql_query(
            "UPDATE outbox SET status = 'pending', attempts = 0, due_at = $1, reason = NULL,
                               finished_at = NULL
             WHERE id IN (
                 SELECT o.id FROM outbox o LEFT JOIN endpoints e ON e.id = o.endpoint_id
                 WHERE o.status = 'dead' AND o.finished_at > $2 AND o.kind = ANY($3)
                    AND (o.endpoint_id IS NULL) = $4
                    AND (o.endpoint_id IS NULL OR (e.id IS NOT NULL AND e.paused_at IS NULL))
                    AND (o.dismissed_at IS NULL OR o.dismissed_at < o.finished_at)
                 ORDER BY o.finished_at, o.id LIMIT $5 FOR UPDATE OF o SKIP LOCKED)",
        )
        .bind::<Timestamptz, _>(now)
        .bind::<Timestamptz, _>(now - FAILED_WITHIN)
        .bind::<Array<Text>, _>(kinds)
        .bind::<Bool, _>(lane == Lane::Mail)
        .bind::<BigInt, _>(MAX_REPLAYED)
        .execute(conn)
        .await?;
        let replayed = i64::try_from(replayed).unwrap_or(i64::MAX);
        if replayed > 0 {
            notify(OUTBOX, "", conn).await?;
            let details = Details { messages: Some(replayed), ..Details::default() };
            let entry = AuditEntry::new(Act::MessagesReplayed, now).by(Some(actor));
            entry.with(details).write(conn).await?;
        }
        Ok(replayed)
    })
    .await
}
