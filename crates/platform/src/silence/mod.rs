//! Reports silence: a watch that is quiet compared with its own rate, endpoints that fail, sources
//! that cannot be read, and matches that are not listed because there are too many.
//!
//! # When a watch is quiet
//!
//! Matches come in clusters, so days are counted and not matches: of the days up to a watch's last
//! match (28 at most, as far back as the watch has had its present form), `k` of `n` had a match.
//! If the watch is unchanged, each further day is silent with the probability that this suggests;
//! since `n` days suggest it only roughly, the probability of `d` silent days in a row is taken
//! over all rates that may have given `k` of `n` (beta-binomial, with Jeffreys' prior):
//!
//! P(d) = Π (n − k + ½ + i) / (n + 1 + i), for i from 0 to d − 1.
//!
//! A watch that had at least 8 matches is quiet when k · P(d) < 1 %: of `k` pauses in 28 days, any
//! of which could be the one, fewer than one in a hundred such months has one that long by chance.
//! A watch with a match every day is quiet after three silent days, one with two a week after four
//! weeks. After 60 days, silence is its rate, and is no longer reported.

mod busy;
mod forum;
mod notices;
mod paused;
mod sites;
mod watches;

use chrono::{DateTime, TimeDelta, Utc};

pub use busy::{BusyWatch, busy_watches};
pub use forum::{Change, ForumState, ForumWatch, classify, forum_state};
pub use notices::{Status, notices, status};
pub use paused::{PausedWatch, paused_watches};
pub use sites::{UnreadableSite, unreadable_sites};
pub use watches::{QuietWatch, quiet_watches};

/// The days before its last match from which a watch's rate is taken.
pub const WINDOW_DAYS: i64 = 28;
const MIN_MATCHES: i64 = 8;
/// The highest probability of reporting a silence by chance in as many days as the window has.
const CHANCE: f64 = 0.01;
/// The fewest and the most silent days of a watch that is reported as quiet.
pub const MIN_DAYS: i64 = 2;
pub const MAX_DAYS: i64 = 60;

/// The matches of a watch in the days up to its last match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct History {
    pub matches: i64,
    /// Days (of 24 hours, counted back from the last match) with a match, and days in all.
    pub active_days: i64,
    pub days: i64,
    pub last_match_at: DateTime<Utc>,
}

/// The silence of a watch.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Quiet {
    pub usual_per_week: f64,
    pub silent_days: i64,
}

/// Returns the silence of a watch if it is too long to be chance at `now`, the time up to which the
/// forum has been read.
pub fn quiet(history: &History, now: DateTime<Utc>) -> Option<Quiet> {
    let silent_days = (now - history.last_match_at).num_days();
    if history.matches < MIN_MATCHES || !(MIN_DAYS..=MAX_DAYS).contains(&silent_days) {
        return None;
    }
    let days = history.days.clamp(1, WINDOW_DAYS);
    let active = history.active_days.clamp(1, days);
    let expected_by_chance = active as f64 * chance_of_silence(active, days, silent_days);
    (expected_by_chance < CHANCE)
        .then(|| Quiet { usual_per_week: history.matches as f64 * 7.0 / days as f64, silent_days })
}

/// Returns the probability of `silent` silent days in a row for a watch that had a match on
/// `active` of `days`.
fn chance_of_silence(active: i64, days: i64, silent: i64) -> f64 {
    let (empty, all) = ((days - active) as f64 + 0.5, days as f64 + 1.0);
    (0..silent).map(|i| (empty + i as f64) / (all + i as f64)).product()
}

/// A day, by which silence is counted.
const DAY: TimeDelta = TimeDelta::days(1);

#[cfg(test)]
mod tests;
