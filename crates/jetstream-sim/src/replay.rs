//! Events from an NDJSON file, in the order of its lines, as if they happened now.

use std::fs::File;
use std::io::{BufRead, BufReader, Lines};
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::event::Event;

/// A file that is being played.
pub(crate) struct Replay {
    path: PathBuf,
    lines: Lines<BufReader<File>>,
    line: usize,
}

impl Replay {
    /// Opens the file.
    ///
    /// # Errors
    /// When it cannot be read.
    pub(crate) fn open(path: &Path) -> anyhow::Result<Self> {
        let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
        Ok(Self {
            path: path.to_owned(),
            lines: BufReader::new(file).lines(),
            line: 0,
        })
    }

    /// Returns the next event; none at the end of the file. Blank lines are skipped.
    ///
    /// # Errors
    /// With the file's name and the line's number, when the line is no event.
    pub(crate) fn next(&mut self) -> anyhow::Result<Option<Event>> {
        for line in self.lines.by_ref() {
            self.line += 1;
            let place = || format!("{}, line {}", self.path.display(), self.line);
            let line = line.with_context(place)?;
            if line.trim().is_empty() {
                continue;
            }
            return serde_json::from_str(&line).with_context(place).map(Some);
        }
        Ok(None)
    }
}
