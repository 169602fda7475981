//! Feeds and their entries.

use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash, Hasher};

use anyhow::ensure;
use chrono::{DateTime, DurationRound, TimeDelta, Utc};

/// Most entries of a feed that are remembered after they have rolled out.
const MAX_ROLLED_OUT: usize = 1_000;
const MAX_NAME_CHARS: usize = 60;

/// The format that a feed is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
    pub const ALL: [Self; 4] = [Self::Rss, Self::Atom, Self::Rdf, Self::Json];

    pub fn extension(self) -> &'static str {
        match self {
            Self::Rss => "rss",
            Self::Atom => "atom",
            Self::Rdf => "rdf",
            Self::Json => "json",
        }
    }

    /// Returns the media type, without a charset.
    pub(crate) fn content_type(self) -> &'static str {
        match self {
            Self::Rss => "application/rss+xml",
            Self::Atom => "application/atom+xml",
            Self::Rdf => "application/rdf+xml",
            Self::Json => "application/feed+json",
        }
    }
}

/// The validators by which readers ask whether a feed has changed (RFC 9110, section 8.8).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Validators {
    /// A strong `ETag` and `Last-Modified`.
    #[default]
    Both,
    /// The `ETag` alone.
    Etag,
    /// `Last-Modified` alone.
    LastModified,
    /// Neither: every answer is the whole feed.
    None,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewFeed {
    /// The name in the feed's address: lower-case letters, digits and hyphens.
    pub name: String,
    /// The title; the feed's name by default.
    pub title: Option<String>,
    /// The validators that the feed sends; both by default.
    pub validators: Validators,
    /// The forms that the feed's web page links to; RSS, Atom and JSON Feed by default.
    pub links: Vec<Form>,
    /// Whether the feed links to pages with the entries that have rolled out (RFC 5005).
    pub has_pages: bool,
    /// The value of `Authorization` that readers have to send; all may read by default.
    pub authorization: Option<String>,
}

impl NewFeed {
    /// Returns a feed of this name with the defaults.
    pub fn named(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            title: None,
            validators: Validators::default(),
            links: vec![Form::Rss, Form::Atom, Form::Json],
            has_pages: false,
            authorization: None,
        }
    }
}

/// The publication date that an entry gives.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Date {
    /// The time at which the entry was made.
    #[default]
    Now,
    Missing,
    /// This date, whether or not it is true.
    At(DateTime<Utc>),
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NewEntry {
    /// The id; a unique one by default.
    pub id: Option<String>,
    /// Plain text.
    pub title: String,
    /// HTML.
    pub text: String,
    /// The author; somebody by default.
    pub by: Option<String>,
    /// The URL that the entry links to; a page of its own by default.
    pub link: Option<String>,
    /// The publication date that the entry gives.
    pub date: Date,
}

impl NewEntry {
    pub fn titled(title: &str) -> Self {
        Self { title: title.to_owned(), ..Self::default() }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Entry {
    /// The id, unique within the feed unless a duplicate was asked for.
    pub id: String,
    /// Plain text.
    pub title: String,
    /// HTML.
    pub text: String,
    pub by: String,
    /// The URL that the entry links to; `None` for a page of its own.
    pub link: Option<String>,
    /// The publication date that the entry gives.
    pub date: Option<DateTime<Utc>>,
    /// The time at which the entry came into the feed.
    pub made: DateTime<Utc>,
    /// Number of answers that contained the entry, or would have if they had not been 304.
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

/// A feed as the stand-in keeps it.
pub(crate) struct Feed {
    pub(crate) title: String,
    pub(crate) validators: Validators,
    pub(crate) links: Vec<Form>,
    has_pages: bool,
    authorization: Option<String>,
    /// Oldest first; the feed shows the last ones.
    entries: VecDeque<Entry>,
    keep: usize,
    /// The time of the last change, in whole seconds, as `Last-Modified` has no fractions.
    modified: DateTime<Utc>,
}

/// A feed as readers see it.
#[derive(Debug, Clone)]
pub(crate) struct Shown {
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) validators: Validators,
    pub(crate) links: Vec<Form>,
    pub(crate) modified: DateTime<Utc>,
    /// A hash of the content: the same for the same entries, also after a restart.
    pub(crate) version: u64,
    /// Newest first.
    pub(crate) entries: Vec<Entry>,
    /// The number of the page with the entries before these.
    pub(crate) earlier: Option<usize>,
    pub(crate) authorization: Option<String>,
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
            has_pages: new.has_pages,
            authorization: new.authorization,
            entries: VecDeque::new(),
            keep,
            modified: since.duration_trunc(TimeDelta::seconds(1))?,
        })
    }

    pub(crate) fn put(&mut self, entry: Entry) -> anyhow::Result<()> {
        // Each change gets a second of its own: of two within one, `Last-Modified` would hide the later.
        let next = self.modified + TimeDelta::seconds(1);
        let second = entry.made.duration_trunc(TimeDelta::seconds(1))?;
        self.modified = second.max(next);
        self.entries.push_back(entry);
        if self.entries.len() > self.keep + MAX_ROLLED_OUT {
            self.entries.pop_front();
        }
        Ok(())
    }

    /// Returns a page of the feed, from 1, as readers see it. A reader's request is counted.
    pub(crate) fn show(&mut self, name: &str, page: usize, is_asked: bool) -> Shown {
        let end = self.entries.len().saturating_sub(self.keep.saturating_mul(page - 1));
        let shown = end.saturating_sub(self.keep)..end;
        for entry in self.entries.range_mut(shown.clone()) {
            entry.asked += u64::from(is_asked);
        }
        let earlier = (self.has_pages && shown.start > 0).then_some(page + 1);
        let entries: Vec<Entry> = self.entries.range(shown).rev().cloned().collect();
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
            earlier,
            authorization: self.authorization.clone(),
        }
    }

    /// Returns all remembered entries, oldest first.
    pub(crate) fn record(&self) -> Vec<Entry> {
        self.entries.iter().cloned().collect()
    }
}
