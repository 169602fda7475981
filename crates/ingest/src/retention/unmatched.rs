//! Deletes unmatched items before two days are over. Nobody checks whether they still exist in the forum,
//! so none may stay: deleted ones are among them.

use std::sync::OnceLock;
use std::time::Duration;

use anyhow::Context as _;
use chrono::{DateTime, NaiveDateTime, TimeDelta, Utc};
use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Text, Timestamptz};
use diesel_async::RunQueryDsl;
use tokio_util::sync::CancellationToken;

use super::{drop_table, long_connection};
use crate::steps::repeat;
use crate::store::partitions::PART;
use db::models::unmatched_item;
use db::{Conn, Pool};
use platform::context::Context;

/// The interval between two runs.
pub const EVERY: Duration = Duration::from_secs(10 * 60);
/// The number of attempts to drop a table in one run.
const ATTEMPTS: usize = 10;
/// The age of a part's first items from which on it is emptied if it cannot be dropped: a reader that
/// holds the table, such as a backup, does not hold its rows.
const EMPTIED_AFTER: TimeDelta = TimeDelta::hours(47);
/// The number of rows that are deleted in one transaction, and the maximum number of transactions in one
/// run.
const BATCH: i64 = 2_000;
const MAX_BATCHES: usize = 200;
/// The age of the oldest items that may be stored twice, except after a start. It is far longer than a
/// transaction of a reader lasts.
const LOOKED_BACK: TimeDelta = TimeDelta::hours(1);

/// The outcome of one run.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Deleted {
    /// The number of dropped tables; each has the items of three hours.
    pub parts: usize,
    /// The number of rows of tables that could not be dropped in time.
    pub emptied_rows: usize,
    /// The number of items that waited for a score in vain.
    pub items: usize,
    /// The number of rows of items that are kept as matched ones as well.
    pub kept_twice: usize,
}

#[derive(QueryableByName)]
struct Part {
    #[diesel(sql_type = Text)]
    name: String,
}

#[derive(QueryableByName)]
struct Looked {
    #[diesel(sql_type = BigInt)]
    looked: i64,
    #[diesel(sql_type = BigInt)]
    deleted: i64,
}

/// Deletes what has expired until `stop`.
pub(crate) async fn run(context: Context, stop: CancellationToken) {
    let keep = context.config.forum.keep_unmatched();
    // The first run looks at all, since no process may have run after one was killed.
    let looked_at_all = OnceLock::new();
    let step = async || {
        let now = context.clock.now();
        let mut deleted = delete_expired(&context.pool, keep, now).await?;
        let back = if looked_at_all.get().is_some() { LOOKED_BACK } else { keep };
        deleted.kept_twice = delete_kept_twice(&context.pool, now - back).await?;
        looked_at_all.get_or_init(|| ());
        if deleted != Deleted::default() {
            tracing::info!(?deleted, "deleted what no keyword matched");
        }
        Ok(EVERY)
    };
    let name = "deleting unmatched items";
    repeat(name, EVERY, &stop, step).await;
}

/// Drops the parts whose last items were seen longer ago than `keep`, and deletes the items that have
/// waited for a score for that long.
///
/// # Errors
/// The database failed; what was deleted until then stays deleted.
pub async fn delete_expired(
    pool: &Pool,
    keep: TimeDelta,
    now: DateTime<Utc>,
) -> anyhow::Result<Deleted> {
    let mut conn = long_connection(pool).await?;
    let mut all = Deleted::default();
    for (name, first) in parts(&mut conn).await? {
        if first + PART + keep > now {
            continue;
        }
        if drop_table(&name, ATTEMPTS, &mut conn).await? {
            all.parts += 1;
        } else if first + EMPTIED_AFTER <= now {
            all.emptied_rows += empty(&name, &mut conn).await?;
            tracing::warn!(table = name, "in use all the time; it was emptied");
        } else {
            tracing::warn!(table = name, "in use all the time; it is dropped later");
        }
    }
    for _ in 0..MAX_BATCHES {
        let Looked { looked, deleted } = delete_waiting(now - keep, &mut conn).await?;
        all.items += usize::try_from(deleted)?;
        if looked < BATCH {
            break;
        }
    }
    Ok(all)
}

/// Deletes the unmatched rows of items seen since `since` that are kept as matched ones as well. While a
/// reader stores an item as unmatched, a shard may store it as matched, and neither sees the other's row. Each
/// deletes the unmatched one after its commit, unless it is killed in between.
///
/// # Errors
/// The database failed; what was deleted until then stays deleted.
pub async fn delete_kept_twice(pool: &Pool, since: DateTime<Utc>) -> anyhow::Result<usize> {
    let conn = long_connection(pool).await?;
    let mut deleted = 0;
    for _ in 0..MAX_BATCHES {
        let batch = unmatched_item::delete_kept_since(since, BATCH, &conn).await?;
        deleted += batch;
        if batch < usize::try_from(BATCH)? {
            break;
        }
    }
    Ok(deleted)
}

/// Returns the tables of unmatched items and when each begins, oldest first.
async fn parts(conn: &mut Conn) -> anyhow::Result<Vec<(String, DateTime<Utc>)>> {
    let parts: Vec<Part> = diesel::sql_query(
        "SELECT c.relname::text AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
         WHERE i.inhparent = 'unmatched_items'::regclass ORDER BY c.relname",
    )
    .load(conn)
    .await?;
    let with_start = |Part { name }: Part| {
        let hour = name.trim_start_matches("unmatched_items_");
        let first = NaiveDateTime::parse_from_str(&format!("{hour}_00"), "%Y_%m_%d_%H_%M")
            .with_context(|| format!("the table {name} has no time in its name"))?;
        Ok((name, first.and_utc()))
    };
    parts.into_iter().map(with_start).collect()
}

async fn empty(part: &str, conn: &mut Conn) -> anyhow::Result<usize> {
    let mut deleted = 0;
    loop {
        let batch = diesel::sql_query(format!(
            "DELETE FROM {part} WHERE ctid = ANY(ARRAY(SELECT ctid FROM {part} LIMIT $1))"
        ))
        .bind::<BigInt, _>(BATCH)
        .execute(conn)
        .await?;
        deleted += batch;
        if batch == 0 {
            return Ok(deleted);
        }
    }
}

/// Checks a batch of the items seen before `before` that are not known to stay, newest first, and deletes
/// those that do not. This also deletes unmatched items from when all items were kept for ninety days.
async fn delete_waiting(before: DateTime<Utc>, conn: &mut Conn) -> anyhow::Result<Looked> {
    let looked = diesel::sql_query(
        // A match that is being stored locks the row, which is seen once that is committed. Notifications
        // of items that are not marked as matched exist only for items that were removed before the mark
        // existed.
        "WITH keys AS MATERIALIZED (
             SELECT forum_id, item_id, seen_at FROM item_keys
             WHERE stays IS NOT TRUE AND seen_at < $1
             ORDER BY seen_at DESC LIMIT $2 FOR UPDATE SKIP LOCKED),
         deleted AS (
             DELETE FROM items USING keys
             WHERE items.id = keys.item_id AND items.seen_at = keys.seen_at
                 AND NOT items.is_matched
                 AND NOT EXISTS (SELECT FROM notifications n
                                 WHERE n.item_id = keys.item_id AND n.seen_at = keys.seen_at)
             RETURNING items.forum_id),
         kept AS (
             UPDATE item_keys SET stays = true FROM keys
             WHERE item_keys.forum_id = keys.forum_id
                 AND NOT EXISTS (SELECT FROM deleted WHERE deleted.forum_id = keys.forum_id)),
         forgotten AS (
             DELETE FROM item_keys USING deleted WHERE item_keys.forum_id = deleted.forum_id)
         SELECT (SELECT count(*) FROM keys) AS looked, (SELECT count(*) FROM deleted) AS deleted",
    )
    .bind::<Timestamptz, _>(before)
    .bind::<BigInt, _>(BATCH)
    .get_result(conn)
    .await?;
    Ok(looked)
}
