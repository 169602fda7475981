//! From the forum to notifications: polls listings, stores what is new, matches it, and leaves behind
//! notifications and messages to be sent, all in one transaction.

mod alert;
pub mod backfill;
pub mod coverage;
pub mod hold;
pub mod listings;
pub mod match_items;
mod messages;
pub mod mutes;
pub mod near;
pub mod partitions;
pub mod poller;
pub mod recheck;
mod removal;
pub mod retention;
pub mod retry;
pub mod store;
mod stories;
pub mod walk;
pub mod watches;

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;
use futures::FutureExt;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use self::poller::Poller;
use self::recheck::{Checked, Recheck};
use self::watches::Watches;
use crate::app::App;
use crate::db::listen::listen;
use crate::forum::ForumError;
use crate::silence::{Change, ForumState, ForumWatch, forum_state};

/// Polls that one process makes at once.
const WORKERS: usize = 4;
/// Changes of watches, and listings that fell due, are looked for at least this often.
const LOOK: Duration = Duration::from_secs(1);
const SHORTEST_LOOK: Duration = Duration::from_millis(50);
/// How often it is asked whether the forum is being read.
const WATCH: Duration = Duration::from_secs(60);
/// Items that are due to be looked for again are looked for at least this often.
const LOOK_BACK: Duration = Duration::from_secs(60);
const CLEAN_UP: Duration = Duration::from_secs(6 * 3_600);

/// Reads the forum until `stop`.
pub async fn run(app: App, stop: CancellationToken) {
    let cleaning = clean_up(app.clone(), stop.clone());
    let Some(forum) = app.forum.clone() else {
        tracing::warn!("no forum is configured, so nothing is polled; set forum.client_id");
        return cleaning.await;
    };
    let Some(watches) = load(&app, &stop).await else {
        return;
    };
    tracing::info!(watches = watches.len(), "reading the forum");
    let recheck = Recheck::new(app.clone(), forum.clone(), watches.clone());
    let poller = Arc::new(Poller::new(app.clone(), forum, watches.clone()));
    let workers = (0..WORKERS).map(|_| poll(poller.clone(), app.clone(), stop.clone()));
    futures::join!(
        cleaning,
        follow_watches(app.clone(), watches, stop.clone()),
        watch_forum(app.clone(), stop.clone()),
        look_back(recheck, stop.clone()),
        futures::future::join_all(workers),
    );
}

/// The watches, as soon as the database gives them.
async fn load(app: &App, stop: &CancellationToken) -> Option<Arc<Watches>> {
    loop {
        match Watches::load(&app.pool).await {
            Ok(watches) => return Some(Arc::new(watches)),
            Err(error) => {
                tracing::error!(error = %format!("{error:#}"), "could not load the watches");
            }
        }
        pause(LOOK, stop).await?;
    }
}

/// Takes in changes as they are told, and looks each second in case one was not.
async fn follow_watches(app: App, watches: Arc<Watches>, stop: CancellationToken) {
    let told = Notify::new();
    let listening = listen(&app.database, "watch_changed", stop.clone(), |_| {
        told.notify_one();
    });
    let following = async {
        loop {
            tokio::select! {
                () = stop.cancelled() => return,
                () = told.notified() => {}
                () = tokio::time::sleep(LOOK) => {}
            }
            if let Err(error) = watches.catch_up(&app.pool).await {
                tracing::error!(error = %format!("{error:#}"), "could not follow changes of watches");
            }
        }
    };
    futures::join!(listening, following);
}

/// Polls one listing after the other. Whatever goes wrong in a poll, the next one follows.
async fn poll(poller: Arc<Poller>, app: App, stop: CancellationToken) {
    loop {
        // A poll that was begun is ended: its transaction is short and its requests are bounded.
        let went = AssertUnwindSafe(poller.poll_once()).catch_unwind().await;
        let wait = match went {
            Ok(Ok(Some(_))) if stop.is_cancelled() => return,
            Ok(Ok(Some(_))) => continue,
            Ok(Ok(None)) => time_to_next(&poller, &app).await,
            Ok(Err(error)) => {
                tracing::error!(error = %format!("{error:#}"), "a poll failed");
                LOOK
            }
            Err(_) => {
                tracing::error!("a poll panicked");
                LOOK
            }
        };
        if pause(wait, &stop).await.is_none() {
            return;
        }
    }
}

async fn time_to_next(poller: &Poller, app: &App) -> Duration {
    let due = poller.next_due().await.ok().flatten();
    let wait = due.map_or(TimeDelta::zero(), |due| due - app.clock.now());
    wait.to_std().unwrap_or_default().clamp(SHORTEST_LOOK, LOOK)
}

/// Looks for stored items again, one call after the other.
async fn look_back(recheck: Recheck, stop: CancellationToken) {
    loop {
        let went = AssertUnwindSafe(recheck.check_once()).catch_unwind().await;
        let wait = match went {
            Ok(Ok(Some(checked))) => {
                log_check(&checked);
                checked.pause()
            }
            Ok(Ok(None)) => LOOK_BACK,
            Ok(Err(error)) => {
                tracing::error!(error = %format!("{error:#}"), "looking back failed");
                LOOK_BACK
            }
            Err(_) => {
                tracing::error!("looking back panicked");
                LOOK_BACK
            }
        };
        if stop.is_cancelled() || (!wait.is_zero() && pause(wait, &stop).await.is_none()) {
            return;
        }
    }
}

fn log_check(checked: &Checked) {
    let Checked {
        asked,
        missing,
        removed,
        alerted,
        error,
    } = checked;
    let (items, notifications) = (removed.items, removed.notifications);
    match error {
        None => tracing::info!(
            asked,
            missing,
            items,
            notifications,
            alerted,
            "looked what is gone"
        ),
        // As it should be: polling comes first.
        Some(ForumError::OverBudget { .. }) => {
            tracing::debug!("the budget leaves nothing for looking back");
        }
        Some(error) => tracing::warn!(asked, %error, "could not look what is gone"),
    }
}

async fn clean_up(app: App, stop: CancellationToken) {
    loop {
        match retention::delete_outdated(&app.pool, app.clock.now()).await {
            Ok(Some(deleted)) => tracing::info!(?deleted, "deleted what is kept no longer"),
            Ok(None) => {}
            Err(error) => tracing::error!(error = %format!("{error:#}"), "the clean-up failed"),
        }
        if let Err(error) = log_coverage(&app).await {
            tracing::error!(error = %format!("{error:#}"), "could not look at the coverage");
        }
        if pause(CLEAN_UP, &stop).await.is_none() {
            return;
        }
    }
}

/// Tells the operator when the forum can no longer be read, and when it can again.
async fn watch_forum(app: App, stop: CancellationToken) {
    let mut watch = ForumWatch::default();
    // Not at once: after a time of rest the first poll is still to come.
    while pause(WATCH, &stop).await.is_some() {
        match forum_now(&app).await {
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

async fn forum_now(app: &App) -> anyhow::Result<Option<ForumState>> {
    let mut conn = app.pool.get().await?;
    Ok(forum_state(app.clock.now(), &mut conn).await?)
}

async fn log_coverage(app: &App) -> anyhow::Result<()> {
    let mut conn = app.pool.get().await?;
    let coverage = coverage::coverage(app.clock.now(), &mut conn).await?;
    let failing = coverage.listings.iter().filter(|l| l.failures > 0).count();
    let (listings, gaps) = (coverage.listings.len(), coverage.gaps.len());
    tracing::info!(listings, failing, gaps, "coverage of the last 24 hours");
    if coverage.late_checks > 0 {
        let items = coverage.late_checks;
        tracing::warn!(
            items,
            "not looked for in the forum for two days: the request budget is too small for what is \
             stored"
        );
    }
    Ok(())
}

/// Waits; none if it is time to stop.
async fn pause(time: Duration, stop: &CancellationToken) -> Option<()> {
    tokio::select! {
        () = stop.cancelled() => None,
        () = tokio::time::sleep(time) => Some(()),
    }
}
