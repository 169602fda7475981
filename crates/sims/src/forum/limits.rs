//! Tracks access tokens, and the request budget with its window.

use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Utc};

/// The issued tokens and the counted requests.
#[derive(Debug, Default)]
pub struct Limits {
    tokens: HashMap<String, DateTime<Utc>>,
    made: u64,
    window_ends: Option<DateTime<Utc>>,
    used: u32,
}

/// The values of the `X-Ratelimit-*` headers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    pub used: u32,
    pub remaining: u32,
    /// Seconds until the window ends.
    pub reset: i64,
    pub exceeded: bool,
}

impl Limits {
    /// Issues a new token that is valid until `now + life`.
    pub fn issue(&mut self, seed: u64, now: DateTime<Utc>, life: TimeDelta) -> String {
        self.tokens.retain(|_, expires| *expires > now);
        self.made += 1;
        let token = format!("sim-{seed:x}-{:06}-{:x}", self.made, now.timestamp_micros());
        self.tokens.insert(token.clone(), now + life);
        token
    }

    /// Returns whether a token may be used at `now`.
    pub fn is_valid(&self, token: &str, now: DateTime<Utc>) -> bool {
        self.tokens.get(token).is_some_and(|expires| *expires > now)
    }

    /// Invalidates every token.
    pub(crate) fn expire_all(&mut self) {
        self.tokens.clear();
    }

    /// Counts one request against the budget.
    pub fn spend(&mut self, now: DateTime<Utc>, budget: u32, window: TimeDelta) -> Budget {
        let ends = match self.window_ends {
            Some(ends) if ends > now => ends,
            _ => {
                self.used = 0;
                now + window
            }
        };
        self.window_ends = Some(ends);
        let exceeded = self.used >= budget;
        if !exceeded {
            self.used += 1;
        }
        Budget {
            used: self.used,
            remaining: budget - self.used,
            // Rounded up: a client that waits exactly this long must not be early.
            reset: ((ends - now).num_milliseconds() + 999) / 1_000,
            exceeded,
        }
    }
}
