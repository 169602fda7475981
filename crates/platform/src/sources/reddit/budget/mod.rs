//! Decides how many requests may be made, and who comes first. Pure: the time is passed in.
//!
//! The forum allows a number of requests a minute, averaged over ten minutes, and reports with each
//! answer how many are left and when the count starts again. Both are tracked: the own count, and
//! the forum's last report, which also covers others with the same credentials.
//!
//! What listings are planned to take is left to them before they take it: other work that comes first
//! would leave those that are due later without requests until the window has moved on. So would
//! comments of everything, which are spread over it.

use std::time::Duration;

use chrono::{DateTime, SubsecRound, TimeDelta, Utc};

pub use db::models::request_budget::Priority;
use db::models::request_budget::{RequestBudget, RequestsMade, WINDOW_MINUTES};

/// The part of the window that people and checks of names have at most, each, and looks at least.
const MAX_SHARE_DIVISOR: u32 = 5;
/// The part that looks have at most, however many are needed: the rest reads new posts, a quarter
/// at the least, and answers people.
pub const MAX_LOOKS_SHARE: f64 = 0.6;
/// The part of the budget for which polls are planned, those of everything among them, if looks have
/// their least. The rest is for bursts, repeated polls, comments of everything, looks and people.
pub const PLANNED_SHARE: f64 = 0.55;
/// The part that comments of everything have at least.
const MIN_SWEEPS: f64 = 0.1;
/// The longest time ahead that is accepted for the forum's window or for a wait that it asks for.
const MAX_AHEAD: TimeDelta = TimeDelta::minutes(10);
/// The time over which comments of everything are spread: a minute, or longer if so few requests are
/// allowed in a minute that shares of them would be fractions.
const MIN_SPREAD_MINUTES: u32 = 1;
const MIN_SPREAD_REQUESTS: u32 = 20;

/// The requests of one account in a sliding window.
#[derive(Debug)]
pub struct Budget {
    /// The most requests in a window.
    pub(super) most: u32,
    /// The part of the window that looks need.
    looks_need: f64,
    /// The requests of the window that ends now, in any order.
    pub(super) made: Vec<RequestsMade>,
    pub(super) reported: Option<Reported>,
    /// The time until which the forum asked for no requests.
    pub(super) silent_until: Option<DateTime<Utc>>,
}

/// The forum's last report.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Reported {
    /// The size of the forum's window in requests, used and left.
    pub(super) most: f64,
    pub(super) left: f64,
    /// The end of the forum's window.
    pub(super) until: DateTime<Utc>,
}

impl Budget {
    pub fn new(requests_per_minute: u32) -> Self {
        Self {
            most: requests_per_minute.saturating_mul(WINDOW_MINUTES),
            looks_need: 0.0,
            made: Vec::new(),
            reported: None,
            silent_until: None,
        }
    }

    /// Returns the budget after the requests in `made` and the forum's last report, if looks need
    /// `looks_a_minute` requests a minute.
    pub(super) fn of(
        requests_per_minute: u32,
        looks_a_minute: f64,
        said: &RequestBudget,
        made: Vec<RequestsMade>,
    ) -> Self {
        let reported = (said.reported_most, said.reported_left, said.reported_until);
        let reported = match reported {
            (Some(most), Some(left), Some(until)) => Some(Reported { most, left, until }),
            _ => None,
        };
        Self {
            made,
            reported,
            silent_until: said.silent_until,
            looks_need: looks_a_minute / f64::from(requests_per_minute.max(1)),
            ..Self::new(requests_per_minute)
        }
    }

    /// Counts one request at `now`. Times further ahead than any window were written by a clock
    /// that has since been set back, and are ignored.
    ///
    /// # Errors
    /// The time to wait before asking again; nothing is counted then.
    pub fn take(&mut self, now: DateTime<Utc>, priority: Priority) -> Result<(), Duration> {
        self.forget_old(now);
        if let Some(until) = self.silent_until {
            return Err(wait(now, until));
        }
        let whole = self.period(now, WINDOW_MINUTES);
        let part = self.period(now, spread_minutes(self.most / WINDOW_MINUTES));
        let kept = whole.kept_share(priority, &part);
        if let Some(reported) = self.reported
            && reported.left < 1.0 + (kept * reported.most).floor()
        {
            return Err(wait(now, reported.until));
        }
        let is_spread = priority == Priority::Sweep && !part.lacks_sweeps();
        let refuses = |period: &Period<'_>| period.refuses(priority, kept, &part);
        let refusing = match refuses(&whole) || whole.is_left_to_listings(priority) {
            true => Some(&whole),
            false => (is_spread && refuses(&part)).then_some(&part),
        };
        if let Some(period) = refusing {
            return Err(wait(now, period.free_at().unwrap_or(now)));
        }
        if let Some(reported) = &mut self.reported {
            reported.left -= 1.0;
        }
        self.made.push(RequestsMade { priority, requests: 1, first_at: second(now) });
        Ok(())
    }

    /// Returns how many requests may still be made at `now`, regardless of their priority.
    pub(super) fn left(&mut self, now: DateTime<Utc>) -> u32 {
        self.forget_old(now);
        if self.silent_until.is_some() {
            return 0;
        }
        let left = self.most.saturating_sub(self.period(now, WINDOW_MINUTES).count(|_| true));
        let reported = self.reported.map(|reported| reported.left.max(0.0) as u32);
        reported.map_or(left, |reported| left.min(reported))
    }

    fn forget_old(&mut self, now: DateTime<Utc>) {
        let holds = |until: DateTime<Utc>| until > now && until <= now + MAX_AHEAD;
        self.silent_until = self.silent_until.filter(|until| holds(*until));
        self.reported = self.reported.filter(|reported| holds(reported.until));
        let (after, until) = window(now);
        self.made.retain(|made| made.first_at > after && made.first_at <= until);
    }

    /// Returns the last `minutes` before `now`.
    fn period(&self, now: DateTime<Utc>, minutes: u32) -> Period<'_> {
        Period {
            made: &self.made,
            after: now - counts_for(minutes),
            minutes,
            most: self.most / WINDOW_MINUTES * minutes,
            looks_need: self.looks_need,
        }
    }
}

/// The requests of the window, or of its last part.
struct Period<'a> {
    made: &'a [RequestsMade],
    /// Requests made by then do not belong to it.
    after: DateTime<Utc>,
    minutes: u32,
    /// The most requests in it.
    most: u32,
    looks_need: f64,
}

impl Period<'_> {
    /// Returns whether a request with this priority would be one too many, if the share `kept` is
    /// reserved for higher priorities.
    fn refuses(&self, priority: Priority, kept: f64, part: &Period<'_>) -> bool {
        let most = f64::from(self.most);
        let is_full = self.counted_for(priority, part) + 1.0 + (kept * most).floor() > most;
        is_full || self.count(|kind| kind == priority) >= self.max_of(priority)
    }

    /// Returns whether a request would take what is left to listings: as much as is planned for them,
    /// whether or not they have taken it yet, and something for bursts. Looks that the promise needs
    /// have a share of their own.
    fn is_left_to_listings(&self, priority: Priority) -> bool {
        let for_bursts = match priority {
            Priority::Fill => 0.2 - self.looks_beyond() / 4.0,
            Priority::Verify => 0.15 - self.looks_beyond() / 8.0,
            Priority::Check if !self.lacks_looks() => 0.15,
            _ => return false,
        };
        let is_listing = |kind| matches!(kind, Priority::Poll | Priority::Sweep);
        let planned = (PLANNED_SHARE + MIN_SWEEPS - self.looks_beyond()) * f64::from(self.most);
        let listings = f64::from(self.count(is_listing)).max(planned);
        let others = self.count(|kind| !is_listing(kind) && kind != Priority::Check);
        let looks = f64::from(self.looks()).max(self.reserved());
        listings + f64::from(others) + looks + 1.0 > (1.0 - for_bursts) * f64::from(self.most)
    }

    /// Returns the part of the window that is reserved for higher priorities.
    fn kept_share(&self, priority: Priority, part: &Period<'_>) -> f64 {
        // Fewer polls are planned then, and their bursts are smaller.
        let for_bursts = 0.3 - self.looks_beyond() / 2.0;
        match priority {
            Priority::Person => 0.0,
            Priority::Poll => 0.1,
            Priority::Sweep if part.lacks_sweeps() => 0.1,
            Priority::Sweep => 0.5,
            Priority::Check if self.lacks_looks() => 0.1,
            Priority::Fill | Priority::Verify | Priority::Check => for_bursts,
        }
    }

    /// Returns the requests of the period that count for a request of this priority. The unused
    /// part of what looks need is reserved for them.
    fn counted_for(&self, priority: Priority, part: &Period<'_>) -> f64 {
        let (all, looks) = (self.count(|_| true), self.looks());
        let others = f64::from(all - looks);
        match priority {
            Priority::Person | Priority::Check => f64::from(all),
            Priority::Sweep if !part.lacks_sweeps() => {
                others + (self.looks_beyond() * f64::from(self.most)).floor()
            }
            Priority::Poll | Priority::Sweep | Priority::Fill | Priority::Verify => {
                others + f64::from(looks).max(self.reserved())
            }
        }
    }

    /// Returns how many requests of this priority the period may hold.
    fn max_of(&self, priority: Priority) -> u32 {
        match priority {
            Priority::Person | Priority::Verify => self.most.div_ceil(MAX_SHARE_DIVISOR),
            Priority::Check => (looks_share(self.looks_need) * f64::from(self.most)).ceil() as u32,
            Priority::Poll | Priority::Fill | Priority::Sweep => u32::MAX,
        }
    }

    /// Returns whether the listings without end, which are listings like any other, have had less
    /// than the tenth that they have however much is polled.
    fn lacks_sweeps(&self) -> bool {
        f64::from(self.count(|kind| kind == Priority::Sweep)) < MIN_SWEEPS * f64::from(self.most)
    }

    /// Returns whether looks have had less than they need.
    fn lacks_looks(&self) -> bool {
        f64::from(self.looks()) < self.reserved()
    }

    /// Returns the requests of the period that only people may take from looks.
    fn reserved(&self) -> f64 {
        self.looks_need.min(MAX_LOOKS_SHARE) * f64::from(self.most)
    }

    fn looks_beyond(&self) -> f64 {
        looks_beyond_least(self.looks_need)
    }

    fn looks(&self) -> u32 {
        self.count(|kind| kind == Priority::Check)
    }

    fn count(&self, of: impl Fn(Priority) -> bool) -> u32 {
        self.in_it().filter(|made| of(made.priority)).map(|made| made.requests).sum()
    }

    /// Returns when the first of its requests no longer belongs to it.
    fn free_at(&self) -> Option<DateTime<Utc>> {
        let first = self.in_it().map(|made| made.first_at).min();
        first.map(|at| at + counts_for(self.minutes))
    }

    fn in_it(&self) -> impl Iterator<Item = &RequestsMade> {
        self.made.iter().filter(|made| made.first_at > self.after)
    }
}

impl Reported {
    /// Makes a report from the forum's headers at `now`: requests used and left in its window, and
    /// the seconds until that ends.
    pub(super) fn new(now: DateTime<Utc>, used: f64, left: f64, reset_seconds: f64) -> Self {
        let reset = TimeDelta::milliseconds((reset_seconds.max(0.0) * 1_000.0) as i64);
        Self { most: used + left, left, until: now + reset.min(MAX_AHEAD) }
    }

    /// Returns the report as the database stores it.
    pub(super) fn columns(self) -> (f64, f64, DateTime<Utc>) {
        (self.most, self.left, self.until)
    }
}

/// Returns the part of the budget that looks may have if they need the part `needed`.
fn looks_share(needed: f64) -> f64 {
    needed.clamp(1.0 / f64::from(MAX_SHARE_DIVISOR), MAX_LOOKS_SHARE)
}

/// Returns the part of the budget that looks take from others if they need the part `needed`: their
/// share beyond a fifth.
pub fn looks_beyond_least(needed: f64) -> f64 {
    looks_share(needed) - 1.0 / f64::from(MAX_SHARE_DIVISOR)
}

pub(super) fn second(time: DateTime<Utc>) -> DateTime<Utc> {
    time.trunc_subsecs(0)
}

/// Returns the seconds after which and until which requests count at `now`.
pub(super) fn window(now: DateTime<Utc>) -> (DateTime<Utc>, DateTime<Utc>) {
    (now - counts_for(WINDOW_MINUTES), now + MAX_AHEAD)
}

/// Returns the time in the window at `now` from which comments of everything are spread: requests
/// made before and after it are counted apart.
pub(super) fn spread_from(now: DateTime<Utc>, requests_per_minute: u32) -> DateTime<Utc> {
    now - counts_for(spread_minutes(requests_per_minute))
}

fn spread_minutes(requests_per_minute: u32) -> u32 {
    let minutes = MIN_SPREAD_REQUESTS.div_ceil(requests_per_minute.max(1));
    minutes.clamp(MIN_SPREAD_MINUTES, WINDOW_MINUTES)
}

/// Returns how long the requests of a second count, which may have been made at its end.
fn counts_for(minutes: u32) -> TimeDelta {
    TimeDelta::minutes(i64::from(minutes)) + TimeDelta::seconds(1)
}

/// Returns the time to wait, at least a second: whoever waits for less only returns too soon.
fn wait(now: DateTime<Utc>, until: DateTime<Utc>) -> Duration {
    let wait = (until - now).to_std().unwrap_or_default();
    wait.max(Duration::from_secs(1))
}

#[cfg(test)]
mod tests;
