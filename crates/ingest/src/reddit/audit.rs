//! Compares a subreddit's own listing with what is stored, twice an hour, to find what a joined listing
//! silently leaves out. Missing items are stored and alerted then. While the width of listings is on
//! trial, members of listings of that width are compared every two minutes, and so is any subreddit for an
//! hour after the width has grown.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use planner::Answer;
use uuid::Uuid;

use super::width;
use crate::reader::Reader;
use db::models::coverage_audit::{AuditedPlace, CoverageAudit};
use db::models::coverage_gap::CoverageGap;
use db::models::listing_width::ListingWidth;
use domain::watches::ActiveWatches;
use platform::context::Context;
use platform::coverage::{Reading, readings};
use platform::sources::ForumError;
use platform::sources::ForumItem;
use platform::sources::reddit::{Forum, Listing, Priority};

const EVERY: TimeDelta = TimeDelta::minutes(30);
const EVERY_ON_TRIAL: TimeDelta = TimeDelta::minutes(2);
/// The minimum time that a subreddit has been read; before, there is little to compare.
const MIN_RECORD: TimeDelta = TimeDelta::hours(1);
/// Younger items may be stored by a poll under way, or may not be in every listing yet.
const MIN_AGE: TimeDelta = TimeDelta::minutes(5);
/// Older items may have been deleted already.
const MAX_AGE: TimeDelta = TimeDelta::hours(23);

/// Audits what this and other processes read.
pub struct Audit {
    reader: Reader,
}

/// The outcome of one audit, for the log and for tests.
#[derive(Debug)]
pub struct Audited {
    pub place: AuditedPlace,
    /// The number of compared items.
    pub items: usize,
    pub missing: usize,
    pub error: Option<ForumError>,
}

impl Audit {
    pub fn new(context: Context, forum: Arc<dyn Forum>, watches: Arc<ActiveWatches>) -> Self {
        Self { reader: Reader::new(context, forum, watches) }
    }

    /// Makes the next audit. Returns `None` if it is not due, or if nothing has been read for long enough.
    ///
    /// # Errors
    /// The database failed. Errors of the forum are part of the returned value.
    pub async fn audit_once(&self) -> anyhow::Result<Option<Audited>> {
        let now = self.reader.context.clock.now();
        let Some(place) = self.pick(now).await? else {
            return Ok(None);
        };
        let listing = Listing { kind: place.kind.into(), names: vec![place.place.clone()] };
        // Items that appear after the request could not be read by an earlier poll.
        let asked_at = self.reader.context.clock.now();
        match self.reader.source.listing(&listing, None, Priority::Fill).await {
            Ok(page) => self.compare(place, page.items, asked_at).await.map(Some),
            Err(error) => Ok(Some(Audited { place, items: 0, missing: 0, error: Some(error) })),
        }
    }

    /// Returns the subreddit to audit, if an audit is due.
    async fn pick(&self, now: DateTime<Utc>) -> anyhow::Result<Option<AuditedPlace>> {
        let (mut conn, since) = (self.reader.context.conn().await?, now - MIN_RECORD);
        let held = ListingWidth::load(&mut conn).await?;
        let width = held.width();
        let on_trial = match width.is_on_trial() {
            // Members that were left out from the beginning look quiet: so not only busy ones are picked.
            true => CoverageAudit::pick_on_trial(width, rand::random(), since, &mut conn).await?,
            false => None,
        };
        // A new plan may have moved members to narrow listings; what a wide one left out before is still
        // missing.
        let is_new = width.is_on_trial() && now - held.width_since < width::READ_AGAIN;
        let wait = match on_trial.is_some() || is_new {
            true => EVERY_ON_TRIAL,
            false => EVERY,
        };
        if !CoverageAudit::claim(now, wait, &mut conn).await? {
            return Ok(None);
        }
        match on_trial {
            Some(place) => Ok(Some(place)),
            None => Ok(CoverageAudit::pick(since, &mut conn).await?),
        }
    }

    async fn compare(
        &self,
        place: AuditedPlace,
        items: Vec<ForumItem>,
        asked_at: DateTime<Utc>,
    ) -> anyhow::Result<Audited> {
        let mut conn = self.reader.context.conn().await?;
        let names = [place.place.clone()];
        let readings = readings(&names, &mut conn).await?;
        let reading = readings.into_iter().find(|r| r.kind == place.kind);
        let gaps = CoverageGap::of_places(&names, asked_at - MAX_AGE, i64::MAX, &mut conn).await?;
        let gaps: Vec<CoverageGap> = gaps
            .into_iter()
            .filter(|gap| gap.place().is_some_and(|(kind, _)| kind == place.kind))
            .collect();
        let listed = CoverageAudit::listed(&place, &mut conn).await?;
        drop(conn);
        let is_expected = |item: &ForumItem| {
            let is_expected = |reading| is_expected(item, reading, &gaps, asked_at);
            reading.as_ref().is_some_and(is_expected)
        };
        let compared = items.into_iter().filter(is_expected);
        let (young, old): (Vec<_>, Vec<_>) =
            compared.partition(|item| item.created_at > listed.width_since);
        let (young_count, count) = (young.len(), young.len() + old.len());
        let young_missing = self.store_missing(young).await?;
        let missing = young_missing + self.store_missing(old).await?;
        let row = CoverageAudit {
            id: Uuid::now_v7(),
            place: place.place.clone(),
            kind: place.kind,
            audited_at: asked_at,
            items: i32::try_from(count)?,
            missing: i32::try_from(missing)?,
        };
        let mut conn = self.reader.context.conn().await?;
        row.insert(&mut conn).await?;
        let answer = match young_missing {
            0 => Answer::Complete,
            _ => Answer::MemberMissing,
        };
        let names = usize::try_from(listed.names)?;
        if young_count > 0 && names > 1 {
            width::learn(answer, names, self.reader.context.clock.now(), &mut conn).await?;
        }
        Ok(Audited { place, items: count, missing, error: None })
    }

    /// Stores the items that are missing, and returns their number.
    async fn store_missing(&self, items: Vec<ForumItem>) -> anyhow::Result<usize> {
        let now = self.reader.context.clock.now();
        let stored = self.reader.store(items, None, now).await?;
        Ok(stored.new_items)
    }
}

/// Returns whether an item must be stored: it existed when its subreddit was last read completely, and no
/// gap explains that it is missing.
fn is_expected(
    item: &ForumItem,
    reading: &Reading,
    gaps: &[CoverageGap],
    asked_at: DateTime<Utc>,
) -> bool {
    let at = item.created_at;
    let is_in_gap =
        |gap: &CoverageGap| at >= gap.started_at - MIN_AGE && at <= gap.ended_at + MIN_AGE;
    let is_read = reading.read_until.is_some_and(|until| at < until - MIN_AGE);
    !item.is_gone
        && !item.pinned
        && is_read
        && at > reading.since.max(asked_at - MAX_AGE)
        && reading.filling_since.is_none_or(|since| at < since - MIN_AGE)
        && !gaps.iter().any(is_in_gap)
}
