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
pub(super) struct Rated {
    age_hours: f64,
    replies: f64,
    pace: f64,
    asks: bool,
}

impl Rated {
    pub(super) fn of(one: &Reception, now: DateTime<Utc>) -> Self {
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
    pub(super) fn worth(self) -> f64 {
        let freshness = (-self.age_hours / HALF_LIFE_HOURS).exp2();
        let room = HALVING_REPLIES / (HALVING_REPLIES + self.replies);
        let momentum = 1.0 + (1.0 + self.pace.min(MAX_PACE)).log10();
        let question = if self.asks { QUESTION } else { 1.0 };
        freshness * room * momentum * question
    }
}

/// Returns whether the number of replies says anything. Bluesky's stream brings posts as they are written.
pub(super) fn replies_known(one: &Reception) -> bool {
    let is_post = one.kind == ItemKind::Post && feed_host(&one.place).is_none();
    is_post && (one.was_looked_at_again || Site::of(&one.place) != Some(&BLUESKY))
}

/// Returns points and replies an hour, from the time when a post was written to that when they were counted. A
/// post begins with the point of its author.
pub(super) fn pace(one: &Reception) -> Option<f64> {
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

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn now() -> DateTime<Utc> {
        "2026-11-27T12:00:00Z".parse().unwrap()
    }

    /// Returns a post that was written `minutes` ago and counted now.
    fn post(minutes: i64, replies: i32, score: i32) -> Reception {
        Reception {
            notification_id: Uuid::nil(),
            notification_seen_at: now(),
            item_id: Uuid::nil(),
            kind: ItemKind::Post,
            place: "tea".to_owned(),
            title: "A kettle".to_owned(),
            posted_at: now() - TimeDelta::minutes(minutes),
            score,
            replies,
            counted_at: now(),
            was_looked_at_again: true,
        }
    }

    fn worth(one: &Reception) -> f64 {
        Rated::of(one, now()).worth()
    }

    #[test]
    fn each_reason_decides_between_posts_that_are_alike_otherwise() {
        let one = post(120, 2, 5);
        let question = Reception { title: "Which kettle?".to_owned(), ..one.clone() };
        for (better, why) in [
            (post(60, 2, 5), "younger"),
            (post(120, 0, 7), "fewer replies"),
            (post(120, 2, 80), "rises faster"),
            (question, "a question"),
        ] {
            assert!(worth(&better) > worth(&one), "{why}");
        }
    }

    #[test]
    fn the_order_of_two_stays_as_they_grow_older() {
        let (fast, quiet) = (post(300, 20, 400), post(30, 0, 1));
        for hours in [0, 5, 40] {
            let later = now() + TimeDelta::hours(hours);
            let at = |one| Rated::of(one, later).worth();
            assert_eq!(at(&fast) > at(&quiet), worth(&fast) > worth(&quiet));
        }
    }

    #[test]
    fn replies_are_known_where_somebody_counts_them() {
        let at = |place: &str, kind, was_looked_at_again| {
            replies_known(&Reception {
                place: place.to_owned(),
                kind,
                was_looked_at_again,
                ..post(60, 0, 1)
            })
        };
        assert!(at("tea", ItemKind::Post, false));
        assert!(!at("tea", ItemKind::Comment, true));
        assert!(!at("feed/blog.example/0a1b2c3d", ItemKind::Post, true));
        assert!(!at("bsky.app", ItemKind::Post, false));
        assert!(at("bsky.app", ItemKind::Post, true));
    }

    #[test]
    fn a_pace_is_of_the_time_until_it_was_counted() {
        assert_eq!(pace(&post(120, 10, 31)), Some(20.0));
        assert_eq!(pace(&post(10, 10, 31)), None, "too young to tell");
        assert_eq!(pace(&post(60, 0, -4)), Some(0.0), "voted down");
        let counted_early =
            Reception { counted_at: now() - TimeDelta::minutes(119), ..post(120, 0, 1) };
        assert_eq!(pace(&counted_early), None);
    }
}
