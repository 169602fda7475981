//! The state of a stand-in, and everything that can be done to it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::{Context, ensure};
use chrono::{DateTime, Utc};

use crate::kit::{Clock, Faults};
use crate::lemmy::config::Config;
use crate::lemmy::faults::Fault;
use crate::lemmy::item::{Edit, Item, NewComment, NewPost, What};
use crate::lemmy::made_up::{MadeUp, New};

/// Made-up comments answer one of this many posts.
const ANSWERED: usize = 20;

/// The state of a stand-in, and the faults that it is to serve.
pub struct Sim {
    pub(crate) config: Config,
    clock: Arc<dyn Clock>,
    inner: Mutex<Inner>,
}

struct Inner {
    posts: BTreeMap<u64, Item>,
    comments: BTreeMap<u64, Item>,
    made_up: MadeUp,
    faults: Faults<Fault>,
    requests: BTreeMap<String, u64>,
}

impl Sim {
    pub(crate) fn new(config: Config, clock: Arc<dyn Clock>) -> anyhow::Result<Self> {
        let sim = Self {
            clock,
            inner: Mutex::new(Inner {
                posts: BTreeMap::new(),
                comments: BTreeMap::new(),
                made_up: MadeUp::new(config.seed),
                faults: Faults::default(),
                requests: BTreeMap::new(),
            }),
            config,
        };
        let (now, backfill) = (sim.clock.now(), sim.config.backfill);
        for n in (0..backfill).rev() {
            let back = sim.config.backfill_span * i32::try_from(n)? / i32::try_from(backfill)?;
            sim.lock().next(&sim.config.host, now - back)?;
        }
        Ok(sim)
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes `count` items from the seed, and returns how many there were.
    pub fn advance(&self, count: usize) -> anyhow::Result<usize> {
        let (now, mut inner) = (self.clock.now(), self.lock());
        for _ in 0..count {
            inner.next(&self.config.host, now)?;
        }
        Ok(count)
    }

    /// Makes a post, and returns its id.
    pub fn post(&self, new: NewPost) -> u64 {
        let now = self.clock.now();
        self.lock().post(new, &self.config.host, now)
    }

    /// Makes a comment, and returns its id.
    pub fn comment(&self, new: NewComment) -> anyhow::Result<u64> {
        let now = self.clock.now();
        self.lock().comment(new, &self.config.host, now)
    }

    pub fn edit_post(&self, id: u64, edit: Edit) -> anyhow::Result<()> {
        let (now, mut inner) = (self.clock.now(), self.lock());
        let post = inner.posts.get_mut(&id);
        change(post.context("there is no such post")?, edit, now);
        Ok(())
    }

    pub fn edit_comment(&self, id: u64, edit: Edit) -> anyhow::Result<()> {
        let (now, mut inner) = (self.clock.now(), self.lock());
        let comment = inner.comments.get_mut(&id);
        change(comment.context("there is no such comment")?, edit, now);
        Ok(())
    }

    /// Returns a post, even if it is gone.
    pub fn find_post(&self, id: u64) -> Option<Item> {
        self.lock().posts.get(&id).cloned()
    }

    /// Returns a comment, even if it is gone.
    pub fn find_comment(&self, id: u64) -> Option<Item> {
        self.lock().comments.get(&id).cloned()
    }

    /// Returns the item with this id on every instance, even if it is gone.
    pub fn find(&self, ap_id: &str) -> Option<Item> {
        let inner = self.lock();
        let mut items = inner.posts.values().chain(inner.comments.values());
        items.find(|item| item.ap_id == ap_id).cloned()
    }

    /// Queues a fault behind those already waiting.
    pub fn fault(&self, fault: Fault) {
        self.lock().faults.push(fault.times, fault);
    }

    pub fn clear_faults(&self) {
        self.lock().faults.clear();
    }

    /// Returns the number of requests by what was asked for: `post/list`, `comment` and so on.
    pub fn requests(&self) -> BTreeMap<String, u64> {
        self.lock().requests.clone()
    }

    /// Counts a request for `/api/v3/<asked>`, and takes the fault that is meant for it, if any.
    pub(crate) fn enter(&self, path: &str) -> Option<Fault> {
        let asked = path.trim_start_matches("/api/v3/");
        let mut inner = self.lock();
        *inner.requests.entry(asked.to_owned()).or_default() += 1;
        inner.faults.take(|fault| fault.is_for(path))
    }

    /// Returns the posts of the listing, newest first.
    pub(crate) fn posts(&self) -> Vec<Item> {
        let mut posts: Vec<Item> = self.lock().posts.values().cloned().collect();
        posts.retain(|post| !post.is_gone());
        posts.sort_by_key(|post| std::cmp::Reverse((is_featured(post), post.published, post.id)));
        posts
    }

    /// Returns the comments of the listing, newest first, including those that are gone.
    pub(crate) fn comments(&self) -> Vec<Item> {
        let mut comments: Vec<Item> = self.lock().comments.values().cloned().collect();
        comments.sort_by_key(|comment| std::cmp::Reverse((comment.published, comment.id)));
        comments
    }
}

fn is_featured(post: &Item) -> bool {
    matches!(post.what, What::Post { featured, .. } if featured)
}

fn change(item: &mut Item, edit: Edit, now: DateTime<Utc>) {
    let Edit { title: new_title, text, score, deleted, removed } = edit;
    if new_title.is_some() || text.is_some() {
        item.updated = Some(now);
    }
    match &mut item.what {
        What::Post { title, body, .. } => {
            *title = new_title.unwrap_or_else(|| std::mem::take(title));
            *body = text.or(body.take());
        }
        What::Comment { content, .. } => {
            *content = text.unwrap_or_else(|| std::mem::take(content));
        }
    }
    item.score = score.unwrap_or(item.score);
    item.deleted = deleted.unwrap_or(item.deleted);
    item.removed = removed.unwrap_or(item.removed);
}

fn handle(given: Option<String>, usual: &str, host: &str) -> String {
    let name = given.unwrap_or_else(|| usual.to_owned());
    match name.contains('@') {
        true => name,
        false => format!("{name}@{host}"),
    }
}

impl Inner {
    /// Makes the next item up.
    fn next(&mut self, host: &str, now: DateTime<Utc>) -> anyhow::Result<u64> {
        let latest = self.posts.values().rev().filter(|post| !post.is_gone());
        let latest: Vec<u64> = latest.take(ANSWERED).map(|post| post.id).collect();
        match self.made_up.next(&latest) {
            New::Post(new) => Ok(self.post(new, host, now)),
            New::Comment(new) => self.comment(new, host, now),
        }
    }

    fn post(&mut self, new: NewPost, host: &str, now: DateTime<Utc>) -> u64 {
        let id = self.posts.keys().next_back().map_or(1, |last| last + 1);
        let own = || format!("https://{host}/post/{id}");
        let post = Item {
            id,
            ap_id: new.ap_id.unwrap_or_else(own),
            what: What::Post {
                community: handle(new.community, "kitchen", host),
                title: new.title,
                body: new.body,
                url: new.url,
                featured: new.featured,
                comments: 0,
            },
            creator: handle(new.creator, "somebody", host),
            published: new.published.unwrap_or(now),
            updated: None,
            deleted: false,
            removed: false,
            score: 1,
        };
        self.posts.insert(id, post);
        id
    }

    fn comment(&mut self, new: NewComment, host: &str, now: DateTime<Utc>) -> anyhow::Result<u64> {
        let id = self.comments.keys().next_back().map_or(1, |last| last + 1);
        let mut path = match new.parent {
            None => Vec::new(),
            Some(parent) => match self.comments.get(&parent).map(|parent| &parent.what) {
                Some(What::Comment { post, path, .. }) => {
                    ensure!(*post == new.post, "the parent belongs to another post");
                    path.clone()
                }
                _ => anyhow::bail!("there is no comment {parent}"),
            },
        };
        path.push(id);
        let post = self.posts.get_mut(&new.post);
        let post = post.with_context(|| format!("there is no post {}", new.post))?;
        if let What::Post { comments, .. } = &mut post.what {
            *comments += 1;
        }
        let own = || format!("https://{host}/comment/{id}");
        let comment = Item {
            id,
            ap_id: new.ap_id.unwrap_or_else(own),
            what: What::Comment { post: new.post, path, content: new.content },
            creator: handle(new.creator, "somebody", host),
            published: new.published.unwrap_or(now),
            updated: None,
            deleted: false,
            removed: false,
            score: 1,
        };
        self.comments.insert(id, comment);
        Ok(id)
    }
}
