//! Turns items of the sources into notifications: polls listings, stores new items, matches them, and creates
//! notifications and messages to be sent, all in one transaction. On several hosts new items are passed on instead
//! (`shards/pass_on.rs`), and matched by shards.

mod alerts;
mod announcements;
mod author_names;
pub mod bluesky;
mod context;
pub mod feeds;
pub mod hacker_news;
pub mod hearing_tests;
pub mod learning;
pub mod lemmy;
pub mod match_counts;
mod message;
pub mod near_misses;
pub mod put_off;
mod reader;
pub mod reddit;
pub mod removal;
pub mod retention;
pub mod retry;
pub mod second_opinions;
pub mod shards;
pub mod snoozed;
mod steps;
pub mod store;
mod watching;

use std::time::Duration;

use futures::FutureExt;
use futures::future::OptionFuture;
use matcher::{BLUESKY, HACKER_NEWS, LEMMY};
use tokio_util::sync::CancellationToken;

use self::announcements::Announcements;
use self::bluesky::read_bluesky;
use self::feeds::read_feeds;
use self::hacker_news::read_hacker_news;
use self::lemmy::read_lemmy;
use self::reddit::gap_rounds;
use self::reddit::logs::{log_coverage, log_gap_messages};
use self::reddit::read_forum;
use self::removal::give_up::give_up_oldest;
use self::steps::{pause, repeat, while_read};
use self::store::partitions::make_coming_weeks;
use self::watching::{follow_watches, load};
use db::models::hearing_test::TEST_POSTS;
use domain::auth::api_keys;
use domain::watches::Share;
use platform::context::Context;
use platform::sources::Sources;

/// Interval between two looks for what became of gaps.
const LOOK_AT_GAPS: Duration = Duration::from_secs(20);
/// The rest between two batches of such messages: alerts wait behind them, and continue meanwhile.
const REST_BETWEEN_REPORTS: Duration = Duration::from_secs(1);
/// The channel on which changes of watches are announced, by a trigger.
const WATCH_CHANGED: &str = "watch_changed";

/// Interval between two looks for API keys that soon expire.
const REMIND: Duration = Duration::from_secs(3_600);
const CLEAN_UP: Duration = Duration::from_secs(6 * 3_600);
/// Interval between two checks of the coming weeks, also when not all could be created.
const WEEKS: Duration = Duration::from_secs(3_600);
const WEEKS_AGAIN: Duration = Duration::from_secs(60);

/// Reads the sources until `stop`.
pub async fn run(context: Context, sources: Sources, stop: CancellationToken) {
    let cleaning = async {
        futures::join!(
            clean_up(context.clone(), stop.clone()),
            retention::unmatched::run(context.clone(), stop.clone()),
            retention::purge::run(context.clone(), stop.clone()),
            match_counts::run(context.clone(), stop.clone()),
            near_misses::run(context.clone(), stop.clone()),
            learning::run(context.clone(), stop.clone()),
            second_opinions::run(context.clone(), stop.clone()),
            return_snoozed(context.clone(), stop.clone()),
            remind_of_keys(context.clone(), stop.clone()),
        );
    };
    if context.sites.is_nothing_read() {
        tracing::warn!(
            "nothing is read until sites are chosen on the setup page, or until forum.client_id, \
             hacker_news.enabled, bluesky.enabled, lemmy.enabled or feeds.enabled is set"
        );
    }
    let passes_on = context.bus.items().is_some();
    // A process that passes items on needs to know which subreddits are watched, and no more.
    let share = if passes_on { Share::Names } else { Share::All };
    let Some(watches) = load(&context, share, &stop).await else {
        return;
    };
    let (changes, test_posts) = (Announcements::default(), Announcements::default());
    let hearing_tests = (!passes_on).then_some(async {
        let (context, watches) = (context.clone(), watches.clone());
        let heard = test_posts.subscribe();
        futures::join!(
            test_posts.listen(&context, TEST_POSTS, &stop),
            hearing_tests::run(context.clone(), watches, share, heard, stop.clone()),
        );
    });
    let given = || (context.clone(), watches.clone(), stop.clone());
    // Each future is boxed: together they are larger than a thread's stack allows.
    let forum = sources.forum;
    let forum = forum.map(|source| read_forum(source, given()).boxed());
    let feeds = sources.feeds;
    let feeds = feeds.map(|source| read_feeds(source, given()).boxed());
    futures::join!(
        cleaning.boxed(),
        keep_schedules(context.clone(), stop.clone()),
        changes.listen(&context, WATCH_CHANGED, &stop),
        follow_watches(context.clone(), watches.clone(), changes.subscribe(), stop.clone()),
        OptionFuture::from(hearing_tests),
        removal::promise::run(context.clone(), stop.clone()),
        report_gaps(context.clone(), stop.clone()),
        OptionFuture::from(forum),
        while_read(HACKER_NEWS.place, given(), |given| {
            read_hacker_news(sources.hacker_news.clone(), given)
        })
        .boxed(),
        while_read(BLUESKY.place, given(), |given| {
            read_bluesky(sources.bluesky.clone(), given)
        })
        .boxed(),
        while_read(LEMMY.place, given(), |given| { read_lemmy(sources.lemmy.clone(), given) })
            .boxed(),
        OptionFuture::from(feeds),
    );
}

/// Sends reports of changes of gaps to the users who want them, a few at a time.
async fn report_gaps(context: Context, stop: CancellationToken) {
    let step = async || match gap_rounds::send_some(&context).await? {
        Some(sent) => {
            log_gap_messages(&sent);
            Ok(REST_BETWEEN_REPORTS)
        }
        None if gap_rounds::look(&context).await? => Ok(Duration::ZERO),
        None => Ok(LOOK_AT_GAPS),
    };
    repeat("reporting gaps", LOOK_AT_GAPS, &stop, step).await;
}

async fn return_snoozed(context: Context, stop: CancellationToken) {
    let step = async || {
        snoozed::return_due(&context.pool, context.clock.now()).await?;
        Ok(snoozed::LOOK)
    };
    repeat("returning snoozed matches", snoozed::LOOK, &stop, step).await;
}

async fn remind_of_keys(context: Context, stop: CancellationToken) {
    let step = async || {
        api_keys::remind(&context).await?;
        Ok(REMIND)
    };
    repeat("reminding of API keys", REMIND, &stop, step).await;
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

/// Creates the coming weeks, long before anything is stored in them, and takes back what a clock that was
/// ahead has postponed.
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
