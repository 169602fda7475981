//! Searches items for watches: for many at once, or for one repeatedly.

mod entry;
mod matcher;
mod occurrence;
mod packed_entries;
mod pattern_cost;
mod places;
mod postings;
mod prepared_item;
mod query_scratch;
mod query_set;
mod records;
mod scope_index;
mod scratch;
mod single_watch;

pub(crate) use entry::Entry;
pub use matcher::Matcher;
pub use occurrence::Match;
pub(crate) use occurrence::{
    Occurrence, admits, admits_any, collect_admitted, sort_matches, sort_watches,
};
pub use pattern_cost::PatternCost;
pub use prepared_item::PreparedItem;
pub(crate) use prepared_item::ordered_occurrences;
pub(crate) use query_scratch::QueryScratch;
pub use scratch::Scratch;
pub(crate) use scratch::SearchScratch;
pub(crate) use single_watch::Search;
pub use single_watch::SingleWatch;
