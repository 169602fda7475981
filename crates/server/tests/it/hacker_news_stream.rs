//! A stream announces new ids of Hacker News: polls follow it, and need it for nothing.

use db::models::sequence::{Sequence, SequenceSource};
use ingest::hacker_news::SequenceReader;
use sims::hacker_news::{Fault, FaultKind};

use crate::support::hacker_news::{HackerNewsTest, read_once, reader};
use crate::support::prelude::*;

const INTERVAL: TimeDelta = TimeDelta::seconds(5);
/// The time between two polls while the stream announces what they find.
const RARER: TimeDelta = TimeDelta::seconds(10);

/// Runs `test` while readers follow the stream.
async fn following(readers: &[&SequenceReader], test: impl Future<Output = ()>) {
    let stop = CancellationToken::new();
    let follow = readers.iter().map(|reader| reader.follow(&stop));
    tokio::select! {
        _ = futures::future::join_all(follow) => panic!("nobody follows the stream"),
        () = test => {}
    }
}

/// Waits until an id is announced that was not read.
async fn heard(test: &HackerNewsTest) {
    while test.reader.hurried().is_none() {
        test.reader.announced().await;
    }
}

async fn until(what: impl Fn() -> bool) {
    while !what() {
        tokio::task::yield_now().await;
    }
}

fn requests(test: &HackerNewsTest, of: &str) -> u64 {
    test.site.control.requests().get(of).copied().unwrap_or(0)
}

/// Returns the time until the next poll.
async fn next(test: &HackerNewsTest) -> TimeDelta {
    let mut conn = test.app.conn().await.unwrap();
    let sequence = Sequence::find(SequenceSource::HackerNews, &mut conn).await.unwrap().unwrap();
    sequence.next_poll_at - test.app.clock.now()
}

/// Polls what the stream announces, until it is relied on.
async fn prove(test: &HackerNewsTest) {
    test.read_now().await;
    for n in 0..5 {
        test.story(&format!("Story {n}"));
        heard(test).await;
        test.pass(INTERVAL);
        assert_eq!(test.read_now().await[0].stored.new_items, 1, "{n}");
    }
    assert_eq!(next(test).await, RARER);
}

#[tokio::test]
async fn what_is_announced_is_read_two_seconds_later_with_no_more_requests() {
    let test = HackerNewsTest::init().await;
    let began = test.app.clock.now();
    following(&[&test.reader], async {
        prove(&test).await;
        test.pass(RARER);
        assert_eq!(test.read_now().await[0].asked, 0);
        let settles = TimeDelta::seconds(2);
        for n in 0..2 {
            let announced = test.app.clock.now();
            test.story(&format!("A kettle {n}"));
            heard(&test).await;
            assert_eq!(test.reader.hurried(), Some(announced + settles));
            assert_eq!(read_once(&test.reader).await, None, "it has not settled");
            test.pass(settles);
            let read = read_once(&test.reader).await.unwrap();
            assert_eq!((read.asked, read.waiting, read.stored.new_items), (1, 0, 1));
            assert_eq!(test.reader.hurried(), None);
            test.pass(RARER);
            test.read_now().await;
        }
        let most = (test.app.clock.now() - began).num_seconds() / INTERVAL.num_seconds() + 1;
        let polls = i64::try_from(requests(&test, "maxitem")).unwrap();
        assert!(polls <= most, "{polls} of {most}");
        assert_eq!(requests(&test, "stream"), 1);
    })
    .await;
}

#[tokio::test]
async fn an_id_without_an_item_is_requested_again_before_a_poll_is_due() {
    let test = HackerNewsTest::init().await;
    following(&[&test.reader], async {
        prove(&test).await;
        test.pass(RARER);
        test.read_now().await;
        test.site.control.skip(1);
        heard(&test).await;
        test.pass(TimeDelta::seconds(2));
        assert_eq!(read_once(&test.reader).await.unwrap().waiting, 1);
        assert!(next(&test).await < INTERVAL);
    })
    .await;
}

#[tokio::test]
async fn whatever_the_stream_does_polls_are_as_often_as_without_it() {
    let of_opening = [
        FaultKind::Status(503),
        FaultKind::Status(429),
        FaultKind::Html,
        FaultKind::Null,
        FaultKind::EmptyBody,
        FaultKind::Stall,
        FaultKind::Cut,
    ];
    let of_events = [
        FaultKind::Cancel,
        FaultKind::AuthRevoked,
        FaultKind::Close,
        FaultKind::Cut,
        FaultKind::Null,
        FaultKind::OtherShape,
        FaultKind::Truncate,
        FaultKind::Endless,
        FaultKind::Stall,
        FaultKind::Ahead(1_000),
    ];
    let of_opening = of_opening.map(|fault| ("/stream/open", fault));
    let of_events = of_events.map(|fault| ("/stream/put", fault));
    for (path, fault) in of_opening.into_iter().chain(of_events) {
        let test = HackerNewsTest::init().await;
        test.site.control.fault(Fault::lasting(path, fault));
        following(&[&test.reader], async {
            test.read_now().await;
            for n in 0..7 {
                test.story(&format!("Story {n}"));
                until(|| requests(&test, "stream") > 0).await;
                if matches!(fault, FaultKind::Ahead(_)) {
                    heard(&test).await;
                }
                test.pass(INTERVAL);
                let read = &test.read_now().await[0];
                let found = (read.asked, read.waiting, read.stored.new_items, &read.error);
                assert_eq!(found, (1, 0, 1, &None), "{fault:?}");
                assert_eq!(next(&test).await, INTERVAL, "{fault:?}");
                assert_eq!(read_once(&test.reader).await, None, "{fault:?}");
            }
            assert_eq!(requests(&test, "maxitem"), 8, "{fault:?}");
        })
        .await;
    }
}

#[tokio::test]
async fn a_stream_that_falls_silent_makes_one_poll_late() {
    let test = HackerNewsTest::init().await;
    following(&[&test.reader], async {
        prove(&test).await;
        test.site.control.fault(Fault::once("/stream/put", FaultKind::Stall));
        test.story("Late");
        until(|| test.site.control.waiting_faults() == 0).await;
        test.pass(RARER);
        for _ in 0..3 {
            assert_eq!(test.read_now().await[0].stored.new_items, 1);
            assert_eq!(next(&test).await, INTERVAL);
            test.story("In time");
            test.pass(INTERVAL);
        }
    })
    .await;
}

#[tokio::test]
async fn a_stream_may_be_elsewhere() {
    let test = HackerNewsTest::init().await;
    test.site.control.fault(Fault::once("/stream/open", FaultKind::Redirect));
    following(&[&test.reader], prove(&test)).await;
    assert_eq!(requests(&test, "stream"), 2);
}

#[tokio::test]
async fn one_process_follows_the_stream_and_another_takes_over() {
    let test = HackerNewsTest::init().await;
    let (_, other) = reader(&test.app).await;
    following(&[&test.reader, &other], async {
        test.read_now().await;
        until(|| requests(&test, "stream") == 1).await;
        test.pass(INTERVAL);
        assert_eq!(read_once(&other).await, None);
        assert_eq!(test.read_now().await.len(), 1);
        // The one is held up.
        test.pass(TimeDelta::minutes(1));
        assert!(read_once(&other).await.is_some());
        assert_eq!(read_once(&test.reader).await, None);
        until(|| requests(&test, "stream") == 2).await;
        test.story("Of no concern to the one");
        other.announced().await;
        assert_eq!(test.reader.hurried(), None);
        // The other stops.
        other.let_go().await.unwrap();
        test.pass(RARER);
        assert!(read_once(&test.reader).await.is_some());
    })
    .await;
}
