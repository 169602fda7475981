//! A circuit breaker: an endpoint that only fails is left alone for a while, so that nobody waits
//! or pays for it in vain.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The number of consecutive failures that open the breaker.
const FAILURES: u32 = 5;
/// The time for which the breaker stays open: at first, doubled with each trial that fails, and at
/// most.
const FIRST_PAUSE: Duration = Duration::from_secs(60);
const MAX_PAUSE: Duration = Duration::from_secs(1_800);
/// A trial whose end is never reported (its job was cancelled) blocks others no longer than this.
const TRIAL: Duration = Duration::from_secs(120);

/// The breaker of one process. Times are [`foundation::time::clock::Clock::elapsed`]'s.
#[derive(Debug, Default)]
pub struct Breaker(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    failures: u32,
    /// The time before which nothing is let through.
    closed_until: Option<Duration>,
    pause: Duration,
}

impl Breaker {
    /// Returns whether a call may be made at `now`. After a pause a single call may, as a trial.
    pub fn lets_through(&self, now: Duration) -> bool {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match state.closed_until {
            Some(until) if now < until => false,
            Some(_) => {
                state.closed_until = Some(now + TRIAL);
                true
            }
            None => true,
        }
    }

    pub fn succeeded(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = State::default();
    }

    pub fn failed(&self, now: Duration) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.failures = state.failures.saturating_add(1);
        if state.failures >= FAILURES {
            let doubled = (state.pause * 2).clamp(FIRST_PAUSE, MAX_PAUSE);
            state.pause = doubled;
            state.closed_until = Some(now + doubled);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn five_failures_in_a_row_open_it_and_a_trial_closes_it() {
        let breaker = Breaker::default();
        for _ in 0..4 {
            breaker.failed(SECOND);
        }
        breaker.succeeded();
        for _ in 0..4 {
            breaker.failed(SECOND);
            assert!(breaker.lets_through(SECOND));
        }
        breaker.failed(SECOND);
        assert!(!breaker.lets_through(60 * SECOND));
        assert!(breaker.lets_through(61 * SECOND));
        assert!(!breaker.lets_through(62 * SECOND), "one trial at a time");
        breaker.succeeded();
        assert!(breaker.lets_through(62 * SECOND));
    }

    #[test]
    fn a_trial_that_fails_doubles_the_pause_up_to_half_an_hour() {
        let breaker = Breaker::default();
        let mut now = Duration::ZERO;
        for _ in 0..FAILURES {
            breaker.failed(now);
        }
        for minutes in [1, 2, 4, 8, 16, 30, 30] {
            let pause = 60 * minutes * SECOND;
            assert!(!breaker.lets_through(now + pause - SECOND), "{minutes}");
            now += pause;
            assert!(breaker.lets_through(now), "{minutes}");
            breaker.failed(now);
        }
    }
}
