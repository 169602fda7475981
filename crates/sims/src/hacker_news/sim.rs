//! The state of a stand-in, and everything that can be done to it.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::{Context, ensure};
use chrono::{DateTime, Utc};
use tokio::sync::watch;

use crate::hacker_news::config::Config;
use crate::hacker_news::faults::Fault;
use crate::hacker_news::item::{Edit, Item, Kind, NewItem};
use crate::hacker_news::made_up::MadeUp;
use crate::kit::{Clock, Faults};

/// Most changed items that are listed.
const UPDATES: usize = 100;

/// The state of a stand-in, and the faults that it is to serve.
pub struct Sim {
    pub(crate) config: Config,
    clock: Arc<dyn Clock>,
    inner: Mutex<Inner>,
}

struct Inner {
    items: BTreeMap<u64, Stored>,
    last_id: watch::Sender<u64>,
    /// Changed items, the latest first.
    updates: VecDeque<u64>,
    made_up: MadeUp,
    faults: Faults<Fault>,
    requests: BTreeMap<String, u64>,
}

struct Stored {
    item: Item,
    /// The time before which the item answers `null`.
    shown_at: DateTime<Utc>,
}

/// Returns the id that a stand-in at this rate, in items a second, would have reached by now if it had
/// always run.
fn id_now(rate: f64) -> u64 {
    let seconds = Utc::now().timestamp().max(0) as f64;
    (seconds * rate.clamp(0.01, 1.0)) as u64
}

impl Sim {
    pub(crate) fn new(config: Config, clock: Arc<dyn Clock>) -> anyhow::Result<Self> {
        let last_id = config.last_id.unwrap_or_else(|| id_now(config.rate)).max(1);
        let sim = Self {
            clock,
            inner: Mutex::new(Inner {
                items: BTreeMap::new(),
                last_id: watch::Sender::new(last_id),
                updates: VecDeque::new(),
                made_up: MadeUp::new(config.seed),
                faults: Faults::default(),
                requests: BTreeMap::new(),
            }),
            config,
        };
        let (now, backfill) = (sim.clock.now(), sim.config.backfill);
        for n in (0..backfill).rev() {
            let back = sim.config.backfill_span * i32::try_from(n)? / i32::try_from(backfill)?;
            sim.lock().next(now - back, now)?;
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
            inner.next(now, now + self.config.null_for)?;
        }
        Ok(count)
    }

    /// Makes an item, and returns its id.
    pub fn make(&self, new: NewItem) -> anyhow::Result<u64> {
        let now = self.clock.now();
        self.lock().make(new, now, now + self.config.null_for)
    }

    /// Uses up `count` ids that no item will ever have.
    pub fn skip(&self, count: u64) {
        self.lock().last_id.send_modify(|last| *last += count);
    }

    pub fn edit(&self, id: u64, edit: Edit) -> anyhow::Result<()> {
        self.lock().change(id, |item| {
            let Edit { title, text, score } = edit;
            item.title = title.or(item.title.take());
            item.text = text.or(item.text.take());
            item.score = score.or(item.score);
        })
    }

    /// Deletes an item as its author does.
    pub fn delete(&self, id: u64) -> anyhow::Result<()> {
        self.lock().change(id, Item::delete)
    }

    /// Kills an item as moderators do, or brings it back.
    pub fn kill(&self, id: u64, is_dead: bool) -> anyhow::Result<()> {
        self.lock().change(id, |item| item.dead = is_dead)
    }

    /// Returns an item, whether or not the API shows it yet.
    pub fn item(&self, id: u64) -> Option<Item> {
        let inner = self.lock();
        inner.items.get(&id).map(|stored| stored.item.clone())
    }

    /// Returns the last id that was used.
    pub fn last_id(&self) -> u64 {
        self.lock().last_id()
    }

    /// Returns the last id as it changes; the present one counts as a change.
    pub(crate) fn last_ids(&self) -> watch::Receiver<u64> {
        let mut last_ids = self.lock().last_id.subscribe();
        last_ids.mark_changed();
        last_ids
    }

    /// Queues a fault behind those already waiting.
    pub fn fault(&self, fault: Fault) {
        self.lock().faults.push(fault.times, fault);
    }

    pub fn clear_faults(&self) {
        self.lock().faults.clear();
    }

    /// Returns how many faults are still to be served.
    pub fn waiting_faults(&self) -> usize {
        self.lock().faults.waiting()
    }

    /// Returns the number of requests by what was asked for: `item`, `maxitem` and so on, and `stream` for streams.
    pub fn requests(&self) -> BTreeMap<String, u64> {
        self.lock().requests.clone()
    }

    /// Takes the fault that is meant for `occasion`, if any.
    pub(crate) fn fault_for(&self, occasion: &str) -> Option<Fault> {
        self.lock().faults.take(|fault| fault.is_for(occasion))
    }

    /// Counts a request for the path `/v0/<asked>…` or `/stream/…`, and takes the fault that is meant for it, if any.
    pub(crate) fn enter(&self, path: &str) -> Option<Fault> {
        let asked = path.trim_start_matches("/v0").trim_start_matches('/');
        let asked = asked.split(['/', '.']).next().unwrap_or_default();
        let mut inner = self.lock();
        *inner.requests.entry(asked.to_owned()).or_default() += 1;
        inner.faults.take(|fault| fault.is_for(path))
    }

    /// Returns an item as the API shows it now.
    pub(crate) fn shown(&self, id: u64) -> Option<Item> {
        let (now, inner) = (self.clock.now(), self.lock());
        let stored = inner.items.get(&id).filter(|stored| stored.shown_at <= now);
        stored.map(|stored| stored.item.clone())
    }

    /// Returns the latest items that are shown and `is_listed`, at most `most`.
    pub(crate) fn latest(&self, most: usize, is_listed: impl Fn(&Item) -> bool) -> Vec<Item> {
        let (now, inner) = (self.clock.now(), self.lock());
        let shown = inner.items.values().rev().filter(|one| one.shown_at <= now);
        let listed = shown.map(|stored| &stored.item).filter(|item| is_listed(item));
        listed.take(most).cloned().collect()
    }

    /// Returns the changed items, and their authors, the latest first.
    pub(crate) fn updates(&self) -> (Vec<u64>, Vec<String>) {
        let inner = self.lock();
        let items: Vec<u64> = inner.updates.iter().copied().collect();
        let authors = items.iter().filter_map(|id| inner.items[id].item.by.clone());
        let mut profiles: Vec<String> = Vec::new();
        for author in authors {
            if !profiles.contains(&author) {
                profiles.push(author);
            }
        }
        (items, profiles)
    }
}

impl Inner {
    fn last_id(&self) -> u64 {
        *self.last_id.borrow()
    }

    /// Makes the next item up.
    fn next(&mut self, now: DateTime<Utc>, shown_at: DateTime<Utc>) -> anyhow::Result<u64> {
        let latest = self.items.values().rev().take(60).map(|stored| &stored.item);
        let new = self.made_up.next(latest.filter(|item| !item.deleted));
        self.make(new, now, shown_at)
    }

    fn make(
        &mut self,
        new: NewItem,
        now: DateTime<Utc>,
        shown_at: DateTime<Utc>,
    ) -> anyhow::Result<u64> {
        let id = self.last_id() + 1;
        let has_title = new.kind.has_title();
        ensure!(
            has_title == new.parent.is_none(),
            "comments and options have a parent, and nothing else has"
        );
        let item = Item {
            id,
            kind: new.kind,
            by: Some(new.by.unwrap_or_else(|| "somebody".to_owned())),
            time: Some(now.timestamp()),
            text: new.text,
            parent: new.parent.filter(|_| new.kind == Kind::Comment),
            poll: new.parent.filter(|_| new.kind == Kind::PollOpt),
            url: new.url,
            score: (new.kind != Kind::Comment).then_some(1),
            title: has_title.then(|| new.title.unwrap_or_else(|| "Untitled".to_owned())),
            descendants: matches!(new.kind, Kind::Story | Kind::Poll).then_some(0),
            ..Item::default()
        };
        if let Some(parent) = new.parent {
            self.change(parent, |parent| match new.kind {
                Kind::PollOpt => parent.parts.push(id),
                _ => parent.kids.insert(0, id),
            })?;
        }
        if new.kind == Kind::Comment {
            self.count_comment(new.parent);
        }
        self.items.insert(id, Stored { item, shown_at });
        self.last_id.send_replace(id);
        Ok(id)
    }

    /// Adds one to the comment count of the item at the root of the thread.
    fn count_comment(&mut self, mut at: Option<u64>) {
        while let Some(stored) = at.and_then(|id| self.items.get_mut(&id)) {
            if let Some(descendants) = &mut stored.item.descendants {
                *descendants += 1;
            }
            at = stored.item.parent;
        }
    }

    fn change(&mut self, id: u64, change: impl FnOnce(&mut Item)) -> anyhow::Result<()> {
        let stored = self.items.get_mut(&id);
        change(&mut stored.with_context(|| format!("there is no item {id}"))?.item);
        self.updates.retain(|known| *known != id);
        self.updates.push_front(id);
        self.updates.truncate(UPDATES);
        Ok(())
    }
}
