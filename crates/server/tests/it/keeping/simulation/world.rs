//! The items written and deleted in a simulation.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use chrono::{DateTime, TimeDelta, Utc};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// The size of the simulation.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scale {
    /// Matched items a day.
    pub(super) items_a_day: f64,
    pub(super) hours: i64,
    pub(super) requests_per_minute: u32,
    /// Polls take all that they get in one of every `busy_each` windows.
    pub(super) busy_each: usize,
}

impl Scale {
    /// Relative to the budget, nearly four times as much as the whole forum produces, so that half a day
    /// shows what many days do.
    pub(super) const SHORT: Self =
        Self { items_a_day: 12_000.0, hours: 12, requests_per_minute: 1, busy_each: 1 };
    /// A hundredth of 17 posts and 60 comments a second, of which a twentieth is matched, and of 100 requests
    /// a minute.
    pub(super) const FULL: Self =
        Self { items_a_day: 3_326.4, hours: 30 * 24, requests_per_minute: 1, busy_each: 6 };
}

/// The share of items that are deleted.
const DELETED: f64 = 0.08;
/// The share of matched items that are comments.
const COMMENTS: f64 = 60.0 / 77.0;
/// The number of matched comments that answer one unmatched post.
const COMMENTS_A_THREAD: u32 = 3;

/// An item that is written and matched.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Written {
    Post,
    Comment {
        /// Whether the comment is the first below an unmatched post.
        begins_thread: bool,
    },
}

pub(super) struct World {
    rng: StdRng,
    scale: Scale,
    owed: f64,
    comments: u32,
    /// The items to delete, with their times.
    deletions: BinaryHeap<Reverse<(DateTime<Utc>, String)>>,
}

impl World {
    pub(super) fn new(scale: Scale) -> Self {
        Self {
            rng: StdRng::seed_from_u64(48),
            scale,
            owed: 0.0,
            comments: 0,
            deletions: BinaryHeap::new(),
        }
    }

    /// Returns the items written in a period.
    pub(super) fn write(&mut self, time: TimeDelta) -> Vec<Written> {
        self.owed += self.scale.items_a_day * time.as_seconds_f64() / 86_400.0;
        let number = self.owed as usize;
        self.owed -= number as f64;
        (0..number).map(|_| self.write_one()).collect()
    }

    fn write_one(&mut self) -> Written {
        if self.rng.random::<f64>() >= COMMENTS {
            return Written::Post;
        }
        self.comments += 1;
        Written::Comment { begins_thread: self.comments % COMMENTS_A_THREAD == 1 }
    }

    /// Decides whether and when an item written at `now` is deleted: most within the first hours, some
    /// weeks later.
    pub(super) fn decide(&mut self, forum_id: &str, now: DateTime<Utc>) {
        if self.rng.random::<f64>() >= DELETED {
            return;
        }
        let mean_hours = match self.rng.random::<f64>() {
            of if of < 0.6 => 2.0,
            of if of < 0.85 => 24.0,
            _ => 14.0 * 24.0,
        };
        let hours = -mean_hours * (1.0 - self.rng.random::<f64>()).ln();
        let at = now + TimeDelta::seconds((hours * 3_600.0) as i64);
        self.deletions.push(Reverse((at, forum_id.to_owned())));
    }

    /// Returns the items deleted up to `now`.
    pub(super) fn delete(&mut self, now: DateTime<Utc>) -> Vec<String> {
        let mut deleted = Vec::new();
        while self.deletions.peek().is_some_and(|Reverse((at, _))| *at <= now) {
            deleted.extend(self.deletions.pop().map(|Reverse((_, id))| id));
        }
        deleted
    }
}
