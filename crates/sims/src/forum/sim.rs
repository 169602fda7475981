//! The running forum: its state behind one lock, and everything that can be done to it from outside.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::Context;
use chrono::{DateTime, TimeDelta, Utc};

use crate::forum::config::Config;
use crate::forum::content::{Generator, content};
use crate::forum::faults::{Fault, FaultKind};
use crate::forum::ids::Ids;
use crate::forum::item::{Item, Kind, State};
use crate::forum::limits::Limits;
use crate::forum::made::{Made, NewComment, NewPost, Stats};
use crate::forum::replay::Replay;
use crate::forum::store::{Access, Forum};
use crate::kit::{Clock, Faults};

/// A stand-in forum. Shared by its HTTP handlers, its clockwork and whoever controls it.
pub struct Sim {
    pub(crate) config: Config,
    pub(crate) site_base: String,
    clock: Arc<dyn Clock>,
    inner: Mutex<Inner>,
}

pub(crate) struct Inner {
    pub(crate) forum: Forum,
    pub(crate) limits: Limits,
    pub(crate) faults: Faults<Fault>,
    pub(crate) requests: BTreeMap<String, u64>,
    pub(crate) faults_served: BTreeMap<FaultKind, u64>,
    ids: Ids,
    generator: Generator,
    replay: Option<Replay>,
}

impl Sim {
    /// Creates a forum with its first items, not yet listening. `site_base` is the base URL of its
    /// pages.
    pub fn new(
        config: Config,
        clock: Arc<dyn Clock>,
        site_base: String,
    ) -> anyhow::Result<Arc<Self>> {
        let replay = config.replay.as_deref().map(Replay::open).transpose()?;
        let inner = Inner {
            forum: Forum::default(),
            limits: Limits::default(),
            faults: Faults::default(),
            requests: BTreeMap::new(),
            faults_served: BTreeMap::new(),
            ids: Ids::new(config.seed),
            generator: Generator::new(config.seed),
            replay,
        };
        let sim = Self { config, site_base, clock, inner: Mutex::new(inner) };
        sim.found_subreddits();
        sim.backfill()?;
        Ok(Arc::new(sim))
    }

    pub(crate) fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Inner> {
        // A panic elsewhere leaves no inconsistent state in here.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a request to `endpoint`.
    pub(crate) fn count(&self, endpoint: &str) {
        *self.lock().requests.entry(endpoint.to_owned()).or_default() += 1;
    }

    fn found_subreddits(&self) {
        let mut inner = self.lock();
        for topic in &content().topics {
            let about = (topic.title.as_str(), topic.about.as_str(), topic.members);
            inner.forum.put_subreddit(&topic.name, Access::Public, about);
        }
        let members_only = ("The Back Room", "By invitation.", 214);
        inner.forum.put_subreddit("thebackroom", Access::Private, members_only);
        inner.forum.put_subreddit("freegiftcards", Access::Banned, ("", "", 0));
    }

    fn backfill(&self) -> anyhow::Result<()> {
        let now = self.now();
        let items = self.config.backfill;
        if self.config.stickied {
            self.pin_posts(now - self.config.backfill_span);
        }
        for made in 0..items {
            let left = (items - made) as f64 / items as f64;
            let age = self.config.backfill_span.num_milliseconds() as f64 * left;
            self.emit_at(now - TimeDelta::milliseconds(age as i64))?;
        }
        Ok(())
    }

    fn pin_posts(&self, at: DateTime<Utc>) {
        for topic in &content().topics {
            let Some(title) = &topic.pinned else { continue };
            let mut inner = self.lock();
            let id = inner.ids.post();
            let mut post = Item::new(Kind::Post, id, &topic.name, "AutoModerator", at);
            post.title.clone_from(title);
            post.body = "Be kind, stay on topic, and have a look at the sidebar first.".to_owned();
            post.stickied = true;
            inner.forum.add(post);
        }
    }

    /// Makes the next `items` items now. Returns how many were made: fewer at the end of a replay.
    pub fn advance(&self, items: usize) -> anyhow::Result<usize> {
        for made in 0..items {
            if !self.emit_at(self.now())? {
                return Ok(made);
            }
        }
        Ok(items)
    }

    fn emit_at(&self, at: DateTime<Utc>) -> anyhow::Result<bool> {
        let mut guard = self.lock();
        let inner = &mut *guard;
        if let Some(replay) = &mut inner.replay {
            let Some(item) = replay.next(at)? else {
                return Ok(false);
            };
            inner.add_replayed(item);
            return Ok(true);
        }
        let item = inner.generator.next(&mut inner.ids, at);
        inner.forum.add(item);
        if self.config.churn > 0.0 && inner.generator.chance(self.config.churn) {
            inner.churn(at);
        }
        Ok(true)
    }

    pub fn post(&self, new: NewPost) -> anyhow::Result<Made> {
        anyhow::ensure!(
            is_name(&new.subreddit),
            "subreddit must be a name of letters, digits and _, or u_ and the name of a user"
        );
        anyhow::ensure!(!new.title.trim().is_empty(), "title must not be empty");
        let now = self.now();
        let mut inner = self.lock();
        inner.forum.ensure_subreddit(&new.subreddit);
        let spelt = inner.forum.subreddit(&new.subreddit).map(|sub| sub.name.clone());
        let id = inner.ids.post();
        let author = new.author.as_deref().unwrap_or("visitor");
        let item = Item {
            title: new.title,
            body: new.body,
            link: new.url,
            flair: new.flair,
            final_score: new.score.unwrap_or(1),
            comments: new.comments,
            stickied: new.stickied,
            crosspost_parent: new.crosspost_parent,
            ..Item::new(Kind::Post, id, &spelt.unwrap_or(new.subreddit), author, now)
        };
        Ok(self.add(&mut inner, item))
    }

    pub fn comment(&self, new: NewComment) -> anyhow::Result<Made> {
        let now = self.now();
        let mut inner = self.lock();
        let parent = match (&new.parent, &new.subreddit) {
            (Some(parent), _) => {
                inner.forum.get(parent).with_context(|| format!("no item {parent}"))?
            }
            (None, Some(name)) => {
                let mut posts = inner.forum.newest(Kind::Post);
                posts
                    .find(|post| post.subreddit.eq_ignore_ascii_case(name))
                    .with_context(|| format!("no post in {name}"))?
            }
            (None, None) => anyhow::bail!("give parent or subreddit"),
        };
        let (subreddit, title) = (parent.subreddit.clone(), parent.title.clone());
        let parent_id = parent.fullname();
        let link = parent.link_id.clone().unwrap_or_else(|| parent_id.clone());
        let id = inner.ids.comment();
        let author = new.author.as_deref().unwrap_or("visitor");
        let mut item = Item::new(Kind::Comment, id, &subreddit, author, now);
        item.title = title;
        item.body = new.body;
        item.link_id = Some(link);
        item.parent_id = Some(parent_id);
        Ok(self.add(&mut inner, item))
    }

    fn add(&self, inner: &mut Inner, item: Item) -> Made {
        let permalink = item.permalink();
        let url = format!("{}{permalink}", self.site_base);
        let made = Made { fullname: item.fullname(), permalink, url };
        inner.forum.add(item);
        made
    }

    /// Deletes, removes or loses an item, or brings it back. Returns false if it does not exist.
    pub fn set_state(&self, fullname: &str, state: State) -> bool {
        let mut inner = self.lock();
        let item = inner.forum.get_mut(fullname);
        item.map(|item| item.state = state).is_some()
    }

    /// Changes an item's body, and its title if one is given. Returns false if it does not exist.
    pub fn edit(&self, fullname: &str, body: &str, title: Option<&str>) -> bool {
        let now = self.now();
        let mut inner = self.lock();
        let Some(item) = inner.forum.get_mut(fullname) else {
            return false;
        };
        body.clone_into(&mut item.body);
        if let Some(title) = title {
            title.clone_into(&mut item.title);
        }
        item.edited = Some(now);
        true
    }

    /// Adds a subreddit, or changes who may read it.
    pub fn set_subreddit(&self, name: &str, access: Access) {
        self.lock().forum.put_subreddit(name, access, (name, "", 1));
    }

    pub fn fault(&self, fault: Fault) {
        self.lock().faults.push(fault.times, fault);
    }

    pub fn clear_faults(&self) {
        self.lock().faults.clear();
    }

    pub fn stats(&self) -> Stats {
        let inner = self.lock();
        Stats {
            requests: inner.requests.clone(),
            items: inner.forum.len(),
            faults_served: inner.faults_served.clone(),
        }
    }
}

impl Inner {
    /// Adds an item from a file. Comments there name no post: they go under one that no listing shows.
    fn add_replayed(&mut self, mut item: Item) {
        self.forum.ensure_subreddit(&item.subreddit);
        if item.kind == Kind::Comment {
            let id = format!("thread{}", item.subreddit.to_lowercase());
            let mut post = Item::new(Kind::Post, id, &item.subreddit, "replayed", item.created);
            post.title = format!("Discussion in r/{}", item.subreddit);
            post.listed = false;
            item.link_id = Some(post.fullname());
            item.parent_id = Some(post.fullname());
            item.title.clone_from(&post.title);
            self.forum.add(post);
        }
        self.forum.add(item);
    }

    /// Edits, deletes or removes one of the newest items.
    fn churn(&mut self, now: DateTime<Utc>) {
        const REACH: usize = 120;
        let kind = if self.generator.chance(0.5) { Kind::Post } else { Kind::Comment };
        let back = 10 + self.generator.below(REACH);
        let Some(name) = self.forum.newest(kind).nth(back).map(Item::fullname) else {
            return;
        };
        let (edit, delete) = (self.generator.chance(0.6), self.generator.chance(0.5));
        let note = self.generator.edit_note();
        let Some(item) = self.forum.get_mut(&name) else {
            return;
        };
        if edit && item.link.is_none() {
            item.body = format!("{}\n\n{note}", item.body).trim().to_owned();
            item.edited = Some(now);
        } else if delete {
            item.state = State::Deleted;
        } else {
            item.state = State::Removed;
        }
    }
}

fn is_name(name: &str) -> bool {
    let is_profile = name.starts_with("u_");
    let allowed = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || (is_profile && b == b'-');
    (2..=21).contains(&name.len()) && name.bytes().all(allowed)
}
