//! What a poll could not read, and what becomes of it. Pure.

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use super::fill::plan_fills;
use super::listings::PlannedListing;
use super::pager::oldest;
use crate::db::models::coverage_gap::CoverageGap;
use crate::db::models::gap_fill::GapFill;
use crate::db::models::poll_state::PollState;
use crate::forum::{ForumItem, Priority};

/// A listing without end is read as far as it goes, so its gaps are reported by the hour: more rows
/// would say no more.
const SWEEPS_JOINED: TimeDelta = TimeDelta::hours(1);
/// Gaps of a watched listing are one if fewer polls than these lie between them, or less time than
/// this.
const POLLS_JOINED: i32 = 3;
const JOINED: TimeDelta = TimeDelta::minutes(1);

/// What is to be written about it.
#[derive(Debug)]
pub enum Missed {
    Gap {
        gap: CoverageGap,
        /// It makes a gap longer that ended so long before it, or later.
        joined: TimeDelta,
    },
    /// The members of the listing are read one by one.
    ToFill(Vec<GapFill>),
}

/// Returns what becomes of a poll that did not reach its watermark; none if nothing was missed.
pub(super) fn missed(
    claimed: &PollState,
    planned: &PlannedListing,
    items: &[ForumItem],
    reason: &str,
    interval: TimeDelta,
    now: DateTime<Utc>,
) -> Option<Missed> {
    let mut gap = gap_of(claimed, items, reason, now);
    let names = &planned.listing.names;
    // Of names that are new to the listing nothing was missed.
    let old = names.iter().filter(|name| claimed.names.contains(name));
    let old: Vec<String> = old.cloned().collect();
    match names.as_slice() {
        _ if old.is_empty() => return None,
        [name] => gap.listing = CoverageGap::listing_of(planned.listing.kind.into(), name),
        _ => {
            let fills = plan_fills(planned.listing.kind, &old, items, &gap, now);
            return Some(Missed::ToFill(fills));
        }
    }
    let joined = match planned.priority {
        Priority::Sweep => SWEEPS_JOINED.max(interval * POLLS_JOINED),
        _ => JOINED.max(interval * POLLS_JOINED),
    };
    Some(Missed::Gap { gap, joined })
}

/// From the last good poll to the oldest item that was read now.
fn gap_of(
    claimed: &PollState,
    items: &[ForumItem],
    reason: &str,
    now: DateTime<Utc>,
) -> CoverageGap {
    let started_at = claimed.polled_at.unwrap_or(now);
    CoverageGap {
        id: Uuid::now_v7(),
        listing: claimed.listing.clone(),
        started_at,
        ended_at: oldest(items)
            .unwrap_or(now)
            .clamp(started_at, now.max(started_at)),
        reason: reason.to_owned(),
    }
}
