//! Polls the listings of Reddit, and runs the jobs that belong to that.

use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;
use tokio_util::sync::CancellationToken;

use super::audit::Audit;
use super::fill::Filler;
use super::logs::{log_audit, log_fill, log_look, log_place, log_threads};
use super::places::PlaceCheck;
use super::poller::Poller;
use super::threads::Threads;
use crate::removal::recheck::{Recheck, look_back};
use crate::steps::{Given, LOOK, pause, repeat, repeat_reading};
use foundation::telemetry::metrics::Source;
use platform::context::Context;
use platform::silence::{Change, ForumState, ForumWatch, forum_state};
use platform::sources::reddit::Forum;

/// Number of polls that one process makes at once.
const WORKERS: usize = 4;
const MIN_LOOK: Duration = Duration::from_millis(50);
/// Interval between two checks whether the forum is being read.
const WATCH: Duration = Duration::from_secs(5);
/// Interval between two looks for gaps that can be filled.
const LOOK_FOR_GAPS: Duration = Duration::from_secs(10);
/// Interval between two requests for posts of a gap by the comments on them.
const LOOK_FOR_THREADS: Duration = Duration::from_secs(60);
/// Interval between two checks whether an audit is due.
const LOOK_FOR_AUDITS: Duration = Duration::from_secs(60);

/// Polls listings of the forum, and runs the jobs that belong to that.
pub(crate) async fn read_forum(forum: Arc<dyn Forum>, (context, watches, stop): Given) {
    tracing::info!(watches = watches.len(), "reading the forum");
    context.metrics.reads(Source::Reddit);
    let recheck = Recheck::new(context.clone(), forum.clone(), watches.clone());
    let places = PlaceCheck::new(context.clone(), forum.clone());
    let filler = Filler::new(context.clone(), forum.clone(), watches.clone());
    let threads = Threads::new(context.clone(), forum.clone(), watches.clone());
    let audit = Audit::new(context.clone(), forum.clone(), watches.clone());
    let poller = Arc::new(Poller::new(context.clone(), forum, watches.clone()));
    let workers = (0..WORKERS).map(|_| poll(poller.clone(), context.clone(), stop.clone()));
    futures::join!(
        watch_forum(context.clone(), stop.clone()),
        look_back(recheck, stop.clone()),
        fill_gaps(filler, context.clone(), stop.clone()),
        ask_for_threads(threads, stop.clone()),
        check_places(places, stop.clone()),
        audit_places(audit, stop.clone()),
        futures::future::join_all(workers),
    );
}

/// Polls one listing after the other.
async fn poll(poller: Arc<Poller>, context: Context, stop: CancellationToken) {
    let step = async || match poller.poll_once().await? {
        // The others that are due stay due, so that the latest of all comes first when there is a request again.
        Some(polled) if polled.is_paced && polled.error.is_some() => Ok(LOOK),
        Some(_) => Ok(Duration::ZERO),
        None => Ok(time_to_next(&poller, &context).await),
    };
    repeat_reading("a poll", LOOK, (&context, &stop), step).await;
}

async fn time_to_next(poller: &Poller, context: &Context) -> Duration {
    let due = poller.next_due().await.ok().flatten();
    let wait = due.map_or(TimeDelta::zero(), |due| due - context.clock.now());
    wait.to_std().unwrap_or_default().clamp(MIN_LOOK, LOOK)
}

/// Fills what polls could not reach, one page after the other.
async fn fill_gaps(filler: Filler, context: Context, stop: CancellationToken) {
    let step = async || {
        let filled = filler.fill_once().await?;
        Ok(filled.map_or(LOOK_FOR_GAPS, |filled| {
            log_fill(&filled);
            filled.pause()
        }))
    };
    repeat_reading("filling a gap", LOOK_FOR_GAPS, (&context, &stop), step).await;
}

/// Asks for posts of gaps that comments belong to.
async fn ask_for_threads(threads: Threads, stop: CancellationToken) {
    let step = async || {
        if let Some(asked) = threads.ask_once().await? {
            log_threads(&asked);
        }
        Ok(LOOK_FOR_THREADS)
    };
    repeat("asking for posts of a gap", LOOK_FOR_THREADS, &stop, step).await;
}

/// Asks about the subreddits that are watched: new or hidden ones one after the other, those that are read
/// together.
async fn check_places(places: PlaceCheck, stop: CancellationToken) {
    let step = async || {
        if let Some(checked) = places.check_once().await? {
            log_place(&checked);
            return Ok(checked.pause);
        }
        log_look(&places.look_once().await?);
        Ok(LOOK)
    };
    repeat("verifying a subreddit", LOOK, &stop, step).await;
}

/// Compares subreddits' own listings with what is stored of them.
async fn audit_places(audit: Audit, stop: CancellationToken) {
    let step = async || {
        if let Some(audited) = audit.audit_once().await? {
            log_audit(&audited);
        }
        Ok(LOOK_FOR_AUDITS)
    };
    repeat("an audit", LOOK_FOR_AUDITS, &stop, step).await;
}

/// Reports to the operator when the forum can no longer be read, and when it can again.
async fn watch_forum(context: Context, stop: CancellationToken) {
    let mut watch = ForumWatch::default();
    // Not at once: after a rest the first poll is still to come.
    while pause(WATCH, &stop).await.is_some() {
        match forum_now(&context).await {
            Ok(state) => match watch.look(state.as_ref()) {
                Some(Change::Unreadable { since, reason }) => {
                    tracing::error!(?since, reason, "the forum cannot be read");
                }
                Some(Change::Readable) => tracing::info!("the forum can be read again"),
                None => {}
            },
            Err(error) => {
                tracing::error!(error = %format!("{error:#}"), "could not look at the forum's state");
            }
        }
    }
}

async fn forum_now(context: &Context) -> anyhow::Result<Option<ForumState>> {
    let mut conn = context.conn().await?;
    Ok(forum_state(context.clock.now(), &mut conn).await?)
}
