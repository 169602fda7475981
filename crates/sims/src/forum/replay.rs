//! Plays items from an NDJSON file, in the order of its lines.

use std::path::Path;

use anyhow::bail;
use chrono::{DateTime, Utc};
use serde::Deserialize;

use crate::forum::item::{Item, Kind, State};
use crate::kit::Ndjson;

/// A file that is being played.
#[derive(Debug)]
pub(crate) struct Replay(Ndjson);

#[derive(Debug, Deserialize)]
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
    ///
    /// # Errors
    /// When it cannot be read.
    pub(crate) fn open(path: &Path) -> anyhow::Result<Self> {
        Ndjson::open(path).map(Self)
    }

    /// Returns the next item, or `None` at the end of the file. Blank lines are skipped.
    ///
    /// # Errors
    /// With the file's name and the line's number, when a line is not such an item.
    pub(crate) fn next(&mut self, now: DateTime<Utc>) -> anyhow::Result<Option<Item>> {
        let Some(line) = self.0.read::<Line>()? else {
            return Ok(None);
        };
        // Collections of old items use prefixes of their own; the kind determines the right one.
        let id = line.id.split_once('_').map_or("", |(_, id)| id);
        if id.is_empty() {
            bail!("{}: {:?} is not a fullname", self.0.place(), line.id);
        }
        Ok(Some(Item {
            kind: line.kind,
            id: id.to_owned(),
            subreddit: line.subreddit,
            author: line.author.unwrap_or_else(|| "replayed".to_owned()),
            title: line.title,
            body: line.body,
            link: None,
            flair: None,
            link_id: None,
            parent_id: None,
            crosspost_parent: None,
            created: now,
            edited: None,
            state: State::Live,
            stickied: false,
            listed: true,
            final_score: 1,
            comments: 0,
        }))
    }
}
