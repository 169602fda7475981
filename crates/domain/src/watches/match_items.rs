//! Finds the watches that items match. CPU-bound: no I/O.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use matcher::{Item, Match, PatternCost, Scratch, Snapshot};
use rustix::time::{ClockId, clock_gettime};
use uuid::Uuid;

use super::variants::watch_of_variant;
use platform::sources::ForumItem;
use platform::wire::{MatchSpan, StoredSpans};

/// The most occurrences of a keyword in one item that are shown.
const MAX_SPANS: usize = 50;
/// The number of items from which on two threads share a batch.
const LARGE: usize = 50;

/// A watch that an item matches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The item's index in the batch.
    pub item: usize,
    pub watch_id: Uuid,
    pub matches: StoredSpans,
}

/// The outcome of matching a batch.
#[derive(Debug, Default)]
pub struct Matched {
    pub found: Vec<Found>,
    /// The matches of the variants of watches, under the watch's id.
    pub of_variants: Vec<Found>,
    /// The indices of the items that some watch would match if their score were higher, in order.
    pub waiting: Vec<usize>,
    /// The cost of the regular expressions, in processor time.
    pub costs: Vec<PatternCost>,
}

impl Matched {
    /// Appends the outcome of later items of the batch.
    fn append(&mut self, mut later: Self) {
        self.found.append(&mut later.found);
        self.of_variants.append(&mut later.of_variants);
        self.waiting.append(&mut later.waiting);
        self.costs.append(&mut later.costs);
    }

    /// Returns the indices of the items to be kept: those that are matched, or would be with a
    /// higher score.
    pub fn kept(&self) -> HashSet<usize> {
        let found = self.found.iter().map(|found| found.item);
        found.chain(self.waiting.iter().copied()).collect()
    }
}

/// Finds all matches of a batch, by item and then by watch, off the threads that serve requests:
/// even a short text can keep a core busy when the queries of all users are searched for in it.
///
/// # Errors
/// The thread that matched panicked.
pub async fn match_items(
    watches: Arc<Snapshot>,
    items: Arc<[ForumItem]>,
) -> Result<Matched, tokio::task::JoinError> {
    // Most polls read nothing new.
    if items.is_empty() {
        return Ok(Matched::default());
    }
    let of_one = match items.len() {
        LARGE.. => items.len().div_ceil(2),
        small => small,
    };
    let parts = (0..items.len()).step_by(of_one).map(|first| {
        let (watches, items) = (watches.clone(), items.clone());
        let places = first..items.len().min(first + of_one);
        tokio::task::spawn_blocking(move || match_places(&watches, &items, places))
    });
    let mut matched = Matched::default();
    for part in futures::future::try_join_all(parts).await? {
        matched.append(part);
    }
    Ok(matched)
}

/// Finds the matches of the items at these indices of the batch.
fn match_places(watches: &Snapshot, items: &[ForumItem], places: Range<usize>) -> Matched {
    let mut scratch = Scratch::measuring(processor_time);
    let mut matches = Vec::new();
    let (mut found, mut of_variants, mut waiting) = (Vec::new(), Vec::new(), Vec::new());
    for place in places {
        let item = &items[place];
        let item = item.searched();
        // No query requires a low score: an item that does not match with this score would not with
        // any.
        let highest = Item { score: Some(i64::MAX), ..item };
        watches.matches_into(&highest, &mut scratch, &mut matches);
        if scratch.take_scored() {
            let possible = matches.len();
            watches.matches_into(&item, &mut scratch, &mut matches);
            if matches.len() < possible {
                waiting.push(place);
            }
            scratch.take_scored();
        }
        let by_watch = matches.chunk_by(|a, b| a.watch == b.watch);
        for matches in by_watch {
            let (id, variant) = (matches[0].watch, watch_of_variant(matches[0].watch));
            let list = match variant {
                Some(_) => &mut of_variants,
                None => &mut found,
            };
            list.push(Found {
                item: place,
                watch_id: variant.unwrap_or(Uuid::from_u128(id.0)),
                matches: spans(&item, matches),
            });
        }
    }
    let costs = scratch.take_costs();
    Matched { found, of_variants, waiting, costs }
}

/// Returns the time that this thread has run, without the time it has waited for a processor.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

/// Returns the positions of the keyword, as they are stored.
pub(super) fn spans(item: &Item<'_>, matches: &[Match]) -> StoredSpans {
    let shown = &matches[..matches.len().min(MAX_SPANS)];
    StoredSpans(MatchSpan::of_matches(item, shown))
}
