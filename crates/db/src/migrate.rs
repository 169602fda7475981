//! Migrates the database to the version of this program while it is in use.

use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, bail};
use diesel::sql_types::{Bool, Text};
use diesel::{QueryResult, QueryableByName};
use diesel_async::{AsyncMigrationHarness, RunQueryDsl, SimpleAsyncConnection};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};

use super::{Address, Conn, collation};

const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../../migrations");

/// The session's timeouts. All queries of a table queue behind a migration that waits for its lock,
/// so the migration gives up soon and tries again. A migration itself may take as long as it needs,
/// whatever the server's defaults are.
const SESSION: &str = "SET lock_timeout = '1s'; SET statement_timeout = 0;
    SET idle_in_transaction_session_timeout = 0";
const PAUSE: Duration = Duration::from_secs(2);
/// The maximum time to wait for another process's migration and for tables in use.
const PATIENCE: Duration = Duration::from_secs(600);

/// An index, quoted for statements.
#[derive(QueryableByName)]
struct Unfinished {
    #[diesel(sql_type = Text)]
    name: String,
}

/// An index that a partition lacks. Its names are quoted for statements.
#[derive(QueryableByName)]
struct Missing {
    /// The name of the table's index.
    #[diesel(sql_type = Text)]
    of: String,
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Text)]
    definition: String,
}

#[derive(QueryableByName)]
struct Locked {
    #[diesel(sql_type = Bool)]
    locked: bool,
}

/// Runs the pending migrations under an advisory lock: of many processes that start at once, one
/// works and the others wait and find nothing to do. Returns the names of those that ran.
///
/// # Errors
/// The connection or a migration failed, or ten minutes were not enough for its turn or its locks.
/// Each runs in a transaction of its own, so that a failed one leaves nothing behind.
pub async fn run(address: &Address) -> anyhow::Result<Vec<String>> {
    run_within(address, PATIENCE).await
}

/// Runs as [`run`] does, with another time limit.
///
/// # Errors
/// As [`run`].
pub async fn run_within(address: &Address, patience: Duration) -> anyhow::Result<Vec<String>> {
    let mut conn = address.connect().await.context("could not connect to migrate")?;
    conn.batch_execute(SESSION).await?;
    wait_for_turn(&mut conn, patience).await?;
    let mut ran = Vec::new();
    let began = Instant::now();
    loop {
        let indexed = index_partitions(&mut conn).await;
        let mut harness = AsyncMigrationHarness::new(conn);
        let migrated = match indexed {
            Ok(()) => run_next(&mut harness, &mut ran),
            Err(error) => Err(error.to_string()),
        };
        conn = harness.into_inner();
        let error = match migrated {
            Ok(true) => continue,
            Ok(false) => {
                refresh_collation(&mut conn).await;
                // The lock goes with the connection.
                return Ok(ran);
            }
            Err(error) => error,
        };
        if !error.contains("lock timeout") {
            bail!("a migration failed: {error}");
        }
        if began.elapsed() > patience {
            bail!(
                "a migration is waiting for tables that are in use: end long transactions, such \
                 as a backup, and start again; {error}"
            );
        }
        drop_unfinished_indexes(&mut conn).await;
        tracing::warn!(error, "a migration waits for tables that are in use");
        tokio::time::sleep(PAUSE.min(patience)).await;
    }
}

/// Returns the names of the migrations that have not run.
///
/// # Errors
/// The database could not be reached, or was never migrated and cannot be.
pub async fn pending(address: &Address) -> anyhow::Result<Vec<String>> {
    let conn = address.connect().await.context("could not connect")?;
    let mut harness = AsyncMigrationHarness::new(conn);
    let pending = harness.pending_migrations(MIGRATIONS).map_err(|error| anyhow!("{error}"))?;
    Ok(pending.iter().map(|one| one.name().to_string()).collect())
}

/// Runs the next migration, and returns whether there was one.
fn run_next(
    harness: &mut AsyncMigrationHarness<Conn>,
    ran: &mut Vec<String>,
) -> Result<bool, String> {
    let text = |error: Box<dyn std::error::Error + Send + Sync>| error.to_string();
    let is_pending = harness.has_pending_migration(MIGRATIONS).map_err(text)?;
    if is_pending {
        let version = harness.run_next_migration(MIGRATIONS).map_err(text)?;
        ran.push(version.to_string());
    }
    Ok(is_pending)
}

/// Adds to each partition the indexes that a migration created `ON ONLY` its table, while others use the partition.
/// The next migration may then drop the indexes that these replace. A migration cannot do this: it does not know the
/// partitions, and Postgres makes no index of a partitioned table concurrently.
async fn index_partitions(conn: &mut Conn) -> QueryResult<()> {
    let missing: Vec<Missing> = diesel::sql_query(
        "SELECT format('%I', named.name) AS name, of.indexrelid::regclass::text AS of,
                format('CREATE %s INDEX CONCURRENTLY %I ON %s %s', CASE WHEN indisunique THEN 'UNIQUE' END,
                       named.name, inhrelid::regclass, substring(pg_get_indexdef(of.indexrelid) FROM 'USING .*'))
                    AS definition
         FROM pg_index AS of JOIN pg_class AS index ON index.oid = of.indexrelid
         JOIN pg_inherits ON inhparent = of.indrelid
         JOIN pg_class AS partition ON partition.oid = inhrelid
         JOIN pg_class AS whole ON whole.oid = inhparent,
         LATERAL (SELECT replace(partition.relname, whole.relname, index.relname) AS name) AS named
         WHERE index.relkind = 'I' AND NOT of.indisvalid AND index.relnamespace = current_schema()::regnamespace
             AND NOT EXISTS (
                 SELECT FROM pg_inherits AS made JOIN pg_index ON indexrelid = made.inhrelid
                 WHERE made.inhparent = of.indexrelid AND pg_index.indrelid = pg_inherits.inhrelid)
         ORDER BY partition.relname",
    )
    .load(conn)
    .await?;
    for Missing { of, name, definition } in missing {
        // A process that was ended may have left it behind.
        conn.batch_execute(&format!("DROP INDEX CONCURRENTLY IF EXISTS {name}")).await?;
        conn.batch_execute(&definition).await?;
        conn.batch_execute(&format!("ALTER INDEX {of} ATTACH PARTITION {name}")).await?;
    }
    Ok(())
}

/// Drops the indexes that `CREATE INDEX CONCURRENTLY` leaves behind when it times out: the next try
/// would find the name taken, and no query uses them. Nobody else creates one, as the migration lock
/// is held. What cannot be dropped now is dropped after the next try.
async fn drop_unfinished_indexes(conn: &mut Conn) {
    let unfinished: QueryResult<Vec<Unfinished>> = diesel::sql_query(
        "SELECT pg_index.indexrelid::regclass::text AS name FROM pg_index \
         JOIN pg_class ON pg_class.oid = pg_index.indexrelid \
         WHERE NOT indisvalid AND relkind = 'i' \
             AND relnamespace = current_schema()::regnamespace",
    )
    .load(conn)
    .await;
    for Unfinished { name } in unfinished.unwrap_or_default() {
        let dropped =
            conn.batch_execute(&format!("DROP INDEX CONCURRENTLY IF EXISTS {name}")).await;
        if let Err(error) = dropped {
            tracing::warn!(%error, name, "could not drop an unfinished index");
        }
    }
}

/// Rebuilds the indexes that the system sorts otherwise by now. They are as wrong without Harken, which carries on if
/// that fails.
async fn refresh_collation(conn: &mut Conn) {
    if let Err(error) = collation::refresh(conn).await {
        tracing::error!(
            %error,
            "not all indexes could be rebuilt, and searches may miss rows; the next start tries it again"
        );
        drop_unfinished_indexes(conn).await;
    }
}

async fn wait_for_turn(conn: &mut Conn, patience: Duration) -> anyhow::Result<()> {
    let began = Instant::now();
    let mut is_logged = false;
    loop {
        let lock: Locked = diesel::sql_query(
            "SELECT pg_try_advisory_lock(hashtext('harken.migrations')) AS locked",
        )
        .get_result(conn)
        .await?;
        if lock.locked {
            return Ok(());
        }
        if began.elapsed() > patience {
            return Err(anyhow!(
                "another process has been bringing the database up to date for {} s; check what \
                 it is doing, or stop it, and start again",
                patience.as_secs()
            ));
        }
        if !std::mem::replace(&mut is_logged, true) {
            tracing::info!("another process brings the database up to date; waiting for it");
        }
        tokio::time::sleep(Duration::from_millis(200).min(patience)).await;
    }
}
