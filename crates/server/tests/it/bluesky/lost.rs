//! Nothing is lost that the stream can repeat, and what it cannot repeat is a gap.

use std::time::Duration;

use ingest::bluesky::Compared;
use serde::Deserialize;
use sims::jetstream::{Config, Fault, FaultKind, NewPost};

use crate::support::bluesky::{BlueskyTest, PLACE, reader};
use crate::support::prelude::*;

#[derive(Deserialize)]
struct Gap {
    listing: String,
    started_at: DateTime<Utc>,
    ended_at: DateTime<Utc>,
}

async fn gaps(test: &BlueskyTest) -> Vec<Gap> {
    let gaps = "SELECT listing, started_at, ended_at FROM coverage_gaps ORDER BY listing";
    test.app.rows(gaps).await
}

async fn stored(test: &BlueskyTest) -> i64 {
    test.count("recent_items").await
}

/// Reads until the stream ends.
async fn read_to_the_end(test: &BlueskyTest) {
    let mut session = test.open().await;
    while session.read(&CancellationToken::new()).await.unwrap().is_some() {}
}

#[tokio::test]
async fn twenty_disconnects_lose_and_double_nothing() {
    let test = BlueskyTest::init().await;
    test.listener("kettle").await;
    let mut posted = 0;
    for round in 0..20 {
        // A hundred posts a second. The events of the last five seconds come again; the stream is cut in the
        // middle of the new ones.
        let again = (50 * round).min(100);
        let fault = Fault::after(again + 20 + round, FaultKind::Cut);
        test.site.control.fault(fault);
        let mut session = test.open().await;
        for n in 0..50 {
            let word = if n % 5 == 0 { "Kettle" } else { "Post" };
            test.post(&format!("{word} {round}-{n}"));
            posted += 1;
            test.pass(TimeDelta::milliseconds(10));
        }
        while session.read(&CancellationToken::new()).await.unwrap().is_some() {}
        drop(session);
        test.pass(TimeDelta::seconds(2));
    }
    let mut session = test.open().await;
    test.read(&mut session).await;
    assert_eq!(stored(&test).await, posted);
    assert_eq!(test.count("notifications").await, posted / 5);
    assert!(gaps(&test).await.is_empty());
    assert_eq!(test.site.control.connections(), 21);
}

#[tokio::test]
async fn what_an_instance_still_has_is_read_after_a_long_time_away() {
    let test = BlueskyTest::init().await;
    let mut session = test.open().await;
    test.post("Before");
    test.read(&mut session).await;
    drop(session);
    for _ in 0..30 {
        test.pass(TimeDelta::hours(1));
        test.post("Meanwhile");
    }
    let mut session = test.open().await;
    let heard = test.read(&mut session).await;
    assert!(!heard.has_gap);
    assert_eq!(stored(&test).await, 31);
    assert!(gaps(&test).await.is_empty());
}

#[tokio::test]
async fn after_forty_hours_one_gap_says_what_is_missing() {
    let test = BlueskyTest::init().await;
    let user = test.listener("kettle").await;
    let mut session = test.open().await;
    test.post("Before");
    test.read(&mut session).await;
    let last = test.site.control.last_time_us();
    drop(session);
    let mut times = Vec::new();
    for _ in 0..40 {
        test.pass(TimeDelta::hours(1));
        test.post("Meanwhile");
        times.push(test.site.control.last_time_us());
    }
    let mut session = test.open().await;
    assert!(test.read(&mut session).await.has_gap);
    drop(session);
    let gaps = gaps(&test).await;
    let listings: Vec<&str> = gaps.iter().map(|gap| gap.listing.as_str()).collect();
    assert_eq!(listings, ["comments:r/bsky.app", "posts:r/bsky.app"]);
    let first = times[times.len() - 37];
    for gap in &gaps {
        assert_eq!(gap.started_at.timestamp_micros(), last);
        assert_eq!(gap.ended_at.timestamp_micros(), first);
    }
    // A day and a half can be read again, and is.
    assert_eq!(stored(&test).await, 1 + 37);
    let user = test.app.sign_in(user.user.id).await;
    let place = user.get(&format!("/api/coverage/{PLACE}")).await.json;
    assert_eq!(place["gaps"][0]["cause"], "away", "{place}");
    // The next stream reports nothing missing.
    test.pass(TimeDelta::minutes(1));
    let mut session = test.open().await;
    test.post("After");
    assert!(!test.read(&mut session).await.has_gap);
}

#[tokio::test]
async fn whatever_an_instance_does_wrong_the_next_stream_continues() {
    let faults = [
        FaultKind::Cut,
        FaultKind::Close { code: 1008, reason: "too slow".to_owned() },
        FaultKind::Huge,
    ];
    let test = BlueskyTest::init().await;
    let mut posted = 0;
    for fault in faults {
        test.site.control.fault(Fault::after(1, fault));
        test.post("One");
        test.post("Two");
        posted += 2;
        read_to_the_end(&test).await;
        assert_eq!(test.count("sequences WHERE failures = 1 AND last_error <> ''").await, 1);
        test.site.control.clear_faults();
        test.site.control.disconnect_all();
        test.pass(TimeDelta::minutes(1));
        let mut session = test.open().await;
        test.post("Three");
        posted += 1;
        test.read(&mut session).await;
        drop(session);
        assert_eq!(stored(&test).await, posted);
        assert_eq!(test.count("sequences WHERE failures = 0").await, 1);
        test.pass(TimeDelta::minutes(1));
    }
}

#[tokio::test]
async fn a_stream_that_falls_silent_is_given_up() {
    let impatient = format!("bluesky.timeout_seconds={SHORT_WAIT_SECONDS}");
    let test = BlueskyTest::init_with(&[&impatient]).await;
    test.site.control.fault(Fault::after(1, FaultKind::Stall));
    test.post("One");
    test.post("Two");
    read_to_the_end(&test).await;
    assert_eq!(test.count("sequences WHERE failures = 1 AND last_error <> ''").await, 1);
}

#[tokio::test]
async fn pings_keep_no_stream_open() {
    let config = Config { ping_every: Duration::from_millis(100), ..Config::for_tests() };
    let test = BlueskyTest::init_at(config, &[""], &["bluesky.timeout_seconds=1"]).await;
    read_to_the_end(&test).await;
    let fell_silent = "sequences WHERE last_error LIKE '%fell silent%'";
    assert_eq!(test.count(fell_silent).await, 1);
}

/// Starts with two instances, of which the first leaves out the posts of about half of all accounts.
async fn two_instances() -> BlueskyTest {
    let test = BlueskyTest::init_at(Config::for_tests(), &["", "/second"], &[]).await;
    test.site.control.leave_out(50);
    test
}

/// Posts as each of some accounts, and then as one that is not left out. Returns the numbers of posts, and of
/// those that the first instance leaves out.
fn post_as_many(test: &BlueskyTest) -> (usize, usize) {
    let control = &test.site.control;
    let dids: Vec<String> = (0..30).map(|n| format!("did:plc:person{n}")).collect();
    let (left_out, sent): (Vec<_>, Vec<_>) = dids.iter().partition(|did| control.is_left_out(did));
    assert!(left_out.len() > 3 && sent.len() > 3, "{left_out:?}");
    for did in left_out.iter().chain(&sent) {
        control.post(NewPost::text("A kettle").by(did)).unwrap();
    }
    (dids.len(), left_out.len())
}

#[tokio::test]
async fn an_instance_that_leaves_posts_out_is_left_for_the_next() {
    let test = two_instances().await;
    let user = test.listener("kettle").await;
    let mut session = test.open().await;
    test.pass(TimeDelta::seconds(210));
    let (posts, left_out) = post_as_many(&test);
    test.read(&mut session).await;
    assert_eq!(test.reader.compare_once().await.unwrap(), None, "not due");
    test.pass(TimeDelta::seconds(150));
    let (more, _) = post_as_many(&test);
    test.read(&mut session).await;
    let compared = test.reader.compare_once().await.unwrap();
    let wanted = Compared { expected: posts, missing: left_out, is_incomplete: true, error: None };
    assert_eq!(compared, Some(wanted));
    let (rest, _) = post_as_many(&test);
    assert_eq!(session.read(&CancellationToken::new()).await.unwrap(), None);
    let gaps = gaps(&test).await;
    let listings: Vec<&str> = gaps.iter().map(|gap| gap.listing.as_str()).collect();
    assert_eq!(listings, ["comments:r/bsky.app", "posts:r/bsky.app"]);
    let now = test.app.clock.now().timestamp_micros();
    assert_eq!(gaps[0].ended_at.timestamp_micros(), now);
    let place = user.get(&format!("/api/coverage/{PLACE}")).await.json;
    assert_eq!(place["gaps"][0]["cause"], "forum_failed", "{place}");
    // The second instance still has what was left out.
    let mut session = test.open().await;
    test.read(&mut session).await;
    let all = i64::try_from(posts + more + rest).unwrap();
    assert_eq!((stored(&test).await, test.count("notifications").await), (all, all));
    // It stays the one that is read, also after its stream broke.
    drop(session);
    test.site.control.disconnect_all();
    test.pass(TimeDelta::minutes(1));
    let mut session = test.open().await;
    let (last, _) = post_as_many(&test);
    test.read(&mut session).await;
    assert_eq!(stored(&test).await, all + i64::try_from(last).unwrap());
}

#[tokio::test]
async fn instances_that_agree_are_compared_once_an_hour() {
    for paths in [&["", "/second"][..], &[""]] {
        let test = BlueskyTest::init_at(Config::for_tests(), paths, &[]).await;
        let mut session = test.open().await;
        for _ in 0..2 {
            test.pass(TimeDelta::minutes(58));
            for n in 0..10 {
                test.post(&format!("Post {n}"));
            }
            // What is deleted since is not missing.
            let gone = test.post("Gone");
            test.pass(TimeDelta::seconds(150));
            test.site.control.delete(&gone).unwrap();
            test.post("Now");
            test.read(&mut session).await;
            let agree = Compared { expected: 10, missing: 0, is_incomplete: false, error: None };
            assert_eq!(test.reader.compare_once().await.unwrap(), Some(agree));
            assert_eq!(test.reader.compare_once().await.unwrap(), None);
        }
        assert!(gaps(&test).await.is_empty());
    }
}

#[tokio::test]
async fn a_comparison_that_fails_or_is_turned_off_says_nothing() {
    let test = two_instances().await;
    let mut session = test.open().await;
    test.pass(TimeDelta::minutes(6));
    post_as_many(&test);
    test.read(&mut session).await;
    let fault = Fault::once("/second/subscribe", FaultKind::Status(503));
    test.site.control.fault(fault);
    let compared = test.reader.compare_once().await.unwrap().unwrap();
    assert!(compared.error.is_some() && !compared.is_incomplete, "{compared:?}");

    let off = BlueskyTest::init_with(&["bluesky.compare_minutes=0"]).await;
    let mut session = off.open().await;
    off.pass(TimeDelta::hours(2));
    off.post("Now");
    off.read(&mut session).await;
    assert_eq!(off.reader.compare_once().await.unwrap(), None);
}

#[tokio::test]
async fn frames_that_are_no_events_are_skipped() {
    let test = BlueskyTest::init().await;
    let mut session = test.open().await;
    let faults = [
        FaultKind::Garbage,
        FaultKind::OtherShape,
        FaultKind::Truncate,
        FaultKind::Empty,
        FaultKind::Binary,
        FaultKind::Double,
    ];
    for (n, fault) in faults.into_iter().enumerate() {
        test.site.control.fault(Fault::after(0, fault));
        test.post(&format!("Kettle {n}"));
        test.read(&mut session).await;
    }
    test.post("The last");
    test.read(&mut session).await;
    assert_eq!(stored(&test).await, 7);
}

#[tokio::test]
async fn an_instance_that_refuses_is_left_for_the_next() {
    let test = BlueskyTest::init().await;
    for fault in [FaultKind::Status(503), FaultKind::Html] {
        test.site.control.fault(Fault::once("/subscribe", fault));
        assert!(test.reader.open().await.unwrap().is_none());
        test.pass(TimeDelta::minutes(1));
    }
    assert_eq!(test.count("sequences WHERE failures = 2").await, 1);
    let mut session = test.open().await;
    test.post("A kettle");
    assert_eq!(test.read(&mut session).await.stored.new_items, 1);
}

#[tokio::test]
async fn one_process_reads_and_another_takes_over_when_it_is_gone() {
    let test = BlueskyTest::init().await;
    let (_, other) = reader(&test.app).await;
    let mut first = test.open().await;
    test.post("One");
    test.read(&mut first).await;
    assert!(other.open().await.unwrap().is_none());
    // The first one hangs for longer than its lease.
    test.pass(TimeDelta::minutes(1));
    let two = test.post("Two");
    let mut second = other.open().await.unwrap().unwrap();
    while second.read_to() < test.site.control.last_time_us() {
        second.read(&CancellationToken::new()).await.unwrap().unwrap();
    }
    test.site.control.delete(&two).unwrap();
    while second.read_to() < test.site.control.last_time_us() {
        second.read(&CancellationToken::new()).await.unwrap().unwrap();
    }
    // The events gathered by the first one are never stored: it does not know yet that it was replaced.
    assert_eq!(first.read(&CancellationToken::new()).await.unwrap(), None);
    assert_eq!(stored(&test).await, 1);
}

#[tokio::test]
async fn a_stop_leaves_the_stream_to_the_next_process_at_once() {
    let test = BlueskyTest::init().await;
    let mut session = test.open().await;
    test.post("One");
    test.read(&mut session).await;
    let stop = CancellationToken::new();
    stop.cancel();
    assert_eq!(session.read(&stop).await.unwrap(), None);
    let (_, other) = reader(&test.app).await;
    assert!(other.open().await.unwrap().is_some());
}
