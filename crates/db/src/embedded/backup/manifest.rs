//! The lists of a backup's contents: Postgres's own, `backup_manifest`, by which `pg_verifybackup`
//! checks it (chapter "Backup Manifest Format" of its documentation), and Harken's.

use std::fmt::Write as _;
use std::path::{Component, Path};

use anyhow::{Context, ensure};
use aws_lc_rs::digest::{SHA256, digest};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::embedded::wal::Lsn;
use foundation::hex;

pub(super) const FILE: &str = "backup_manifest";

/// The file that is written last: a folder without it is not a complete backup.
pub(super) const ABOUT: &str = "harken-backup.json";
pub(super) const FORMAT: u32 = 1;

/// The information about a backup that Harken needs to restore it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct About {
    pub(super) format: u32,
    /// The major version of Postgres.
    pub(super) postgres: u32,
    /// The earliest moment that can be restored from the backup.
    pub(super) ended_at: DateTime<Utc>,
    pub(super) timeline: u32,
    /// The first and last number of the write-ahead log files that the backup holds.
    pub(super) log: (u64, u64),
    /// The chain of the archive that continues the backup.
    pub(super) chain: Option<String>,
    pub(super) has_secret: bool,
}

/// A file of a backup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct Entry {
    /// The path below the cluster's folder, with `/`.
    pub(super) path: String,
    pub(super) size: u64,
    #[serde(rename = "Last-Modified")]
    pub(super) last_modified: String,
    #[serde(rename = "Checksum-Algorithm")]
    pub(super) checksum_algorithm: String,
    pub(super) checksum: String,
}

impl Entry {
    /// Returns the entry of a file with this digest.
    pub fn new(path: String, size: u64, modified: DateTime<Utc>, sha256: &[u8]) -> Self {
        Self {
            path,
            size,
            last_modified: modified.format("%Y-%m-%d %H:%M:%S GMT").to_string(),
            checksum_algorithm: "SHA256".to_owned(),
            checksum: hex::encode(sha256),
        }
    }
}

#[derive(Deserialize)]
struct Manifest {
    #[serde(rename = "Files")]
    files: Vec<Entry>,
}

/// Returns the manifest of a backup that needs the log of `timeline` from `from` to `to`.
pub fn write(files: &[Entry], timeline: u32, from: Lsn, to: Lsn) -> anyhow::Result<String> {
    let mut text = "{ \"PostgreSQL-Backup-Manifest-Version\": 1,\n\"Files\": [\n".to_owned();
    let files: Result<Vec<String>, _> = files.iter().map(serde_json::to_string).collect();
    text.push_str(&files?.join(",\n"));
    let _ = write!(
        text,
        "\n],\n\"WAL-Ranges\": [\n{{ \"Timeline\": {timeline}, \"Start-LSN\": \"{from}\", \
         \"End-LSN\": \"{to}\" }}\n],\n"
    );
    let checksum = hex::encode(digest(&SHA256, text.as_bytes()).as_ref());
    let _ = writeln!(text, "\"Manifest-Checksum\": \"{checksum}\"}}");
    Ok(text)
}

/// Returns the files of a manifest, which is checked by its own checksum.
///
/// # Errors
/// The manifest is damaged, or names a file outside of the cluster's folder.
pub fn read(text: &str) -> anyhow::Result<Vec<Entry>> {
    let (before, last) =
        text.split_once("\"Manifest-Checksum\": \"").context("its end is missing")?;
    let checksum = hex::encode(digest(&SHA256, before.as_bytes()).as_ref());
    ensure!(last.starts_with(&checksum), "its checksum is wrong");
    let manifest: Manifest = serde_json::from_str(text)?;
    for file in &manifest.files {
        let mut parts = Path::new(&file.path).components();
        ensure!(parts.all(|part| matches!(part, Component::Normal(_))), "it names {}", file.path);
    }
    Ok(manifest.files)
}
