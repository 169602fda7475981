//! A set of watches that changes while items are searched.

mod changes;
mod chunked_vec;
mod live_matcher;
mod recent;
mod snapshot;

pub use live_matcher::{FOLD_AFTER, LiveMatcher};
pub use snapshot::Snapshot;
