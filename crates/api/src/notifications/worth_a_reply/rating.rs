//! Rates how worthwhile a reply to a post is. Each reason is a factor; a user can read all of them off
//! the list.

use chrono::{DateTime, TimeDelta, Utc};
use matcher::{BLUESKY, Site, feed_host};

use db::models::item::ItemKind;
use db::models::notification::Reception;

/// The hours after which half as many people will still read a reply.
const HALF_LIFE_HOURS: f64 = 6.0;
/// The number of replies with which one more is half as likely to be read.
const HALVING_REPLIES: f64 = 4.0;
/// The number of replies that a post is assumed to have where nobody counts them.
const UNKNOWN_REPLIES: f64 = 4.0;
/// The factor of a question, which is meant to be answered.
const QUESTION: f64 = 1.5;
/// The age before which counts say nothing about how fast a post rises.
const MIN_COUNTED_AFTER: TimeDelta = TimeDelta::minutes(20);
/// The pace beyond which a higher one makes no difference.
const MAX_PACE: f64 = 1_000.0;

/// The deciding factors as numbers.
#[derive(Debug, Clone, Copy)]
pub struct Rated {
    age_hours: f64,
    replies: f64,
    pace: f64,
    asks: bool,
}

impl Rated {
    /// Rates a post as it is at `now`.
    pub fn of(one: &Reception, now: DateTime<Utc>) -> Self {
        Self {
            age_hours: hours(now - one.posted_at).max(0.0),
            replies: match replies_known(one) {
                true => f64::from(one.replies.max(0)),
                false => UNKNOWN_REPLIES,
            },
            pace: pace(one).unwrap_or_default(),
            asks: asks(one),
        }
    }

    /// Returns a number by which posts are compared. The order of two does not change as they grow older.
    pub fn worth(self) -> f64 {
        let freshness = (-self.age_hours / HALF_LIFE_HOURS).exp2();
        let room = HALVING_REPLIES / (HALVING_REPLIES + self.replies);
        let momentum = 1.0 + (1.0 + self.pace.min(MAX_PACE)).log10();
        let question = if self.asks { QUESTION } else { 1.0 };
        freshness * room * momentum * question
    }
}

/// Returns whether the number of replies says anything. Bluesky's stream brings posts as they are written.
pub fn replies_known(one: &Reception) -> bool {
    let is_post = one.kind == ItemKind::Post && feed_host(&one.place).is_none();
    is_post && (one.was_looked_at_again || Site::of(&one.place) != Some(&BLUESKY))
}

/// Returns points and replies an hour, from the time when a post was written to that when they were counted. A
/// post begins with the point of its author.
pub fn pace(one: &Reception) -> Option<f64> {
    let counted_after = one.counted_at - one.posted_at;
    if counted_after < MIN_COUNTED_AFTER || !replies_known(one) {
        return None;
    }
    let gained = (i64::from(one.score) - 1).max(0) + i64::from(one.replies.max(0));
    Some(gained as f64 / hours(counted_after))
}

pub(super) fn asks(one: &Reception) -> bool {
    one.kind == ItemKind::Post && one.title.contains(['?', '？', '؟'])
}

fn hours(time: TimeDelta) -> f64 {
    time.as_seconds_f64() / 3_600.0
}
