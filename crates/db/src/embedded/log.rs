//! The file that Postgres's log goes to, and one more for older lines: together they are bounded.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The length at which the file is renamed to `postgres.log.1`, replacing the previous one.
const MAX_BYTES: u64 = 32 * 1024 * 1024;

/// A log that is open for appending.
#[derive(Debug)]
pub struct Log {
    path: PathBuf,
    file: File,
    length: u64,
    max: u64,
}

impl Log {
    /// Opens the file at `path` for appending.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        Self::bounded(path, MAX_BYTES)
    }

    /// Opens the file at `path` for appending, until it has `max` bytes and is renamed.
    pub fn bounded(path: &Path, max: u64) -> io::Result<Self> {
        let file = File::options().create(true).append(true).open(path)?;
        Ok(Self { length: file.metadata()?.len(), path: path.to_owned(), file, max })
    }

    /// Appends a line.
    ///
    /// # Errors
    /// The line could not be written, as on a full disk. A later one may succeed.
    pub fn add(&mut self, line: &[u8]) -> io::Result<()> {
        if self.length >= self.max {
            // Another program may have emptied it meanwhile.
            self.length = self.file.metadata()?.len();
        }
        if self.length >= self.max {
            fs::rename(&self.path, self.path.with_added_extension("1"))?;
            *self = Self::bounded(&self.path, self.max)?;
        }
        self.file.write_all(line)?;
        self.length += line.len() as u64;
        Ok(())
    }
}
