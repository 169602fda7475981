//! No host receives two requests at the same time, or without a pause, whichever process sends them.

use std::net::IpAddr;

use ingest::feeds::PutOff;
use sims::feed::{Config, Fault, FaultKind, NewFeed, RedirectStatus};
use tokio::join;

use crate::support::feed_server::{BLOG, FeedTest, reader, redirect};
use crate::support::prelude::*;

const OTHER: &str = "/feeds/other.rss";
/// Longer than the pause between requests to a host, and shorter than the wait for one.
const MOMENT: TimeDelta = TimeDelta::seconds(3);

/// Follows what is at a path, and awaits `meanwhile` after the call was admitted.
async fn follow_while<T>(
    test: &FeedTest,
    path: &str,
    meanwhile: impl Future<Output = T>,
) -> (Answer, T) {
    let asked = "rate_limits WHERE class = 'feed_check' AND count > 0";
    test.app.sql("DELETE FROM rate_limits").await;
    let input = json!({"address": test.url(path)});
    join!(test.user.post("/api/sources/feeds", input), async {
        while test.count(asked).await == 0 {}
        meanwhile.await
    })
}

/// Yields to the concurrent task many times.
async fn give_turns(test: &FeedTest) {
    for _ in 0..30 {
        test.count("feeds").await;
    }
}

#[tokio::test]
async fn who_follows_a_feed_waits_until_its_host_may_be_asked() {
    let test = FeedTest::init().await;
    test.follow(BLOG).await;
    test.poll_now().await;
    test.server.control.take_paths();
    let (answer, ()) = follow_while(&test, BLOG, async {
        give_turns(&test).await;
        assert_eq!(test.server.control.take_paths(), [""; 0], "right after a poll");
        test.app.clock.advance(MOMENT);
    })
    .await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    assert_eq!(test.server.control.take_paths(), [BLOG]);
}

#[tokio::test]
async fn a_host_is_not_asked_by_who_follows_and_by_a_poll_at_once() {
    let test = FeedTest::init().await;
    test.add(NewFeed::named("other"));
    test.follow(BLOG).await;
    let polled = test.poll_during(async || {
        let (answer, ()) = follow_while(&test, OTHER, async {
            give_turns(&test).await;
            test.server.control.clear_faults();
            while test.count("feeds WHERE leased_until IS NULL").await == 0 {}
            test.app.clock.advance(MOMENT);
        })
        .await;
        assert_eq!(answer.status, 201, "{}", answer.text);
    });
    assert_eq!(polled.await.0.unwrap().error, None);
    assert_eq!(test.server.control.requests().all.most_at_once, 1);
    assert_eq!(test.server.control.take_paths(), [BLOG, OTHER]);
}

#[tokio::test]
async fn polls_leave_a_host_alone_that_was_asked_for_a_follower() {
    let test = FeedTest::init().await;
    test.follow(BLOG).await;
    test.app.clock.advance(MOMENT);
    test.server.control.fault(Fault::once("/gone", FaultKind::Stall));
    let (answer, polled) = follow_while(&test, "/gone", async {
        test.server.control.until_asked().await;
        let polled = test.poll().await;
        test.server.control.clear_faults();
        polled
    })
    .await;
    assert_eq!((answer.status, polled), (422, None), "{}", answer.text);
    assert_eq!(test.poll().await, None, "right after");
    assert_eq!(test.poll_now().await.error, None);
}

#[tokio::test]
async fn a_host_that_is_busy_for_too_long_is_a_refusal() {
    let test = FeedTest::init().await;
    test.follow(BLOG).await;
    test.poll_during(async || {
        let (answer, ()) = follow_while(&test, OTHER, async {
            // In few steps: on a busy machine, the stalled poll would end before many.
            for _ in 0..4 {
                give_turns(&test).await;
                test.app.clock.advance(TimeDelta::seconds(4));
            }
        })
        .await;
        assert_eq!((answer.status, answer.code()), (409, "FEED_HOST_BUSY"));
        assert_eq!(answer.json.get("fields"), None);
    })
    .await;
    assert_eq!(test.server.control.take_paths(), [BLOG]);
}

#[tokio::test]
async fn a_page_and_the_feed_that_it_names_are_asked_for_in_one_go() {
    let test = FeedTest::init().await;
    test.add(NewFeed { links: vec![sims::feed::Form::Rss], ..NewFeed::named("other") });
    // The clock is stopped meanwhile.
    let page = test.url("/other");
    let answer = test.user.post("/api/sources/feeds", json!({"address": page}));
    assert_eq!(answer.await.status, 201);
    assert_eq!(test.server.control.take_paths(), ["/other", OTHER]);
}

/// Starts with another feed on another host, and returns its address.
async fn with_other_host() -> (FeedTest, String) {
    let elsewhere = IpAddr::from([127, 0, 0, 2]);
    let config = Config { hosts: vec![elsewhere], ..Config::for_tests() };
    let test = FeedTest::init_with(&[], config).await;
    test.add(NewFeed::named("other"));
    let there = format!("http://{elsewhere}:{}{OTHER}", test.server.addr.port());
    (test, there)
}

#[tokio::test]
async fn a_host_to_which_a_feed_redirects_is_asked_as_any_other() {
    let (test, there) = with_other_host().await;
    test.follow(BLOG).await;
    test.poll_now().await;
    test.fail(BLOG, redirect(RedirectStatus::Found, &there));
    test.follow_as(&test.user, &there).await;
    // Right after the other host was asked, and before its own feed is read.
    let hour = "UPDATE feeds SET next_poll_at = next_poll_at + interval '20 hours'";
    test.app.sql("UPDATE feed_hosts SET due_at = NULL").await;
    test.app.sql(hour).await;
    let now = test.app.clock.now().to_rfc3339();
    let blog = format!("UPDATE feeds SET next_poll_at = '{now}' WHERE address LIKE '%{BLOG}'");
    test.app.sql(&blog).await;
    let polled = test.poll().await.unwrap();
    assert_eq!(polled.put_off, Some(PutOff::HostBusy));
    assert_eq!(test.server.control.take_paths(), [BLOG], "the other host is left alone");
    let feed = test.feed().await;
    assert_eq!((&feed["failures"], &feed["putOff"]), (&0.into(), &Value::Null));
    // It is tried again within a minute, and then the other host is not asked by anybody else.
    test.app.clock.advance(TimeDelta::minutes(1));
    let (_, other) = reader(&test.app).await;
    let stall = Fault::once(OTHER, FaultKind::Stall);
    test.server.control.fault(stall);
    let (polled, meanwhile) = join!(test.reader.poll_once(), async {
        while !test.server.control.take_paths().contains(&OTHER.to_owned()) {
            test.server.control.until_asked().await;
        }
        test.app.sql(&hour.replace('+', "-")).await;
        let meanwhile = other.poll_once().await.unwrap();
        test.server.control.clear_faults();
        meanwhile
    });
    assert_eq!((polled.unwrap().unwrap().error, meanwhile), (None, None));
    assert_eq!(test.poll().await, None, "right after");
    assert_eq!(test.poll_now().await.error, None);
}

#[tokio::test]
async fn who_follows_a_feed_waits_for_the_host_to_which_it_redirects() {
    let (test, there) = with_other_host().await;
    test.follow_as(&test.user, &there).await;
    test.fail(BLOG, redirect(RedirectStatus::Found, &there));
    let (answer, ()) = follow_while(&test, BLOG, async {
        test.server.control.until_asked().await;
        give_turns(&test).await;
        assert_eq!(test.server.control.take_paths(), [BLOG], "the other host was just asked");
        test.app.clock.advance(MOMENT);
    })
    .await;
    assert_eq!(answer.status, 201, "{}", answer.text);
    assert_eq!(test.server.control.take_paths(), [OTHER]);
}
