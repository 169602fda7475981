//! The ids of watches.

/// Identifies a watch. The caller chooses the numbers, for instance those of UUIDs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WatchId(pub u128);
