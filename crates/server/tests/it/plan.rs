//! The plan in the database: which listings are read at which intervals, and what happens to a
//! subreddit that moves to another one.

use chrono::TimeDelta;
use db::schema::poll_state;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use sims::forum::FaultKind;

use crate::support::forum::{ForumTest, poller};

async fn listings(test: &ForumTest) -> Vec<(String, Vec<String>, i64)> {
    let mut conn = test.app.conn().await.unwrap();
    poll_state::table
        .order(poll_state::listing)
        .select((poll_state::listing, poll_state::planned, poll_state::interval_ms))
        .load(&mut conn)
        .await
        .unwrap()
}

fn names(from: usize, to: usize) -> Vec<String> {
    (from..to).map(|n| format!("subreddit_{n}")).collect()
}

/// Sets up 60 subreddits that are read together, tea among them; then `posts` posts in tea, and 60 more
/// subreddits: too many for one listing. The listing of everything cannot be read meanwhile.
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
        let held = listings.iter().filter(|(_, names, _)| names.iter().any(|name| name == "tea"));
        held.map(|(key, ..)| key.clone()).collect()
    };
    assert_eq!((of_tea(&before).len(), of_tea(&after).len()), (2, 2));
    assert_ne!(of_tea(&before), of_tea(&after), "it has not moved");
    assert_eq!(test.count("notifications").await, 250);
    assert_eq!(test.count("coverage_gaps").await, 0);
    assert_eq!(test.count("gap_fills").await, 0);
    // Its record continues.
    let begun = "place_readings WHERE place = 'tea' AND since < read_until + interval '1 second'";
    assert_eq!(test.count(begun).await, 2);
    // From then on it is read by its new watermark.
    test.post("tea", "Another kettle");
    let polled = test.poll().await;
    assert!(polled.iter().all(|poll| poll.pages <= 1 || poll.error.is_some()), "{polled:?}");
    assert_eq!(test.count("notifications").await, 251);
}

#[tokio::test]
async fn what_a_subreddit_that_moved_has_out_of_reach_is_a_gap_of_its_own() {
    let test = tea_moves(1_200).await;
    test.poll().await;
    assert_eq!(test.count("gap_fills WHERE name = 'tea'").await, 1);
    test.fill().await;
    assert_eq!(test.count("coverage_gaps WHERE listing = 'posts:r/tea'").await, 1);
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

/// Sets up five people who wait for tea, and one who waits for 250 other subreddits. All are read for
/// the first time.
async fn tea_among_many() -> ForumTest {
    let slow = ["forum.requests_per_minute=20"];
    let test = ForumTest::init_with_settings(sims::forum::Config::for_tests(), &slow).await;
    for n in 0..5 {
        let user = test.app.new_user(&format!("reader{n}@example.com")).await.user;
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
    test
}

#[tokio::test]
async fn before_new_rates_move_subreddits_their_old_listings_are_read_once_more() {
    let test = tea_among_many().await;
    let members = async || -> Vec<(String, Vec<String>)> {
        let listings = listings(&test).await.into_iter();
        listings.map(|(key, names, _)| (key, names)).collect()
    };
    let before = members().await;
    // Eight that are in several listings become busy, and belong together.
    let busy = names(0, 8);
    for hour in 0..3 {
        for n in 0..60 {
            test.pass(TimeDelta::minutes(1));
            for name in &busy {
                test.post(name, &format!("Pot {hour} {n}"));
            }
        }
        let later = test.app.clock.now() + TimeDelta::minutes(12);
        let rated = format!("UPDATE poll_plan SET rated_at = '{}'", later.to_rfc3339());
        test.app.sql(&rated).await;
        test.poll().await;
    }
    assert_eq!(members().await, before, "the rates are those of before");
    test.app.sql("UPDATE poll_plan SET rated_at = NULL").await;
    test.pass(TimeDelta::milliseconds(1));
    let read = test.poller.run_due().await.unwrap();
    let read: Vec<String> = read.into_iter().map(|polled| polled.listing).collect();
    assert_eq!(members().await, before);
    test.pass(TimeDelta::seconds(44));
    test.poller.run_due().await.unwrap();
    assert_eq!(members().await, before);
    test.post("subreddit_0", "The last pot");
    test.pass(TimeDelta::seconds(1));
    test.poller.run_due().await.unwrap();
    let after = members().await;
    assert_ne!(after, before);
    for (key, names) in before {
        let kept = after.iter().find(|(other, _)| *other == key);
        let has_lost = |name| kept.is_none_or(|(_, kept)| !kept.contains(name));
        if names.iter().any(has_lost) {
            assert!(read.contains(&key), "{key} was not read: {read:?}");
        }
    }
    test.poll().await;
    let last = test.count("recent_items WHERE title = 'The last pot'").await;
    assert_eq!(last, 1);
    assert_eq!(test.count("gap_fills").await, 0);
    assert_eq!(test.count("coverage_gaps").await, 0);
}

#[tokio::test]
async fn the_first_page_of_a_listing_says_how_soon_it_would_run_over() {
    let slow = ["forum.requests_per_minute=10"];
    let test = ForumTest::init_with_settings(sims::forum::Config::for_tests(), &slow).await;
    let user = test.app.new_user("reader@example.com").await.user;
    test.app.make_pro(&user).await;
    let mut watched = names(0, 299);
    watched.push("tea".to_owned());
    for names in watched.chunks(100) {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        test.watch(user.id, "pot", &names).await;
    }
    // Ten posts a second: of the thousand that a listing holds, half are reached in less than a minute.
    for _ in 0..100 {
        test.pass(TimeDelta::milliseconds(100));
        test.post("tea", "A post");
    }
    test.watches.catch_up(&test.app.pool).await.unwrap();
    test.poller.run_due().await.unwrap();
    let now = test.app.clock.now();
    let soon = |seconds| {
        let until = (now + TimeDelta::seconds(seconds)).to_rfc3339();
        format!(
            "poll_state WHERE listing LIKE 'posts:watched/%' AND 'tea' = ANY (planned)
             AND next_poll_at < '{until}' AND interval_ms > 300000"
        )
    };
    assert_eq!(test.count(&soon(30)).await, 0);
    assert_eq!(test.count(&soon(90)).await, 1);
}

#[tokio::test]
async fn what_many_wait_for_and_brings_much_is_read_more_often() {
    let test = tea_among_many().await;
    for hour in 0..6 {
        for n in 0..60 {
            test.pass(TimeDelta::minutes(1));
            test.post("tea", &format!("Kettle {hour} {n}"));
        }
        test.poll().await;
    }
    let planned = listings(&test).await;
    let posts = planned.iter().filter(|(key, ..)| key.starts_with("posts:watched"));
    let (busy, others): (Vec<_>, Vec<_>) =
        posts.partition(|(_, names, _)| names.iter().any(|name| name == "tea"));
    let (_, _, of_tea) = busy[0];
    assert!(!others.is_empty());
    for (key, _, interval) in others {
        assert!(interval > &(of_tea * 2), "{key}: {interval} ms, tea's {of_tea} ms");
    }
}
