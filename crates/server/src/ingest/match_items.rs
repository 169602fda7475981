//! Finds the watches that items match. Work for the processor: no I/O.

use std::sync::Arc;

use matcher::{Field, Item, Match, Scratch, Snapshot, Span, to_utf16};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::forum::ForumItem;

/// A keyword that stands more often in one item is shown this often.
const MAX_SPANS: usize = 50;
/// Larger batches are matched off the threads that serve requests.
const SMALL_BATCH_BYTES: usize = 64 << 10;

/// A watch that an item matches.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// The item's place in the batch.
    pub item: usize,
    pub watch_id: Uuid,
    /// `[{"field": "title" | "body", "start": n, "end": n}]`, UTF-16 units.
    pub matches: Value,
}

/// All matches of a batch, by item and then by watch.
///
/// # Errors
/// The thread that matched panicked.
pub async fn match_items(
    watches: Arc<Snapshot>,
    items: Arc<[ForumItem]>,
) -> Result<Vec<Found>, tokio::task::JoinError> {
    let bytes: usize = items.iter().map(|i| i.title.len() + i.body.len()).sum();
    if bytes <= SMALL_BATCH_BYTES {
        return Ok(match_batch(&watches, &items));
    }
    tokio::task::spawn_blocking(move || match_batch(&watches, &items)).await
}

fn match_batch(watches: &Snapshot, items: &[ForumItem]) -> Vec<Found> {
    let mut scratch = Scratch::new();
    let mut matches = Vec::new();
    let mut found = Vec::new();
    for (place, item) in items.iter().enumerate() {
        let item = Item {
            kind: item.kind,
            author: &item.author,
            ..Item::post(&item.subreddit, &item.title, &item.body)
        };
        watches.matches_into(&item, &mut scratch, &mut matches);
        let by_watch = matches.chunk_by(|a, b| a.watch == b.watch);
        found.extend(by_watch.map(|matches| Found {
            item: place,
            watch_id: Uuid::from_u128(matches[0].watch.0),
            matches: spans(&item, &matches[..matches.len().min(MAX_SPANS)]),
        }));
    }
    found
}

fn spans(item: &Item<'_>, matches: &[Match]) -> Value {
    let mut list = Vec::with_capacity(matches.len());
    for in_field in matches.chunk_by(|a, b| a.field == b.field) {
        let field = in_field[0].field;
        let name = match field {
            Field::Title => "title",
            Field::Body => "body",
            // Not shown: a query for an address, a flair or an author marks no text.
            Field::Flair | Field::Url | Field::Author => continue,
        };
        let bytes: Vec<Span> = in_field.iter().map(|m| m.span).collect();
        let units = to_utf16(item.text(field), &bytes);
        list.extend(
            units
                .iter()
                .map(|s| json!({"field": name, "start": s.start, "end": s.end})),
        );
    }
    Value::Array(list)
}
