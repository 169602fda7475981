//! What is left of deleted accounts. The account itself goes at once; the rows that are about it, of
//! which there may be millions, go in batches, each in a transaction of its own, so that nobody waits
//! for them.

use diesel::sql_types::{BigInt, Uuid as SqlUuid};
use diesel::{OptionalExtension, QueryResult, QueryableByName};
use diesel_async::{AsyncConnection, RunQueryDsl};
use uuid::Uuid;

use crate::db::{Conn, Pool};

/// So many rows go at once.
const BATCH: i64 = 1_000;

/// The tables that have rows of users and no foreign key to them, with a key of theirs. What refers to
/// another one's rows goes first. Counts go before what is counted: then none are kept up.
const TABLES: [(&str, &str); 5] = [
    ("digest_entries", "digest_id, notification_id"),
    ("digests", "id"),
    ("outbox", "id"),
    ("notification_counts", "user_id, keyword, week"),
    ("notifications", "id, seen_at"),
];

#[derive(QueryableByName)]
struct Deleted {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
}

/// A batch that went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Purged {
    pub user_id: Uuid,
    /// None once nothing was left.
    pub rows: usize,
}

/// Deletes a batch of rows of one deleted account. `None` if there is none of which others do not
/// delete rows.
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
