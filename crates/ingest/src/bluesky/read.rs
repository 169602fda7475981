//! Reads Bluesky as long as a process runs, one stream after the other.

use std::sync::Arc;
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use super::{Compared, StreamReader};
use crate::removal::recheck::{Recheck, look_back};
use crate::steps::{Given, LOOK, repeat, repeat_reading, time_until};
use foundation::telemetry::metrics::Source;
use platform::context::Context;
use platform::sources::bluesky::Bluesky;

/// Minimum time between two attempts to open a stream that ended.
const MIN_WAIT: Duration = Duration::from_millis(50);
/// Time between two looks whether a comparison is due.
const LOOK_TO_COMPARE: Duration = Duration::from_secs(10);

/// Reads Bluesky, and looks at its stored items again, as the stream may have announced deletions while
/// it was not read.
pub(crate) async fn read_bluesky(source: Arc<Bluesky>, (context, watches, stop): Given) {
    tracing::info!(watches = watches.len(), "reading Bluesky");
    context.metrics.reads(Source::Bluesky);
    let recheck = Recheck::new(context.clone(), source.clone(), watches.clone());
    let reader = StreamReader::new(context.clone(), source, watches);
    futures::join!(
        read_streams(&reader, context, stop.clone()),
        compare(&reader, stop.clone()),
        look_back(recheck, stop.clone()),
    );
}

/// Compares what is stored with what another instance has, from time to time.
async fn compare(reader: &StreamReader, stop: CancellationToken) {
    let step = async || {
        match reader.compare_once().await? {
            Some(Compared { error: Some(error), .. }) => {
                tracing::warn!(%error, "could not compare two instances of Bluesky's stream");
            }
            Some(Compared { expected, missing, .. }) => {
                tracing::info!(expected, missing, "compared two instances of Bluesky's stream");
            }
            None => {}
        }
        Ok(LOOK_TO_COMPARE)
    };
    repeat("comparing instances of Bluesky", LOOK_TO_COMPARE, &stop, step).await;
}

/// Reads one stream after the other.
async fn read_streams(reader: &StreamReader, context: Context, stop: CancellationToken) {
    let step = async || {
        if reader.read(&stop).await? {
            return Ok(Duration::ZERO);
        }
        let due = reader.next_due().await?;
        Ok(time_until(due, context.clock.now()).clamp(MIN_WAIT, LOOK))
    };
    repeat_reading("reading Bluesky", LOOK, (&context, &stop), step).await;
}
