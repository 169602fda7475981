//! Stored items, searched for one watch: newest first, a page at a time, within bounds.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use chrono::{DateTime, Utc};
use matcher::{Match, Matcher, Scope, Scratch, Watch};
use uuid::Uuid;

use crate::context::Context;
use crate::db::models::item::Item;
use crate::error::Result;

/// How many items are read and searched at once, off the threads that serve requests.
const PAGE: usize = 500;

/// How far is looked.
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    pub since: DateTime<Utc>,
    /// At most so many items.
    pub items: usize,
    /// No page is begun after so long.
    pub patience: Duration,
    /// Whether bodies are searched beyond their first 10,000 characters.
    pub whole: bool,
}

/// An item, and where the watch matches it: nowhere, mostly.
#[derive(Debug)]
pub struct Searched {
    pub item: Item,
    pub matches: Vec<Match>,
}

/// A search that has come so far.
pub struct Sample {
    matcher: Arc<Matcher>,
    /// In lower case; `None` for all.
    subreddits: Option<Vec<String>>,
    bounds: Bounds,
    before: (DateTime<Utc>, Uuid),
    left: usize,
    began: Instant,
    ended: bool,
}

impl Sample {
    /// Makes a sample of what was seen until `now`.
    pub fn new(watch: Watch, bounds: Bounds, now: DateTime<Utc>) -> Self {
        let subreddits = match watch.scope() {
            Scope::All => None,
            Scope::Only(names) => {
                let names = names.iter().map(|name| name.as_str().to_ascii_lowercase());
                Some(names.collect())
            }
        };
        Self {
            matcher: Arc::new(Matcher::build([watch])),
            subreddits,
            before: (now, Uuid::max()),
            left: bounds.items,
            began: Instant::now(),
            ended: false,
            bounds,
        }
    }

    /// Loads and searches the next items; returns none when all were searched or a bound is
    /// reached.
    pub async fn next(&mut self, context: &Context) -> Result<Option<Vec<Searched>>> {
        if self.ended || self.left == 0 || self.began.elapsed() >= self.bounds.patience {
            return Ok(None);
        }
        let limit = PAGE.min(self.left);
        let mut conn = context.conn().await?;
        let items = Item::page(
            self.subreddits.as_deref(),
            self.bounds.since,
            self.before,
            self.bounds.whole,
            limit as i64,
            &mut conn,
        )
        .await?;
        drop(conn);
        self.ended = items.len() < limit;
        self.left -= items.len();
        if let Some(last) = items.last() {
            self.before = (last.seen_at, last.id);
        }
        let matcher = self.matcher.clone();
        let searched = tokio::task::spawn_blocking(move || search(&matcher, items));
        let searched = searched
            .await
            .context("the thread that searched panicked")?;
        Ok(Some(searched))
    }

    /// Returns whether anything of these subreddits was seen before the time that is searched.
    pub async fn has_earlier(&self, context: &Context) -> Result<bool> {
        let mut conn = context.conn().await?;
        let names = self.subreddits.as_deref();
        Ok(Item::any_before(self.bounds.since, names, &mut conn).await?)
    }

    /// Returns whether no bound kept items from being searched.
    pub fn is_complete(&self) -> bool {
        self.ended
    }
}

fn search(matcher: &Matcher, items: Vec<Item>) -> Vec<Searched> {
    let mut scratch = Scratch::new();
    let searched = items.into_iter().map(|item| {
        let mut matches = Vec::new();
        matcher.matches_into(&item.searched(), &mut scratch, &mut matches);
        Searched { item, matches }
    });
    searched.collect()
}
