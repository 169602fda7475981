//! Polls the listings that are due, in as many processes as there are.

use std::convert::Infallible;
use std::sync::{Arc, PoisonError, RwLock};

use chrono::{DateTime, TimeDelta, Utc};
use planner::Answer;
use tracing::Instrument;

use super::interval::{longest_wait, next_interval};
use super::pacing::{self, Pacing, is_paced};
use super::pager::{End, Goal, OVERLAP, Pager, Step, watermark};
use super::plan::{self, Planned, priority};
use super::polled::{Polled, log_poll};
use super::width;
use crate::reader::Reader;
use crate::retry::wait_after;
use crate::store::outcome::Missed;
use crate::store::outcome::{Outcome, PollOutcome};
use db::Conn;
use db::models::coverage_gap::reason;
use db::models::place::{Place, PlanState};
use db::models::poll_state::PollState;
use domain::watches::ActiveWatches;
use foundation::telemetry::metrics::Source;
use foundation::telemetry::traces;
use platform::context::Context;
use platform::coverage::{Moved, moved_readings};
use platform::sources::ForumError;
use platform::sources::ForumItem;
use platform::sources::reddit::{Forum, Listing, Priority};

/// A page holds 100 items and a listing reaches back about 1,000.
const MAX_PAGES: usize = 10;
/// After this many polls that broke off, what is missing is considered lost.
const MAX_BREAKS: i32 = 3;

/// Reads listings of the forum and stores what is new.
pub struct Poller {
    reader: Reader,
    /// The versions that the last plan known to this process was made from.
    planned: RwLock<Option<Planned>>,
    pacing: Pacing,
}

/// The part of a listing that was read.
struct Reading {
    items: Vec<ForumItem>,
    pages: usize,
    skipped: usize,
    end: Result<End, ForumError>,
}

impl Poller {
    pub fn new(context: Context, forum: Arc<dyn Forum>, watches: Arc<ActiveWatches>) -> Self {
        Self {
            reader: Reader::new(context, forum, watches),
            planned: RwLock::default(),
            pacing: Pacing::default(),
        }
    }

    /// Polls everything that is due now, one listing after the other, and returns the results.
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

    /// Polls the listing that has been due longest. Returns `None` if nothing is due.
    ///
    /// # Errors
    /// The database failed. Errors of the forum are part of the returned value.
    pub async fn poll_once(&self) -> anyhow::Result<Option<Polled>> {
        let claimed = {
            let mut conn = self.reader.context.conn().await?;
            self.ensure_plan(&mut conn).await?;
            PollState::claim_due(self.reader.context.clock.now(), self.lease(), &mut conn).await?
        };
        let Some(claimed) = claimed else {
            return Ok(None);
        };
        let started = std::time::Instant::now();
        let span = traces::poll(Source::Reddit);
        let polled = self.poll(claimed).instrument(span.clone()).await?;
        if polled.error.is_some() {
            traces::failed(&span);
        }
        if let Some(change) = self.pacing.note(polled.is_paced, self.reader.context.clock.elapsed())
        {
            pacing::log(change);
        }
        log_poll(&polled, started.elapsed());
        let metrics = &self.reader.context.metrics;
        metrics.polled(Source::Reddit, polled.error.is_none());
        Ok(Some(polled))
    }

    /// Returns when the next listing falls due.
    ///
    /// # Errors
    /// The database failed.
    pub async fn next_due(&self) -> anyhow::Result<Option<DateTime<Utc>>> {
        let mut conn = self.reader.context.conn().await?;
        self.ensure_plan(&mut conn).await?;
        Ok(PollState::next_due(&mut conn).await?)
    }

    async fn poll(&self, claimed: PollState) -> anyhow::Result<Polled> {
        let began_at = self.reader.context.clock.now();
        let (known, added) = divide(&claimed);
        let (mut missed, mut failed, mut reading) = (Missed::default(), false, None);
        if !known.is_empty() {
            let goal = Goal::Known(claimed.known_ids.iter().cloned().collect());
            let pages = self.most_pages(&claimed);
            let read = self.read(&claimed, known, goal, pages).await?;
            match self.given_up(&claimed, &read) {
                Some(reason) => missed.note(&claimed, &read.items, reason, began_at),
                None => failed |= read.is_broken(),
            }
            reading = Some(read);
        }
        if !added.is_empty() && reading.as_ref().is_none_or(|read| read.end.is_ok()) {
            let (more, moved) = self.read_added(&claimed, added).await?;
            match self.given_up(&claimed, &more) {
                Some(reason) => missed.note_moved(&moved, &more.items, reason, began_at),
                None => failed |= more.is_broken(),
            }
            reading = Some(match reading {
                Some(read) => read.and(more),
                None => more,
            });
        }
        let Some(reading) = reading else {
            anyhow::bail!("{} holds no subreddits", claimed.listing);
        };
        if let Err(ForumError::Forbidden(_) | ForumError::NotFound(_)) = &reading.end {
            let (names, now) = (&claimed.planned, self.reader.context.clock.now());
            Place::check_soon(names, now, &mut *self.reader.context.conn().await?).await?;
        }
        if let Err(ForumError::TooLong) = &reading.end {
            let mut conn = self.reader.context.conn().await?;
            width::learn(Answer::TooLong, claimed.planned.len(), began_at, &mut conn).await?;
        }
        // Nothing is missed yet if the listing is read again.
        let missed = if failed { Missed::default() } else { missed };
        let outcome = self.classify(claimed, began_at, &reading, failed, missed);
        let (gap, to_fill) = (outcome.missed.gap.is_some(), outcome.missed.to_fill.len());
        let (listing, error) = (outcome.claimed.listing.clone(), outcome.error.clone());
        let items = reading.items.len();
        let is_paced = is_paced(&outcome.claimed, &reading.end);
        let kept = outcome.claimed.clone();
        let now = self.reader.context.clock.now();
        let storing = self.reader.store(reading.items, Some(Outcome::Listing(outcome)), now);
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
            is_paced,
        })
    }

    /// Reads subreddits that are new to a listing: those that another one has read from where it had
    /// come to, one page of the others.
    async fn read_added(
        &self,
        claimed: &PollState,
        added: Vec<String>,
    ) -> anyhow::Result<(Reading, Vec<Moved>)> {
        let moved = {
            let mut conn = self.reader.context.conn().await?;
            moved_readings(claimed.kind(), &added, &mut conn).await?
        };
        let (goal, most_pages) = match moved.iter().map(|moved| moved.read_until).min() {
            Some(until) => (Goal::Time(until - OVERLAP), MAX_PAGES),
            None => (Goal::FirstPage, 1),
        };
        let reading = self.read(claimed, added, goal, most_pages).await?;
        Ok((reading, moved))
    }

    /// Reads subreddits of a listing. No connection is held while the forum is asked.
    async fn read(
        &self,
        claimed: &PollState,
        names: Vec<String>,
        goal: Goal,
        most_pages: usize,
    ) -> anyhow::Result<Reading> {
        let kind = claimed.kind().into();
        let (listing, priority) = (Listing { kind, names }, priority(&claimed.listing));
        let mut pager = Pager::new(goal, most_pages);
        let mut after: Option<String> = None;
        let end = loop {
            match self.reader.source.listing(&listing, after.as_deref(), priority).await {
                Ok(page) => match pager.take(page) {
                    Step::End(end) => break Ok(end),
                    Step::Next(item) => after = Some(item),
                },
                Err(error) => break Err(error),
            }
            let mut conn = self.reader.context.conn().await?;
            let now = self.reader.context.clock.now();
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

    /// Returns why the part that a reading did not reach is given up and recorded, or `None` if it reached
    /// its goal or is tried again.
    fn given_up(&self, claimed: &PollState, reading: &Reading) -> Option<&'static str> {
        let is_sweep = priority(&claimed.listing) == Priority::Sweep;
        let has_begun = !reading.items.is_empty();
        let is_last = claimed.failures + 1 >= MAX_BREAKS;
        match &reading.end {
            Ok(End::Gap(reason)) => Some(reason),
            Ok(End::Lost) => is_last.then_some(reason::LOST),
            Ok(_) => None,
            // Comments of everything are read as far as the budget allows.
            Err(ForumError::OverBudget { .. }) if has_begun && is_sweep => Some(reason::BUDGET),
            Err(_) => (has_begun && is_last).then_some(reason::FAILED),
        }
    }

    /// Returns what to write about a poll. The watermark only moves when everything up to it was read, or
    /// when what is missing is given up and recorded.
    fn classify(
        &self,
        claimed: PollState,
        began_at: DateTime<Utc>,
        reading: &Reading,
        failed: bool,
        missed: Missed,
    ) -> PollOutcome {
        let now = self.reader.context.clock.now();
        let error = match &reading.end {
            _ if !failed => None,
            Ok(_) => Some(reason::LOST.to_owned()),
            Err(error) => Some(error.to_string()),
        };
        let (interval, longest) =
            (next_interval(&claimed, &reading.items, now), longest_wait(&claimed.listing));
        let wait = match (&error, &reading.end) {
            // No later than the others that wait for the budget: then the one that is latest comes first.
            (Some(_), Err(ForumError::OverBudget { retry_after })) => {
                TimeDelta::from_std(*retry_after).unwrap_or(longest)
            }
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
        let known_ids = match error {
            None => watermark(&reading.items, &claimed.known_ids),
            Some(_) => claimed.known_ids.clone(),
        };
        PollOutcome { claimed, began_at, known_ids, next_poll_at: now + wait, error, missed }
    }

    /// Returns how many pages a poll may take. A sweep reads as many as half of the budget gives, and no
    /// more, so that its gaps are short and many rather than long and few.
    fn most_pages(&self, claimed: &PollState) -> usize {
        match priority(&claimed.listing) {
            Priority::Sweep => {
                let a_minute =
                    f64::from(self.reader.context.config.forum.requests_per_minute) / 2.0;
                let pages = a_minute * claimed.interval().as_seconds_f64() / 60.0;
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
        TimeDelta::seconds(i64::from(self.reader.context.config.forum.timeout_seconds) + 1)
    }

    /// Keeps others off the listing for as long as its items are being stored, however long that
    /// takes: were it read again meanwhile, from the same watermark, the outcome of this poll would
    /// not count, and when more comes than can be written, neither would the next one's. The
    /// watermark would not advance, and what the listing no longer reaches would be no gap.
    async fn keep_lease(&self, claimed: &PollState) -> Infallible {
        let lease = self.lease();
        let pause = lease.to_std().unwrap_or_default() / 3;
        loop {
            tokio::time::sleep(pause).await;
            let until = self.reader.context.clock.now() + lease;
            let kept = async {
                let mut conn = self.reader.context.conn().await?;
                anyhow::Ok(claimed.keep_lease(until, &mut conn).await?)
            };
            if let Err(error) = kept.await {
                let error = format!("{error:#}");
                tracing::warn!(listing = claimed.listing, error, "could not keep a lease");
            }
        }
    }

    /// Creates a plan unless the one in the database covers the names that this process knows and its rates
    /// are not old.
    async fn ensure_plan(&self, conn: &mut Conn) -> anyhow::Result<()> {
        let planned = *self.planned.read().unwrap_or_else(PoisonError::into_inner);
        let (plan, now) = (PlanState::load(conn).await?, self.reader.context.clock.now());
        let wanted =
            Planned { names: Some(self.reader.watches.names_version()), version: plan.version };
        let is_same = planned == Some(wanted);
        if is_same && !plan::is_due(&plan, now) {
            return Ok(());
        }
        let forum = &self.reader.context.config.forum;
        let planned = plan::make(&self.reader.watches, forum, is_same, now, conn).await?;
        *self.planned.write().unwrap_or_else(PoisonError::into_inner) = Some(planned);
        Ok(())
    }
}

impl Reading {
    /// Returns whether the reading broke off.
    fn is_broken(&self) -> bool {
        matches!(self.end, Err(_) | Ok(End::Lost))
    }

    /// Adds another part of the same listing.
    fn and(mut self, other: Self) -> Self {
        self.pages += other.pages;
        self.skipped += other.skipped;
        self.items.extend(other.items);
        if other.end.is_err() {
            self.end = other.end;
        }
        self
    }
}

/// Returns the subreddits of a listing that were read before, and those that are new to it.
fn divide(claimed: &PollState) -> (Vec<String>, Vec<String>) {
    let is_known = |name: &String| claimed.polled_at.is_some() && claimed.names.contains(name);
    claimed.planned.iter().cloned().partition(is_known)
}
