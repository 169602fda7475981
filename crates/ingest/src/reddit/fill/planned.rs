//! Plans what to read of the members of a joint listing that ran over. Pure.

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use db::models::gap_fill::GapFill;
use db::models::item::ItemKind;
use platform::sources::ForumItem;

/// The time after which items that were not reached are given up.
const PATIENCE: TimeDelta = TimeDelta::hours(6);

/// A gap of a joint listing.
#[derive(Debug)]
pub(crate) struct JointGap<'a> {
    pub(crate) kind: ItemKind,
    /// The members, in lower case, with the times since which something may be missing.
    pub(crate) members: Vec<(&'a str, DateTime<Utc>)>,
    pub(crate) ended_at: DateTime<Utc>,
    pub(crate) reason: &'a str,
}

/// Plans what to read of the members of a listing that did not reach as far back as it had to. `items` is
/// what it returned, newest first: each part of them is read from its own oldest item on.
pub(crate) fn plan_fills(
    gap: &JointGap<'_>,
    items: &[ForumItem],
    now: DateTime<Utc>,
) -> Vec<GapFill> {
    let names: Vec<&str> = gap.members.iter().map(|(name, _)| *name).collect();
    let busiest = busiest(&names, items);
    let (alone, others): (Vec<_>, Vec<_>) =
        gap.members.iter().partition(|(name, _)| busiest == Some(*name));
    let (first, second) = others.split_at(others.len().div_ceil(2));
    [alone.as_slice(), first, second]
        .into_iter()
        .flat_map(|part| plan_part(gap, part, items, now))
        .collect()
}

/// Returns the member that brings more than half of the items, if one does: its own listing reaches little
/// further back, and that of the others more than twice as far.
pub(super) fn busiest<'a>(names: &[&'a str], items: &[ForumItem]) -> Option<&'a str> {
    let listed = items.iter().filter(|item| !item.pinned);
    let of = |name: &str| listed.clone().filter(|item| is_of(item, name)).count();
    // Only one can bring more than half: that of the item in the middle, were they sorted by name.
    let mut theirs: Vec<&str> = listed.clone().map(|item| item.subreddit.as_str()).collect();
    theirs.sort_unstable_by_key(|name| name.to_ascii_lowercase());
    let middle = theirs.get(theirs.len() / 2)?;
    let found = names.iter().find(|name| name.eq_ignore_ascii_case(middle))?;
    (2 * of(found) > theirs.len()).then_some(found)
}

fn plan_part(
    gap: &JointGap<'_>,
    part: &[&(&str, DateTime<Utc>)],
    items: &[ForumItem],
    now: DateTime<Utc>,
) -> Vec<GapFill> {
    let mut theirs =
        items.iter().filter(|item| !item.pinned && part.iter().any(|(name, _)| is_of(item, name)));
    let items_read = i32::try_from(theirs.clone().count()).unwrap_or(i32::MAX);
    let after = theirs.next_back().map(|item| item.forum_id.clone());
    let batch = Uuid::now_v7();
    let fill = |(name, started_at): &&(&str, DateTime<Utc>)| GapFill {
        id: Uuid::now_v7(),
        batch,
        kind: gap.kind,
        name: name.to_lowercase(),
        started_at: *started_at,
        ended_at: gap.ended_at.max(*started_at),
        reason: gap.reason.to_owned(),
        after: after.clone(),
        reached_at: gap.ended_at,
        items_read,
        breaks: 0,
        try_at: now,
        give_up_at: now + PATIENCE,
        fence: 0,
    };
    part.iter().map(fill).collect()
}

pub(super) fn is_of(item: &ForumItem, name: &str) -> bool {
    item.subreddit.eq_ignore_ascii_case(name)
}
