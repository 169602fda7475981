//! How worthwhile replies to posts are.

use api::notifications::worth_a_reply::rating::{Rated, pace, replies_known};
use chrono::{DateTime, TimeDelta, Utc};
use db::models::item::ItemKind;
use db::models::notification::Reception;
use uuid::Uuid;

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
