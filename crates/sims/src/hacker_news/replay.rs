//! Plays items from an NDJSON file, in the order of its lines, as if they were made now.

use std::path::Path;

use anyhow::{Context, ensure};
use chrono::{DateTime, Utc};

use crate::hacker_news::item::Item;
use crate::kit::Ndjson;

/// A file that is being played.
pub(crate) struct Replay {
    file: Ndjson,
    /// The next item, read ahead.
    next: Item,
    is_over: bool,
}

impl Replay {
    /// Opens the file.
    ///
    /// # Errors
    /// When the file cannot be read, or its first line is not an item.
    pub(crate) fn open(path: &Path) -> anyhow::Result<Self> {
        let mut replay = Self { file: Ndjson::open(path)?, next: Item::default(), is_over: false };
        let first = replay.read()?;
        replay.next = first.with_context(|| format!("{} has no items", path.display()))?;
        Ok(replay)
    }

    /// Returns the id of the first item.
    pub(crate) fn first_id(&self) -> u64 {
        self.next.id
    }

    /// Returns the next item, made `now`, or `None` at the end of the file.
    ///
    /// # Errors
    /// With the file's name and the line's number, when the line after it is not an item or its id is not
    /// higher.
    pub(crate) fn next(&mut self, now: DateTime<Utc>) -> anyhow::Result<Option<Item>> {
        if self.is_over {
            return Ok(None);
        }
        let after = self.read()?;
        self.is_over = after.is_none();
        let item = std::mem::replace(&mut self.next, after.unwrap_or_default());
        Ok(Some(Item { time: Some(now.timestamp()), ..item }))
    }

    fn read(&mut self) -> anyhow::Result<Option<Item>> {
        let item: Option<Item> = self.file.read()?;
        if let Some(item) = &item {
            let counts_up = item.id > self.next.id;
            ensure!(counts_up, "{}: ids must count up", self.file.place());
        }
        Ok(item)
    }
}
