//! Items from an NDJSON file, in the order of its lines, as if they were made now.

use std::fs::File;
use std::io::{BufRead, BufReader, Lines};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use chrono::{DateTime, Utc};

use crate::item::Item;

/// A file that is being played.
pub(crate) struct Replay {
    path: PathBuf,
    lines: Lines<BufReader<File>>,
    line: usize,
    /// Read ahead.
    next: Item,
    is_over: bool,
}

impl Replay {
    /// Opens the file.
    ///
    /// # Errors
    /// When it cannot be read, or its first line is no item.
    pub(crate) fn open(path: &Path) -> anyhow::Result<Self> {
        let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
        let mut replay = Self {
            path: path.to_owned(),
            lines: BufReader::new(file).lines(),
            line: 0,
            next: Item::default(),
            is_over: false,
        };
        let first = replay.read()?;
        replay.next = first.with_context(|| format!("{} has no items", path.display()))?;
        Ok(replay)
    }

    /// Returns the id of the first item.
    pub(crate) fn first_id(&self) -> u64 {
        self.next.id
    }

    /// Returns the next item, made `now`; none at the end of the file.
    ///
    /// # Errors
    /// With the file's name and the line's number, when the line after it is no item or has no higher id.
    pub(crate) fn next(&mut self, now: DateTime<Utc>) -> anyhow::Result<Option<Item>> {
        if self.is_over {
            return Ok(None);
        }
        let after = self.read()?;
        self.is_over = after.is_none();
        let item = std::mem::replace(&mut self.next, after.unwrap_or_default());
        Ok(Some(Item {
            time: Some(now.timestamp()),
            ..item
        }))
    }

    /// Reads a line; blank ones are skipped.
    fn read(&mut self) -> anyhow::Result<Option<Item>> {
        for line in self.lines.by_ref() {
            self.line += 1;
            let place = || format!("{}, line {}", self.path.display(), self.line);
            let line = line.with_context(place)?;
            if line.trim().is_empty() {
                continue;
            }
            let item: Item = serde_json::from_str(&line).with_context(place)?;
            ensure!(item.id > self.next.id, "{}: ids must count up", place());
            return Ok(Some(item));
        }
        Ok(None)
    }
}
