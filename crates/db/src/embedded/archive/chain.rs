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

#[derive(Debug, Clone)]
pub(in crate::embedded) struct Chain {
    dir: PathBuf,
}

impl Chain {
    /// Creates the folder of a new chain in `archive`. Its name cannot be guessed, and only this user
    /// may enter it.
    pub(super) fn begin(archive: &Path) -> anyhow::Result<(Self, String)> {
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
    pub(in crate::embedded) fn open(archive: &Path, id: &str) -> anyhow::Result<Option<Self>> {
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
    pub(super) fn end(&self) -> anyhow::Result<Option<(u32, Lsn)>> {
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
    pub(in crate::embedded) fn goes_beyond(&self, segment: u64) -> anyhow::Result<bool> {
        let end = self.end()?;
        Ok(end.is_some_and(|(_, end)| end > Lsn::of_segment(segment + 1)))
    }

    /// Appends `bytes`, which begin at `at`, and waits until they are on the disk.
    pub(super) fn append(&self, timeline: u32, at: Lsn, bytes: &[u8]) -> anyhow::Result<()> {
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
    pub(super) fn complete(&self, timeline: u32, segment: u64) -> anyhow::Result<()> {
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
    pub(in crate::embedded) fn read(
        &self,
        timeline: u32,
        segment: u64,
    ) -> anyhow::Result<Option<Vec<u8>>> {
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
    pub(super) fn prune(&self, moment: SystemTime, is_in_use: bool) -> anyhow::Result<usize> {
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

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_chain_knows_its_end_and_gives_back_what_was_put_in() {
        let folder = tempfile::tempdir().unwrap();
        let (chain, id) = Chain::begin(&folder.path().join("archive")).unwrap();
        let rights = fs::metadata(&chain.dir).unwrap().permissions();
        assert_eq!(rights.mode() & 0o777, 0o700);
        assert_eq!(chain.end().unwrap(), None);

        let begin = Lsn::of_segment(7);
        chain.append(1, begin, &[1; 100]).unwrap();
        chain.append(1, Lsn(begin.0 + 100), &[2; 28]).unwrap();
        assert_eq!(chain.end().unwrap(), Some((1, Lsn(begin.0 + 128))));
        let partial = chain.read(1, 7).unwrap().unwrap();
        assert_eq!(partial.len() as u64, SEGMENT);
        assert_eq!(partial[..128], [[1; 100].as_slice(), &[2; 28]].concat());
        assert_eq!(partial[128], 0);

        let rest = vec![3; SEGMENT as usize - 128];
        chain.append(1, Lsn(begin.0 + 128), &rest).unwrap();
        chain.complete(1, 7).unwrap();
        assert_eq!(chain.end().unwrap(), Some((1, Lsn::of_segment(8))));
        assert!(!chain.goes_beyond(7).unwrap() && chain.goes_beyond(6).unwrap());
        let complete = chain.read(1, 7).unwrap().unwrap();
        assert_eq!((complete[0], complete[100], complete[200]), (1, 2, 3));
        assert_eq!(chain.read(1, 8).unwrap(), None);
        assert_eq!(fs::read_dir(&chain.dir).unwrap().count(), 1);
        let again = Chain::open(&folder.path().join("archive"), &id);
        assert_eq!(again.unwrap().unwrap().dir, chain.dir);
    }

    #[test]
    fn only_what_is_old_is_deleted_and_the_folder_when_nothing_needs_it() {
        let folder = tempfile::tempdir().unwrap();
        let (chain, _) = Chain::begin(folder.path()).unwrap();
        let all = vec![0; SEGMENT as usize];
        chain.append(1, Lsn::of_segment(7), &all).unwrap();
        chain.complete(1, 7).unwrap();
        chain.append(1, Lsn::of_segment(8), &[1]).unwrap();
        let (past, future) = (SystemTime::UNIX_EPOCH, SystemTime::now() + Duration::from_secs(9));
        assert_eq!(chain.prune(past, true).unwrap(), 0);
        assert_eq!(chain.prune(future, true).unwrap(), 1);
        assert_eq!(chain.end().unwrap(), Some((1, Lsn(8 * SEGMENT + 1))));
        assert_eq!(chain.prune(future, false).unwrap(), 1);
        assert!(!chain.dir.exists());
    }

    #[test]
    fn a_damaged_file_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let (chain, _) = Chain::begin(folder.path()).unwrap();
        chain.append(1, Lsn(0), &vec![5; SEGMENT as usize]).unwrap();
        chain.complete(1, 0).unwrap();
        let path = chain.compressed(1, 0);
        let mut bytes = fs::read(&path).unwrap();
        // In the checksum: elsewhere, data this uniform may decompress to the same.
        let checksum = bytes.len() - 8;
        bytes[checksum] ^= 1;
        fs::write(&path, bytes).unwrap();
        let read = chain.read(1, 0).map(|bytes| bytes.map(|bytes| bytes.len()));
        let refused = format!("{:#}", read.unwrap_err());
        assert!(refused.contains("000000010000000000000000.gz"), "{refused}");
    }

    #[test]
    fn a_link_or_a_name_that_leads_elsewhere_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let id = "0123456789abcdef0123456789abcdef";
        assert!(Chain::open(folder.path(), id).unwrap().is_none());
        symlink("/etc", folder.path().join(id)).unwrap();
        assert!(Chain::open(folder.path(), id).is_err());
        assert!(Chain::open(folder.path(), "../../etc").is_err());
    }
}
