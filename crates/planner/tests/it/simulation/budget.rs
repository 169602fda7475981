//! The requests of one credential over a sliding window of ten minutes, which all processes share.

use std::collections::VecDeque;

use super::{MINUTE, Millis};

const WINDOW: Millis = 10 * MINUTE;
/// The maximum number of requests of any kind in a window.
const MAX_REQUESTS: usize = 1_000;
/// The maximum number of polls per minute, in hundredths of a minute's share of the window. A
/// poller that uses up a window early has nothing left for minutes, in which busy listings
/// overflow.
const MAX_PACE: usize = 105;

pub(super) struct Requests {
    max_polls: usize,
    made: VecDeque<(Millis, bool)>,
    polls: usize,
    /// The polls of the last minute.
    minute: VecDeque<Millis>,
    log: Vec<Millis>,
    pub total_polls: u64,
}

impl Requests {
    pub(super) fn new(polls_per_minute: u32) -> Self {
        Self {
            max_polls: polls_per_minute as usize * 10,
            made: VecDeque::new(),
            polls: 0,
            minute: VecDeque::new(),
            log: Vec::new(),
            total_polls: 0,
        }
    }

    /// Counts one request, and returns whether it may be made.
    pub(super) fn take(&mut self, now: Millis, is_poll: bool) -> bool {
        while let Some((at, was_poll)) = self.made.front().copied()
            && at + WINDOW < now
        {
            self.made.pop_front();
            self.polls -= usize::from(was_poll);
        }
        while self.minute.front().is_some_and(|at| at + MINUTE < now) {
            self.minute.pop_front();
        }
        let is_fast = self.minute.len() * 100 >= self.max_polls * MAX_PACE / 10;
        if self.made.len() >= MAX_REQUESTS || is_poll && (is_fast || self.polls >= self.max_polls) {
            return false;
        }
        if is_poll {
            self.minute.push_back(now);
        }
        self.made.push_back((now, is_poll));
        self.polls += usize::from(is_poll);
        self.total_polls += u64::from(is_poll);
        self.log.push(now);
        true
    }

    /// Returns the maximum number of requests in any ten minutes, recounted from the log of all
    /// requests.
    pub(super) fn max_in_window(&self) -> usize {
        let until = |(first, from): (usize, &Millis)| {
            self.log.partition_point(|at| *at <= from + WINDOW) - first
        };
        self.log.iter().enumerate().map(until).max().unwrap_or(0)
    }
}
