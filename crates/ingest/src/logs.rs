//! Writes one log line per step, with what an operator needs to know about it.

use std::time::Duration;

use uuid::Uuid;

use super::audit::Audited;
use super::coverage;
use super::feed::PolledOnce;
use super::fill::{Ended, Filled};
use super::gap_rounds::Sent;
use super::lemmy::ReadInstance;
use super::places::CheckedPlace;
use super::poller::Polled;
use super::recheck::{Checked, Demand, MAX_KEPT_DAYS};
use super::sequence::Read;
use super::threads::AskedThreads;
use platform::context::Context;
use platform::sources::ForumError;
use platform::sources::reddit::budget::MAX_LOOKS_SHARE;

pub(super) fn log_poll(polled: &Polled, took: Duration) {
    let poll = Uuid::now_v7();
    let millis = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
    let Polled {
        listing,
        pages,
        items,
        skipped,
        stored,
        gap,
        to_fill,
        error,
    } = polled;
    let (new, notifications) = (stored.new_items, stored.notifications);
    if *gap || *to_fill > 0 {
        tracing::warn!(
            %poll, listing, pages, items, to_fill,
            "more was posted since the last poll than the listing reaches back to"
        );
    }
    match error {
        None => tracing::info!(
            %poll, listing, pages, items, skipped, new, notifications, gap, to_fill, millis, "polled"
        ),
        Some(error) => tracing::warn!(
            %poll, listing, pages, items, skipped, new, notifications, gap, to_fill, millis, error,
            "a poll did not reach its end"
        ),
    }
}

pub(super) fn log_sequence(read: &Read) {
    let Read {
        asked,
        waiting,
        stored,
        changed,
        is_behind,
        error,
    } = read;
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

pub(super) fn log_lemmy(read: &ReadInstance) {
    let ReadInstance {
        address,
        pages,
        skipped,
        stored,
        removed,
        gaps,
        error,
    } = read;
    let (new, notifications) = (stored.new_items, stored.notifications);
    let removed = removed.items;
    match error {
        None if *gaps > 0 => tracing::warn!(
            address,
            pages,
            new,
            "more was posted on Lemmy since the last poll than is read at once"
        ),
        None => tracing::info!(
            address,
            pages,
            skipped,
            new,
            notifications,
            removed,
            "read Lemmy"
        ),
        Some(error) => tracing::warn!(address, %error, "could not read Lemmy"),
    }
}

/// Logs a feed by its id: its address may hold a secret.
pub(super) fn log_feed(polled: &PolledOnce) {
    let PolledOnce {
        feed,
        stored,
        is_unchanged,
        error,
    } = polled;
    let (new, notifications) = (stored.new_items, stored.notifications);
    match error {
        None => tracing::info!(%feed, is_unchanged, new, notifications, "read a feed"),
        Some(error) => tracing::warn!(%feed, %error, "could not read a feed"),
    }
}

pub(super) fn log_check(checked: &Checked) {
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
        // Expected: polling comes first.
        Some(ForumError::OverBudget { .. }) => {
            tracing::debug!("the budget leaves nothing for looking back");
        }
        Some(error) => tracing::warn!(asked, %error, "could not look what is gone"),
    }
}

pub(super) fn log_gap_messages(sent: &Sent) {
    let Sent { messages, ended } = sent;
    tracing::info!(messages, ended, "reported gaps");
}

pub(super) fn log_fill(filled: &Filled) {
    let Filled {
        listing,
        members,
        stored,
        ended,
        error,
    } = filled;
    let (new, notifications) = (stored.new_items, stored.notifications);
    let whole = *ended == Some(Ended::Whole);
    match (ended, error) {
        (_, Some(ForumError::OverBudget { .. })) => {
            tracing::debug!(listing, "the budget leaves nothing for filling gaps");
        }
        (None, Some(error)) => tracing::warn!(listing, members, %error, "could not fill a gap"),
        (Some(Ended::Gap), _) => {
            tracing::warn!(listing, members, new, notifications, "a gap remains");
        }
        _ => tracing::info!(listing, members, new, notifications, whole, "filled a gap"),
    }
}

pub(super) fn log_threads(asked: &AskedThreads) {
    let AskedThreads {
        place,
        asked,
        new,
        notifications,
        error,
    } = asked;
    match error {
        None => tracing::info!(
            place,
            asked,
            new,
            notifications,
            "asked for posts of a gap that comments belong to"
        ),
        Some(ForumError::OverBudget { .. }) => {
            tracing::debug!(place, "the budget leaves nothing for posts of a gap");
        }
        Some(error) => tracing::warn!(place, %error, "could not ask for posts of a gap"),
    }
}

pub(super) fn log_place(checked: &CheckedPlace) {
    let CheckedPlace {
        name, found, error, ..
    } = checked;
    match error {
        None => tracing::info!(name, found, "verified a subreddit"),
        Some(ForumError::OverBudget { .. }) => {
            tracing::debug!("the budget leaves nothing for verifying subreddits");
        }
        Some(error) => tracing::warn!(name, %error, "could not verify a subreddit"),
    }
}

pub(super) fn log_audit(audited: &Audited) {
    let Audited {
        place,
        items,
        missing,
        error,
    } = audited;
    let (place, kind) = (&place.place, place.kind);
    match error {
        Some(error) => tracing::info!(place, %kind, %error, "could not audit a subreddit"),
        None if *missing > 0 => tracing::warn!(
            place, %kind, items, missing,
            "an audit found what no poll has read; it is stored now"
        ),
        None => tracing::info!(place, %kind, items, "an audit found nothing missing"),
    }
}

pub(super) fn log_look(looked: &Result<usize, ForumError>) {
    match looked {
        Ok(0) => {}
        Ok(looked) => tracing::info!(looked, "looked whether subreddits can be read"),
        Err(ForumError::OverBudget { .. }) => {
            tracing::debug!("the budget leaves nothing for looking at subreddits");
        }
        Err(error) => tracing::warn!(%error, "could not look whether subreddits can be read"),
    }
}

pub(super) async fn log_coverage(context: &Context) -> anyhow::Result<()> {
    let mut conn = context.conn().await?;
    let coverage = coverage::coverage(context.clock.now(), &mut conn).await?;
    let failing = coverage.listings.iter().filter(|l| l.failures > 0).count();
    let (listings, gaps) = (coverage.listings.len(), coverage.gaps.len());
    tracing::info!(listings, failing, gaps, "coverage of the last 24 hours");
    let requests = context.config.forum.requests_per_minute;
    let demand = Demand::count(context.clock.now(), &mut conn).await?;
    let (needed, days) = (demand.calls_a_minute(), demand.kept_days(requests));
    let ceiling = MAX_LOOKS_SHARE * f64::from(requests);
    if needed > ceiling {
        tracing::warn!(
            needed,
            ceiling,
            "more items were matched than the request budget can look for within two days: soon what \
             is deleted in the forum will stay longer than promised; narrow the keywords that match \
             most, or ask the forum for a higher limit"
        );
    } else if days < MAX_KEPT_DAYS {
        tracing::warn!(
            days,
            needed,
            "more is matched than the request budget can look for in ninety days: matched items are kept \
             for so many days; narrow the keywords that match most, or ask the forum for a higher limit"
        );
    }
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
