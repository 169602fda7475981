//! Feeds that list fewer entries than are published between two polls.

use sims::feed::{NewEntry, NewFeed};

use crate::support::feed_server::{BLOG, FeedTest, place};
use crate::support::prelude::*;

/// Follows what is at a path, with a new token: one lives a quarter of an hour.
async fn follow(test: &FeedTest, path: &str) -> Value {
    let client = test.app.sign_in(test.user.user.id).await;
    let answer = client.post("/api/sources/feeds", json!({"address": test.url(path)})).await;
    test.server.control.take_paths();
    answer.expect(201).json["feed"].clone()
}

/// Publishes `count` entries, one a minute.
fn publish(test: &FeedTest, count: usize) {
    for n in 0..count {
        test.app.clock.advance(TimeDelta::minutes(1));
        test.put(NewEntry::titled(&format!("Kettle {n}")));
    }
}

#[tokio::test]
async fn entries_that_left_before_they_were_read_are_a_gap() {
    let test = FeedTest::init().await;
    publish(&test, 20);
    let feed = follow(&test, BLOG).await;
    test.poll_now().await;
    test.watch(test.user.user.id, "kettle", &feed).await;
    publish(&test, 25);
    assert_eq!(test.poll_later().await.stored.new_items, 20);
    let gaps = "coverage_gaps WHERE ended_at - started_at BETWEEN '5 minutes' AND '6 minutes'";
    assert_eq!(test.count(gaps).await, 1);
    // It is read as often as is allowed.
    assert_eq!(test.feed().await["intervalSeconds"], 300);
    let user = test.app.sign_in(test.user.user.id).await;
    let path = format!("/api/coverage/{}", place(&feed).replace('/', "%2F"));
    let coverage = user.get(&path).await;
    assert_eq!(coverage.json["gaps"][0]["cause"], json!("turned_over"), "{}", coverage.text);
    // What is read in time leaves no gap.
    publish(&test, 10);
    assert_eq!(test.poll_later().await.stored.new_items, 10);
    assert_eq!(test.count("coverage_gaps").await, 1);
}

#[tokio::test]
async fn entries_that_left_are_read_from_the_feeds_archive() {
    for path in [BLOG, "/feeds/blog.atom", "/feeds/blog.json"] {
        let test = FeedTest::init().await;
        test.add(NewFeed { has_pages: true, ..NewFeed::named("blog") });
        publish(&test, 40);
        follow(&test, path).await;
        test.poll_now().await;
        publish(&test, 45);
        // The first 20 entries were never in a document that was read, and are older than the feed's following.
        assert_eq!(test.poll_later().await.stored.new_items, 45, "{path}");
        assert_eq!(test.count("coverage_gaps").await, 0, "{path}");
        // Beyond five documents, the rest is a gap.
        test.server.control.take_paths();
        publish(&test, 200);
        assert_eq!(test.poll_later().await.stored.new_items, 120, "{path}");
        assert_eq!(test.server.control.take_paths().len(), 6, "{path}");
        assert_eq!(test.count("coverage_gaps").await, 1, "{path}");
    }
}
