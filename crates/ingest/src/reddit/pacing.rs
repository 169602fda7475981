//! Reports to the operator that the request budget paces the polls: when it begins and when it ends, not with each
//! poll that it cuts short.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::pager::End;
use super::plan::priority;
use db::models::poll_state::PollState;
use platform::sources::ForumError;
use platform::sources::reddit::Priority;

/// The time without a poll that was cut short after which the budget suffices again.
const OVER_AFTER: Duration = Duration::from_secs(10 * 60);

/// A change that is shown to the operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Change {
    Begun,
    Over,
}

/// Whether the budget paces the polls of this process, by the time of the last one that it has cut short.
#[derive(Debug, Default)]
pub(super) struct Pacing(Mutex<Option<Duration>>);

impl Pacing {
    /// Returns the change that a poll makes at `now`, a time that runs evenly.
    pub(super) fn note(&self, is_paced: bool, now: Duration) -> Option<Change> {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match *last {
            None if is_paced => {
                *last = Some(now);
                Some(Change::Begun)
            }
            Some(_) if is_paced => {
                *last = Some(now);
                None
            }
            Some(at) if now.saturating_sub(at) >= OVER_AFTER => {
                *last = None;
                Some(Change::Over)
            }
            _ => None,
        }
    }
}

/// Returns whether the request budget has cut a reading short. A sweep takes no more pages than its part of the budget
/// allows.
pub(super) fn is_paced(claimed: &PollState, end: &Result<End, ForumError>) -> bool {
    match end {
        Ok(End::Gap(_)) => priority(&claimed.listing) == Priority::Sweep,
        Ok(_) => false,
        Err(error) => matches!(error, ForumError::OverBudget { .. }),
    }
}

/// Logs a change.
pub(super) fn log(change: Change) {
    match change {
        Change::Begun => tracing::warn!(
            "the request budget paces the polls: some wait, or end before they reach what was read last; \
             what is missed is recorded"
        ),
        Change::Over => tracing::info!("the request budget suffices for all polls again"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_change_is_reported_once_however_many_polls_are_cut_short() {
        let pacing = Pacing::default();
        let minutes = |minutes: u64| Duration::from_secs(60 * minutes);
        assert_eq!(pacing.note(false, minutes(0)), None);
        assert_eq!(pacing.note(true, minutes(1)), Some(Change::Begun));
        for minute in 2..30 {
            // Every third poll is cut short.
            assert_eq!(pacing.note(minute % 3 == 0, minutes(minute)), None, "{minute}");
        }
        assert_eq!(pacing.note(false, minutes(36)), None);
        assert_eq!(pacing.note(false, minutes(37)), Some(Change::Over));
        assert_eq!(pacing.note(false, minutes(38)), None);
        assert_eq!(pacing.note(true, minutes(39)), Some(Change::Begun));
    }
}
