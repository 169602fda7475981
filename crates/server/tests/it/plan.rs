//! The plan in the database: which listings are read, how often, and what becomes of a subreddit that
//! comes to another one.

use chrono::TimeDelta;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use forum_sim::FaultKind;
use harken::db::schema::poll_state;

use crate::support::forum::{ForumTest, poller};

async fn listings(test: &ForumTest) -> Vec<(String, Vec<String>, i64)> {
    let mut conn = test.app.conn().await.unwrap();
    poll_state::table
        .order(poll_state::listing)
        .select((
            poll_state::listing,
            poll_state::planned,
            poll_state::interval_ms,
        ))
        .load(&mut conn)
        .await
        .unwrap()
}

fn names(from: usize, to: usize) -> Vec<String> {
    (from..to).map(|n| format!("subreddit_{n}")).collect()
}

/// 60 subreddits that are read together, tea among them. Then so many posts in tea, and 60 more
/// subreddits: too many for one listing. Everything cannot be read meanwhile.
async fn tea_moves(posts: usize) -> ForumTest {
    let test = ForumTest::init().await;
    let user = test.app.new_user("reader@example.com").await.user;
    test.app.make_pro(&user).await;
    let (mut first, second) = (names(0, 59), names(59, 119));
    first.push("tea".to_owned());
    let first: Vec<&str> = first.iter().map(String::as_str).collect();
    let second: Vec<&str> = second.iter().map(String::as_str).collect();
    test.watch(user.id, "kettle", &first).await;
    test.post("tea", "The first one");
    test.poll().await;
    test.fault("/r/all", FaultKind::Unavailable, 1_000);
    for n in 0..posts {
        test.post("tea", &format!("Kettle {n}"));
    }
    test.watch(user.id, "pot", &second).await;
    test
}

#[tokio::test]
async fn a_subreddit_is_read_on_in_another_listing_from_where_its_old_one_had_come_to() {
    let test = tea_moves(250).await;
    let before = listings(&test).await;
    test.poll().await;
    let after = listings(&test).await;
    let of_tea = |listings: &[(String, Vec<String>, i64)]| -> Vec<String> {
        let held = listings
            .iter()
            .filter(|(_, names, _)| names.iter().any(|name| name == "tea"));
        held.map(|(key, ..)| key.clone()).collect()
    };
    assert_eq!((of_tea(&before).len(), of_tea(&after).len()), (2, 2));
    assert_ne!(of_tea(&before), of_tea(&after), "it has not moved");
    assert_eq!(test.count("notifications").await, 250);
    assert_eq!(test.count("coverage_gaps").await, 0);
    assert_eq!(test.count("gap_fills").await, 0);
    // Its record goes on.
    let begun = "place_readings WHERE place = 'tea' AND since < read_until + interval '1 second'";
    assert_eq!(test.count(begun).await, 2);
    // And from there on it is read by its new watermark.
    test.post("tea", "Another kettle");
    let polled = test.poll().await;
    assert!(
        polled
            .iter()
            .all(|poll| poll.pages <= 1 || poll.error.is_some()),
        "{polled:?}"
    );
    assert_eq!(test.count("notifications").await, 251);
}

#[tokio::test]
async fn what_a_subreddit_that_moved_has_out_of_reach_is_a_gap_of_its_own() {
    let test = tea_moves(1_200).await;
    test.poll().await;
    assert_eq!(test.count("gap_fills WHERE name = 'tea'").await, 1);
    test.fill().await;
    assert_eq!(
        test.count("coverage_gaps WHERE listing = 'posts:r/tea'")
            .await,
        1
    );
    assert_eq!(test.count("coverage_gaps").await, 1);
}

#[tokio::test]
async fn a_plan_is_the_same_in_every_process_and_made_once() {
    let test = tea_moves(0).await;
    test.poll().await;
    let planned = listings(&test).await;
    let rated = "poll_plan WHERE rated_at IS NOT NULL";
    assert_eq!(test.count(rated).await, 1);
    for _ in 0..2 {
        let (_, other) = poller(&test.app).await;
        other.next_due().await.unwrap();
        assert_eq!(listings(&test).await, planned);
    }
}

#[tokio::test]
async fn what_many_wait_for_and_brings_much_is_read_more_often() {
    let slow = ["forum.requests_per_minute=20"];
    let test = ForumTest::init_with_settings(forum_sim::Config::for_tests(), &slow).await;
    for n in 0..5 {
        let user = test
            .app
            .new_user(&format!("reader{n}@example.com"))
            .await
            .user;
        test.watch(user.id, "kettle", &["tea"]).await;
    }
    let quiet = names(0, 250);
    let user = test.app.new_user("other@example.com").await.user;
    for names in quiet.chunks(100) {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        test.watch(user.id, "pot", &names).await;
    }
    for name in quiet.iter().map(String::as_str).chain(["tea"]) {
        test.post(name, "The first one");
    }
    test.poll().await;
    for hour in 0..6 {
        for n in 0..60 {
            test.pass(TimeDelta::minutes(1));
            test.post("tea", &format!("Kettle {hour} {n}"));
        }
        test.poll().await;
    }
    let planned = listings(&test).await;
    let posts = planned
        .iter()
        .filter(|(key, ..)| key.starts_with("posts:watched"));
    let (busy, others): (Vec<_>, Vec<_>) =
        posts.partition(|(_, names, _)| names.iter().any(|name| name == "tea"));
    let (_, _, of_tea) = busy[0];
    assert!(!others.is_empty());
    for (key, _, interval) in others {
        assert!(
            interval > &(of_tea * 2),
            "{key}: {interval} ms, tea's {of_tea} ms"
        );
    }
}
