//! What feeds bring in a day is limited, by feed, by user and for the whole server.

use std::collections::BTreeMap;
use std::net::IpAddr;

use chrono::NaiveTime;
use db::models::feed::Reached;
use ingest::feeds::{FeedReader, PutOff};
use sims::feed::{Config, NewEntry, NewFeed};
use tokio::join;

use crate::support::feed_server::{BLOG, FeedTest, reader, undated};
use crate::support::prelude::*;

/// The number of new entries that reading a feed brought, or the limit for which it waits.
type Read = Result<usize, PutOff>;

/// Starts in the first minutes of a day.
async fn on_a_new_day(settings: &[&str]) -> FeedTest {
    let mut test = FeedTest::init_with(settings, Config::for_tests()).await;
    begin_day(&mut test).await;
    test
}

async fn begin_day(test: &mut FeedTest) {
    let now = test.app.clock.now();
    let tomorrow = (now + TimeDelta::days(1)).date_naive().and_time(NaiveTime::MIN).and_utc();
    test.app.clock.advance(tomorrow - now + TimeDelta::minutes(1));
    test.user.client = test.app.sign_in(test.user.user.id).await;
}

async fn follow(test: &FeedTest, user: &SignedIn, name: &str) -> Value {
    test.follow_as(user, &test.url(&format!("/feeds/{name}.rss"))).await
}

async fn unfollow(user: &SignedIn, feed: &Value) {
    let path = format!("/api/sources/feeds/{}", feed["_id"].as_str().unwrap());
    user.delete(&path).await.expect(204);
}

fn publish(test: &FeedTest, name: &str, count: usize) {
    for _ in 0..count {
        test.server.control.put(name, undated(&Uuid::now_v7().to_string())).unwrap();
    }
}

/// Makes the feeds due that wait for no limit.
async fn make_due(test: &FeedTest) {
    let now = test.app.clock.now().to_rfc3339();
    test.app.sql(&format!("UPDATE feeds SET next_poll_at = '{now}' WHERE put_off IS NULL")).await;
    test.app.clock.advance(TimeDelta::seconds(3));
}

/// Reads all feeds that wait for no limit, by name.
async fn read_all(test: &FeedTest) -> BTreeMap<String, Read> {
    read_all_by(test, &test.reader).await
}

async fn read_all_by(test: &FeedTest, reader: &FeedReader) -> BTreeMap<String, Read> {
    make_due(test).await;
    let mut read = BTreeMap::new();
    while let Some(polled) = reader.poll_once().await.unwrap() {
        assert_eq!(polled.error, None);
        let address = format!("SELECT address FROM feeds WHERE id = '{}'", polled.feed);
        let address: String = test.app.row(&address).await;
        let name = address.rsplit('/').next().unwrap().trim_end_matches(".rss").to_owned();
        read.insert(name, polled.put_off.map_or(Ok(polled.stored.new_items), Err));
        test.app.clock.advance(TimeDelta::seconds(3));
    }
    read
}

fn by_name<const N: usize>(read: [(&str, Read); N]) -> BTreeMap<String, Read> {
    read.map(|(name, read)| (name.to_owned(), read)).into()
}

#[tokio::test]
async fn a_feed_that_has_brought_enough_is_read_again_on_the_next_day() {
    let test = on_a_new_day(&["limits.feed_entries_per_day=3"]).await;
    test.add(NewFeed::named("other"));
    test.follow(BLOG).await;
    publish(&test, "blog", 3);
    assert_eq!(read_all(&test).await, by_name([("blog", Ok(3))]));
    follow(&test, &test.user, "other").await;
    publish(&test, "blog", 1);
    publish(&test, "other", 1);
    let wanted = by_name([("blog", Err(PutOff::Limit(Reached::Feed))), ("other", Ok(1))]);
    assert_eq!(read_all(&test).await, wanted);
    assert_eq!(test.server.control.take_paths(), ["/feeds/other.rss"], "the server is not asked");
    assert_eq!(test.count("recent_items").await, 4, "nothing that is stored is lost");
    let feed = test.feed().await;
    assert_eq!(
        feed["putOff"],
        "it has brought as much as one feed may in a day (3 new entries or 25 MB), so Harken reads it \
         again after midnight UTC"
    );
    assert_eq!((&feed["polls"], &feed["failures"]), (&1.into(), &0.into()));
    let next: DateTime<Utc> = serde_json::from_value(feed["nextReadAt"].clone()).unwrap();
    let now = test.app.clock.now();
    assert_eq!(next.date_naive(), now.date_naive().succ_opt().unwrap());
    assert_eq!(read_all(&test).await, by_name([("other", Ok(0))]));

    test.app.clock.advance(next - now);
    assert_eq!(read_all(&test).await["blog"], Ok(1));
    let day = format!("feeds WHERE day = '{}' AND day_entries = 1", next.date_naive());
    assert_eq!(test.count(&day).await, 1);
    assert_eq!(test.feed().await["putOff"], Value::Null);
}

#[tokio::test]
async fn long_entries_reach_a_limit_before_many_short_ones() {
    let test = on_a_new_day(&["limits.feed_megabytes_per_day=1"]).await;
    test.follow(BLOG).await;
    publish(&test, "blog", 1);
    assert_eq!(read_all(&test).await["blog"], Ok(1));
    for n in 0..11 {
        test.put(NewEntry { text: format!("{n} kettle ").repeat(10_000), ..undated("A kettle") });
    }
    assert_eq!(read_all(&test).await["blog"], Ok(11));
    assert_eq!(read_all(&test).await["blog"], Err(PutOff::Limit(Reached::Feed)));
}

#[tokio::test]
async fn a_user_whose_feeds_have_brought_enough_slows_no_feed_of_another() {
    let test = on_a_new_day(&["limits.user_feed_entries_per_day=4"]).await;
    let other = test.app.new_user("other@example.com").await;
    let greedy = &test.user;
    for name in ["loud-1", "loud-2", "shared", "own", "next"] {
        test.add(NewFeed::named(name));
    }
    let (first, second) =
        (follow(&test, greedy, "loud-1").await, follow(&test, greedy, "loud-2").await);
    for (user, name) in [(greedy, "shared"), (&other, "shared"), (&other, "own")] {
        follow(&test, user, name).await;
    }
    publish(&test, "loud-1", 2);
    publish(&test, "loud-2", 2);
    let wanted = by_name([("loud-1", Ok(2)), ("loud-2", Ok(2)), ("own", Ok(0)), ("shared", Ok(0))]);
    assert_eq!(read_all(&test).await, wanted);
    for name in ["loud-1", "loud-2", "shared", "own"] {
        publish(&test, name, 1);
    }
    let reached = Err(PutOff::Limit(Reached::User));
    let wanted =
        by_name([("loud-1", reached), ("loud-2", reached), ("own", Ok(1)), ("shared", Ok(1))]);
    assert_eq!(read_all(&test).await, wanted);

    // Other feeds make no room.
    for feed in [&first, &second] {
        unfollow(greedy, feed).await;
    }
    follow(&test, greedy, "next").await;
    let wanted = by_name([("next", reached), ("own", Ok(0)), ("shared", Ok(0))]);
    assert_eq!(read_all(&test).await, wanted);
    let next = test.feed().await;
    assert_eq!(next["readAt"], Value::Null);
    let text = next["putOff"].as_str().unwrap();
    assert!(text.starts_with("your feeds have brought as much as those of one user may"), "{text}");

    // Who follows a feed that waits has it read, and is not charged for what it brought before.
    follow(&test, &other, "loud-1").await;
    let wanted = by_name([("loud-1", Ok(1)), ("own", Ok(0)), ("shared", Ok(0))]);
    assert_eq!(read_all(&test).await, wanted);
    publish(&test, "own", 1);
    let mut read = read_all(&test).await;
    assert_eq!(read["own"], Ok(1));
    // Those that were read after it wait already.
    read.extend(read_all(&test).await);
    assert_eq!(read, by_name([("loud-1", reached), ("own", reached), ("shared", reached)]));
}

#[tokio::test]
async fn a_feed_that_many_follow_is_read_whatever_its_followers_have_used() {
    let test = on_a_new_day(&["limits.user_feed_entries_per_day=1"]).await;
    let feed = test.follow(BLOG).await;
    for n in 0..10 {
        let user = test.app.new_user(&format!("reader{n}@example.com")).await;
        follow(&test, &user, "blog").await;
    }
    for _ in 0..2 {
        publish(&test, "blog", 1);
        assert_eq!(read_all(&test).await["blog"], Ok(1));
    }
    unfollow(&test.user, &feed).await;
    assert_eq!(read_all(&test).await["blog"], Err(PutOff::Limit(Reached::User)));
}

#[tokio::test]
async fn all_feeds_wait_once_the_server_has_read_enough() {
    let mut test = on_a_new_day(&["limits.server_feed_entries_per_day=2"]).await;
    let other = test.app.new_user("other@example.com").await;
    test.add(NewFeed::named("other"));
    follow(&test, &other, "other").await;
    test.follow(BLOG).await;
    publish(&test, "blog", 1);
    publish(&test, "other", 1);
    assert_eq!(read_all(&test).await, by_name([("blog", Ok(1)), ("other", Ok(1))]));
    let reached = Err(PutOff::Limit(Reached::Server));
    assert_eq!(read_all(&test).await, by_name([("blog", reached), ("other", reached)]));
    let text = test.feed().await["putOff"].clone();
    let wanted = "the feeds of all users have brought as much as this server allows in a day";
    assert!(text.as_str().unwrap().starts_with(wanted), "{text}");
    begin_day(&mut test).await;
    test.app.clock.advance(TimeDelta::hours(1));
    publish(&test, "blog", 1);
    assert_eq!(read_all(&test).await, by_name([("blog", Ok(1)), ("other", Ok(0))]));
}

#[tokio::test]
async fn processes_count_together_and_after_a_restart() {
    const ROUNDS: usize = 4;
    let limit = format!("limits.server_feed_entries_per_day={}", 2 * ROUNDS);
    let elsewhere = IpAddr::from([127, 0, 0, 2]);
    let config = Config { hosts: vec![elsewhere], ..Config::for_tests() };
    let mut test = FeedTest::init_with(&[&limit], config).await;
    begin_day(&mut test).await;
    test.add(NewFeed::named("there"));
    test.follow(BLOG).await;
    let there = format!("http://{elsewhere}:{}/feeds/there.rss", test.server.addr.port());
    test.follow_as(&test.user, &there).await;
    let feeds = ["feeds.enabled=true", "delivery.allowed_networks=127.0.0.0/8", &limit];
    let second = test.app.with_settings(&feeds).await;
    let (_, second) = reader(&second).await;
    for _ in 0..ROUNDS {
        publish(&test, "blog", 1);
        publish(&test, "there", 1);
        make_due(&test).await;
        let (one, other) = join!(test.reader.poll_once(), second.poll_once());
        for polled in [one, other] {
            assert_eq!(polled.unwrap().unwrap().stored.new_items, 1);
        }
    }
    let counted = format!("feed_use WHERE entries = {} AND bytes > 0", 2 * ROUNDS);
    assert_eq!(test.count(&counted).await, 1);
    let restarted = test.app.with_settings(&feeds).await;
    let (_, restarted) = reader(&restarted).await;
    let reached = Err(PutOff::Limit(Reached::Server));
    let wanted = by_name([("blog", reached), ("there", reached)]);
    assert_eq!(read_all_by(&test, &restarted).await, wanted);
}
