//! Fills the gaps of joint listings from listings of fewer of their members, which reach further back: from
//! its halves, then theirs, in the end from each member's own listing. Pages are read one at a time,
//! concurrently with the polls and from a share of the request budget that the polls do not need. What is
//! not reached is recorded as a gap of that member alone.

mod batch;
mod planned;

use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;
use diesel_async::AsyncConnection;

use self::batch::{Batch, Next, remaining};
pub(crate) use self::planned::{JointGap, plan_fills};
use crate::reader::Reader;
use crate::store::Stored;
use db::Conn;
use db::models::coverage_gap::CoverageGap;
use db::models::gap_fill::GapFill;
use domain::watches::ActiveWatches;
use platform::context::Context;
use platform::coverage::{note_filled, record_gap};
use platform::sources::ForumError;
use platform::sources::reddit::{Forum, Listing, Priority};

/// The job of one process; any number of them share the work.
pub struct Filler {
    reader: Reader,
}

/// One page, for the log and for tests.
#[derive(Debug)]
pub struct Filled {
    /// The listing, named after the first of its subreddits.
    pub listing: String,
    /// The number of subreddits that are read together.
    pub members: usize,
    pub stored: Stored,
    /// The end of the reading, if it has ended.
    pub ended: Option<Ended>,
    pub error: Option<ForumError>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// Everything was read.
    Whole,
    /// A gap that remains of some members is recorded.
    Gap,
}

impl Filler {
    pub fn new(context: Context, forum: Arc<dyn Forum>, watches: Arc<ActiveWatches>) -> Self {
        Self { reader: Reader::new(context, forum, watches) }
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

    /// Reads the page that has been due longest. Returns `None` if nothing is due.
    ///
    /// # Errors
    /// The database failed. Errors of the forum are part of the returned value.
    pub async fn fill_once(&self) -> anyhow::Result<Option<Filled>> {
        let now = self.reader.context.clock.now();
        let lease =
            TimeDelta::seconds(i64::from(self.reader.context.config.forum.timeout_seconds) + 60);
        let claimed =
            GapFill::claim_due(now, lease, &mut *self.reader.context.conn().await?).await?;
        let Some(mut batch) = Batch::new(claimed) else {
            return Ok(None);
        };
        let listing = Listing { kind: batch.kind().into(), names: batch.names() };
        let answer = self.reader.source.listing(&listing, batch.after(), Priority::Fill).await;
        let now = self.reader.context.clock.now();
        let (items, next, error) = match answer {
            Ok(page) => {
                let next = batch.turn(&page, now);
                (page.items, next, None)
            }
            Err(error) => (Vec::new(), batch.put_off(&error, now), Some(error)),
        };
        // The items are stored before the position: a page that is read again stores nothing twice.
        let stored = self.reader.store(items, None, now).await?;
        Ok(Some(Filled {
            listing: CoverageGap::listing_of(batch.kind(), &listing.names[0]),
            members: listing.names.len(),
            stored,
            ended: self.write(&batch, next).await?,
            error,
        }))
    }

    async fn write(&self, batch: &Batch, next: Next) -> anyhow::Result<Option<Ended>> {
        let mut conn = self.reader.context.conn().await?;
        let ended = conn
            .transaction(async |conn| -> anyhow::Result<Option<Ended>> {
                let mut ended = None;
                // In the order in which all processes lock them.
                for member in batch.members() {
                    let gap = match &next {
                        Next::GoOn => {
                            member.go_on(conn).await?;
                            continue;
                        }
                        Next::Whole => None,
                        Next::Gap(reason) => remaining(member, reason),
                    };
                    let remains = self.end(member, gap, conn).await?;
                    if remains || ended.is_none() {
                        ended = Some(if remains { Ended::Gap } else { Ended::Whole });
                    }
                }
                Ok(ended)
            })
            .await?;
        Ok(ended)
    }

    /// Ends the reading of one member. Returns whether `gap` remains.
    async fn end(
        &self,
        member: &GapFill,
        gap: Option<CoverageGap>,
        conn: &mut Conn,
    ) -> anyhow::Result<bool> {
        // Otherwise another process reads it by now.
        let is_over = member.end(conn).await?;
        match &gap {
            Some(gap) if is_over => {
                gap.record(TimeDelta::zero(), self.reader.context.clock.now(), conn).await?;
                record_gap(gap, conn).await?;
            }
            None if is_over => note_filled(member, conn).await?,
            _ => {}
        }
        Ok(gap.is_some())
    }
}

impl Filled {
    /// Returns the time to wait before the next page.
    pub(crate) fn pause(&self) -> Duration {
        match &self.error {
            Some(
                ForumError::OverBudget { retry_after } | ForumError::RateLimited { retry_after },
            ) => *retry_after,
            _ => Duration::ZERO,
        }
    }
}
