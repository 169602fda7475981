//! Time as a dependency: the database's in production, a manual clock in tests, so that no test
//! sleeps.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use chrono::{DateTime, TimeDelta, Utc};

/// Smaller differences from the database's time are ignored, since network delay may cause them.
const TOLERANCE: Duration = Duration::from_millis(200);

/// A clock of UTC, in microseconds: the database keeps no more, and a time that comes back
/// from it must equal the one that went in. Clones share it.
///
/// The clock starts with the system's time and then runs evenly, whatever happens to the system's.
/// It is set by the database's time ([`Clock::follow`]), so that all processes on one database
/// agree: what one of them schedules, another finds due.
#[derive(Clone)]
pub struct Clock(Arc<Inner>);

struct Inner {
    run: Run,
    /// The offset to add to the elapsed time, in microseconds since 1970.
    origin: AtomicI64,
}

enum Run {
    Since(Instant),
    /// Microseconds by which the clock was advanced.
    ByHand(AtomicI64),
}

impl Clock {
    pub fn system() -> Self {
        Self::new(Run::Since(Instant::now()), Utc::now())
    }

    /// Creates a clock that shows `start` until [`Clock::advance`] moves it. No database sets it.
    pub fn manual(start: DateTime<Utc>) -> Self {
        Self::new(Run::ByHand(AtomicI64::new(0)), start)
    }

    fn new(run: Run, start: DateTime<Utc>) -> Self {
        let origin = AtomicI64::new(start.timestamp_micros());
        Self(Arc::new(Inner { run, origin }))
    }

    pub fn now(&self) -> DateTime<Utc> {
        self.at(self.elapsed())
    }

    fn at(&self, elapsed: Duration) -> DateTime<Utc> {
        let micros = self.0.origin.load(Ordering::SeqCst);
        DateTime::from_timestamp_micros(micros.saturating_add(micros_of(elapsed)))
            .unwrap_or_default()
    }

    /// Returns the time since some fixed moment, for measuring durations. Setting a clock never
    /// turns it back.
    pub fn elapsed(&self) -> Duration {
        match &self.0.run {
            Run::Since(start) => start.elapsed(),
            Run::ByHand(micros) => {
                let micros = micros.load(Ordering::SeqCst);
                Duration::from_micros(micros.unsigned_abs())
            }
        }
    }

    /// Returns the elapsed time as a timestamp, for scheduling within this process. Its distance
    /// from the real time means nothing.
    pub fn steady(&self) -> DateTime<Utc> {
        DateTime::from_timestamp_micros(micros_of(self.elapsed())).unwrap_or_default()
    }

    /// Follows the database's time, which was `reading` at some moment of `during`
    /// ([`Clock::elapsed`]). Returns the amount by which the clock was set, if it was.
    pub fn follow(&self, reading: DateTime<Utc>, during: Range<Duration>) -> Option<TimeDelta> {
        if matches!(self.0.run, Run::ByHand(_)) {
            return None;
        }
        let on_the_way = during.end.saturating_sub(during.start) / 2;
        let difference = reading - self.at(during.start + on_the_way);
        let is_off = difference.abs().to_std().unwrap_or_default() > TOLERANCE + on_the_way;
        is_off.then(|| self.set(difference))
    }

    /// Moves a manual clock forward. Any other clock is unaffected.
    pub fn advance(&self, by: TimeDelta) {
        if let Run::ByHand(micros) = &self.0.run {
            micros.fetch_add(by.num_microseconds().unwrap_or(0), Ordering::SeqCst);
        }
    }

    /// Sets a clock forward or back, without letting time pass.
    pub fn set(&self, by: TimeDelta) -> TimeDelta {
        let micros = by.num_microseconds().unwrap_or(0);
        self.0.origin.fetch_add(micros, Ordering::SeqCst);
        by
    }
}

fn micros_of(elapsed: Duration) -> i64 {
    i64::try_from(elapsed.as_micros()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn the_database_sets_the_clock_and_the_time_that_runs_is_left() {
        let clock = Clock::system();
        let (elapsed, now) = (clock.elapsed(), clock.now());
        let hour = TimeDelta::hours(1);
        let set = clock.follow(now - hour, elapsed..elapsed + MS).unwrap();
        assert!((set + hour).abs() < TimeDelta::seconds(1), "{set}");
        let off = clock.now() - (now - hour);
        assert!(off < TimeDelta::minutes(1), "{off}");
        assert!(clock.elapsed() >= elapsed);
        // Clones share one clock.
        assert!((clock.clone().now() - clock.now()).abs() < TimeDelta::minutes(1));
    }

    #[test]
    fn what_may_come_from_the_way_to_the_database_sets_nothing() {
        let clock = Clock::system();
        let (start, at) = (clock.elapsed(), clock.now());
        let near = at + TimeDelta::milliseconds(150);
        assert_eq!(clock.follow(near, start..start + MS), None);
        let slow = start..start + Duration::from_secs(4);
        assert_eq!(clock.follow(at, slow), None);
    }

    #[test]
    fn a_manual_clock_is_set_by_hand_alone() {
        let start = "2026-03-01T12:00:00Z".parse().unwrap();
        let clock = Clock::manual(start);
        clock.advance(TimeDelta::minutes(1));
        assert_eq!(clock.follow(start, clock.elapsed()..clock.elapsed()), None);
        clock.set(-TimeDelta::minutes(10));
        assert_eq!(clock.now(), start - TimeDelta::minutes(9));
        assert_eq!(clock.elapsed(), Duration::from_secs(60));
    }
}
