//! Deletes what no watch matched, before two days are over. Nobody asks the forum whether it still has
//! these items, so that none may stay: what was deleted there is among them.

use std::time::Duration;

use anyhow::Context as _;
use chrono::{DateTime, NaiveDateTime, TimeDelta, Utc};
use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Text, Timestamptz};
use diesel_async::{RunQueryDsl, SimpleAsyncConnection};
use tokio_util::sync::CancellationToken;

use super::partitions::PART;
use super::retention::drop_table;
use super::steps::repeat;
use db::{Conn, Pool};
use platform::context::Context;

/// How often it is looked what can go.
pub const EVERY: Duration = Duration::from_secs(10 * 60);
/// How often a drop is attempted each time.
const ATTEMPTS: usize = 10;
/// A part whose first items are this old is emptied if it cannot be dropped: a reader that keeps the
/// table, such as a backup, does not keep its rows.
const EMPTIED_AFTER: TimeDelta = TimeDelta::hours(47);
/// Rows that are deleted in one transaction, and so many times in one run.
const BATCH: i64 = 2_000;
const MAX_BATCHES: usize = 200;

/// What was deleted.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Deleted {
    /// Tables of three hours.
    pub parts: usize,
    /// Of tables that could not be dropped in time.
    pub emptied_rows: usize,
    /// Items that waited for a score in vain.
    pub items: usize,
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
pub(super) async fn run(context: Context, stop: CancellationToken) {
    let keep = context.config.forum.keep_unmatched();
    let step = async || {
        let deleted = delete_expired(&context.pool, keep, context.clock.now()).await?;
        if deleted != Deleted::default() {
            tracing::info!(?deleted, "deleted what no keyword matched");
        }
        Ok(EVERY)
    };
    let name = "deleting unmatched items";
    repeat(name, EVERY, &stop, step).await;
}

/// Drops the parts whose last items were seen longer ago than `keep`, and deletes what waited for a score
/// for as long.
///
/// # Errors
/// The database failed; what was deleted until then stays deleted.
pub async fn delete_expired(
    pool: &Pool,
    keep: TimeDelta,
    now: DateTime<Utc>,
) -> anyhow::Result<Deleted> {
    // Its own, as the pool's have less time for a statement than a large table takes.
    let mut conn = pool.dedicated_connection().await?;
    conn.batch_execute("SET statement_timeout = '10min'")
        .await?;
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

/// The tables of unmatched items and when each begins, the oldest first.
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

/// Looks at a batch of the items seen before `before` that are not known to stay, the newest first,
/// and deletes those that are not. What was stored when all items were kept for ninety days goes by this
/// as well.
async fn delete_waiting(before: DateTime<Utc>, conn: &mut Conn) -> anyhow::Result<Looked> {
    let looked = diesel::sql_query(
        // A match that is stored meanwhile has the row locked, and is seen once it is stored. Only
        // rows of before have notifications without being marked as matched: those of what is gone.
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
