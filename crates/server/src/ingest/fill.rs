//! Fills the gaps of joint listings from the own listings of their members, which reach further
//! back. One page at a time, beside the polls and from a share of the request budget that they do
//! not need; what is not reached is recorded as a gap, of that member alone.

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use diesel_async::AsyncConnection;
use uuid::Uuid;

use super::pager::{DEEP, OVERLAP, oldest};
use super::partitions::Partitions;
use super::retry::{longest_wait, wait_after};
use super::store::{Stored, store};
use crate::context::Context;
use crate::coverage::{note_filled, record_gap};
use crate::db::models::coverage_gap::{CoverageGap, reason};
use crate::db::models::gap_fill::GapFill;
use crate::db::models::item::ItemKind;
use crate::forum::{Forum, ForumError, ForumItem, Listing, Page, Priority};
use crate::watches::ActiveWatches;

/// The forum gives no more at once.
const ITEMS_A_PAGE: i32 = 100;
/// What is not reached after this time is given up.
const PATIENCE: TimeDelta = TimeDelta::hours(6);
/// After so many tries in a row that came to nothing, what is missing is taken for lost.
const MAX_BREAKS: i32 = 6;
/// The wait after the first of them.
const PAUSE: TimeDelta = TimeDelta::seconds(20);

/// The job of one process; any number of them share the work.
pub struct Filler {
    context: Context,
    forum: Arc<dyn Forum>,
    watches: Arc<ActiveWatches>,
    partitions: Partitions,
}

/// One page, for the log and for tests.
#[derive(Debug)]
pub struct Filled {
    pub listing: String,
    pub stored: Stored,
    pub ended: Option<Ended>,
    pub error: Option<ForumError>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// All was read.
    Whole,
    /// What remains is recorded.
    Gap,
}

/// What comes after a page.
enum Next {
    GoOn,
    Whole,
    Gap(String),
}

impl Filler {
    pub fn new(context: Context, forum: Arc<dyn Forum>, watches: Arc<ActiveWatches>) -> Self {
        Self {
            context,
            forum,
            watches,
            partitions: Partitions::default(),
        }
    }

    /// Reads pages until nothing is due.
    ///
    /// # Errors
    /// The database failed.
    pub async fn run_due(&self) -> anyhow::Result<Vec<Filled>> {
        let mut done = Vec::new();
        while let Some(filled) = self.fill_once().await? {
            done.push(filled);
        }
        Ok(done)
    }

    /// Reads the page that is due longest; none if nothing is due.
    ///
    /// # Errors
    /// The database failed. What the forum does wrong is in the answer.
    pub async fn fill_once(&self) -> anyhow::Result<Option<Filled>> {
        let (now, pool) = (self.context.clock.now(), &self.context.pool);
        let lease = TimeDelta::seconds(i64::from(self.context.config.forum.timeout_seconds) + 60);
        let claimed = GapFill::claim_due(now, lease, &mut *pool.get().await?).await?;
        let Some(mut fill) = claimed else {
            return Ok(None);
        };
        let listing = Listing {
            kind: fill.kind.into(),
            names: vec![fill.name.clone()],
        };
        let after = fill.after.clone();
        let answer = self
            .forum
            .listing(&listing, after.as_deref(), Priority::Fill)
            .await;
        let now = self.context.clock.now();
        let (items, next, error) = match answer {
            Ok(page) => {
                let next = turn(&mut fill, &page, now);
                (page.items, next, None)
            }
            Err(error) => (Vec::new(), put_off(&mut fill, &error, now), Some(error)),
        };
        // First what was read, then how far: a page that is read again brings nothing twice.
        let stored = store(
            pool,
            &self.partitions,
            self.context.config.server.plans,
            &self.watches,
            items,
            None,
            now,
        )
        .await?;
        Ok(Some(Filled {
            listing: CoverageGap::listing_of(fill.kind, &fill.name),
            stored,
            ended: self.write(&fill, next).await?,
            error,
        }))
    }

    async fn write(&self, fill: &GapFill, next: Next) -> anyhow::Result<Option<Ended>> {
        let (now, mut conn) = (self.context.clock.now(), self.context.conn().await?);
        let reason = match next {
            Next::GoOn => {
                fill.go_on(&mut conn).await?;
                return Ok(None);
            }
            Next::Whole => {
                conn.transaction(async |conn| -> anyhow::Result<()> {
                    if fill.end(conn).await? {
                        note_filled(fill, conn).await?;
                    }
                    Ok(())
                })
                .await?;
                return Ok(Some(Ended::Whole));
            }
            Next::Gap(reason) => reason,
        };
        let gap = CoverageGap {
            id: fill.id,
            listing: CoverageGap::listing_of(fill.kind, &fill.name),
            started_at: fill.started_at,
            ended_at: fill
                .reached_at
                .clamp(fill.started_at, fill.ended_at.max(fill.started_at)),
            reason,
        };
        conn.transaction(async |conn| -> anyhow::Result<()> {
            if fill.end(conn).await? {
                gap.record(TimeDelta::zero(), now, conn).await?;
                record_gap(&gap, conn).await?;
            }
            Ok(())
        })
        .await?;
        Ok(Some(Ended::Gap))
    }
}

impl Filled {
    /// Returns how long to wait before the next page.
    pub(super) fn pause(&self) -> Duration {
        match &self.error {
            Some(
                ForumError::OverBudget { retry_after } | ForumError::RateLimited { retry_after },
            ) => *retry_after,
            _ => Duration::ZERO,
        }
    }
}

/// Plans what is to be read of a joint listing's members, which `gap` is about. `items` is what the
/// joint listing gave: each member is read from the oldest item of its own that is in it.
pub(super) fn plan_fills(
    kind: ItemKind,
    names: &[String],
    items: &[ForumItem],
    gap: &CoverageGap,
    now: DateTime<Utc>,
) -> Vec<GapFill> {
    let fill = |name: &String| {
        let mut theirs = items
            .iter()
            .filter(|item| !item.pinned && item.subreddit.eq_ignore_ascii_case(name));
        let items_read = theirs.clone().count();
        GapFill {
            id: Uuid::now_v7(),
            kind,
            name: name.to_lowercase(),
            started_at: gap.started_at,
            ended_at: gap.ended_at,
            reason: gap.reason.clone(),
            after: theirs.next_back().map(|item| item.forum_id.clone()),
            reached_at: gap.ended_at,
            items_read: i32::try_from(items_read).unwrap_or(i32::MAX),
            breaks: 0,
            try_at: now,
            give_up_at: now + PATIENCE,
            fence: 0,
        }
    };
    names.iter().map(fill).collect()
}

/// Takes note of a page.
fn turn(fill: &mut GapFill, page: &Page, now: DateTime<Utc>) -> Next {
    let oldest = oldest(&page.items);
    fill.reached_at = oldest.map_or(fill.reached_at, |oldest| oldest.min(fill.reached_at));
    fill.items_read = fill
        .items_read
        .saturating_add(i32::try_from(page.items.len() + page.skipped).unwrap_or(i32::MAX));
    let is_deep = usize::try_from(fill.items_read).is_ok_and(|read| read >= DEEP);
    let is_empty = page.items.is_empty() && page.skipped == 0;
    if oldest.is_some_and(|oldest| oldest < fill.started_at - OVERLAP) {
        return Next::Whole;
    }
    match &page.after {
        Some(after) if !is_empty => {
            fill.after = Some(after.clone());
            fill.breaks = 0;
            fill.try_at = now;
            Next::GoOn
        }
        _ if is_deep => Next::Gap(reason::TOO_OLD.to_owned()),
        // After an item that has gone there is nothing, so it begins anew.
        _ if is_empty => {
            let reason = match fill.after.take() {
                Some(_) => reason::LOST,
                None => reason::EMPTY,
            };
            fill.items_read = 0;
            let wait = PAUSE * 2_i32.pow(fill.breaks.clamp(0, MAX_BREAKS).unsigned_abs());
            again(fill, wait, reason, now)
        }
        // What is new pushes the rest out at the listing's end while it is read; of a first page
        // nothing was.
        _ if fill.items_read > ITEMS_A_PAGE => Next::Gap(reason::TOO_OLD.to_owned()),
        _ => Next::Whole,
    }
}

/// Takes note of a page that did not come.
fn put_off(fill: &mut GapFill, error: &ForumError, now: DateTime<Utc>) -> Next {
    let wait = wait_after(
        Some(error),
        u32::try_from(fill.breaks).unwrap_or(0) + 1,
        PAUSE,
        longest_wait(&fill.name),
        rand::random(),
    );
    if let ForumError::OverBudget { .. } | ForumError::RateLimited { .. } = error {
        if now >= fill.give_up_at {
            return Next::Gap(reason::BUDGET.to_owned());
        }
        fill.try_at = now + wait;
        return Next::GoOn;
    }
    let reason = match error {
        ForumError::Forbidden(_) | ForumError::NotFound(_) => reason::HIDDEN,
        _ => reason::FAILED,
    };
    again(fill, wait, reason, now)
}

fn again(fill: &mut GapFill, wait: TimeDelta, reason: &str, now: DateTime<Utc>) -> Next {
    fill.breaks += 1;
    fill.try_at = now + wait;
    if fill.breaks >= MAX_BREAKS || now >= fill.give_up_at {
        return Next::Gap(reason.to_owned());
    }
    Next::GoOn
}
