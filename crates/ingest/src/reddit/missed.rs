//! Determines what a poll could not read, and what becomes of it. Pure.

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use super::fill::{JointGap, plan_fills};
use super::pager::{OVERLAP, oldest};
use super::plan::priority;
use crate::store::outcome::{JoinedGap, Missed};
use db::models::coverage_gap::CoverageGap;
use db::models::poll_state::PollState;
use platform::coverage::Moved;
use platform::sources::ForumItem;
use platform::sources::reddit::Priority;

/// A listing without end is read as far as it goes, so its gaps are reported by the hour: more rows
/// would say no more.
const SWEEPS_JOINED: TimeDelta = TimeDelta::hours(1);
/// Gaps of a watched listing are one if fewer polls than these lie between them, or less time than
/// this.
const POLLS_JOINED: i32 = 3;
const JOINED: TimeDelta = TimeDelta::minutes(1);

impl Missed {
    /// Records that a poll did not reach its watermark, for `reason`. Nothing was missed of names that are
    /// new to the listing.
    pub(crate) fn note(
        &mut self,
        claimed: &PollState,
        items: &[ForumItem],
        reason: &str,
        now: DateTime<Utc>,
    ) {
        let mut gap = gap_of(claimed, items, reason, now);
        let names = claimed.planned.iter();
        let old = names.filter(|name| claimed.names.contains(name));
        let old: Vec<String> = old.cloned().collect();
        match claimed.planned.as_slice() {
            _ if old.is_empty() => {}
            [name] => {
                gap.listing = CoverageGap::listing_of(claimed.kind(), name);
                let joined = match priority(&claimed.listing) {
                    Priority::Sweep => SWEEPS_JOINED,
                    _ => JOINED,
                };
                let joined = joined.max(claimed.interval() * POLLS_JOINED);
                self.gap = Some(JoinedGap { gap, joined });
            }
            _ => {
                let gap = JointGap {
                    kind: claimed.kind(),
                    members: old.iter().map(|name| (name.as_str(), gap.started_at)).collect(),
                    ended_at: gap.ended_at,
                    reason,
                };
                self.to_fill.extend(plan_fills(&gap, items, now));
            }
        }
    }

    /// Records which of the subreddits that came from other listings were not read back to when these had
    /// read them.
    pub(crate) fn note_moved(
        &mut self,
        moved: &[Moved],
        items: &[ForumItem],
        reason: &str,
        now: DateTime<Utc>,
    ) {
        let reached = oldest(items).unwrap_or(now);
        let is_missed = |moved: &&Moved| moved.read_until - OVERLAP < reached;
        let missed = moved.iter().filter(is_missed);
        let missed: Vec<&Moved> = missed.collect();
        let Some(first) = missed.first() else {
            return;
        };
        let gap = JointGap {
            kind: first.kind,
            members: missed.iter().map(|moved| (moved.place.as_str(), moved.read_until)).collect(),
            ended_at: reached,
            reason,
        };
        self.to_fill.extend(plan_fills(&gap, items, now));
    }
}

/// Returns the gap from the last good poll to the oldest item that was read now.
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
        ended_at: oldest(items).unwrap_or(now).clamp(started_at, now.max(started_at)),
        reason: reason.to_owned(),
    }
}
