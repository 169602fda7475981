//! Copies files, and verifies them by their checksums.

use std::fs::{self, DirBuilder, File};
use std::io::{ErrorKind, Read, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context, bail, ensure};
use aws_lc_rs::digest;

use super::manifest::{self, Entry};

/// Folders whose contents a cluster recreates ("Making a Base Backup Using the Low Level API"): only
/// the empty folders are kept.
const EMPTY: [&str; 8] = [
    "pg_wal",
    "pg_replslot",
    "pg_dynshmem",
    "pg_notify",
    "pg_serial",
    "pg_snapshots",
    "pg_stat_tmp",
    "pg_subtrans",
];
const LEFT_OUT: [&str; 9] = [
    "postmaster.pid",
    "postmaster.opts",
    "backup_label",
    "backup_label.old",
    "tablespace_map",
    "tablespace_map.old",
    "current_logfiles",
    "postgresql.auto.conf.tmp",
    manifest::FILE,
];
const LEFT_OUT_BEGINNINGS: [&str; 2] = ["pgsql_tmp", "pg_internal.init"];
/// The file that says where a recovery begins: copied last.
const CONTROL: &str = "global/pg_control";
const BUFFER: usize = 256 * 1024;

/// Creates a folder that only this user may enter.
pub(super) fn make_dir(dir: &Path) -> anyhow::Result<()> {
    let made = DirBuilder::new().mode(0o700).create(dir);
    made.with_context(|| format!("could not create the folder {}", dir.display()))
}

pub(super) fn sync_dir(dir: &Path) -> anyhow::Result<()> {
    let synced = File::open(dir).and_then(|dir| dir.sync_all());
    synced.with_context(|| format!("could not write the folder {}", dir.display()))
}

/// Copies a running cluster, for which a backup was begun, into the new folder `to`.
pub(super) fn copy_cluster(from: &Path, to: &Path) -> anyhow::Result<Vec<Entry>> {
    make_dir(to)?;
    let mut files = Vec::new();
    copy_folder(from, to, "", &mut files)?;
    let control = copy_file(from, to, CONTROL)?;
    files.push(control.context("the database has no global/pg_control")?);
    sync_dir(&to.join("global"))?;
    Ok(files)
}

fn copy_folder(from: &Path, to: &Path, below: &str, files: &mut Vec<Entry>) -> anyhow::Result<()> {
    let dir = from.join(below);
    let entries = match fs::read_dir(&dir) {
        // The database was dropped meanwhile.
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        entries => entries.with_context(|| format!("could not read {}", dir.display()))?,
    };
    for entry in entries {
        let entry = entry.with_context(|| format!("could not read {}", dir.display()))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = match below {
            "" => name.clone(),
            below => format!("{below}/{name}"),
        };
        let kind = entry.file_type()?;
        if kind.is_dir() {
            make_dir(&to.join(&path))?;
            if !EMPTY.contains(&path.as_str()) {
                copy_folder(from, to, &path, files)?;
            }
        } else if kind.is_file() {
            if !is_left_out(&path, &name) {
                files.extend(copy_file(from, to, &path)?);
            }
        } else {
            bail!(
                "{} leads out of the database's folder; such a database cannot be backed up",
                entry.path().display()
            );
        }
    }
    sync_dir(&to.join(below))
}

fn is_left_out(path: &str, name: &str) -> bool {
    path == CONTROL
        || LEFT_OUT.contains(&path)
        || LEFT_OUT_BEGINNINGS.iter().any(|begin| name.starts_with(begin))
}

/// Copies one file. Returns `None` if it is gone: a file that is removed during a backup is also gone
/// when the backup is restored.
fn copy_file(from: &Path, to: &Path, path: &str) -> anyhow::Result<Option<Entry>> {
    let source = from.join(path);
    let file = match File::open(&source) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        file => file.with_context(|| format!("could not read {}", source.display()))?,
    };
    let target = to.join(path);
    let (size, sha256) = pour(file, &target)
        .with_context(|| format!("could not copy {} to {}", source.display(), target.display()))?;
    let modified = fs::metadata(&target)?.modified().unwrap_or(SystemTime::UNIX_EPOCH);
    let entry = Entry::new(path.to_owned(), size, modified.into(), &sha256);
    Ok(Some(entry))
}

/// Copies `source` into a new file, and returns its length and SHA-256.
fn pour(mut source: impl Read, target: &Path) -> std::io::Result<(u64, Vec<u8>)> {
    let mut file = create(target)?;
    let (mut buffer, mut size) = (vec![0; BUFFER], 0);
    let mut sum = digest::Context::new(&digest::SHA256);
    loop {
        let read = source.read(&mut buffer)?;
        if read == 0 {
            break;
        }
        file.write_all(&buffer[..read])?;
        sum.update(&buffer[..read]);
        size += read as u64;
    }
    file.sync_all()?;
    Ok((size, sum.finish().as_ref().to_vec()))
}

fn create(target: &Path) -> std::io::Result<File> {
    File::options().write(true).create_new(true).mode(0o600).open(target)
}

/// Writes a new file that only this user may read.
pub(super) fn put(target: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let write = || -> std::io::Result<()> {
        let mut file = create(target)?;
        file.write_all(bytes)?;
        file.sync_all()
    };
    write().with_context(|| format!("could not write {}", target.display()))
}

/// Adds a file that is not the cluster's own to a copy of it.
pub(super) fn add(to: &Path, path: &str, bytes: &[u8]) -> anyhow::Result<Entry> {
    put(&to.join(path), bytes)?;
    let sum = digest::digest(&digest::SHA256, bytes);
    let now = SystemTime::now().into();
    Ok(Entry::new(path.to_owned(), bytes.len() as u64, now, sum.as_ref()))
}

/// Copies the cluster of a backup into the new folder `to`, including its empty folders.
///
/// # Errors
/// A file is missing or is not what it was when the backup was made.
pub(super) fn copy_backup(from: &Path, to: &Path, files: &[Entry]) -> anyhow::Result<()> {
    make_dir(to)?;
    for dir in folders(from)? {
        make_dir(&to.join(dir))?;
    }
    for file in files {
        let copied = copy_file(from, to, &file.path)?;
        let copied = copied.with_context(|| format!("{} is missing from the backup", file.path))?;
        ensure!(
            (copied.size, &copied.checksum) == (file.size, &file.checksum),
            "{} in the backup is damaged; use another backup",
            file.path
        );
    }
    for dir in folders(to)? {
        sync_dir(&to.join(dir))?;
    }
    sync_dir(to)
}

/// Returns the folders below `root`, outer ones first.
pub(super) fn folders(root: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut next = vec![PathBuf::new()];
    while let Some(below) = next.pop() {
        let dir = root.join(&below);
        let entries =
            fs::read_dir(&dir).with_context(|| format!("could not read {}", dir.display()))?;
        for entry in entries {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                next.push(below.join(entry.file_name()));
            }
        }
        if below != PathBuf::new() {
            found.push(below);
        }
    }
    Ok(found)
}
