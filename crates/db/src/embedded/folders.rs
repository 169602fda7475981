//! The folders of clusters, as a whole.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use rustix::fs::{CWD, RenameFlags, renameat_with, statvfs};
use tokio::time::{Instant, sleep};

/// The maximum time for which processes whose Harken was killed write to their folder.
const LEFT_WITHIN: Duration = Duration::from_secs(30);
const LOOK: Duration = Duration::from_millis(100);

/// Returns the major version of the Postgres that has written the cluster in `dir`, if there is one.
pub(super) fn version_of(dir: &Path) -> Option<u32> {
    fs::read_to_string(dir.join("PG_VERSION")).ok()?.trim().parse().ok()
}

/// Returns what is in `dir` and begins with `prefix`, with the rest of its name.
pub(super) fn with_prefix(dir: &Path, prefix: &str) -> anyhow::Result<Vec<(PathBuf, String)>> {
    let mut found = Vec::new();
    let named = || format!("could not read the folder {}", dir.display());
    for entry in fs::read_dir(dir).with_context(named)? {
        let entry = entry.with_context(named)?;
        if let Some(rest) = entry.file_name().to_string_lossy().strip_prefix(prefix) {
            found.push((entry.path(), rest.to_owned()));
        }
    }
    Ok(found)
}

/// Removes a folder, if it exists. Processes that are about to end may still write to it.
pub(super) async fn remove(dir: &Path) -> anyhow::Result<()> {
    let began = Instant::now();
    loop {
        let path = dir.to_owned();
        match tokio::task::spawn_blocking(move || fs::remove_dir_all(path)).await? {
            Err(error) if error.kind() == ErrorKind::NotFound && !dir.exists() => return Ok(()),
            Err(error)
                if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::DirectoryNotEmpty)
                    && began.elapsed() < LEFT_WITHIN =>
            {
                sleep(LOOK).await;
            }
            removed => {
                return removed.with_context(|| format!("could not remove {}", dir.display()));
            }
        }
    }
}

/// Exchanges two folders by one rename, after which the disk has the one or the other state.
pub(super) fn exchange(one: &Path, other: &Path) -> io::Result<()> {
    renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE)?;
    sync_parent(one)
}

pub(super) fn sync_parent(path: &Path) -> io::Result<()> {
    path.parent().map_or(Ok(()), |parent| File::open(parent)?.sync_all())
}

/// Returns the length of all files in `dir`. Files may disappear meanwhile.
pub(super) fn size(dir: &Path) -> io::Result<u64> {
    let mut bytes = 0;
    for entry in fs::read_dir(dir)? {
        let entry = entry?;
        let found = match entry.metadata() {
            Ok(found) if found.is_dir() => size(&entry.path()),
            Ok(found) => Ok(found.len()),
            Err(error) => Err(error),
        };
        match found {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            found => bytes += found.unwrap_or(0),
        }
    }
    Ok(bytes)
}

/// Returns the free space of the file system of `dir`.
pub(super) fn free_space(dir: &Path) -> io::Result<u64> {
    let found = statvfs(dir)?;
    Ok(found.f_bavail.saturating_mul(found.f_frsize))
}
