//! Reads a listing from its newest item back to its watermark. Pure: pages go in, the next step
//! comes out.
//!
//! The forum's ids have no order and a cursor can vanish with its item, so that "newer than what I
//! know" cannot be asked for. Instead pages are followed until one holds an item that was read
//! before.

use std::collections::HashSet;

use chrono::{DateTime, TimeDelta, Utc};

use db::models::coverage_gap::reason;
use platform::sources::ForumItem;
use platform::sources::Page;

/// The newest ids that are kept as the watermark: some of them may be deleted before the next poll.
const KEPT_IDS: usize = 300;
/// A listing reaches back about a thousand items; one that ends well before that was read whole.
pub(crate) const DEEP: usize = 900;

/// Overlap with what another listing had read: clocks differ slightly, and the forum lists new items after a
/// moment.
pub(crate) const OVERLAP: TimeDelta = TimeDelta::seconds(30);

/// Returns when the oldest item of a page was made. Pinned items are ignored: they say nothing about how far
/// the page reaches.
pub(crate) fn oldest(items: &[ForumItem]) -> Option<DateTime<Utc>> {
    let listed = items.iter().filter(|item| !item.pinned);
    listed.map(|item| item.created_at).min()
}

/// The point up to which a listing is read back.
#[derive(Debug)]
pub enum Goal {
    /// One page: nothing was read of a new listing yet.
    FirstPage,
    /// Back to one of these ids, which were read before.
    Known(HashSet<String>),
    /// Back to what was posted before this time.
    Time(DateTime<Utc>),
}

/// A pager over one listing.
#[derive(Debug)]
pub struct Pager {
    goal: Goal,
    most_pages: usize,
    pages: usize,
    skipped: usize,
    seen: HashSet<String>,
    items: Vec<ForumItem>,
}

/// The next action after a page.
#[derive(Debug, PartialEq, Eq)]
pub enum Step {
    /// Read the page after this item.
    Next(String),
    End(End),
}

/// The end of a pager.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// Everything new was read.
    Whole,
    /// The listing holds nothing at all, so nothing is known of it.
    Empty,
    /// There is more than can be read.
    Gap(&'static str),
    /// The forum lost its place: pages after the first were empty or repeated. The poll is tried again.
    Lost,
}

impl Pager {
    /// Creates a pager that reads at most `most_pages` pages.
    pub fn new(goal: Goal, most_pages: usize) -> Self {
        Self { goal, most_pages, pages: 0, skipped: 0, seen: HashSet::new(), items: Vec::new() }
    }

    /// Returns whether an item shows that the goal is reached. A pinned one stays on top for weeks and says
    /// nothing about how far a page reaches.
    fn lands_on(&self, item: &ForumItem) -> bool {
        !item.pinned
            && match &self.goal {
                Goal::FirstPage => true,
                Goal::Known(known) => known.contains(&item.forum_id),
                Goal::Time(until) => item.created_at < *until,
            }
    }

    pub fn take(&mut self, page: Page) -> Step {
        self.pages += 1;
        self.skipped += page.skipped;
        let before = self.items.len();
        let mut landed = false;
        for item in page.items {
            landed |= self.lands_on(&item);
            if self.seen.insert(item.forum_id.clone()) {
                self.items.push(item);
            }
        }
        let nothing_new = self.items.len() == before && page.skipped == 0;
        if nothing_new {
            return Step::End(if self.pages == 1 { End::Empty } else { End::Lost });
        }
        if landed || matches!(self.goal, Goal::FirstPage) {
            return Step::End(End::Whole);
        }
        match page.after {
            Some(_) if self.pages >= self.most_pages => Step::End(End::Gap(reason::TOO_MANY)),
            Some(after) => Step::Next(after),
            None if self.reached_all() => Step::End(End::Whole),
            None => Step::End(End::Gap(reason::TOO_OLD)),
        }
    }

    /// Returns whether a listing that ended before the watermark has everything. While pages are followed,
    /// new items push the others out at the listing's end, so that it may end well before a thousand items:
    /// a busy one at 300. Nothing was pushed out of a listing that ends on its first page, and without known
    /// items there was nothing to find.
    fn reached_all(&self) -> bool {
        let is_new = matches!(&self.goal, Goal::Known(known) if known.is_empty());
        self.pages == 1 || is_new && self.seen.len() < DEEP
    }

    /// Returns the number of pages read so far.
    pub fn pages(&self) -> usize {
        self.pages
    }

    /// Returns the number of entries that could not be read.
    pub fn skipped(&self) -> usize {
        self.skipped
    }

    /// Returns what was read, newest first, each item once.
    pub fn into_items(self) -> Vec<ForumItem> {
        self.items
    }
}

/// Returns the watermark that the next poll must reach: what was read now, and then what was known.
pub fn watermark(items: &[ForumItem], known: &[String]) -> Vec<String> {
    let read = items.iter().filter(|item| !item.pinned);
    let mut held = HashSet::new();
    read.map(|item| &item.forum_id)
        .chain(known)
        .filter(|id| held.insert(id.as_str()))
        .take(KEPT_IDS)
        .cloned()
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(id: &str) -> ForumItem {
        ForumItem {
            pinned: id.starts_with('!'),
            ..ForumItem::empty_post(id.trim_start_matches('!'))
        }
    }

    /// Returns a page of ids; `!` marks a pinned one.
    fn page(ids: &str, after: Option<&str>) -> Page {
        Page {
            items: ids.split_whitespace().map(item).collect(),
            after: after.map(str::to_owned),
            skipped: 0,
        }
    }

    fn pager(known: &str) -> Pager {
        let known = known.split_whitespace().map(str::to_owned);
        Pager::new(Goal::Known(known.collect()), 3)
    }

    #[test]
    fn pages_are_followed_to_the_watermark() {
        let mut pager = pager("a b");
        assert_eq!(pager.take(page("f e", Some("e"))), Step::Next("e".to_owned()));
        assert_eq!(pager.take(page("d b a", Some("a"))), Step::End(End::Whole));
        let ids: Vec<_> = pager.into_items().into_iter().map(|i| i.forum_id).collect();
        assert_eq!(ids, ["f", "e", "d", "b", "a"]);
    }

    #[test]
    fn a_first_reading_takes_one_page() {
        let mut pager = Pager::new(Goal::FirstPage, 3);
        assert_eq!(pager.take(page("b a", Some("a"))), Step::End(End::Whole));
    }

    #[test]
    fn pages_are_followed_to_a_time() {
        let at = |id: &str, minutes| ForumItem {
            created_at: DateTime::UNIX_EPOCH + chrono::TimeDelta::minutes(minutes),
            ..item(id)
        };
        let until = DateTime::UNIX_EPOCH + chrono::TimeDelta::minutes(10);
        let mut pager = Pager::new(Goal::Time(until), 3);
        let page = |items, after: &str| Page { items, after: Some(after.to_owned()), skipped: 0 };
        let newest = page(vec![at("!pin", 1), at("d", 30), at("c", 10)], "c");
        assert_eq!(pager.take(newest), Step::Next("c".to_owned()));
        let older = page(vec![at("b", 9), at("a", 8)], "a");
        assert_eq!(pager.take(older), Step::End(End::Whole));
    }

    #[test]
    fn pinned_items_are_no_watermark() {
        let mut pager = pager("pin a");
        assert_eq!(pager.take(page("!pin c b", Some("b"))), Step::Next("b".to_owned()));
        assert_eq!(pager.take(page("a", None)), Step::End(End::Whole));
        assert_eq!(watermark(&[item("!pin"), item("c")], &[]), ["c"]);
    }

    #[test]
    fn a_listing_that_ends_early_was_read_whole() {
        assert_eq!(pager("gone").take(page("b a", None)), Step::End(End::Whole));
    }

    #[test]
    fn what_cannot_be_reached_is_a_gap() {
        let mut bounded = pager("z");
        for after in ["f", "d"] {
            let ids = format!("{after}1 {after}2");
            assert!(matches!(bounded.take(page(&ids, Some(after))), Step::Next(_)));
        }
        assert!(matches!(bounded.take(page("b a", Some("a"))), Step::End(End::Gap(_))));
    }

    #[test]
    fn a_listing_that_moved_on_while_it_was_read_is_not_taken_for_all_there_is() {
        let mut busy = pager("z");
        assert!(matches!(busy.take(page("d c", Some("c"))), Step::Next(_)));
        // New items have meanwhile pushed the known ones out.
        assert!(matches!(busy.take(page("b", None)), Step::End(End::Gap(_))));
        let mut new = pager("");
        assert!(matches!(new.take(page("d c", Some("c"))), Step::Next(_)));
        assert_eq!(new.take(page("b", None)), Step::End(End::Whole));
    }

    #[test]
    fn a_lost_cursor_is_not_taken_for_the_end() {
        let mut empty = pager("a");
        empty.take(page("c b", Some("b")));
        assert_eq!(empty.take(page("", None)), Step::End(End::Lost));
        let mut again = pager("a");
        again.take(page("c b", Some("b")));
        assert_eq!(again.take(page("c b", Some("b"))), Step::End(End::Lost));
        assert_eq!(pager("a").take(page("", None)), Step::End(End::Empty));
    }

    #[test]
    fn the_watermark_is_bounded_and_holds_each_id_once() {
        let items: Vec<ForumItem> = (0..200).map(|n| item(&n.to_string())).collect();
        let known: Vec<String> = (100..400).map(|n| n.to_string()).collect();
        let ground = watermark(&items, &known);
        assert_eq!(ground.len(), KEPT_IDS);
        assert_eq!((ground[0].as_str(), ground[299].as_str()), ("0", "299"));
    }
}
