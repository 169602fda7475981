//! Decides how many requests may be made, and who comes first. Pure: the time is passed in.
//!
//! The forum allows a number of requests a minute, averaged over ten minutes, and reports with each
//! answer how many are left and when the count starts again. Both are tracked: the own count, and
//! the forum's last report, which also covers others with the same credentials.

use std::time::Duration;

use chrono::{DateTime, SubsecRound, TimeDelta, Utc};

pub use db::models::request_budget::Priority;
use db::models::request_budget::{RequestBudget, RequestsMade, WINDOW_MINUTES};

/// The part of the window that people and checks of names have at most, each, and looks at least.
const MAX_SHARE_DIVISOR: u32 = 5;
/// The part that looks have at most, however many are needed: the rest reads new posts, a quarter
/// at the least, and answers people.
pub const MAX_LOOKS_SHARE: f64 = 0.6;
/// The longest time ahead that is accepted for the forum's window or for a wait that it asks for.
const MAX_AHEAD: TimeDelta = TimeDelta::minutes(10);

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
        let kept = self.kept_share(priority);
        if let Some(reported) = self.reported
            && reported.left < 1.0 + (kept * reported.most).floor()
        {
            return Err(wait(now, reported.until));
        }
        let most = f64::from(self.most);
        let full = self.counted_for(priority) + 1.0 + (kept * most).floor() > most;
        let crowded = self.count(|kind| kind == priority) >= self.max_of(priority);
        if full || crowded {
            let first = self.made.iter().map(|made| made.first_at).min();
            return Err(wait(now, first.map_or(now, |at| at + counts_for())));
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
        let left = self.most.saturating_sub(self.count(|_| true));
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

    /// Returns the part of the window that is reserved for higher priorities.
    fn kept_share(&self, priority: Priority) -> f64 {
        // Fewer polls are planned then, and their bursts are smaller.
        let for_bursts = 0.3 - self.looks_beyond() / 2.0;
        match priority {
            Priority::Person => 0.0,
            Priority::Poll => 0.1,
            // However much is polled, a little is read of the listings that have no end.
            Priority::Sweep if self.count(|kind| kind == priority) < self.most.div_ceil(10) => 0.3,
            Priority::Sweep => 0.5,
            Priority::Check if f64::from(self.looks()) < self.reserved() => 0.1,
            Priority::Fill | Priority::Verify | Priority::Check => for_bursts,
        }
    }

    /// Returns the requests of the window that count for a request of this priority. The unused
    /// part of what looks need is reserved for them.
    fn counted_for(&self, priority: Priority) -> f64 {
        let (all, looks) = (self.count(|_| true), self.looks());
        let others = f64::from(all - looks);
        match priority {
            Priority::Person | Priority::Check => f64::from(all),
            Priority::Poll | Priority::Fill | Priority::Verify => {
                others + f64::from(looks).max(self.reserved())
            }
            Priority::Sweep => others + (self.looks_beyond() * f64::from(self.most)).floor(),
        }
    }

    /// Returns how many requests of this priority the window may hold.
    fn max_of(&self, priority: Priority) -> u32 {
        match priority {
            Priority::Person | Priority::Verify => self.most.div_ceil(MAX_SHARE_DIVISOR),
            Priority::Check => (looks_share(self.looks_need) * f64::from(self.most)).ceil() as u32,
            Priority::Poll | Priority::Fill | Priority::Sweep => u32::MAX,
        }
    }

    /// Returns the requests of the window that only people may take from looks.
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
        let made = self.made.iter().filter(|made| of(made.priority));
        made.map(|made| made.requests).sum()
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
    (now - counts_for(), now + MAX_AHEAD)
}

/// Returns how long the requests of a second count, which may have been made at its end.
fn counts_for() -> TimeDelta {
    TimeDelta::minutes(i64::from(WINDOW_MINUTES)) + TimeDelta::seconds(1)
}

/// Returns the time to wait, at least a second: whoever waits for less only returns too soon.
fn wait(now: DateTime<Utc>, until: DateTime<Utc>) -> Duration {
    let wait = (until - now).to_std().unwrap_or_default();
    wait.max(Duration::from_secs(1))
}

#[cfg(test)]
mod tests;
