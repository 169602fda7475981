use std::fs::File;
use std::io::{BufRead, BufReader, Lines};
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::de::DeserializeOwned;

/// A file with one JSON value a line, read line by line.
#[derive(Debug)]
pub struct Ndjson {
    path: PathBuf,
    lines: Lines<BufReader<File>>,
    line: usize,
}

impl Ndjson {
    /// Opens a file.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub fn open(path: &Path) -> anyhow::Result<Self> {
        let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
        Ok(Self { path: path.to_owned(), lines: BufReader::new(file).lines(), line: 0 })
    }

    /// Returns the next value, or `None` at the end of the file. Blank lines are skipped.
    ///
    /// # Errors
    /// When a line cannot be read or is not a `T`, with the [place](Self::place).
    pub fn read<T: DeserializeOwned>(&mut self) -> anyhow::Result<Option<T>> {
        while let Some(line) = self.lines.next() {
            self.line += 1;
            let line = line.with_context(|| self.place())?;
            if line.trim().is_empty() {
                continue;
            }
            let value = serde_json::from_str(&line).with_context(|| self.place())?;
            return Ok(Some(value));
        }
        Ok(None)
    }

    /// Returns the file's name and the number of the line that was read last, for errors.
    pub fn place(&self) -> String {
        format!("{}, line {}", self.path.display(), self.line)
    }
}
