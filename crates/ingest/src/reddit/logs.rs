//! Writes one log line per step, with what an operator needs to know about it.

use super::audit::Audited;
use super::coverage;
use super::fill::{Ended, Filled};
use super::gap_rounds::Sent;
use super::places::CheckedPlace;
use super::threads::AskedThreads;
use crate::removal::recheck::{Demand, MAX_KEPT_DAYS};
use platform::context::Context;
use platform::sources::ForumError;
use platform::sources::reddit::budget::MAX_LOOKS_SHARE;

pub(super) fn log_fill(filled: &Filled) {
    let Filled { listing, members, stored, ended, error } = filled;
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
    let AskedThreads { place, asked, new, notifications, error } = asked;
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
    let CheckedPlace { name, found, error, .. } = checked;
    match error {
        None => tracing::info!(name, found, "verified a subreddit"),
        Some(ForumError::OverBudget { .. }) => {
            tracing::debug!("the budget leaves nothing for verifying subreddits");
        }
        Some(error) => tracing::warn!(name, %error, "could not verify a subreddit"),
    }
}

pub(super) fn log_audit(audited: &Audited) {
    let Audited { place, items, missing, error } = audited;
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

pub(crate) fn log_gap_messages(sent: &Sent) {
    let Sent { messages, ended } = sent;
    tracing::info!(messages, ended, "reported gaps");
}

pub(crate) async fn log_coverage(context: &Context) -> anyhow::Result<()> {
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
