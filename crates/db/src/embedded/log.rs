//! The file that Postgres's log goes to, and one more for older lines: together they are bounded.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The length at which the file is renamed to `postgres.log.1`, replacing the previous one.
const MAX_BYTES: u64 = 32 * 1024 * 1024;

#[derive(Debug)]
pub(super) struct Log {
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

    fn bounded(path: &Path, max: u64) -> io::Result<Self> {
        let file = File::options().create(true).append(true).open(path)?;
        Ok(Self { length: file.metadata()?.len(), path: path.to_owned(), file, max })
    }

    /// Appends a line.
    ///
    /// # Errors
    /// The line could not be written, as on a full disk. A later one may succeed.
    pub(super) fn add(&mut self, line: &[u8]) -> io::Result<()> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_never_takes_more_than_twice_its_bound_and_keeps_the_latest() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("postgres.log");
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
        for begin in [0, 50] {
            // Opens it again, as a second start does.
            let mut log = Log::bounded(&path, 100).unwrap();
            for n in begin..begin + 50 {
                log.add(format!("line {n:04}\n").as_bytes()).unwrap();
            }
        }
        let (old, new) = (read("postgres.log.1"), read("postgres.log"));
        assert!(old.len() <= 110 && new.len() <= 110, "{} {}", old.len(), new.len());
        assert!(new.ends_with("line 0099\n"), "{new}");
        let kept = old + &new;
        let lines: Vec<&str> = kept.lines().collect();
        let first: usize = lines[0].trim_start_matches("line ").parse().unwrap();
        let expected: Vec<String> = (first..100).map(|n| format!("line {n:04}")).collect();
        assert_eq!(lines, expected);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    fn a_log_that_another_program_has_emptied_continues() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("postgres.log");
        let mut log = Log::bounded(&path, 20).unwrap();
        log.add(&[b'a'; 20]).unwrap();
        File::options().write(true).truncate(true).open(&path).unwrap();
        log.add(b"b\n").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "b\n");
        assert!(!folder.path().join("postgres.log.1").exists());
    }
}
