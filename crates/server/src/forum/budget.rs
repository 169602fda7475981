//! How many requests may be made, and by whom first. Pure: the time is passed in.
//!
//! The forum allows a number of requests a minute, averaged over ten minutes, and reports with each
//! answer how many are left and when the count starts anew. Both are kept: the own count, and what
//! the forum said last, which also knows about other processes with the same credentials.

use std::collections::VecDeque;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};

const WINDOW_MINUTES: u32 = 10;

/// Who asks. Each kind may use only its share, so that polling never starves a person who waits for
/// an answer, people never starve polling, and neither the endless nor looking back starves the
/// watched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Priority {
    /// A person waits: all of the window, but at most a fifth of it for such requests together.
    Person,
    /// Listings that somebody watches: up to nine tenths of the window.
    Poll,
    /// What a gap left out of watched listings: up to seven tenths of the window.
    Fill,
    /// Listings without end, read as far as it goes: up to half of the window, looking back not
    /// counted.
    Sweep,
    /// Whether the names of new watches can be read: up to a fifth of the window, and nothing of its
    /// last three tenths.
    Verify,
    /// Looking whether what is stored is still there: up to a fifth of the window, and nothing of
    /// its last three tenths.
    Check,
}

/// The requests of one client in a sliding window.
#[derive(Debug)]
pub struct Budget {
    /// Requests a window.
    most: u32,
    made: VecDeque<(DateTime<Utc>, Priority)>,
    reported: Option<Reported>,
    /// The forum asked to be left alone until then.
    silent_until: Option<DateTime<Utc>>,
}

/// What the forum said last.
#[derive(Debug, Clone, Copy)]
struct Reported {
    /// Requests of its window, used and left.
    most: f64,
    left: f64,
    /// When its window ends.
    until: DateTime<Utc>,
}

impl Budget {
    pub fn new(requests_per_minute: u32) -> Self {
        Self {
            most: requests_per_minute.saturating_mul(WINDOW_MINUTES),
            made: VecDeque::new(),
            reported: None,
            silent_until: None,
        }
    }

    /// Counts one request at `now`.
    ///
    /// # Errors
    /// How long to wait until it may be tried again; nothing is counted then.
    pub fn take(&mut self, now: DateTime<Utc>, priority: Priority) -> Result<(), Duration> {
        let oldest = now - window();
        while self.made.front().is_some_and(|(at, _)| *at <= oldest) {
            self.made.pop_front();
        }
        if let Some(until) = self.silent_until.filter(|until| *until > now) {
            return Err(wait(now, until));
        }
        self.reported = self.reported.filter(|reported| reported.until > now);
        if let Some(reported) = self.reported
            && reported.left < 1.0 + kept_from(priority, reported.most)
        {
            return Err(wait(now, reported.until));
        }
        let most = f64::from(self.most);
        let of = |priority| self.made.iter().filter(|(_, p)| *p == priority).count();
        let counted = match priority {
            Priority::Sweep => self.made.len() - of(Priority::Check),
            _ => self.made.len(),
        };
        let full = counted as f64 + 1.0 + kept_from(priority, most) > most;
        let crowded = matches!(
            priority,
            Priority::Person | Priority::Verify | Priority::Check
        ) && of(priority) >= (self.most as usize).div_ceil(5);
        if full || crowded {
            let frees = self.made.front().map_or(now, |(at, _)| *at + window());
            return Err(wait(now, frees));
        }
        if let Some(reported) = &mut self.reported {
            reported.left -= 1.0;
        }
        self.made.push_back((now, priority));
        Ok(())
    }

    /// Notes what the forum's headers said: requests used and left in its window, and the seconds
    /// until that ends.
    pub fn report(&mut self, now: DateTime<Utc>, used: f64, left: f64, reset_seconds: f64) {
        let reset = TimeDelta::milliseconds((reset_seconds.clamp(0.0, 3_600.0) * 1_000.0) as i64);
        self.reported = Some(Reported {
            most: used + left,
            left,
            until: now + reset,
        });
    }

    /// Lets nobody ask anything before `until`.
    pub fn silence(&mut self, until: DateTime<Utc>) {
        self.silent_until = self.silent_until.max(Some(until));
    }
}

/// How many requests of `most` are kept for those who come before.
fn kept_from(priority: Priority, most: f64) -> f64 {
    let share = match priority {
        Priority::Person => 0.0,
        Priority::Poll => 0.1,
        Priority::Sweep => 0.5,
        Priority::Fill | Priority::Verify | Priority::Check => 0.3,
    };
    (most * share).floor()
}

fn window() -> TimeDelta {
    TimeDelta::minutes(i64::from(WINDOW_MINUTES))
}

/// At least a second: whoever waits for less only comes too soon again.
fn wait(now: DateTime<Utc>, until: DateTime<Utc>) -> Duration {
    let wait = (until - now).to_std().unwrap_or_default();
    wait.max(Duration::from_secs(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_800_000_000 + seconds, 0).unwrap()
    }

    fn spend(budget: &mut Budget, now: DateTime<Utc>, priority: Priority) -> usize {
        (0..10_000)
            .take_while(|_| budget.take(now, priority).is_ok())
            .count()
    }

    #[test]
    fn each_kind_gets_its_share_and_no_more() {
        let mut budget = Budget::new(10);
        assert_eq!(spend(&mut budget, at(0), Priority::Sweep), 50);
        assert_eq!(spend(&mut budget, at(0), Priority::Poll), 40);
        assert_eq!(spend(&mut budget, at(0), Priority::Person), 10);
    }

    #[test]
    fn persons_cannot_take_what_polling_needs() {
        let mut budget = Budget::new(10);
        assert_eq!(spend(&mut budget, at(0), Priority::Person), 20);
        assert_eq!(spend(&mut budget, at(0), Priority::Poll), 70);
    }

    #[test]
    fn looking_back_takes_from_nobody() {
        let mut budget = Budget::new(10);
        assert_eq!(spend(&mut budget, at(0), Priority::Check), 20);
        assert_eq!(spend(&mut budget, at(0), Priority::Sweep), 50);
        assert_eq!(spend(&mut budget, at(0), Priority::Poll), 20);
        assert_eq!(spend(&mut budget, at(0), Priority::Person), 10);
        let mut busy = Budget::new(10);
        assert_eq!(spend(&mut busy, at(0), Priority::Poll), 90);
        assert_eq!(spend(&mut busy, at(0), Priority::Check), 0);
    }

    #[test]
    fn verifying_names_takes_a_fifth_and_nothing_from_polling() {
        let mut budget = Budget::new(10);
        assert_eq!(spend(&mut budget, at(0), Priority::Verify), 20);
        assert_eq!(spend(&mut budget, at(0), Priority::Poll), 70);
        assert_eq!(spend(&mut budget, at(0), Priority::Person), 10);
        let mut busy = Budget::new(10);
        assert_eq!(spend(&mut busy, at(0), Priority::Poll), 90);
        assert_eq!(spend(&mut busy, at(0), Priority::Verify), 0);
    }

    #[test]
    fn filling_gaps_leaves_polling_its_share() {
        let mut budget = Budget::new(10);
        assert_eq!(spend(&mut budget, at(0), Priority::Sweep), 50);
        assert_eq!(spend(&mut budget, at(0), Priority::Fill), 20);
        assert_eq!(spend(&mut budget, at(0), Priority::Poll), 20);
        let mut busy = Budget::new(10);
        assert_eq!(spend(&mut busy, at(0), Priority::Poll), 90);
        assert_eq!(spend(&mut busy, at(0), Priority::Fill), 0);
    }

    #[test]
    fn the_count_is_over_the_last_ten_minutes() {
        let mut budget = Budget::new(1);
        assert_eq!(spend(&mut budget, at(0), Priority::Poll), 9);
        let wait = budget.take(at(60), Priority::Poll).unwrap_err();
        assert_eq!(wait, Duration::from_secs(540));
        assert!(budget.take(at(600), Priority::Poll).is_ok());
    }

    #[test]
    fn what_the_forum_says_is_left_counts() {
        let mut budget = Budget::new(100);
        budget.report(at(0), 899.0, 101.0, 30.0);
        assert!(budget.take(at(0), Priority::Poll).is_ok());
        let wait = budget.take(at(0), Priority::Poll).unwrap_err();
        assert_eq!(wait, Duration::from_secs(30));
        assert!(budget.take(at(0), Priority::Person).is_ok());
        assert!(budget.take(at(30), Priority::Poll).is_ok());
    }

    #[test]
    fn nobody_asks_while_the_forum_wants_silence() {
        let mut budget = Budget::new(100);
        budget.silence(at(10));
        budget.silence(at(5));
        let wait = budget.take(at(0), Priority::Person).unwrap_err();
        assert_eq!(wait, Duration::from_secs(10));
        assert!(budget.take(at(10), Priority::Sweep).is_ok());
    }
}
