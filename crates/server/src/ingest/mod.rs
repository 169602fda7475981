//! From the forum to notifications: polls listings, stores what is new, matches it, and leaves
//! behind notifications and messages to be sent, all in one transaction.

mod alerts;
pub mod audit;
pub mod coverage;
pub mod fill;
pub mod gap_rounds;
pub mod give_up;
mod kept;
mod logs;
mod missed;
pub mod outcome;
pub mod pager;
pub mod partitions;
pub mod places;
pub mod plan;
pub mod poller;
pub mod promise;
pub mod purge;
pub mod put_off;
mod reader;
pub mod recheck;
mod removal;
pub mod retention;
pub mod retry;
pub mod sequence;
pub mod store;
mod stories;
pub mod threads;
pub mod unmatched;
mod width;

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;
use futures::FutureExt;
use futures::future::OptionFuture;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use self::audit::Audit;
use self::fill::Filler;
use self::give_up::give_up_oldest;
use self::logs::{
    log_audit, log_check, log_coverage, log_fill, log_gap_messages, log_look, log_place,
    log_sequence, log_threads,
};
use self::partitions::make_coming_weeks;
use self::places::PlaceCheck;
use self::poller::Poller;
use self::recheck::{Asked, Recheck};
use self::sequence::SequenceReader;
use self::threads::Threads;
use crate::context::Context;
use crate::db::listen::listen;
use crate::silence::{Change, ForumState, ForumWatch, forum_state};
use crate::sources::hacker_news::HackerNews;
use crate::sources::reddit::Forum;
use crate::watches::ActiveWatches;

/// Polls that one process makes at once.
const WORKERS: usize = 4;
/// Changes of watches, and listings that fell due, are looked for at least this often.
const LOOK: Duration = Duration::from_secs(1);
const MIN_LOOK: Duration = Duration::from_millis(50);
/// How often it is asked whether the forum is being read.
const WATCH: Duration = Duration::from_secs(5);
/// Items that are due to be looked for again are looked for at least this often.
const LOOK_BACK: Duration = Duration::from_secs(60);
/// After this time it is tried again to begin with a source that gave no answer.
const BEGIN_AGAIN: TimeDelta = TimeDelta::seconds(10);
/// Gaps that can be filled are looked for this often.
const LOOK_FOR_GAPS: Duration = Duration::from_secs(10);
/// How often posts of a gap are asked for by the comments on them.
const LOOK_FOR_THREADS: Duration = Duration::from_secs(60);
/// What became of gaps is looked for this often.
const LOOK_AT_GAPS: Duration = Duration::from_secs(20);
/// The rest between two batches of such messages: alerts wait behind them, and go on meanwhile.
const REST_BETWEEN_REPORTS: Duration = Duration::from_secs(1);
/// How often it is asked whether an audit is due.
const LOOK_FOR_AUDITS: Duration = Duration::from_secs(60);
const CLEAN_UP: Duration = Duration::from_secs(6 * 3_600);
/// How often the coming weeks are looked after, and again when they could not all be made.
const WEEKS: Duration = Duration::from_secs(3_600);
const WEEKS_AGAIN: Duration = Duration::from_secs(60);

/// Reads the sources until `stop`.
pub async fn run(
    context: Context,
    forum: Option<Arc<dyn Forum>>,
    hacker_news: Option<Arc<HackerNews>>,
    stop: CancellationToken,
) {
    let cleaning = async {
        futures::join!(
            clean_up(context.clone(), stop.clone()),
            unmatched::run(context.clone(), stop.clone()),
            purge::run(context.clone(), stop.clone()),
        );
    };
    if forum.is_none() && hacker_news.is_none() {
        tracing::warn!(
            "no source is configured, so nothing is read; set forum.client_id or hacker_news.enabled"
        );
        return cleaning.await;
    }
    let Some(watches) = load(&context, &stop).await else {
        return;
    };
    let (of_forum, of_hacker_news) = (context.clone(), context.clone());
    let forum = forum.map(|forum| read_forum(of_forum, forum, watches.clone(), stop.clone()));
    let hacker_news = hacker_news
        .map(|source| read_hacker_news(of_hacker_news, source, watches.clone(), stop.clone()));
    futures::join!(
        cleaning,
        keep_schedules(context.clone(), stop.clone()),
        follow_watches(context.clone(), watches.clone(), stop.clone()),
        promise::run(context.clone(), stop.clone()),
        report_gaps(context.clone(), stop.clone()),
        OptionFuture::from(forum),
        OptionFuture::from(hacker_news),
    );
}

/// Polls listings of the forum, and does what belongs to that.
async fn read_forum(
    context: Context,
    forum: Arc<dyn Forum>,
    watches: Arc<ActiveWatches>,
    stop: CancellationToken,
) {
    tracing::info!(watches = watches.len(), "reading the forum");
    let asked = Asked::Reddit(forum.clone());
    let recheck = Recheck::new(context.clone(), asked, watches.clone());
    let places = PlaceCheck::new(context.clone(), forum.clone());
    let filler = Filler::new(context.clone(), forum.clone(), watches.clone());
    let threads = Threads::new(context.clone(), forum.clone(), watches.clone());
    let audit = Audit::new(context.clone(), forum.clone(), watches.clone());
    let poller = Arc::new(Poller::new(context.clone(), forum, watches.clone()));
    let workers = (0..WORKERS).map(|_| poll(poller.clone(), context.clone(), stop.clone()));
    futures::join!(
        watch_forum(context.clone(), stop.clone()),
        look_back(recheck, stop.clone()),
        fill_gaps(filler, stop.clone()),
        ask_for_threads(threads, stop.clone()),
        check_places(places, stop.clone()),
        audit_places(audit, stop.clone()),
        futures::future::join_all(workers),
    );
}

/// Reads Hacker News, and looks for what is stored of it again.
async fn read_hacker_news(
    context: Context,
    source: Arc<HackerNews>,
    watches: Arc<ActiveWatches>,
    stop: CancellationToken,
) {
    tracing::info!(watches = watches.len(), "reading Hacker News");
    let asked = Asked::HackerNews(source.clone());
    let recheck = Recheck::new(context.clone(), asked, watches.clone());
    let reader = SequenceReader::new(context.clone(), source, watches.clone());
    futures::join!(
        read_sequence(reader, context.clone(), stop.clone()),
        look_back(recheck, stop.clone()),
    );
}

/// Reads what is new of a source whose ids count up, one poll after the other.
async fn read_sequence(reader: SequenceReader, context: Context, stop: CancellationToken) {
    let step = async || {
        let read = reader.read_once(&stop).await?;
        if let Some(read) = &read {
            log_sequence(read);
        }
        if read.is_some_and(|read| read.is_behind) {
            return Ok(Duration::ZERO);
        }
        let due = reader.next_due().await?;
        // Without a row it could not be begun.
        let wait = due.map_or(BEGIN_AGAIN, |due| due - context.clock.now());
        Ok(wait.to_std().unwrap_or_default().clamp(LOOK, LOOK_BACK))
    };
    while take_step("reading Hacker News", LOOK, &stop, step())
        .await
        .is_some()
    {}
}

/// The watches, as soon as the database gives them.
async fn load(context: &Context, stop: &CancellationToken) -> Option<Arc<ActiveWatches>> {
    loop {
        match ActiveWatches::load(&context.pool).await {
            Ok(watches) => return Some(Arc::new(watches)),
            Err(error) => {
                tracing::error!(error = %format!("{error:#}"), "could not load the watches");
            }
        }
        pause(LOOK, stop).await?;
    }
}

/// Takes in changes as they are announced, and looks each second in case one was not.
async fn follow_watches(context: Context, watches: Arc<ActiveWatches>, stop: CancellationToken) {
    let changed = Notify::new();
    let listening = listen(&context.database, "watch_changed", stop.clone(), |_| {
        changed.notify_one();
    });
    let following = async {
        loop {
            tokio::select! {
                () = stop.cancelled() => return,
                () = changed.notified() => {}
                () = tokio::time::sleep(LOOK) => {}
            }
            if let Err(error) = watches.catch_up(&context.pool).await {
                tracing::error!(error = %format!("{error:#}"), "could not follow changes of watches");
            }
        }
    };
    futures::join!(listening, following);
}

/// Takes a step, which says how long to rest, and rests; none if it is time to stop. Whatever goes
/// wrong in a step, the next one follows after `rest`.
async fn take_step(
    name: &str,
    rest: Duration,
    stop: &CancellationToken,
    step: impl Future<Output = anyhow::Result<Duration>>,
) -> Option<()> {
    // A step that was begun is ended: its transactions are short and its requests are bounded.
    let wait = match AssertUnwindSafe(step).catch_unwind().await {
        Ok(Ok(wait)) => wait,
        Ok(Err(error)) => {
            tracing::error!(error = %format!("{error:#}"), "{name} failed");
            rest
        }
        Err(_) => {
            tracing::error!("{name} panicked");
            rest
        }
    };
    if stop.is_cancelled() {
        return None;
    }
    if wait.is_zero() {
        return Some(());
    }
    pause(wait, stop).await
}

/// Polls one listing after the other.
async fn poll(poller: Arc<Poller>, context: Context, stop: CancellationToken) {
    let step = async || match poller.poll_once().await? {
        Some(_) => Ok(Duration::ZERO),
        None => Ok(time_to_next(&poller, &context).await),
    };
    while take_step("a poll", LOOK, &stop, step()).await.is_some() {}
}

async fn time_to_next(poller: &Poller, context: &Context) -> Duration {
    let due = poller.next_due().await.ok().flatten();
    let wait = due.map_or(TimeDelta::zero(), |due| due - context.clock.now());
    wait.to_std().unwrap_or_default().clamp(MIN_LOOK, LOOK)
}

/// Looks for stored items again, one call after the other.
async fn look_back(recheck: Recheck, stop: CancellationToken) {
    let step = async || {
        let checked = recheck.check_once().await?;
        Ok(checked.map_or(LOOK_BACK, |checked| {
            log_check(&checked);
            checked.pause()
        }))
    };
    while take_step("looking back", LOOK_BACK, &stop, step())
        .await
        .is_some()
    {}
}

/// Fills what polls could not reach, one page after the other.
async fn fill_gaps(filler: Filler, stop: CancellationToken) {
    let step = async || {
        let filled = filler.fill_once().await?;
        Ok(filled.map_or(LOOK_FOR_GAPS, |filled| {
            log_fill(&filled);
            filled.pause()
        }))
    };
    while take_step("filling a gap", LOOK_FOR_GAPS, &stop, step())
        .await
        .is_some()
    {}
}

/// Asks for posts of gaps that comments belong to.
async fn ask_for_threads(threads: Threads, stop: CancellationToken) {
    let step = async || {
        if let Some(asked) = threads.ask_once().await? {
            log_threads(&asked);
        }
        Ok(LOOK_FOR_THREADS)
    };
    while take_step("asking for posts of a gap", LOOK_FOR_THREADS, &stop, step())
        .await
        .is_some()
    {}
}

/// Sends what became of gaps to those who want to know, some users after the others.
async fn report_gaps(context: Context, stop: CancellationToken) {
    let step = async || match gap_rounds::send_some(&context).await? {
        Some(sent) => {
            log_gap_messages(&sent);
            Ok(REST_BETWEEN_REPORTS)
        }
        None if gap_rounds::look(&context).await? => Ok(Duration::ZERO),
        None => Ok(LOOK_AT_GAPS),
    };
    while take_step("reporting gaps", LOOK_AT_GAPS, &stop, step())
        .await
        .is_some()
    {}
}

/// Asks about the subreddits that are watched: those that are new or hidden one after the other, those
/// that are read together.
async fn check_places(places: PlaceCheck, stop: CancellationToken) {
    let step = async || {
        if let Some(checked) = places.check_once().await? {
            log_place(&checked);
            return Ok(checked.pause);
        }
        log_look(&places.look_once().await?);
        Ok(LOOK)
    };
    while take_step("verifying a subreddit", LOOK, &stop, step())
        .await
        .is_some()
    {}
}

/// Compares subreddits' own listings with what is stored of them.
async fn audit_places(audit: Audit, stop: CancellationToken) {
    let step = async || {
        if let Some(audited) = audit.audit_once().await? {
            log_audit(&audited);
        }
        Ok(LOOK_FOR_AUDITS)
    };
    while take_step("an audit", LOOK_FOR_AUDITS, &stop, step())
        .await
        .is_some()
    {}
}

async fn clean_up(context: Context, stop: CancellationToken) {
    let requests = context.config.forum.requests_per_minute;
    loop {
        match give_up_oldest(&context.pool, requests, context.clock.now()).await {
            Ok(Some(given_up)) => tracing::warn!(
                ?given_up,
                "gave up the oldest week of matched items: more is matched than the request budget can \
                 look for in ninety days"
            ),
            Ok(None) => {}
            Err(error) => tracing::error!(error = %format!("{error:#}"), "could not give up items"),
        }
        match retention::delete_outdated(&context.pool, context.clock.now()).await {
            Ok(Some(deleted)) => tracing::info!(?deleted, "deleted what is kept no longer"),
            Ok(None) => {}
            Err(error) => tracing::error!(error = %format!("{error:#}"), "the clean-up failed"),
        }
        if let Err(error) = log_coverage(&context).await {
            tracing::error!(error = %format!("{error:#}"), "could not look at the coverage");
        }
        if pause(CLEAN_UP, &stop).await.is_none() {
            return;
        }
    }
}

/// Makes the weeks to come, long before anything is stored in them, and takes back what a clock put
/// off that was ahead.
async fn keep_schedules(context: Context, stop: CancellationToken) {
    loop {
        let wait = match make_coming_weeks(&context.pool, context.clock.now()).await {
            Ok(true) => WEEKS,
            Ok(false) => {
                tracing::warn!(
                    "the coming weeks' tables cannot be made yet, because transactions that go on hold \
                     those of items or notifications; tried again in a minute"
                );
                WEEKS_AGAIN
            }
            Err(error) => {
                tracing::error!(error = %format!("{error:#}"), "could not make the coming weeks' tables");
                WEEKS_AGAIN
            }
        };
        match take_back(&context).await {
            Ok(0) => {}
            Ok(taken) => tracing::warn!(
                taken,
                "made due what was scheduled further ahead than ever: the clock was ahead"
            ),
            Err(error) => {
                tracing::error!(error = %format!("{error:#}"), "could not look at the schedules");
            }
        }
        if pause(wait, &stop).await.is_none() {
            return;
        }
    }
}

async fn take_back(context: &Context) -> anyhow::Result<usize> {
    let mut conn = context.conn().await?;
    Ok(put_off::take_back(context.clock.now(), &context.config.delivery, &mut conn).await?)
}

/// Reports to the operator when the forum can no longer be read, and when it can again.
async fn watch_forum(context: Context, stop: CancellationToken) {
    let mut watch = ForumWatch::default();
    // Not at once: after a time of rest the first poll is still to come.
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

/// Waits; none if it is time to stop.
async fn pause(time: Duration, stop: &CancellationToken) -> Option<()> {
    tokio::select! {
        () = stop.cancelled() => None,
        () = tokio::time::sleep(time) => Some(()),
    }
}
