//! Nothing is lost that the stream can repeat, and what it cannot repeat is a gap.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::QueryableByName;
use diesel::sql_types::{Text, Timestamptz};
use diesel_async::RunQueryDsl;
use sims::jetstream::{Fault, FaultKind};
use tokio_util::sync::CancellationToken;

use crate::support::bluesky::{BlueskyTest, PLACE, reader};

#[derive(QueryableByName)]
struct Gap {
    #[diesel(sql_type = Text)]
    listing: String,
    #[diesel(sql_type = Timestamptz)]
    started_at: DateTime<Utc>,
    #[diesel(sql_type = Timestamptz)]
    ended_at: DateTime<Utc>,
}

async fn gaps(test: &BlueskyTest) -> Vec<Gap> {
    let mut conn = test.app.conn().await.unwrap();
    diesel::sql_query("SELECT listing, started_at, ended_at FROM coverage_gaps ORDER BY listing")
        .load(&mut conn)
        .await
        .unwrap()
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
    let user = test.app.new_user("ada@example.com").await.user.id;
    test.watch(user, "kettle").await;
    let mut posted = 0;
    for round in 0..20 {
        // A hundred posts a second. The events of the last five seconds come again; the stream is cut in the
        // middle of the new ones.
        let again = (50 * round).min(100);
        let fault = Fault::after(again + 20 + round, FaultKind::Cut);
        test.bluesky.control.fault(fault);
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
    assert_eq!(test.bluesky.control.connections(), 21);
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
    let user = test.app.new_user("ada@example.com").await;
    test.watch(user.user.id, "kettle").await;
    let mut session = test.open().await;
    test.post("Before");
    test.read(&mut session).await;
    let last = test.bluesky.control.last_time_us();
    drop(session);
    let mut times = Vec::new();
    for _ in 0..40 {
        test.pass(TimeDelta::hours(1));
        test.post("Meanwhile");
        times.push(test.bluesky.control.last_time_us());
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
        FaultKind::Stall,
    ];
    let test = BlueskyTest::init().await;
    let mut posted = 0;
    for fault in faults {
        test.bluesky.control.fault(Fault::after(1, fault));
        test.post("One");
        test.post("Two");
        posted += 2;
        read_to_the_end(&test).await;
        assert_eq!(test.count("sequences WHERE failures = 1 AND last_error <> ''").await, 1);
        test.bluesky.control.clear_faults();
        test.bluesky.control.disconnect_all();
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
        test.bluesky.control.fault(Fault::after(0, fault));
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
        test.bluesky.control.fault(Fault::once("/subscribe", fault));
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
    while second.read_to() < test.bluesky.control.last_time_us() {
        second.read(&CancellationToken::new()).await.unwrap().unwrap();
    }
    test.bluesky.control.delete(&two).unwrap();
    while second.read_to() < test.bluesky.control.last_time_us() {
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
