//! Watches by number.

/// Names a watch. The caller gives the numbers, for instance those of UUIDs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WatchId(pub u128);
