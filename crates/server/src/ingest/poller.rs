//! Polls the listings that are due, in as many processes as there are.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, PoisonError, RwLock};

use chrono::{DateTime, TimeDelta, Utc};
use diesel::QueryableByName;
use diesel::prelude::*;
use diesel::sql_types::Text;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::listings::{PlannedListing, are_related, plan};
use super::partitions::Partitions;
use super::retry::wait_after;
use super::store::{PollOutcome, Stored, store};
use super::walk::{End, Step, Walk, known_ground};
use super::watches::Watches;
use crate::app::App;
use crate::db::models::coverage_gap::CoverageGap;
use crate::db::models::poll_state::PollState;
use crate::db::schema::poll_state;
use crate::forum::{Forum, ForumError, ForumItem, Listing, Priority};

/// A page holds 100 items and a listing reaches back about 1,000.
const MOST_PAGES: usize = 10;
/// After so many polls that broke off, what is missing is taken for lost.
const MOST_BREAKS: i32 = 3;

/// Reads listings of the forum and stores what is new.
pub struct Poller {
    app: App,
    forum: Arc<dyn Forum>,
    watches: Arc<Watches>,
    partitions: Partitions,
    plan: RwLock<Arc<Plan>>,
}

#[derive(Default)]
struct Plan {
    listings: HashMap<String, PlannedListing>,
    keys: Vec<String>,
    /// Time between two polls of one listing.
    interval: TimeDelta,
    /// Of the watches it was made for.
    generation: u64,
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
    /// Why it did not reach its end.
    pub error: Option<String>,
}

#[derive(QueryableByName)]
struct Name {
    #[diesel(sql_type = Text)]
    name: String,
}

/// What was read of a listing.
struct Reading {
    items: Vec<ForumItem>,
    pages: usize,
    skipped: usize,
    end: Result<End, ForumError>,
}

impl Poller {
    pub fn new(app: App, forum: Arc<dyn Forum>, watches: Arc<Watches>) -> Self {
        Self {
            app,
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
        let plan = self.current_plan().await?;
        let now = self.app.clock.now();
        let claimed = {
            let mut conn = self.app.pool.get().await?;
            PollState::claim_due(
                &plan.keys,
                now,
                self.lease(),
                now + plan.interval,
                &mut conn,
            )
            .await?
        };
        let Some(claimed) = claimed else {
            return Ok(None);
        };
        let Some(planned) = plan.listings.get(&claimed.listing) else {
            return Ok(None);
        };
        let started = std::time::Instant::now();
        let polled = self.poll(claimed, planned, plan.interval).await?;
        log(&polled, started.elapsed());
        Ok(Some(polled))
    }

    /// When the next listing falls due.
    ///
    /// # Errors
    /// The database failed.
    pub async fn next_due(&self) -> anyhow::Result<Option<DateTime<Utc>>> {
        let plan = self.current_plan().await?;
        let mut conn = self.app.pool.get().await?;
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
            // Names that are new to a listing have no ground in it: one page of them alone.
            let more = self
                .read(&claimed, added, true, planned.priority, 1)
                .await?;
            reading.pages += more.pages;
            reading.skipped += more.skipped;
            reading.items.extend(more.items);
            reading.end = more.end.and(reading.end);
        }
        let (outcome, gap) = self.judge(claimed, planned, &reading, interval);
        let (listing, error) = (outcome.claimed.listing.clone(), outcome.error.clone());
        let items = reading.items.len();
        let stored = store(
            &self.app.pool,
            &self.partitions,
            self.app.config.server.plans,
            self.watches.snapshot(),
            reading.items,
            Some(outcome),
            self.app.clock.now(),
        )
        .await?;
        Ok(Polled {
            listing,
            pages: reading.pages,
            items,
            skipped: reading.skipped,
            stored,
            gap,
            error,
        })
    }

    /// Follows a listing to known ground. No connection is held while the forum is asked.
    async fn read(
        &self,
        claimed: &PollState,
        listing: &Listing,
        first: bool,
        priority: Priority,
        most_pages: usize,
    ) -> anyhow::Result<Reading> {
        let mut walk = Walk::new(&claimed.known_ids, first, most_pages);
        let mut after: Option<String> = None;
        let end = loop {
            match self
                .forum
                .listing(listing, after.as_deref(), priority)
                .await
            {
                Ok(page) => match walk.take(page) {
                    Step::End(end) => break Ok(end),
                    Step::Next(item) => after = Some(item),
                },
                Err(error) => break Err(error),
            }
            let mut conn = self.app.pool.get().await?;
            let until = self.app.clock.now() + self.lease();
            if !claimed.extend_lease(until, &mut conn).await? {
                break Err(ForumError::Unavailable {
                    reason: "another process took the listing over".to_owned(),
                    retry_after: None,
                });
            }
        };
        Ok(Reading {
            pages: walk.pages(),
            skipped: walk.skipped(),
            items: walk.into_items(),
            end,
        })
    }

    /// What is to be written about a poll. Ground is only moved when all up to it was read, or when
    /// what is missing is given up and recorded as a gap.
    fn judge(
        &self,
        claimed: PollState,
        planned: &PlannedListing,
        reading: &Reading,
        interval: TimeDelta,
    ) -> (PollOutcome, bool) {
        let now = self.app.clock.now();
        let began = !reading.items.is_empty();
        let broke = match &reading.end {
            Ok(End::Lost) => Some("the forum lost its place in the listing"),
            // Comments of everything are read as far as it goes.
            Err(ForumError::OverBudget { .. }) if began && planned.priority == Priority::Sweep => {
                Some("the request budget reaches no further")
            }
            Err(_) if began => Some("the forum failed again and again"),
            _ => None,
        };
        let sweep_ended = matches!(reading.end, Err(ForumError::OverBudget { .. }))
            && planned.priority == Priority::Sweep;
        let given_up = broke.filter(|_| sweep_ended || claimed.failures + 1 >= MOST_BREAKS);
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
        let wait = match (&error, &reading.end) {
            (None, Err(why)) => wait_after(Some(why), 1, interval, rand::random()),
            (None, Ok(_)) => interval,
            (Some(_), end) => wait_after(
                end.as_ref().err(),
                u32::try_from(claimed.failures).unwrap_or(0) + 1,
                interval,
                rand::random(),
            ),
        };
        let (known_ids, names) = match error {
            None => (
                known_ground(&reading.items, &claimed.known_ids),
                planned.listing.names.clone(),
            ),
            Some(_) => (claimed.known_ids.clone(), claimed.names.clone()),
        };
        let gap = gap.map(|reason| gap_of(&claimed, &reading.items, reason, now));
        let is_gap = gap.is_some();
        let outcome = PollOutcome {
            claimed,
            known_ids,
            names,
            next_poll_at: now + wait,
            error,
            gap,
        };
        (outcome, is_gap)
    }

    /// A sweep reads as many pages as half of the budget gives, and no more, so that its gaps are
    /// short and many rather than long and few.
    fn most_pages(&self, planned: &PlannedListing, interval: TimeDelta) -> usize {
        match planned.priority {
            Priority::Sweep => {
                let a_minute = f64::from(self.app.config.forum.requests_per_minute) / 2.0;
                let pages = a_minute * interval.as_seconds_f64() / 60.0;
                (pages as usize).clamp(1, MOST_PAGES)
            }
            _ => MOST_PAGES,
        }
    }

    /// Longer than one request can take, as a poll makes one after the other; not much longer, as
    /// a listing whose process died waits for the end of it. That a lease may lapse does no harm: the
    /// fence keeps the outcome of the older poll out.
    fn lease(&self) -> TimeDelta {
        TimeDelta::seconds(i64::from(self.app.config.forum.timeout_seconds) + 1)
    }

    async fn current_plan(&self) -> anyhow::Result<Arc<Plan>> {
        let plan = self
            .plan
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        let generation = self.watches.generation();
        if plan.generation == generation {
            return Ok(plan);
        }
        let mut conn = self.app.pool.get().await?;
        let names: Vec<Name> = diesel::sql_query(
            "SELECT DISTINCT lower(name) AS name FROM watches w
             JOIN users u ON u.id = w.user_id, unnest(w.subreddits) AS name
             WHERE w.is_active AND u.email_verified_at IS NOT NULL",
        )
        .load(&mut conn)
        .await?;
        let valid = |name: &String| matcher::SubredditName::parse(name).is_ok();
        let names: BTreeSet<String> = names.into_iter().map(|n| n.name).filter(valid).collect();
        let listings = plan_listings(&names);
        let plan = Arc::new(Plan {
            keys: listings.keys().cloned().collect(),
            interval: self.interval(listings.len()),
            listings,
            generation,
        });
        write_plan(&plan.keys, self.app.clock.now(), &mut conn).await?;
        *self.plan.write().unwrap_or_else(PoisonError::into_inner) = plan.clone();
        Ok(plan)
    }

    /// The configured time, or longer if one request a listing would need more than two fifths of the
    /// budget: the rest is for overlaps, sweeps and people.
    fn interval(&self, listings: usize) -> TimeDelta {
        let forum = &self.app.config.forum;
        let paced = listings as f64 * 60.0 / (0.4 * f64::from(forum.requests_per_minute));
        let shortest = f64::from(forum.poll_seconds);
        TimeDelta::milliseconds((paced.max(shortest) * 1_000.0) as i64)
    }
}

fn plan_listings(names: &BTreeSet<String>) -> HashMap<String, PlannedListing> {
    let listings = plan(names).into_iter();
    listings
        .map(|planned| (planned.key.clone(), planned))
        .collect()
}

/// Makes `poll_state` hold the planned listings. A new one that shares ground with an old one, of
/// which it is a part or the sum, goes on from there.
async fn write_plan(
    keys: &[String],
    now: DateTime<Utc>,
    conn: &mut crate::db::Conn,
) -> QueryResult<()> {
    let held: Vec<PollState> = poll_state::table
        .select(PollState::as_select())
        .load(conn)
        .await?;
    for key in keys
        .iter()
        .filter(|key| held.iter().all(|h| h.listing != **key))
    {
        let related: Vec<&PollState> = held
            .iter()
            .filter(|h| are_related(&h.listing, key))
            .collect();
        let known: Vec<&String> = related.iter().flat_map(|h| &h.known_ids).collect();
        let names: Vec<&String> = related.iter().flat_map(|h| &h.names).collect();
        diesel::insert_into(poll_state::table)
            .values((
                poll_state::listing.eq(key),
                poll_state::known_ids.eq(known),
                poll_state::names.eq(names),
                poll_state::polled_at.eq(related.iter().filter_map(|h| h.polled_at).min()),
                poll_state::next_poll_at.eq(now),
            ))
            .on_conflict_do_nothing()
            .execute(conn)
            .await?;
    }
    let unplanned = poll_state::table.filter(poll_state::listing.ne_all(keys));
    diesel::delete(unplanned).execute(conn).await?;
    Ok(())
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

/// From the last good poll to the oldest item that was read now.
fn gap_of(
    claimed: &PollState,
    items: &[ForumItem],
    reason: &str,
    now: DateTime<Utc>,
) -> CoverageGap {
    let started_at = claimed.polled_at.unwrap_or(now);
    let times = items
        .iter()
        .filter(|item| !item.pinned)
        .map(|item| item.created_at);
    CoverageGap {
        id: Uuid::now_v7(),
        listing: claimed.listing.clone(),
        started_at,
        ended_at: times
            .min()
            .unwrap_or(now)
            .clamp(started_at, now.max(started_at)),
        reason: reason.to_owned(),
    }
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
        error,
    } = polled;
    let (new, notifications) = (stored.new_items, stored.notifications);
    match error {
        None => tracing::info!(
            %poll, listing, pages, items, skipped, new, notifications, gap, millis, "polled"
        ),
        Some(error) => tracing::warn!(
            %poll, listing, pages, items, skipped, new, notifications, gap, millis, error,
            "a poll did not reach its end"
        ),
    }
}
