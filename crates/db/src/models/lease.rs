//! Ends the leases of processes that are gone, so that others need not wait until they run out.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncConnection, RunQueryDsl};
use uuid::Uuid;

use crate::Conn;
use crate::listen::{BILLING, INSIGHTS, OUTBOX, notify};

/// A table with leased rows.
pub struct Leased {
    pub table: &'static str,
    /// What a row is set to beside the end of its lease at `$1`.
    also: &'static str,
    /// A condition that all leased rows meet, for an index of theirs.
    among: &'static str,
}

/// A poll that has not ended is due again.
const IS_DUE: &str = ", next_poll_at = least(next_poll_at, $1)";

/// All tables with `leased_until` and `leased_by`.
pub const LEASED: [Leased; 8] = [
    Leased { table: "poll_state", also: IS_DUE, among: "true" },
    Leased { table: "sequences", also: IS_DUE, among: "true" },
    Leased { table: "lemmy_instances", also: IS_DUE, among: "true" },
    Leased { table: "feeds", also: IS_DUE, among: "true" },
    Leased { table: "match_shards", also: "", among: "true" },
    Leased { table: "outbox", also: "", among: "status = 'pending'" },
    Leased { table: "provider_events", also: "", among: "handled_at IS NULL" },
    Leased { table: "insight_jobs", also: "", among: "finished_at IS NULL" },
];

/// Ends the leases of `processes` at `now`, wakes whoever waits for them, and returns how many they were. The
/// processes must be gone: the fence keeps one that is not from storing a second outcome, but not from sending a
/// message twice.
///
/// # Errors
/// The database failed; all leases are then as before.
pub async fn end_leases(
    processes: &[Uuid],
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<usize> {
    conn.transaction(async |conn| {
        // The host comes first, as in a claim of a feed.
        diesel::sql_query(
            "UPDATE feed_hosts SET free_at = least(free_at, $1) WHERE host IN (
                 SELECT host FROM feeds WHERE leased_by = ANY($2) AND leased_until > $1)",
        )
        .bind::<Timestamptz, _>(now)
        .bind::<Array<SqlUuid>, _>(processes)
        .execute(conn)
        .await?;
        let mut ended = 0;
        for Leased { table, also, among } in LEASED {
            // Another process may be ending the same leases.
            let end = format!(
                "UPDATE {table} SET leased_until = $1{also} WHERE ctid = ANY(ARRAY(
                     SELECT ctid FROM {table}
                     WHERE leased_by = ANY($2) AND leased_until > $1 AND {among}
                     FOR NO KEY UPDATE SKIP LOCKED))"
            );
            ended += diesel::sql_query(end)
                .bind::<Timestamptz, _>(now)
                .bind::<Array<SqlUuid>, _>(processes)
                .execute(conn)
                .await?;
        }
        if ended > 0 {
            for channel in [OUTBOX, BILLING, INSIGHTS] {
                notify(channel, "", conn).await?;
            }
        }
        Ok(ended)
    })
    .await
}
