//! Finds the watches that items match. Work for the processor: no I/O.

use std::sync::Arc;
use std::time::Duration;

use matcher::{Item, Match, PatternCost, Scratch, Snapshot};
use rustix::time::{ClockId, clock_gettime};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::forum::ForumItem;
use crate::wire::MatchSpan;

/// A keyword that stands more often in one item is shown this often.
const MAX_SPANS: usize = 50;

/// A watch that an item matches.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// The item's place in the batch.
    pub item: usize,
    pub watch_id: Uuid,
    /// As [`MatchSpan`]s.
    pub matches: Value,
}

/// What matching a batch came to.
#[derive(Debug, Default)]
pub struct Matched {
    pub found: Vec<Found>,
    /// What the regular expressions cost, in time of the processor.
    pub costs: Vec<PatternCost>,
}

/// Finds all matches of a batch, by item and then by watch, off the threads that serve requests: a
/// short text can keep a core busy too, when the queries of all users are looked for in it.
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
    tokio::task::spawn_blocking(move || match_batch(&watches, &items)).await
}

fn match_batch(watches: &Snapshot, items: &[ForumItem]) -> Matched {
    let mut scratch = Scratch::measuring(processor_time);
    let mut matches = Vec::new();
    let mut found = Vec::new();
    for (place, item) in items.iter().enumerate() {
        let item = item.searched();
        watches.matches_into(&item, &mut scratch, &mut matches);
        let by_watch = matches.chunk_by(|a, b| a.watch == b.watch);
        found.extend(by_watch.map(|matches| Found {
            item: place,
            watch_id: Uuid::from_u128(matches[0].watch.0),
            matches: spans(&item, matches),
        }));
    }
    let costs = scratch.take_costs();
    Matched { found, costs }
}

/// How long this thread has run: not how long it has waited for a processor.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

/// Returns where the keyword stands, as it is stored.
pub(super) fn spans(item: &Item<'_>, matches: &[Match]) -> Value {
    let shown = &matches[..matches.len().min(MAX_SPANS)];
    json!(MatchSpan::of_matches(item, shown))
}
