//! Reads Hacker News as long as a process runs, one poll after the other.

use std::sync::Arc;
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use super::{Read, SequenceReader};
use crate::removal::recheck::{Recheck, look_back};
use crate::steps::{Given, LOOK, LOOK_BACK, repeat_reading, time_until};
use foundation::telemetry::metrics::Source;
use platform::context::Context;
use platform::sources::hacker_news::HackerNews;

/// Reads Hacker News, and looks at its stored items again.
pub(crate) async fn read_hacker_news(source: Arc<HackerNews>, (context, watches, stop): Given) {
    tracing::info!(watches = watches.len(), "reading Hacker News");
    context.metrics.reads(Source::HackerNews);
    let recheck = Recheck::new(context.clone(), source.clone(), watches.clone());
    let reader = SequenceReader::new(context.clone(), source, watches);
    futures::join!(
        read_sequence(&reader, context, stop.clone()),
        reader.follow(&stop),
        look_back(recheck, stop.clone()),
    );
}

/// Reads what is new on a source whose ids count up, one poll after the other.
async fn read_sequence(reader: &SequenceReader, context: Context, stop: CancellationToken) {
    let step = async || {
        let read = reader.read_once(&stop).await?;
        if let Some(read) = &read {
            log_sequence(read);
            context.metrics.polled(Source::HackerNews, read.error.is_none());
        }
        if read.is_some_and(|read| read.is_behind) {
            return Ok(Duration::ZERO);
        }
        let due = reader.next_due().await?;
        let rest = time_until(due, context.clock.now()).clamp(LOOK, LOOK_BACK);
        tokio::select! {
            () = tokio::time::sleep(rest) => {}
            () = until_hurried(reader, &context) => {}
            () = stop.cancelled() => {}
        }
        Ok(Duration::ZERO)
    };
    repeat_reading("reading Hacker News", LOOK, (&context, &stop), step).await;
    if let Err(error) = reader.let_go().await {
        tracing::debug!(%error, "Hacker News is read on when the lease ends");
    }
}

/// Waits until an announced id is to be read.
async fn until_hurried(reader: &SequenceReader, context: &Context) {
    loop {
        match reader.hurried().map(|at| time_until(Some(at), context.clock.now())) {
            Some(time) if time.is_zero() => return,
            Some(time) => tokio::time::sleep(time).await,
            None => reader.announced().await,
        }
    }
}

fn log_sequence(read: &Read) {
    let Read { asked, waiting, stored, changed, is_behind, error } = read;
    let (new, notifications) = (stored.new_items, stored.notifications);
    match error {
        None => tracing::info!(
            asked,
            waiting,
            new,
            notifications,
            changed,
            is_behind,
            "read Hacker News"
        ),
        Some(error) => tracing::warn!(%error, "could not read Hacker News"),
    }
}
