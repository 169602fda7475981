//! The result of a poll, and its line in the log.

use std::time::Duration;

use uuid::Uuid;

use crate::store::Stored;

/// One poll, for the log and for tests.
#[derive(Debug)]
pub struct Polled {
    pub listing: String,
    pub pages: usize,
    pub items: usize,
    pub skipped: usize,
    pub stored: Stored,
    pub gap: bool,
    /// Members that are read again, in smaller listings, since the listing does not reach as far back.
    pub to_fill: usize,
    /// The reason why the poll did not reach its end.
    pub error: Option<String>,
    /// Whether the request budget has cut it short.
    pub is_paced: bool,
}

/// Logs a poll. One that the budget has cut short is no news: `pacing` reports that.
pub(super) fn log_poll(polled: &Polled, took: Duration) {
    let poll = Uuid::now_v7();
    let millis = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
    let Polled { listing, pages, items, skipped, stored, gap, to_fill, error, is_paced } = polled;
    let (new, notifications) = (stored.new_items, stored.notifications);
    if (*gap || *to_fill > 0) && !is_paced {
        tracing::warn!(
            %poll, listing, pages, items, to_fill,
            "more was posted since the last poll than the listing reaches back to"
        );
    }
    match error {
        None => tracing::info!(
            %poll, listing, pages, items, skipped, new, notifications, gap, to_fill, millis, "polled"
        ),
        Some(error) if *is_paced => tracing::debug!(
            %poll, listing, pages, items, skipped, new, notifications, gap, to_fill, millis, error,
            "the request budget has cut a poll short"
        ),
        Some(error) => tracing::warn!(
            %poll, listing, pages, items, skipped, new, notifications, gap, to_fill, millis, error,
            "a poll did not reach its end"
        ),
    }
}
