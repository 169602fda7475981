//! Reads feeds as long as a process runs, several at a time.

use std::sync::Arc;
use std::time::Duration;

use super::{FeedReader, PolledOnce};
use crate::steps::{Given, LOOK, repeat_reading};
use foundation::telemetry::metrics::Source;
use platform::sources::feed::FeedClient;

/// Number of feeds that are requested at once: a slow one holds up no other.
const FEEDS_AT_ONCE: usize = 4;

/// Reads the feeds that users follow. Entries that have left a feed are not looked for: feeds keep their
/// latest entries, and say nothing about the others.
pub(crate) async fn read_feeds(source: Arc<FeedClient>, (context, watches, stop): Given) {
    tracing::info!(watches = watches.len(), "reading feeds");
    context.metrics.reads(Source::Feeds);
    let reader = FeedReader::new(context.clone(), source, watches);
    let step = async || {
        let polled = reader.poll_once().await?;
        Ok(polled.map_or(LOOK, |polled| {
            log_feed(&polled);
            if polled.put_off.is_none() {
                context.metrics.polled(Source::Feeds, polled.error.is_none());
            }
            Duration::ZERO
        }))
    };
    let by = (&context, &stop);
    let polls = (0..FEEDS_AT_ONCE).map(|_| repeat_reading("reading feeds", LOOK, by, step));
    futures::future::join_all(polls).await;
}

/// Logs a feed by its id: its address may hold a secret.
fn log_feed(polled: &PolledOnce) {
    let PolledOnce { feed, stored, is_unchanged, error, put_off } = polled;
    if let Some(reason) = put_off {
        tracing::info!(%feed, ?reason, "put off reading a feed");
        return;
    }
    let (new, notifications) = (stored.new_items, stored.notifications);
    match error {
        None => tracing::info!(%feed, is_unchanged, new, notifications, "read a feed"),
        Some(error) => tracing::warn!(%feed, %error, "could not read a feed"),
    }
}
