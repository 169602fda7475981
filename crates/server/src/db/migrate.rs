//! Brings the database to the version of this program.

use anyhow::{Context, anyhow};
use diesel_async::{AsyncMigrationHarness, RunQueryDsl};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};

use super::Address;

const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../../migrations");

/// Runs what is missing, under an advisory lock: of many processes that start at once, one works and
/// the others wait and find nothing to do. Returns the names of those that ran.
///
/// # Errors
/// No connection, or a migration failed; each runs in a transaction of its own, so that a failed one
/// leaves nothing behind.
pub async fn run(address: &Address) -> anyhow::Result<Vec<String>> {
    let mut conn = address
        .connect()
        .await
        .context("could not connect to migrate")?;
    diesel::sql_query("SELECT pg_advisory_lock(hashtext('harken.migrations'))")
        .execute(&mut conn)
        .await?;
    let mut harness = AsyncMigrationHarness::new(conn);
    let ran = harness
        .run_pending_migrations(MIGRATIONS)
        .map_err(|e| anyhow!("a migration failed: {e}"))?;
    // The lock goes with the connection.
    Ok(ran.iter().map(ToString::to_string).collect())
}
