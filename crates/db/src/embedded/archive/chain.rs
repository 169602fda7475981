//! The folder of one chain: the log of one cluster on one timeline, file after file.

use std::fs::{self, DirBuilder, File};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context, ensure};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use uuid::Uuid;

use crate::embedded::wal::{Lsn, SEGMENT, parse_segment_name, segment_name};

const COMPLETE: &str = ".gz";
/// The suffix of the last file, which is still written to.
const PARTIAL: &str = ".partial";

/// A chain of the archive.
#[derive(Debug, Clone)]
pub struct Chain {
    /// Its folder.
    pub dir: PathBuf,
}

impl Chain {
    /// Creates the folder of a new chain in `archive`. Its name cannot be guessed, and only this user
    /// may enter it.
    pub fn begin(archive: &Path) -> anyhow::Result<(Self, String)> {
        let id = Uuid::new_v4().simple().to_string();
        let dir = archive.join(&id);
        let made = DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(archive)
            .and_then(|()| DirBuilder::new().mode(0o700).create(&dir))
            .and_then(|()| sync(archive));
        made.with_context(|| format!("could not create the folder {}", dir.display()))?;
        Ok((Self { dir }, id))
    }

    /// Returns the chain with this id, if it is in `archive`.
    ///
    /// # Errors
    /// Something else has its name: a link, or something that another user has put there.
    pub fn open(archive: &Path, id: &str) -> anyhow::Result<Option<Self>> {
        // The id comes from a file, and must not lead elsewhere.
        let is_id = id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_hexdigit());
        ensure!(is_id, "{id} is not the name of a chain of the archive");
        let dir = archive.join(id);
        let found = match fs::symlink_metadata(&dir) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            found => found.with_context(|| format!("could not inspect {}", dir.display()))?,
        };
        let own = fs::metadata("/proc/self").map_or(found.uid(), |own| own.uid());
        ensure!(
            found.is_dir() && (found.uid() == own || own == 0),
            "{} is a link or belongs to another user",
            dir.display()
        );
        Ok(Some(Self { dir }))
    }

    /// Returns the timeline and the position at which the chain ends; `None` if it is empty.
    pub fn end(&self) -> anyhow::Result<Option<(u32, Lsn)>> {
        let mut last: Option<(u32, Lsn)> = None;
        for entry in self.entries()? {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            let (name, length) = match (name.strip_suffix(COMPLETE), name.strip_suffix(PARTIAL)) {
                (Some(name), _) => (name, SEGMENT),
                (_, Some(name)) => (name, entry.metadata()?.len().min(SEGMENT)),
                _ => continue,
            };
            let Ok((timeline, segment)) = parse_segment_name(name) else {
                continue;
            };
            let end = (timeline, Lsn(Lsn::of_segment(segment).0 + length));
            last = last.max(Some(end));
        }
        Ok(last)
    }

    /// Returns whether the chain has any file of the log after `segment`.
    pub fn goes_beyond(&self, segment: u64) -> anyhow::Result<bool> {
        let end = self.end()?;
        Ok(end.is_some_and(|(_, end)| end > Lsn::of_segment(segment + 1)))
    }

    /// Appends `bytes`, which begin at `at`, and waits until they are on the disk.
    pub fn append(&self, timeline: u32, at: Lsn, bytes: &[u8]) -> anyhow::Result<()> {
        let path = self.partial(timeline, at.segment());
        let write = || -> std::io::Result<()> {
            let is_new = !path.exists();
            let mut file =
                File::options().create(true).truncate(false).write(true).mode(0o600).open(&path)?;
            file.seek(SeekFrom::Start(at.offset()))?;
            file.write_all(bytes)?;
            file.sync_data()?;
            if is_new {
                sync(&self.dir)?;
            }
            Ok(())
        };
        write().with_context(|| format!("could not write {}", path.display()))
    }

    /// Compresses a complete file atomically.
    pub fn complete(&self, timeline: u32, segment: u64) -> anyhow::Result<()> {
        let (from, to) = (self.partial(timeline, segment), self.compressed(timeline, segment));
        let write = || -> std::io::Result<()> {
            let bytes = fs::read(&from)?;
            let aside = tempfile::Builder::new().prefix("new.").tempfile_in(&self.dir)?;
            let mut encoder = GzEncoder::new(aside, Compression::fast());
            encoder.write_all(&bytes)?;
            let aside = encoder.finish()?;
            aside.as_file().sync_all()?;
            aside.persist(&to)?;
            sync(&self.dir)?;
            fs::remove_file(&from)
        };
        write().with_context(|| format!("could not write {}", to.display()))
    }

    /// Returns the part of a log file that the chain has, padded with zeros; `None` if it has nothing.
    pub fn read(&self, timeline: u32, segment: u64) -> anyhow::Result<Option<Vec<u8>>> {
        let path = self.compressed(timeline, segment);
        let mut bytes = Vec::new();
        match File::open(&path) {
            Ok(file) => {
                let unpacked = GzDecoder::new(file).read_to_end(&mut bytes);
                unpacked.with_context(|| format!("{} is damaged", path.display()))?;
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let Some(partial) = self.read_partial(timeline, segment)? else {
                    return Ok(None);
                };
                bytes = partial;
                bytes.resize(SEGMENT as usize, 0);
            }
            Err(error) => {
                return Err(error).with_context(|| format!("could not read {}", path.display()));
            }
        }
        ensure!(
            bytes.len() as u64 == SEGMENT,
            "{} has not the length of a file of the write-ahead log",
            path.display()
        );
        Ok(Some(bytes))
    }

    pub(super) fn read_partial(
        &self,
        timeline: u32,
        segment: u64,
    ) -> anyhow::Result<Option<Vec<u8>>> {
        let path = self.partial(timeline, segment);
        match fs::read(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            bytes => Ok(Some(bytes.with_context(|| format!("could not read {}", path.display()))?)),
        }
    }

    /// Deletes the files that have been complete since before `moment`, and the folder with the last
    /// of them. Returns how many were deleted.
    pub fn prune(&self, moment: SystemTime, is_in_use: bool) -> anyhow::Result<usize> {
        let (mut gone, mut left) = (0, 0);
        // The file being written to is not old, however long nothing has been added.
        let last = self.end()?.filter(|_| is_in_use);
        let last = last.map(|(timeline, end)| self.partial(timeline, end.segment()));
        for entry in self.entries()? {
            let found = entry.metadata()?;
            let is_kept = last.as_ref() == Some(&entry.path());
            if !found.is_file() || is_kept || found.modified()? >= moment {
                left += 1;
                continue;
            }
            fs::remove_file(entry.path())?;
            gone += 1;
        }
        if left == 0 && !is_in_use {
            fs::remove_dir(&self.dir)?;
        }
        Ok(gone)
    }

    fn entries(&self) -> anyhow::Result<Vec<fs::DirEntry>> {
        let named = || format!("could not read the folder {}", self.dir.display());
        let entries = fs::read_dir(&self.dir).with_context(named)?;
        entries.collect::<Result<_, _>>().with_context(named)
    }

    fn compressed(&self, timeline: u32, segment: u64) -> PathBuf {
        let name = segment_name(timeline, segment);
        self.dir.join(format!("{name}{COMPLETE}"))
    }

    fn partial(&self, timeline: u32, segment: u64) -> PathBuf {
        let name = segment_name(timeline, segment);
        self.dir.join(format!("{name}{PARTIAL}"))
    }
}

fn sync(dir: &Path) -> std::io::Result<()> {
    File::open(dir)?.sync_all()
}
