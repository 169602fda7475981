//! Deletes what remains of deleted accounts. The account itself goes at once; the rows about it, of which
//! there may be millions, go in batches, each in a transaction of its own, so that nobody waits for them.

use std::time::{Duration, Instant};

use diesel::sql_types::{BigInt, Uuid as SqlUuid};
use diesel::{OptionalExtension, QueryResult, QueryableByName};
use diesel_async::{AsyncConnection, RunQueryDsl};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::steps::pause;
use db::listen::listen;
use db::{Conn, Pool, look_up_each};
use platform::context::Context;

/// Interval between two looks for remains of deleted accounts, if no announcement arrives.
const LOOK: Duration = Duration::from_secs(60);
/// Maximum rows that are deleted at once.
const BATCH: i64 = 1_000;

/// The tables that have rows of users and no foreign key to them, with a key of theirs. Rows that refer to
/// others go first. Counts go before what is counted, so that none are kept up to date.
const TABLES: [(&str, &str); 9] = [
    ("digest_entries", "digest_id, notification_id"),
    ("digests", "id"),
    ("outbox", "id"),
    ("notification_counts", "user_id, keyword, week"),
    ("counted_matches", "user_id"),
    ("match_hours", "user_id, day, watch_id"),
    ("match_places", "user_id, watch_id, day"),
    ("match_authors", "user_id, day, watch_id, site"),
    ("notifications", "id, seen_at"),
];

#[derive(QueryableByName)]
struct Deleted {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
}

/// A batch that was deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Purged {
    pub user_id: Uuid,
    /// Zero once nothing was left.
    pub rows: usize,
}

/// Deletes what remains of deleted accounts until `stop`, one batch after the other.
pub(crate) async fn run(context: Context, stop: CancellationToken) {
    let deleted = Notify::new();
    let listening = listen(&context.database, "user_deleted", stop.clone(), |_| {
        deleted.notify_one();
    });
    let purging = async {
        loop {
            if let Err(error) = purge_all(&context.pool, &stop).await {
                tracing::error!(error = %format!("{error:#}"), "could not purge a deleted account");
            }
            tokio::select! {
                () = stop.cancelled() => return,
                () = deleted.notified() => {}
                () = tokio::time::sleep(LOOK) => {}
            }
        }
    };
    futures::join!(listening, purging);
}

/// Deletes batches, and pauses after each for as long as it took: nobody waits for this, and the database
/// has other work.
async fn purge_all(pool: &Pool, stop: &CancellationToken) -> anyhow::Result<()> {
    loop {
        let began = Instant::now();
        let Some(Purged { user_id, rows }) = purge_once(pool).await? else {
            return Ok(());
        };
        if rows == 0 {
            tracing::info!(user = %user_id, "nothing is left of a deleted account");
        }
        if pause(began.elapsed(), stop).await.is_none() {
            return Ok(());
        }
    }
}

/// Deletes a batch of rows of one deleted account. Returns `None` if there is no account whose rows no other
/// process is deleting.
///
/// # Errors
/// The database failed.
pub async fn purge_once(pool: &Pool) -> anyhow::Result<Option<Purged>> {
    let mut conn = pool.get().await?;
    let purged = conn
        .transaction(async |conn| -> QueryResult<Option<Purged>> {
            let deleted: Option<Deleted> = diesel::sql_query(
                "SELECT id FROM deleted_users ORDER BY deleted_at, id LIMIT 1 FOR UPDATE SKIP LOCKED",
            )
            .get_result(conn)
            .await
            .optional()?;
            let Some(Deleted { id: user_id }) = deleted else {
                return Ok(None);
            };
            look_up_each(conn).await?;
            let rows = delete_batch(user_id, conn).await?;
            if rows == 0 {
                diesel::sql_query("DELETE FROM deleted_users WHERE id = $1")
                    .bind::<SqlUuid, _>(user_id)
                    .execute(conn)
                    .await?;
            }
            Ok(Some(Purged { user_id, rows }))
        })
        .await?;
    Ok(purged)
}

/// Deletes a batch of the first table that has rows of the user.
async fn delete_batch(user_id: Uuid, conn: &mut Conn) -> QueryResult<usize> {
    for (table, key) in TABLES {
        let of_user = match table {
            "digest_entries" => "digest_id IN (SELECT id FROM digests WHERE user_id = $1)",
            _ => "user_id = $1",
        };
        let rows = diesel::sql_query(format!(
            "DELETE FROM {table} WHERE ({key}) IN (
                 SELECT {key} FROM {table} WHERE {of_user} LIMIT $2)"
        ))
        .bind::<SqlUuid, _>(user_id)
        .bind::<BigInt, _>(BATCH)
        .execute(conn)
        .await?;
        if rows > 0 {
            return Ok(rows);
        }
    }
    Ok(0)
}
