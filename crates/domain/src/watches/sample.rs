//! Searches stored items for one watch or several: newest first, a page at a time, within bounds.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use chrono::{DateTime, Utc};
use matcher::{Match, Matcher, Scratch, Watch};
use uuid::Uuid;

use crate::watches::turns::Turn;
use db::error::Result;
use db::models::item::{Item, Places};
use foundation::background;
use platform::context::Context;

/// The number of items read and searched at once, off the threads that serve requests.
const PAGE: usize = 500;

/// The bounds of a search.
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    pub since: DateTime<Utc>,
    /// The most items.
    pub items: usize,
    /// The time after which no page is begun, and within a page no item.
    pub patience: Duration,
    /// Whether bodies are searched beyond their first 10,000 characters.
    pub whole: bool,
}

/// An item, and the positions at which the watches match it: mostly none.
#[derive(Debug)]
pub struct Searched {
    pub item: Item,
    pub matches: Vec<Match>,
}

/// A search in progress.
pub struct Sample {
    matcher: Arc<Matcher>,
    places: Places,
    bounds: Bounds,
    before: (DateTime<Utc>, Uuid),
    left: usize,
    began: Instant,
    ended: bool,
    /// Held by whoever searches.
    turn: Arc<Turn>,
}

impl Sample {
    /// Creates a sample of what was seen until `now`.
    pub fn new(watch: Watch, bounds: Bounds, now: DateTime<Utc>, turn: Arc<Turn>) -> Self {
        Self::beside(watch, [], bounds, now, turn)
    }

    /// Creates a sample that is searched for other watches as well, in the places of the first.
    pub fn beside(
        watch: Watch,
        others: impl IntoIterator<Item = Watch>,
        bounds: Bounds,
        now: DateTime<Utc>,
        turn: Arc<Turn>,
    ) -> Self {
        Self {
            places: Places::from(watch.scope()),
            matcher: Arc::new(Matcher::build([watch].into_iter().chain(others))),
            before: (now, Uuid::max()),
            left: bounds.items,
            began: Instant::now(),
            ended: false,
            turn,
            bounds,
        }
    }

    /// Loads and searches the next items; returns `None` when all were searched or a bound is
    /// reached.
    pub async fn next(&mut self, context: &Context) -> Result<Option<Vec<Searched>>> {
        if self.ended || self.left == 0 || self.began.elapsed() >= self.bounds.patience {
            return Ok(None);
        }
        let limit = PAGE.min(self.left);
        let mut conn = context.conn().await?;
        let items = Item::page(
            &self.places,
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
        let (matcher, turn) = (self.matcher.clone(), self.turn.clone());
        let (began, patience, loaded) = (self.began, self.bounds.patience, items.len());
        let searched = background::run(move || {
            let searched = search(&matcher, items, || began.elapsed() >= patience);
            // Dropped only here: the search continues when the caller has gone away.
            drop(turn);
            searched
        });
        let searched = searched.await.context("stored items could not be searched")?;
        if searched.len() < loaded {
            (self.left, self.ended) = (0, false);
        }
        Ok(Some(searched))
    }

    /// Returns true if anything from these places was seen before the searched time.
    pub async fn has_earlier(&self, context: &Context) -> Result<bool> {
        let mut conn = context.conn().await?;
        Ok(Item::any_before(self.bounds.since, &self.places, &mut conn).await?)
    }

    /// Returns true if no bound kept items from being searched.
    pub fn is_complete(&self) -> bool {
        self.ended
    }
}

/// Searches items until `is_over`: the time for one item depends on its text and the query, and
/// five hundred take as many times as long.
fn search(matcher: &Matcher, items: Vec<Item>, mut is_over: impl FnMut() -> bool) -> Vec<Searched> {
    let mut scratch = Scratch::new();
    let items = items.into_iter().take_while(|_| !is_over());
    let searched = items.map(|item| {
        let mut matches = Vec::new();
        matcher.matches_into(&item.searched(), &mut scratch, &mut matches);
        Searched { item, matches }
    });
    searched.collect()
}

#[cfg(test)]
mod tests {
    use matcher::{Filters, Scope, WatchId};

    use super::*;
    use db::models::item::ItemKind;

    fn item(title: &str) -> Item {
        Item {
            id: Uuid::now_v7(),
            seen_at: Utc::now(),
            forum_id: String::new(),
            kind: ItemKind::Post,
            subreddit: "tea".to_owned(),
            author: String::new(),
            title: title.to_owned(),
            body: String::new(),
            url: String::new(),
            score: 0,
            num_comments: 0,
            forum_created_at: Utc::now(),
            thread_id: String::new(),
            gone_at: None,
            story_id: String::new(),
            flair: String::new(),
            link: String::new(),
        }
    }

    #[test]
    fn a_page_is_left_at_the_item_at_which_time_is_up() {
        let watch = Watch::new(WatchId(1), "kettle", Scope::All, Filters::default()).unwrap();
        let matcher = Matcher::build([watch]);
        let items = || (0..500).map(|n| item(&format!("Kettle {n}"))).collect();
        assert_eq!(search(&matcher, items(), || false).len(), 500);
        let mut asked = 0;
        let searched = search(&matcher, items(), || {
            asked += 1;
            asked > 3
        });
        assert_eq!(searched.len(), 3);
        assert!(searched.iter().all(|one| !one.matches.is_empty()));
    }
}
