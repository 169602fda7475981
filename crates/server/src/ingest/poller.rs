//! Polls the listings that are due, in as many processes as there are.

use std::convert::Infallible;
use std::sync::{Arc, PoisonError, RwLock};

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use super::listings::PlannedListing;
use super::missed::{Missed, missed};
use super::pager::{End, Pager, Step, watermark};
use super::partitions::Partitions;
use super::planning::{Intervals, Plan};
use super::retry::{longest_wait, wait_after};
use super::store::{PollOutcome, Stored, store};
use crate::context::Context;
use crate::db::Conn;
use crate::db::models::coverage_gap::reason;
use crate::db::models::place::{Place, plan_version};
use crate::db::models::poll_state::PollState;
use crate::forum::{Forum, ForumError, ForumItem, Listing, Priority};
use crate::watches::ActiveWatches;

/// A page holds 100 items and a listing reaches back about 1,000.
const MAX_PAGES: usize = 10;
/// After so many polls that broke off, what is missing is taken for lost.
const MAX_BREAKS: i32 = 3;

/// Reads listings of the forum and stores what is new.
pub struct Poller {
    context: Context,
    forum: Arc<dyn Forum>,
    watches: Arc<ActiveWatches>,
    partitions: Partitions,
    plan: RwLock<Arc<Plan>>,
}

/// One poll, for the log and for tests.
#[derive(Debug)]
pub struct Polled {
    pub listing: String,
    pub pages: usize,
    pub items: usize,
    pub skipped: usize,
    pub stored: Stored,
    pub gap: bool,
    /// Members that are read by themselves, since the listing does not reach as far back.
    pub to_fill: usize,
    /// Why it did not reach its end.
    pub error: Option<String>,
}

/// What was read of a listing.
struct Reading {
    items: Vec<ForumItem>,
    pages: usize,
    skipped: usize,
    end: Result<End, ForumError>,
}

impl Poller {
    pub fn new(context: Context, forum: Arc<dyn Forum>, watches: Arc<ActiveWatches>) -> Self {
        Self {
            context,
            forum,
            watches,
            partitions: Partitions::default(),
            plan: RwLock::default(),
        }
    }

    /// Polls everything that is due now, one listing after the other, and returns what came of it.
    ///
    /// # Errors
    /// The database failed.
    pub async fn run_due(&self) -> anyhow::Result<Vec<Polled>> {
        let mut done = Vec::new();
        while let Some(polled) = self.poll_once().await? {
            done.push(polled);
        }
        Ok(done)
    }

    /// Polls the listing that has been due longest; none if nothing is due.
    ///
    /// # Errors
    /// The database failed. What the forum does wrong is no error: it is in the answer.
    pub async fn poll_once(&self) -> anyhow::Result<Option<Polled>> {
        let (plan, claimed) = {
            let mut conn = self.context.conn().await?;
            let plan = self.current_plan(&mut conn).await?;
            let (keys, lease) = (&plan.keys, self.lease());
            let Intervals { base, group } = plan.intervals;
            let now = self.context.clock.now();
            let claimed = PollState::claim_due(keys, now, lease, base, group, &mut conn).await?;
            (plan, claimed)
        };
        let Some(claimed) = claimed else {
            return Ok(None);
        };
        let Some(planned) = plan.listings.get(&claimed.listing) else {
            return Ok(None);
        };
        let started = std::time::Instant::now();
        let interval = plan.intervals.of_listing(&planned.key);
        let polled = self.poll(claimed, planned, interval).await?;
        log(&polled, started.elapsed());
        Ok(Some(polled))
    }

    /// Returns when the next listing falls due.
    ///
    /// # Errors
    /// The database failed.
    pub async fn next_due(&self) -> anyhow::Result<Option<DateTime<Utc>>> {
        let mut conn = self.context.conn().await?;
        let plan = self.current_plan(&mut conn).await?;
        Ok(PollState::next_due(&plan.keys, &mut conn).await?)
    }

    async fn poll(
        &self,
        claimed: PollState,
        planned: &PlannedListing,
        interval: TimeDelta,
    ) -> anyhow::Result<Polled> {
        let (ground, added) = divide(&claimed, &planned.listing);
        let first = claimed.polled_at.is_none();
        let mut reading = self
            .read(
                &claimed,
                &ground,
                first,
                planned.priority,
                self.most_pages(planned, interval),
            )
            .await?;
        if let (Some(added), Ok(_)) = (&added, &reading.end) {
            // Names that are new to a listing have no watermark in it: one page of them alone.
            let more = self
                .read(&claimed, added, true, planned.priority, 1)
                .await?;
            reading.pages += more.pages;
            reading.skipped += more.skipped;
            reading.items.extend(more.items);
            reading.end = more.end.and(reading.end);
        }
        if let Err(ForumError::Forbidden(_) | ForumError::NotFound(_)) = &reading.end {
            let (names, now) = (&planned.listing.names, self.context.clock.now());
            Place::check_soon(names, now, &mut *self.context.conn().await?).await?;
        }
        let outcome = self.classify(claimed, planned, &reading, interval);
        let (gap, to_fill) = match &outcome.missed {
            None => (false, 0),
            Some(Missed::Gap { .. }) => (true, 0),
            Some(Missed::ToFill(fills)) => (false, fills.len()),
        };
        let (listing, error) = (outcome.claimed.listing.clone(), outcome.error.clone());
        let items = reading.items.len();
        let kept = outcome.claimed.clone();
        let storing = store(
            &self.context.pool,
            &self.partitions,
            self.context.config.server.plans,
            &self.watches,
            reading.items,
            Some(outcome),
            self.context.clock.now(),
        );
        let stored = tokio::select! {
            stored = storing => stored?,
            never = self.keep_lease(&kept) => match never {},
        };
        Ok(Polled {
            listing,
            pages: reading.pages,
            items,
            skipped: reading.skipped,
            stored,
            gap,
            to_fill,
            error,
        })
    }

    /// Reads a listing back to its watermark. No connection is held while the forum is asked.
    async fn read(
        &self,
        claimed: &PollState,
        listing: &Listing,
        first: bool,
        priority: Priority,
        most_pages: usize,
    ) -> anyhow::Result<Reading> {
        let mut pager = Pager::new(&claimed.known_ids, first, most_pages);
        let mut after: Option<String> = None;
        let end = loop {
            match self
                .forum
                .listing(listing, after.as_deref(), priority)
                .await
            {
                Ok(page) => match pager.take(page) {
                    Step::End(end) => break Ok(end),
                    Step::Next(item) => after = Some(item),
                },
                Err(error) => break Err(error),
            }
            let mut conn = self.context.conn().await?;
            let now = self.context.clock.now();
            let until = now + self.lease();
            if !claimed.extend_lease(now, until, &mut conn).await? {
                break Err(ForumError::Unavailable {
                    reason: "another process took the listing over".to_owned(),
                    retry_after: None,
                });
            }
        };
        Ok(Reading {
            pages: pager.pages(),
            skipped: pager.skipped(),
            items: pager.into_items(),
            end,
        })
    }

    /// What is to be written about a poll. The watermark is only moved when all up to it was read,
    /// or when what is missing is given up and recorded as a gap.
    fn classify(
        &self,
        claimed: PollState,
        planned: &PlannedListing,
        reading: &Reading,
        interval: TimeDelta,
    ) -> PollOutcome {
        let now = self.context.clock.now();
        let began = !reading.items.is_empty();
        let broke = match &reading.end {
            Ok(End::Lost) => Some(reason::LOST),
            // Comments of everything are read as far as it goes.
            Err(ForumError::OverBudget { .. }) if began && planned.priority == Priority::Sweep => {
                Some(reason::BUDGET)
            }
            Err(_) if began => Some(reason::FAILED),
            _ => None,
        };
        let sweep_ended = matches!(reading.end, Err(ForumError::OverBudget { .. }))
            && planned.priority == Priority::Sweep;
        let given_up = broke.filter(|_| sweep_ended || claimed.failures + 1 >= MAX_BREAKS);
        let gap = match &reading.end {
            Ok(End::Gap(reason)) => Some(*reason),
            _ => given_up,
        };
        let error = match &reading.end {
            _ if given_up.is_some() => None,
            Ok(End::Lost) => broke.map(str::to_owned),
            Ok(_) => None,
            Err(error) => Some(error.to_string()),
        };
        let longest = longest_wait(&claimed.listing);
        let wait = match (&error, &reading.end) {
            (None, Err(why)) => wait_after(Some(why), 1, interval, longest, rand::random()),
            (None, Ok(_)) => interval,
            (Some(_), end) => wait_after(
                end.as_ref().err(),
                u32::try_from(claimed.failures).unwrap_or(0) + 1,
                interval,
                longest,
                rand::random(),
            ),
        };
        let (known_ids, names) = match error {
            None => (
                watermark(&reading.items, &claimed.known_ids),
                planned.listing.names.clone(),
            ),
            Some(_) => (claimed.known_ids.clone(), claimed.names.clone()),
        };
        let missed =
            gap.and_then(|reason| missed(&claimed, planned, &reading.items, reason, interval, now));
        PollOutcome {
            kind: planned.listing.kind,
            claimed,
            known_ids,
            names,
            next_poll_at: now + wait,
            error,
            missed,
        }
    }

    /// A sweep reads as many pages as half of the budget gives, and no more, so that its gaps are
    /// short and many rather than long and few.
    fn most_pages(&self, planned: &PlannedListing, interval: TimeDelta) -> usize {
        match planned.priority {
            Priority::Sweep => {
                let a_minute = f64::from(self.context.config.forum.requests_per_minute) / 2.0;
                let pages = a_minute * interval.as_seconds_f64() / 60.0;
                (pages as usize).clamp(1, MAX_PAGES)
            }
            _ => MAX_PAGES,
        }
    }

    /// Longer than one request can take, as a poll makes one after the other, each with a lease of
    /// its own; not much longer, as
    /// a listing whose process died waits for the end of it. That a lease may lapse does no harm:
    /// the fence keeps the outcome of the older poll out.
    fn lease(&self) -> TimeDelta {
        TimeDelta::seconds(i64::from(self.context.config.forum.timeout_seconds) + 1)
    }

    /// Keeps others off the listing for as long as its items are being stored, however long that
    /// takes: were it read again meanwhile, from the same watermark, the outcome of this poll would
    /// not count, and when more comes than can be written, neither would the next one's. The
    /// watermark would stand still, and what the listing no longer reaches would be no gap.
    async fn keep_lease(&self, claimed: &PollState) -> Infallible {
        let lease = self.lease();
        let pause = lease.to_std().unwrap_or_default() / 3;
        loop {
            tokio::time::sleep(pause).await;
            let until = self.context.clock.now() + lease;
            let kept = async {
                let mut conn = self.context.conn().await?;
                anyhow::Ok(claimed.keep_lease(until, &mut conn).await?)
            };
            if let Err(error) = kept.await {
                let error = format!("{error:#}");
                tracing::warn!(listing = claimed.listing, error, "could not keep a lease");
            }
        }
    }

    async fn current_plan(&self, conn: &mut Conn) -> anyhow::Result<Arc<Plan>> {
        let plan = self
            .plan
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        let names = self.watches.names_version();
        if plan.names == Some(names) && plan.version == plan_version(conn).await? {
            return Ok(plan);
        }
        let (forum, now) = (&self.context.config.forum, self.context.clock.now());
        let plan = Plan::make(&self.watches, forum, now, conn).await?;
        let plan = Arc::new(plan);
        *self.plan.write().unwrap_or_else(PoisonError::into_inner) = plan.clone();
        Ok(plan)
    }
}

/// The part of a listing that was read before, and the part that is new to it, if there are both.
fn divide(claimed: &PollState, listing: &Listing) -> (Listing, Option<Listing>) {
    let (old, new): (Vec<String>, Vec<String>) = listing
        .names
        .iter()
        .cloned()
        .partition(|name| claimed.names.contains(name));
    if claimed.polled_at.is_none() || old.is_empty() || new.is_empty() {
        return (listing.clone(), None);
    }
    let part = |names| Listing {
        kind: listing.kind,
        names,
    };
    (part(old), Some(part(new)))
}

fn log(polled: &Polled, took: std::time::Duration) {
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
