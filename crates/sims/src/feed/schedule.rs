//! Schedules made-up entries. Each stretch of time is computed independently of the others, so that a
//! restarted stand-in continues with the same entries at the same times.

use std::collections::VecDeque;

use chrono::{DateTime, Utc};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Most entries in one slot.
const MAX_IN_SLOT: u32 = 8;
const MS_AN_HOUR: f64 = 3_600_000.0;

/// The times of one feed's entries.
pub struct Schedule {
    seed: u64,
    /// Length of a slot, which has one entry on average: mostly none, now and then several.
    slot_ms: i64,
    next_slot: i64,
    planned: VecDeque<Planned>,
}

/// An entry that is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Planned {
    pub at: DateTime<Utc>,
    /// Unique within the feed; determines the whole entry.
    pub number: u64,
}

impl Schedule {
    /// Creates a schedule that begins `slots` slots before `now`.
    pub fn new(seed: u64, entries_an_hour: f64, slots: usize, now: DateTime<Utc>) -> Self {
        let slot_ms = (MS_AN_HOUR / entries_an_hour.max(1e-6)).max(1_000.0) as i64;
        let slots = i64::try_from(slots).unwrap_or(i64::MAX);
        Self {
            seed,
            slot_ms,
            next_slot: (now.timestamp_millis() / slot_ms).saturating_sub(slots),
            planned: VecDeque::new(),
        }
    }

    /// Returns the next entry that is due by `now`.
    pub fn next(&mut self, now: DateTime<Utc>) -> Option<Planned> {
        while self.planned.is_empty() && self.next_slot * self.slot_ms <= now.timestamp_millis() {
            self.plan();
        }
        self.planned.pop_front_if(|planned| planned.at <= now)
    }

    fn plan(&mut self) {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(self.next_slot.unsigned_abs());
        let begin = self.next_slot * self.slot_ms;
        // Half of all slots have none, a quarter one, an eighth two, and so on.
        let count = rng.random::<u32>().trailing_zeros().min(MAX_IN_SLOT);
        let mut times: Vec<i64> =
            (0..count).map(|_| begin + rng.random_range(0..self.slot_ms)).collect();
        times.sort_unstable();
        let first = self.next_slot.unsigned_abs() * u64::from(MAX_IN_SLOT);
        let planned = times.into_iter().zip(first..).filter_map(|(at, number)| {
            let at = DateTime::from_timestamp_millis(at)?;
            Some(Planned { at, number })
        });
        self.planned.extend(planned);
        self.next_slot += 1;
    }
}
