//! A separate migrated Postgres, in a folder that is removed when it is dropped.

use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use db::embedded::{Durability, Embedded};
use db::migrate;
use db::{Address, DatabaseConfig, Part, Pool, Pools};
use tempfile::TempDir;

/// Returns the pool from which batches of items are stored.
pub(crate) fn pool(address: &Address) -> Pool {
    Pools::open(address, &DatabaseConfig::default()).of(Part::Ingest).clone()
}

/// Starts a database. The binaries are those of HARKEN_DATABASE__BIN_DIR, else the installed ones.
pub(crate) async fn start(durability: Durability) -> anyhow::Result<(Embedded, TempDir)> {
    let folder = tempfile::Builder::new().prefix("harken-bench-").tempdir()?;
    // Started as root, Postgres runs as another user, who must be able to reach its folder.
    std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o755))?;
    let bin = std::env::var_os("HARKEN_DATABASE__BIN_DIR").map(PathBuf::from);
    let database = Embedded::start(folder.path(), bin.as_deref(), durability).await?;
    migrate::run(&Address::parse(database.url())?).await?;
    Ok((database, folder))
}
