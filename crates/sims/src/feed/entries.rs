//! Feeds and their entries.

use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash, Hasher};

use anyhow::ensure;
use chrono::{DateTime, DurationRound, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

/// Entries that have rolled out are remembered, so many of a feed.
const MAX_ROLLED_OUT: usize = 1_000;
const MAX_NAME_CHARS: usize = 60;

/// In what a feed is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// RSS 2.0.
    Rss,
    /// Atom 1.0.
    Atom,
    /// RSS 1.0, which is RDF.
    Rdf,
    /// JSON Feed 1.1.
    Json,
}

impl Form {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Rss, Self::Atom, Self::Rdf, Self::Json];

    /// Returns how the names of its files end.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Rss => "rss",
            Self::Atom => "atom",
            Self::Rdf => "rdf",
            Self::Json => "json",
        }
    }

    /// Returns its type, without a charset.
    pub(crate) fn content_type(self) -> &'static str {
        match self {
            Self::Rss => "application/rss+xml",
            Self::Atom => "application/atom+xml",
            Self::Rdf => "application/rdf+xml",
            Self::Json => "application/feed+json",
        }
    }
}

/// By what a feed lets its readers ask whether it has changed (RFC 9110, section 8.8).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Validators {
    /// A strong `ETag` and `Last-Modified`.
    #[default]
    Both,
    /// The `ETag` alone.
    Etag,
    /// `Last-Modified` alone.
    LastModified,
    /// Neither: each answer is the whole feed.
    None,
}

/// A feed to be made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewFeed {
    /// Stands in its address: small letters, digits and hyphens.
    pub name: String,
    /// Its name, unless given.
    #[serde(default)]
    pub title: Option<String>,
    /// Both, unless given.
    #[serde(default)]
    pub validators: Validators,
    /// The forms that its web page names; RSS, Atom and JSON Feed unless given.
    #[serde(default = "usual_links")]
    pub links: Vec<Form>,
}

fn usual_links() -> Vec<Form> {
    vec![Form::Rss, Form::Atom, Form::Json]
}

impl NewFeed {
    /// A feed with all that is usual.
    pub fn named(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            title: None,
            validators: Validators::default(),
            links: usual_links(),
        }
    }
}

/// When an entry says that it was published.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Date {
    /// When it was made.
    #[default]
    Now,
    /// It does not say.
    Missing,
    /// This, whether or not it is true.
    #[serde(untagged)]
    At(DateTime<Utc>),
}

/// An entry to be made.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NewEntry {
    /// One that no other has, unless given.
    pub id: Option<String>,
    /// Plain text.
    pub title: String,
    /// HTML.
    pub text: String,
    /// Who wrote it; somebody unless given.
    pub by: Option<String>,
    /// Where it leads; to a page of its own unless given.
    pub link: Option<String>,
    /// What it says of when it was published.
    pub date: Date,
}

impl NewEntry {
    /// An entry with this title.
    pub fn titled(title: &str) -> Self {
        Self {
            title: title.to_owned(),
            ..Self::default()
        }
    }
}

/// An entry of a feed.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct Entry {
    /// Its own; no other of the feed has it unless that was asked for.
    pub id: String,
    /// Plain text.
    pub title: String,
    /// HTML.
    pub text: String,
    /// Who wrote it.
    pub by: String,
    /// Where it leads; none for a page of its own.
    pub link: Option<String>,
    /// When it says that it was published.
    pub date: Option<DateTime<Utc>>,
    /// When it came into the feed.
    pub made: DateTime<Utc>,
    /// How often it stood in an answer, or would have if that had not been 304.
    pub asked: u64,
}

impl Entry {
    pub(crate) fn new(new: NewEntry, made: DateTime<Utc>, id: impl FnOnce() -> String) -> Self {
        Self {
            id: new.id.unwrap_or_else(id),
            title: new.title,
            text: new.text,
            by: new.by.unwrap_or_else(|| "somebody".to_owned()),
            link: new.link,
            date: match new.date {
                Date::Now => Some(made),
                Date::Missing => None,
                Date::At(date) => Some(date),
            },
            made,
            asked: 0,
        }
    }
}

/// A feed as it is kept.
pub(crate) struct Feed {
    pub(crate) title: String,
    pub(crate) validators: Validators,
    pub(crate) links: Vec<Form>,
    /// Oldest first; the last ones are those that it has.
    entries: VecDeque<Entry>,
    keep: usize,
    /// When it changed, in whole seconds: `Last-Modified` has no others.
    modified: DateTime<Utc>,
}

/// A feed as it is shown.
#[derive(Debug, Clone)]
pub(crate) struct Shown {
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) validators: Validators,
    pub(crate) links: Vec<Form>,
    pub(crate) modified: DateTime<Utc>,
    /// Of what it says; the same for the same entries, also after a restart.
    pub(crate) version: u64,
    /// Newest first.
    pub(crate) entries: Vec<Entry>,
}

impl Feed {
    pub(crate) fn new(new: NewFeed, keep: usize, since: DateTime<Utc>) -> anyhow::Result<Self> {
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        ensure!(
            (1..=MAX_NAME_CHARS).contains(&new.name.len()) && new.name.chars().all(is_plain),
            "a feed's name has 1 to {MAX_NAME_CHARS} small letters, digits and hyphens"
        );
        Ok(Self {
            title: new.title.unwrap_or(new.name),
            validators: new.validators,
            links: new.links,
            entries: VecDeque::new(),
            keep,
            modified: since.duration_trunc(TimeDelta::seconds(1))?,
        })
    }

    pub(crate) fn put(&mut self, entry: Entry) -> anyhow::Result<()> {
        // Each change has a second of its own, as `Last-Modified` would hide the second one of two.
        let next = self.modified + TimeDelta::seconds(1);
        let second = entry.made.duration_trunc(TimeDelta::seconds(1))?;
        self.modified = second.max(next);
        self.entries.push_back(entry);
        if self.entries.len() > self.keep + MAX_ROLLED_OUT {
            self.entries.pop_front();
        }
        Ok(())
    }

    /// Returns what it shows. A reader's asking is counted.
    pub(crate) fn show(&mut self, name: &str, is_asked: bool) -> Shown {
        let present = self.entries.len().saturating_sub(self.keep);
        for entry in self.entries.range_mut(present..) {
            entry.asked += u64::from(is_asked);
        }
        let entries: Vec<Entry> = self.entries.range(present..).rev().cloned().collect();
        let mut version = DefaultHasher::new();
        for entry in &entries {
            (&entry.id, &entry.title, &entry.made).hash(&mut version);
        }
        Shown {
            name: name.to_owned(),
            title: self.title.clone(),
            validators: self.validators,
            links: self.links.clone(),
            modified: self.modified,
            version: version.finish(),
            entries,
        }
    }

    /// Returns all entries that are remembered, oldest first.
    pub(crate) fn record(&self) -> Vec<Entry> {
        self.entries.iter().cloned().collect()
    }
}
