//! Reads instances of Lemmy as long as a process runs, one poll after the other.

use std::sync::Arc;
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use super::{LemmyReader, ReadInstance};
use crate::removal::recheck::{Recheck, look_back};
use crate::steps::{Given, LOOK, LOOK_BACK, repeat_reading, time_until};
use foundation::telemetry::metrics::Source;
use platform::context::Context;
use platform::sources::lemmy::Lemmy;

/// Reads instances of Lemmy, and looks at their stored items again.
pub(crate) async fn read_lemmy(source: Arc<Lemmy>, (context, watches, stop): Given) {
    tracing::info!(watches = watches.len(), "reading Lemmy");
    context.metrics.reads(Source::Lemmy);
    let recheck = Recheck::new(context.clone(), source.clone(), watches.clone());
    let reader = LemmyReader::new(context.clone(), source, watches);
    futures::join!(read_instances(reader, context, stop.clone()), look_back(recheck, stop.clone()),);
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
        Ok(time_until(due, context.clock.now()).clamp(LOOK, LOOK_BACK))
    };
    repeat_reading("reading Lemmy", LOOK, (&context, &stop), step).await;
}

fn log_lemmy(read: &ReadInstance) {
    let ReadInstance { address, pages, skipped, stored, removed, gaps, error } = read;
    let (new, notifications) = (stored.new_items, stored.notifications);
    let removed = removed.items;
    match error {
        None if *gaps > 0 => tracing::warn!(
            address,
            pages,
            new,
            "more was posted on Lemmy since the last poll than is read at once"
        ),
        None => tracing::info!(address, pages, skipped, new, notifications, removed, "read Lemmy"),
        Some(error) => tracing::warn!(address, %error, "could not read Lemmy"),
    }
}
