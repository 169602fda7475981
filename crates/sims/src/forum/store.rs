//! Stores subreddits, and items in the order in which they were made.

use std::collections::{BTreeMap, HashMap};

use chrono::{DateTime, Utc};

use crate::forum::ids::base36;
use crate::forum::item::{Item, Kind, State};

/// Most items; older ones are dropped, so that a long run does not fill the memory.
const MAX_ITEMS: usize = 200_000;

/// The accounts that may read a subreddit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Everyone.
    Public,
    /// Members only: 403.
    Private,
    /// Nobody: 404.
    Banned,
    /// Only those who opted in: 403.
    Quarantined,
}

/// A community.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Subreddit {
    /// Name in the forum's spelling.
    pub name: String,
    /// Base-36 id without prefix.
    pub id: String,
    /// Heading of its page.
    pub title: String,
    /// One or two sentences.
    pub description: String,
    pub subscribers: u64,
    /// The time at which it was founded.
    pub created: DateTime<Utc>,
    /// The accounts that may read it.
    pub access: Access,
}

/// Everything that the forum holds.
#[derive(Debug, Default)]
pub(crate) struct Forum {
    subreddits: BTreeMap<String, Subreddit>,
    items: BTreeMap<u64, Item>,
    by_fullname: HashMap<String, u64>,
    next: u64,
}

impl Forum {
    /// Adds a subreddit or changes the one of that name (ignoring case).
    pub(crate) fn put_subreddit(&mut self, name: &str, access: Access, about: (&str, &str, u64)) {
        let key = name.to_lowercase();
        if let Some(known) = self.subreddits.get_mut(&key) {
            known.access = access;
            return;
        }
        let (title, description, subscribers) = about;
        let id = base36(4_000_000 + self.subreddits.len() as u64 * 7_919);
        let founded = 1_200_000_000 + self.subreddits.len() as i64 * 3_000_000;
        let subreddit = Subreddit {
            name: name.to_owned(),
            id,
            title: title.to_owned(),
            description: description.to_owned(),
            subscribers,
            created: DateTime::from_timestamp(founded, 0).unwrap_or(DateTime::UNIX_EPOCH),
            access,
        };
        self.subreddits.insert(key, subreddit);
    }

    /// Adds a public subreddit of that name unless one exists.
    pub(crate) fn ensure_subreddit(&mut self, name: &str) {
        if self.subreddit(name).is_none() {
            self.put_subreddit(name, Access::Public, (name, "", 1));
        }
    }

    /// Returns the subreddit of that name, ignoring case.
    pub(crate) fn subreddit(&self, name: &str) -> Option<&Subreddit> {
        self.subreddits.get(&name.to_lowercase())
    }

    pub(crate) fn subreddits(&self) -> impl Iterator<Item = &Subreddit> {
        self.subreddits.values()
    }

    pub(crate) fn len(&self) -> usize {
        self.items.len()
    }

    /// Adds an item as the newest one. Returns false if its fullname already exists.
    pub(crate) fn add(&mut self, item: Item) -> bool {
        let fullname = item.fullname();
        if self.by_fullname.contains_key(&fullname) {
            return false;
        }
        if let Some(post) = item.link_id.as_deref().and_then(|link| self.get_mut(link)) {
            post.comments += 1;
        }
        self.by_fullname.insert(fullname, self.next);
        self.items.insert(self.next, item);
        self.next += 1;
        if self.items.len() > MAX_ITEMS
            && let Some((_, oldest)) = self.items.pop_first()
        {
            self.by_fullname.remove(&oldest.fullname());
        }
        true
    }

    pub(crate) fn get(&self, fullname: &str) -> Option<&Item> {
        self.items.get(self.by_fullname.get(fullname)?)
    }

    pub(crate) fn get_mut(&mut self, fullname: &str) -> Option<&mut Item> {
        self.items.get_mut(self.by_fullname.get(fullname)?)
    }

    /// Returns the items that listings may show, newest first.
    pub(crate) fn newest(&self, kind: Kind) -> impl Iterator<Item = &Item> {
        let shown = move |item: &&Item| {
            item.kind == kind && item.state == State::Live && item.listed && !item.stickied
        };
        self.items.values().rev().filter(shown)
    }

    /// Returns the pinned posts of a subreddit.
    pub(crate) fn stickied(&self, subreddit: &str) -> impl Iterator<Item = &Item> {
        self.items.values().filter(move |item| {
            item.stickied
                && item.state == State::Live
                && item.subreddit.eq_ignore_ascii_case(subreddit)
        })
    }

    /// Returns the comments of a post, oldest first.
    pub(crate) fn comments_of(&self, post: &str) -> impl Iterator<Item = &Item> {
        let wanted = post.to_owned();
        self.items.values().filter(move |item| item.link_id.as_deref() == Some(wanted.as_str()))
    }
}
