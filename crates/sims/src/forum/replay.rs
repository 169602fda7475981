//! Plays items from an NDJSON file, in the order of its lines.

use std::fs::File;
use std::io::{BufRead, BufReader, Lines};
use std::path::{Path, PathBuf};

use anyhow::Context;
use chrono::{DateTime, Utc};
use serde::Deserialize;

use crate::forum::item::{Item, Kind};

/// A file that is being played.
#[derive(Debug)]
pub(crate) struct Replay {
    path: PathBuf,
    lines: Lines<BufReader<File>>,
    line: usize,
}

#[derive(Deserialize)]
struct Line {
    id: String,
    kind: Kind,
    subreddit: String,
    #[serde(default)]
    title: String,
    #[serde(default)]
    body: String,
    #[serde(default)]
    author: Option<String>,
}

impl Replay {
    /// Opens the file.
    pub(crate) fn open(path: &Path) -> anyhow::Result<Self> {
        let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
        Ok(Self { path: path.to_owned(), lines: BufReader::new(file).lines(), line: 0 })
    }

    /// Returns the next item, or `None` at the end of the file. Blank lines are skipped.
    pub(crate) fn next(&mut self, now: DateTime<Utc>) -> anyhow::Result<Option<Item>> {
        for line in &mut self.lines {
            self.line += 1;
            let item = line.map_err(Into::into).and_then(|line| item(&line, now));
            let place = || format!("{}, line {}", self.path.display(), self.line);
            if let Some(item) = item.with_context(place)? {
                return Ok(Some(item));
            }
        }
        Ok(None)
    }
}

fn item(line: &str, now: DateTime<Utc>) -> anyhow::Result<Option<Item>> {
    if line.trim().is_empty() {
        return Ok(None);
    }
    let line: Line = serde_json::from_str(line)?;
    // Collections of old items use prefixes of their own; the kind determines the right one.
    let id = line.id.split_once('_').map_or("", |(_, id)| id);
    anyhow::ensure!(!id.is_empty(), "{:?} is not a fullname", line.id);
    let author = line.author.as_deref().unwrap_or("replayed");
    Ok(Some(Item {
        title: line.title,
        body: line.body,
        ..Item::new(line.kind, id.to_owned(), &line.subreddit, author, now)
    }))
}
