//! The plan in the database: which listings are read at which intervals, and what happens to a
//! subreddit that moves to another one.

use std::sync::{Arc, LazyLock, Mutex};

use chrono::TimeDelta;
use matcher::Kind;
use platform::sources::ForumError;
use platform::sources::reddit::{Listing, Priority};
use sims::forum::{Config, FaultKind};
use tracing::Dispatch;

use crate::support::forum::{ForumTest, poller};

async fn listings(test: &ForumTest) -> Vec<(String, Vec<String>, i64)> {
    test.app.rows("SELECT listing, planned, interval_ms FROM poll_state ORDER BY listing").await
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
    test.posts("tea", "Kettle", 0..posts);
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

#[tokio::test]
async fn of_listings_that_wait_for_the_budget_the_latest_comes_first() {
    let slow = ["forum.requests_per_minute=1"];
    let test = ForumTest::init_with_settings(Config::for_tests(), &slow).await;
    test.listener("kettle", &["tea"]).await;
    test.post("tea", "The first one");
    test.poll().await;
    let forum = test.app.sources.forum.clone().unwrap();
    let tea = Listing { kind: Kind::Post, names: vec!["tea".to_owned()] };
    let spent = loop {
        if let Err(error) = forum.listing(&tea, None, Priority::Poll).await {
            break error;
        }
    };
    let ForumError::OverBudget { retry_after } = spent else {
        panic!("{spent}");
    };
    let now = test.app.clock.now();
    let free = now + TimeDelta::from_std(retry_after).unwrap();
    for (listings, polled_at, due) in [
        ("NOT LIKE '%/%'", now, free + TimeDelta::hours(1)),
        ("LIKE 'comments:%/%'", now - TimeDelta::days(1), free),
        ("LIKE 'posts:%/%'", now - TimeDelta::days(9), now),
    ] {
        let (polled_at, due) = (polled_at.to_rfc3339(), due.to_rfc3339());
        let update = format!(
            "UPDATE poll_state SET polled_at = '{polled_at}', next_poll_at = '{due}' WHERE listing {listings}"
        );
        test.app.sql(&update).await;
    }
    let refused = test.poller.poll_once().await.unwrap().unwrap();
    assert!(refused.is_paced && refused.listing.starts_with("posts:"), "{refused:?}");
    test.pass(free - now);
    let polled = test.poller.poll_once().await.unwrap().unwrap();
    assert_eq!((polled.listing, polled.error), (refused.listing, None));
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

/// Collects what is logged from `INFO` on.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl std::io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Log {
    /// Returns the warnings and errors.
    fn warnings(&self) -> Vec<String> {
        let text = String::from_utf8(self.0.lock().unwrap().clone()).unwrap();
        let lines = text.lines().filter(|line| line.contains("WARN") || line.contains("ERROR"));
        lines.map(str::to_owned).collect()
    }
}

#[tokio::test]
async fn a_budget_that_paces_the_polls_is_one_warning_however_many_polls_it_cuts_short() {
    // With one subscriber alone, what another thread meets first would count as logged by nobody.
    static OTHER: LazyLock<Dispatch> =
        LazyLock::new(|| Dispatch::new(tracing_subscriber::registry()));
    LazyLock::force(&OTHER);
    let log = Log::default();
    let writer = log.clone();
    let logging = tracing_subscriber::fmt().with_ansi(false).with_writer(move || writer.clone());
    let _logging = tracing::subscriber::set_default(logging.finish());
    let settings = ["forum.requests_per_minute=1"];
    let test = ForumTest::init_with_settings(Config::for_tests(), &settings).await;
    let mut cut_short = 0;
    for _ in 0..20 {
        test.app.sql("UPDATE poll_state SET next_poll_at = 'epoch'").await;
        let polled = test.poller.run_due().await.unwrap();
        cut_short += polled.iter().filter(|poll| poll.is_paced).count();
    }
    assert!(cut_short > 5, "{cut_short}");
    let warnings = log.warnings();
    assert_eq!(warnings.len(), 1, "{warnings:#?}");
    assert!(warnings[0].contains("the request budget paces the polls"), "{warnings:?}");
}
