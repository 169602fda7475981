//! `harken backup` and `harken restore`, tested with the real program.

mod archive;
mod drill;
mod refusals;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

use tokio::process::Command;

use crate::support::db::{bin_dir, open_for_all};

const SEGMENT: u64 = 16 * 1024 * 1024;

/// A folder that Postgres's own user can reach; paths are given relative to it.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        let folder = tempfile::Builder::new().prefix("harken-backup-").tempdir().unwrap();
        open_for_all(folder.path());
        Self(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

fn data_dir(path: &Path) -> String {
    format!("data_dir={}", path.display())
}

fn archive_dir(path: &Path) -> String {
    format!("database.archive_dir={}", path.display())
}

/// Runs `harken <arguments>` with `settings` until it ends.
async fn harken(arguments: &[&str], settings: &[String]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_harken"));
    command.args(arguments).env_clear().stdin(Stdio::null());
    let bin_dir = bin_dir().map(|dir| format!("database.bin_dir={}", dir.display()));
    for setting in bin_dir.iter().chain(settings) {
        command.args(["--set", setting]);
    }
    command.output().await.unwrap()
}

/// Runs a command that succeeds, and returns its output.
async fn done(arguments: &[&str], settings: &[String]) -> String {
    let output = harken(arguments, settings).await;
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

/// Runs a command that fails, and returns its error output.
async fn refused(arguments: &[&str], settings: &[String]) -> String {
    let output = harken(arguments, settings).await;
    assert!(!output.status.success(), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Returns the folders of an archive's chains.
fn chains(archive: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(archive).into_iter().flatten();
    entries.map(|entry| entry.unwrap().path()).collect()
}

/// Returns how far the write-ahead log, counted from the first timeline to the last, has been archived,
/// in bytes.
fn archived(archive: &Path) -> u64 {
    let files = chains(archive).into_iter().flat_map(|chain| fs::read_dir(chain).unwrap());
    let ends = files.filter_map(|file| {
        let file = file.unwrap();
        let name = file.file_name().into_string().unwrap();
        let number = |from: usize| u64::from_str_radix(name.get(from..from + 8)?, 16).ok();
        let begin = number(8)? * (1 << 32) + number(16)? * SEGMENT;
        let length = match name.ends_with(".gz") {
            true => SEGMENT,
            // The file may have become a complete one meanwhile.
            false => file.metadata().ok()?.len(),
        };
        Some(begin + length)
    });
    ends.max().unwrap_or(0)
}
