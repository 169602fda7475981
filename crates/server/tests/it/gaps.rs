//! Gaps that listings cannot reach, and how they are filled.

use chrono::{DateTime, TimeDelta, Utc};
use diesel_async::SimpleAsyncConnection;
use ingest::reddit::fill::Ended;
use sims::forum::{Config, FaultKind, NewComment};

use crate::support::forum::{ForumTest, poller};

async fn gaps(test: &ForumTest) -> Vec<(String, DateTime<Utc>, DateTime<Utc>)> {
    let gaps = "SELECT listing, started_at, ended_at FROM coverage_gaps ORDER BY listing";
    test.app.rows(gaps).await
}

async fn names_of_gaps(test: &ForumTest) -> Vec<String> {
    gaps(test).await.into_iter().map(|(name, ..)| name).collect()
}

/// Sets up a quiet subreddit and a busy one that are read together, after an outage in which more was
/// posted than the joint listing reaches back to: first 150 posts of the quiet one.
async fn after_an_outage(busy: usize) -> ForumTest {
    after_an_outage_with_ids(busy).await.0
}

/// Like `after_an_outage`, and returns the ids of the busy one's posts.
async fn after_an_outage_with_ids(busy: usize) -> (ForumTest, Vec<String>) {
    let test = ForumTest::init().await;
    let user = test.app.new_user("reader@example.com").await.user;
    // More is found in an hour than the Free plan lists.
    test.app.make_pro(&user).await;
    test.watch(user.id, "kettle", &["tea", "coffee"]).await;
    test.post("tea", "The first one");
    test.post("coffee", "The first one");
    test.poll().await;
    test.pass(TimeDelta::minutes(20));
    test.posts("tea", "Kettle", 0..150);
    test.pass(TimeDelta::minutes(20));
    let ids = (0..busy).map(|n| test.post("coffee", &format!("Kettle {n}")));
    let ids = ids.collect();
    (test, ids)
}

#[tokio::test]
async fn a_gap_of_a_joint_listing_is_filled_from_its_members() {
    let test = after_an_outage(980).await;
    let polled = test.poll().await;
    let joint = polled.iter().find(|p| p.listing == "posts:watched/00/");
    assert_eq!(joint.map(|p| (p.gap, p.to_fill)), Some((false, 2)));
    assert_eq!(test.count("notifications").await, 1_000);
    let filled = test.fill().await;
    let ended = filled.iter().filter_map(|f| f.ended);
    assert_eq!(ended.collect::<Vec<_>>(), [Ended::Whole, Ended::Whole]);
    assert_eq!(test.count("notifications").await, 1_130);
    assert_eq!(test.count("gap_fills").await, 0);
    // There is no other listing of everything.
    assert_eq!(names_of_gaps(&test).await, ["posts:all"]);
    let asked = test.requests("new");
    assert!(test.fill().await.is_empty());
    assert_eq!(test.requests("new"), asked);
}

/// Sets up subreddits that are read together, with an outage in which each gets its number of `posts`;
/// all are found. Returns the number of requests that filling took.
async fn fill_after_an_outage(posts: &[usize]) -> u64 {
    let test = ForumTest::init().await;
    let user = test.app.new_user("reader@example.com").await.user;
    test.app.make_pro(&user).await;
    let names: Vec<String> = (0..posts.len()).map(|n| format!("place_{n:02}")).collect();
    let watched: Vec<&str> = names.iter().map(String::as_str).collect();
    test.watch(user.id, "kettle", &watched).await;
    for name in &names {
        test.post(name, "The first one");
    }
    test.poll().await;
    test.pass(TimeDelta::minutes(40));
    let mut left = posts.to_vec();
    // In turns, so that the posts of each are spread over the whole time.
    while left.iter().any(|left| *left > 0) {
        for (name, left) in names.iter().zip(&mut left).filter(|(_, left)| **left > 0) {
            test.post(name, "A kettle");
            *left -= 1;
        }
    }
    test.poll().await;
    let (asked, all) = (test.requests("new"), posts.iter().sum::<usize>());
    let found = || test.count("recent_items WHERE title = 'A kettle'");
    assert!(found().await < i64::try_from(all).unwrap());
    test.fill().await;
    assert_eq!(found().await, i64::try_from(all).unwrap());
    assert_eq!(test.count("gap_fills").await, 0);
    assert_eq!(names_of_gaps(&test).await, ["posts:all"]);
    test.requests("new") - asked
}

#[tokio::test]
async fn many_quiet_members_are_filled_by_a_few_requests() {
    // Two halves, each read back half of the way.
    let asked = fill_after_an_outage(&[30; 50]).await;
    assert!(asked <= 8, "{asked} requests");
}

#[tokio::test]
async fn halves_that_run_over_are_halved_again() {
    let asked = fill_after_an_outage(&[700, 700, 5, 5, 5, 5]).await;
    assert!(asked <= 30, "{asked} requests");
}

#[tokio::test]
async fn what_no_member_reaches_is_a_gap_of_that_member_alone() {
    let test = after_an_outage(1_200).await;
    let (started, busy) = (test.app.clock.now() - TimeDelta::minutes(40), test.app.clock.now());
    test.poll().await;
    test.fill().await;
    assert_eq!(test.count("notifications").await, 1_150);
    let gaps = gaps(&test).await;
    let names: Vec<&str> = gaps.iter().map(|(name, ..)| name.as_str()).collect();
    assert_eq!(names, ["posts:all", "posts:r/coffee"]);
    assert!((gaps[1].1 - started).abs() < TimeDelta::minutes(1));
    assert!((gaps[1].2 - busy).abs() < TimeDelta::minutes(1));
}

#[tokio::test]
async fn filling_continues_where_it_was_interrupted() {
    let test = after_an_outage(1_200).await;
    test.poll().await;
    for fault in [FaultKind::Unavailable, FaultKind::Empty, FaultKind::TruncateJson] {
        test.fault("/r/tea/new", fault, 1);
        let filled = test.fill().await;
        assert!(filled.iter().all(|f| f.listing != "posts:r/tea" || f.ended.is_none()));
        assert_eq!(test.count("gap_fills WHERE name = 'tea'").await, 1, "{fault:?}");
        test.pass(TimeDelta::minutes(6));
    }
    test.fill().await;
    assert_eq!(test.count("notifications").await, 1_150);
    assert_eq!(test.count("gap_fills").await, 0);
    assert_eq!(names_of_gaps(&test).await, ["posts:all", "posts:r/coffee"]);
}

#[tokio::test]
async fn filling_waits_as_long_as_the_forum_asks() {
    let test = after_an_outage(1_200).await;
    test.poll().await;
    test.fault("/r/coffee/new", FaultKind::TooManyRequests, 1);
    let filled = test.fill().await;
    assert!(filled.iter().any(|f| f.error.is_some()));
    assert!(test.count("gap_fills").await >= 1);
    assert_eq!(names_of_gaps(&test).await, ["posts:all"]);
    test.pass(TimeDelta::minutes(12));
    test.fill().await;
    assert_eq!(test.count("gap_fills").await, 0);
    assert_eq!(test.count("notifications").await, 1_150);
}

#[tokio::test]
async fn a_sweep_that_is_never_whole_has_one_gap_and_not_one_for_each_poll() {
    let slow = ["forum.requests_per_minute=10"];
    let test = ForumTest::init_with_settings(Config::for_tests(), &slow).await;
    test.post("tea", "Which kettle?");
    let comments = |count: usize| {
        for n in 0..count {
            test.comment(NewComment::in_subreddit("tea", &format!("Comment {n}")));
        }
    };
    comments(10);
    test.poll().await;
    for _ in 0..20 {
        // Two pages are read, which reach back to the first half and not to its beginning.
        for _ in 0..2 {
            test.pass(TimeDelta::minutes(4));
            comments(110);
        }
        test.pass(TimeDelta::minutes(4));
        for polled in test.poller.run_due().await.unwrap() {
            assert_eq!(polled.gap, polled.listing == "comments:all", "{polled:?}");
        }
    }
    assert_eq!(names_of_gaps(&test).await, ["comments:all"]);
}

#[tokio::test]
async fn a_listing_is_kept_while_what_was_read_is_stored_and_its_gap_is_recorded() {
    let lease = ["forum.timeout_seconds=1"];
    let test = ForumTest::init_with_settings(Config::for_tests(), &lease).await;
    test.listener("kettle", &["all"]).await;
    test.post("tea", "Kettle");
    test.poll().await;
    test.posts("tea", "Kettle", 0..1_200);
    test.pass(TimeDelta::minutes(12));
    // The database is slow: the user's row is needed, and locked.
    let mut held = test.app.conn().await.unwrap();
    held.batch_execute("BEGIN; SELECT FROM users FOR UPDATE").await.unwrap();
    let listing = "posts:all";
    let slow = async {
        let polled = test.poller.run_due().await.unwrap();
        polled.into_iter().find(|polled| polled.listing == listing)
    };
    let meanwhile = async {
        let waiting =
            "pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
        while test.count(waiting).await == 0 {}
        // Far longer than a lease. The process that stores is alive, and renews its lease.
        test.pass(TimeDelta::minutes(1));
        let now = test.app.clock.now().to_rfc3339();
        let kept = format!("poll_state WHERE listing = '{listing}' AND leased_until > '{now}'");
        while test.count(&kept).await == 0 {}
        let (_, other) = poller(&test.app).await;
        let polled = other.run_due().await.unwrap();
        assert!(polled.iter().all(|polled| polled.listing != listing));
        held.batch_execute("COMMIT").await.unwrap();
    };
    let (polled, ()) = tokio::join!(slow, meanwhile);
    let polled = polled.unwrap();
    assert!(polled.stored.outcome_written);
    assert!(polled.gap);
    assert_eq!(names_of_gaps(&test).await, [listing]);
}

#[tokio::test]
async fn posts_of_a_gap_are_asked_for_when_comments_name_them() {
    let (test, ids) = after_an_outage_with_ids(1_200).await;
    test.poll().await;
    test.fill().await;
    assert_eq!(test.count("notifications").await, 1_150);
    // No comment exists yet.
    assert_eq!(test.ask_for_threads().await, None);
    for id in &ids[..2] {
        test.comment(NewComment::on(id, "A reply"));
    }
    test.poll().await;
    test.fault("/api/info", FaultKind::Unavailable, 1);
    let failed = test.ask_for_threads().await.unwrap();
    assert!(failed.error.is_some());
    let found = test.ask_for_threads().await.unwrap();
    assert_eq!(
        (found.place.as_str(), found.asked, found.new, found.notifications),
        ("coffee", 2, 2, 2)
    );
    assert_eq!(test.count("notifications").await, 1_152);
    test.pass(TimeDelta::minutes(12));
    assert_eq!(test.ask_for_threads().await, None);
    // There may be more posts.
    assert_eq!(names_of_gaps(&test).await, ["posts:all", "posts:r/coffee"]);
}

#[tokio::test]
async fn requests_for_posts_of_one_gap_are_limited() {
    let test = ForumTest::init().await;
    test.listener("kettle", &["coffee"]).await;
    let old = test.post("coffee", "From before anybody watched");
    test.pass(TimeDelta::hours(2));
    test.post("coffee", "The first one");
    test.poll().await;
    let now = test.app.clock.now().to_rfc3339();
    for statement in [
        "DELETE FROM item_keys",
        "DELETE FROM unmatched_items",
        &format!(
            "INSERT INTO coverage_gaps (id, listing, started_at, ended_at, reason)
             VALUES (gen_random_uuid(), 'posts:r/coffee', '{now}', '{now}', 'x')"
        ),
    ] {
        test.app.sql(statement).await;
    }
    let mut asks = 0;
    for _ in 0..10 {
        test.comment(NewComment::on(&old, "A late reply"));
        test.poll().await;
        if let Some(asked) = test.ask_for_threads().await {
            assert_eq!((asked.asked, asked.new), (1, 0), "not of the gap");
            asks += 1;
        }
    }
    assert_eq!(asks, 6);
}
