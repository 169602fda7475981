use chrono::{DateTime, Utc};
use futures::future::BoxFuture;

use super::{ForumError, Page};

/// A source whose stored items are checked again. New items are read by a driver in `ingest`, each
/// in its own way: listings, ids that count up, a stream, or instances.
pub trait Source: Send + Sync {
    /// Returns the prefix of the source's ids, up to a colon; none for Reddit, whose ids have no
    /// colon.
    fn id_prefix(&self) -> Option<&'static str>;

    /// Returns whether a call costs the same however many ids it carries.
    fn takes_many(&self) -> bool;

    /// Reads items by their ids, at most 100, as they are `now`, whatever became of them. Missing
    /// items are left out.
    ///
    /// # Errors
    /// No answer, or one that cannot be read. Then nothing is known about any of them.
    fn stored<'a>(
        &'a self,
        forum_ids: &'a [String],
        now: DateTime<Utc>,
    ) -> BoxFuture<'a, Result<Page, ForumError>>;
}
