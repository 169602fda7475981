//! What has become of chats.

use std::collections::{BTreeMap, BTreeSet};

/// The chats that have moved or are gone.
#[derive(Default)]
pub(crate) struct Chats {
    /// Groups of Telegram that have become supergroups, with the number of each.
    pub(crate) upgraded: BTreeMap<String, i64>,
    /// Topics of Telegram that were deleted: the chat and the topic.
    pub(crate) deleted_topics: BTreeSet<(String, i64)>,
    /// Threads of Discord that were deleted.
    pub(crate) deleted_threads: BTreeSet<String>,
}
