//! Time, passed in: the system's in production, a hand-set one in tests, so that no test sleeps.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Instant;

use chrono::{DateTime, Duration, DurationRound, Utc};

/// Tells the time in UTC, cut to microseconds: the database keeps no more, and a time that comes
/// back from it must equal the one that went in.
#[derive(Clone)]
pub struct Clock(Source);

#[derive(Clone)]
enum Source {
    System(Instant),
    Manual(Arc<AtomicI64>),
}

impl Clock {
    pub fn system() -> Self {
        Self(Source::System(Instant::now()))
    }

    /// A clock that stands still at `start` until [`Clock::advance`] moves it. Clones share it.
    pub fn manual(start: DateTime<Utc>) -> Self {
        Self(Source::Manual(Arc::new(AtomicI64::new(
            start.timestamp_micros(),
        ))))
    }

    pub fn now(&self) -> DateTime<Utc> {
        match &self.0 {
            Source::System(_) => {
                let now = Utc::now();
                now.duration_trunc(Duration::microseconds(1)).unwrap_or(now)
            }
            Source::Manual(micros) => {
                DateTime::from_timestamp_micros(micros.load(Ordering::SeqCst)).unwrap_or_default()
            }
        }
    }

    /// Time since some fixed moment, which no setting of the system's clock turns back: for measuring
    /// how long something has been.
    pub fn elapsed(&self) -> std::time::Duration {
        match &self.0 {
            Source::System(start) => start.elapsed(),
            Source::Manual(micros) => {
                let micros = micros.load(Ordering::SeqCst);
                std::time::Duration::from_micros(micros.unsigned_abs())
            }
        }
    }

    /// Moves a manual clock forward. The system's clock is left as it is.
    pub fn advance(&self, by: Duration) {
        if let Source::Manual(micros) = &self.0 {
            micros.fetch_add(by.num_microseconds().unwrap_or(0), Ordering::SeqCst);
        }
    }
}
