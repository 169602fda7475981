use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

/// Finds the folder with `initdb` and `postgres`: the configured one, else one in the PATH, else the
/// newest of those where packages install it.
pub(super) fn find(configured: Option<&Path>) -> anyhow::Result<PathBuf> {
    let has_both = |dir: &Path| dir.join("initdb").exists() && dir.join("postgres").exists();
    if let Some(dir) = configured {
        ensure!(has_both(dir), "database.bin_dir: no initdb and postgres in {}", dir.display());
        return dir.canonicalize().with_context(|| format!("database.bin_dir: {}", dir.display()));
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let packaged = ["/usr/lib/postgresql", "/usr/local/opt", "/opt/homebrew/opt"];
    let mut versions: Vec<PathBuf> = packaged
        .iter()
        .flat_map(|root| fs::read_dir(root).into_iter().flatten().flatten())
        .map(|entry| entry.path().join("bin"))
        .collect();
    // Folder names are versions, so the last one is the newest.
    versions.sort();
    std::env::split_paths(&path).chain(versions.into_iter().rev()).find(|dir| has_both(dir)).context(
        "no Postgres programs were found. Set DATABASE_URL to a running Postgres, or install one \
         (Debian: apt-get install postgresql), or set database.bin_dir to the folder with initdb",
    )
}
