//! Reads the sites other than the first forum, and looks at stored items of any source again.

use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;
use tokio_util::sync::CancellationToken;

use super::feed::FeedReader;
use super::lemmy::LemmyReader;
use super::logs::{log_check, log_feed, log_lemmy, log_sequence};
use super::recheck::Recheck;
use super::sequence::SequenceReader;
use super::steps::{repeat, repeat_reading};
use super::stream::StreamReader;
use super::{Given, LOOK};
use foundation::metrics::Source;
use platform::context::Context;
use platform::sources::bluesky::Bluesky;
use platform::sources::feed::FeedClient;
use platform::sources::hacker_news::HackerNews;
use platform::sources::lemmy::Lemmy;

/// Maximum time between two looks at due items.
const LOOK_BACK: Duration = Duration::from_secs(60);
/// Time until the next attempt to begin with a source that gave no answer.
const BEGIN_AGAIN: TimeDelta = TimeDelta::seconds(10);

/// Number of feeds that are requested at once: a slow one holds up no other.
const FEEDS_AT_ONCE: usize = 4;
/// Minimum time between two attempts to open a stream that ended.
const MIN_WAIT: Duration = Duration::from_millis(50);

/// Reads a site for as long as it is enabled, until `stop`.
pub(super) async fn while_read<Reading: Future<Output = ()>>(
    place: &str,
    (context, watches, stop): Given,
    read: impl Fn(Given) -> Reading,
) {
    loop {
        tokio::select! {
            () = stop.cancelled() => return,
            () = context.sites.until(place, true) => {}
        }
        let ended = stop.child_token();
        let ending = async {
            tokio::select! {
                () = context.sites.until(place, false) => ended.cancel(),
                () = ended.cancelled() => {}
            }
        };
        let given = (context.clone(), watches.clone(), ended.clone());
        futures::join!(read(given), ending);
    }
}

/// Reads Hacker News, and looks at its stored items again.
pub(super) async fn read_hacker_news(source: Arc<HackerNews>, (context, watches, stop): Given) {
    tracing::info!(watches = watches.len(), "reading Hacker News");
    context.metrics.reads(Source::HackerNews);
    let recheck = Recheck::new(context.clone(), source.clone(), watches.clone());
    let reader = SequenceReader::new(context.clone(), source, watches);
    futures::join!(
        read_sequence(reader, context, stop.clone()),
        look_back(recheck, stop.clone()),
    );
}

/// Reads Bluesky, and looks at its stored items again, as the stream may have announced deletions while
/// it was not read.
pub(super) async fn read_bluesky(source: Arc<Bluesky>, (context, watches, stop): Given) {
    tracing::info!(watches = watches.len(), "reading Bluesky");
    context.metrics.reads(Source::Bluesky);
    let recheck = Recheck::new(context.clone(), source.clone(), watches.clone());
    let reader = StreamReader::new(context.clone(), source, watches);
    futures::join!(
        read_streams(reader, context, stop.clone()),
        look_back(recheck, stop.clone()),
    );
}

/// Reads instances of Lemmy, and looks at their stored items again.
pub(super) async fn read_lemmy(source: Arc<Lemmy>, (context, watches, stop): Given) {
    tracing::info!(watches = watches.len(), "reading Lemmy");
    context.metrics.reads(Source::Lemmy);
    let recheck = Recheck::new(context.clone(), source.clone(), watches.clone());
    let reader = LemmyReader::new(context.clone(), source, watches);
    futures::join!(
        read_instances(reader, context, stop.clone()),
        look_back(recheck, stop.clone()),
    );
}

/// Reads the feeds that users follow. Entries that have left a feed are not looked for: feeds keep their
/// latest entries, and say nothing about the others.
pub(super) async fn read_feeds(source: Arc<FeedClient>, (context, watches, stop): Given) {
    tracing::info!(watches = watches.len(), "reading feeds");
    context.metrics.reads(Source::Feeds);
    let reader = FeedReader::new(context.clone(), source, watches);
    let step = async || {
        let polled = reader.poll_once().await?;
        Ok(polled.map_or(LOOK, |polled| {
            log_feed(&polled);
            context
                .metrics
                .polled(Source::Feeds, polled.error.is_none());
            Duration::ZERO
        }))
    };
    let by = (&context, &stop);
    let polls = (0..FEEDS_AT_ONCE).map(|_| repeat_reading("reading feeds", LOOK, by, step));
    futures::future::join_all(polls).await;
}

/// Reads one stream after the other.
async fn read_streams(reader: StreamReader, context: Context, stop: CancellationToken) {
    let step = async || {
        if reader.read(&stop).await? {
            return Ok(Duration::ZERO);
        }
        let due = reader.next_due().await?;
        let wait = due.map_or(BEGIN_AGAIN, |due| due - context.clock.now());
        Ok(wait.to_std().unwrap_or_default().clamp(MIN_WAIT, LOOK))
    };
    repeat_reading("reading Bluesky", LOOK, (&context, &stop), step).await;
}

/// Reads what is new on a source whose ids count up, one poll after the other.
async fn read_sequence(reader: SequenceReader, context: Context, stop: CancellationToken) {
    let step = async || {
        let read = reader.read_once(&stop).await?;
        if let Some(read) = &read {
            log_sequence(read);
            context
                .metrics
                .polled(Source::HackerNews, read.error.is_none());
        }
        if read.is_some_and(|read| read.is_behind) {
            return Ok(Duration::ZERO);
        }
        let due = reader.next_due().await?;
        // Without a row the source could not be begun.
        let wait = due.map_or(BEGIN_AGAIN, |due| due - context.clock.now());
        Ok(wait.to_std().unwrap_or_default().clamp(LOOK, LOOK_BACK))
    };
    repeat_reading("reading Hacker News", LOOK, (&context, &stop), step).await;
}

/// Reads what is new on instances of Lemmy, one poll after the other.
async fn read_instances(reader: LemmyReader, context: Context, stop: CancellationToken) {
    let step = async || {
        if let Some(read) = reader.read_once(&stop).await? {
            log_lemmy(&read);
            context.metrics.polled(Source::Lemmy, read.error.is_none());
            return Ok(Duration::ZERO);
        }
        let due = reader.next_due().await?;
        let wait = due.map_or(BEGIN_AGAIN, |due| due - context.clock.now());
        Ok(wait.to_std().unwrap_or_default().clamp(LOOK, LOOK_BACK))
    };
    repeat_reading("reading Lemmy", LOOK, (&context, &stop), step).await;
}

/// Looks for stored items again, one call after the other.
pub(super) async fn look_back(recheck: Recheck, stop: CancellationToken) {
    let step = async || {
        let checked = recheck.check_once().await?;
        Ok(checked.map_or(LOOK_BACK, |checked| {
            log_check(&checked);
            checked.pause()
        }))
    };
    repeat("looking back", LOOK_BACK, &stop, step).await;
}
