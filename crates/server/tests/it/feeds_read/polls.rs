use chrono::TimeDelta;
use harken::ingest::recheck::count_late;
use harken::ingest::retention::delete_outdated;
use harken::sources::feed::FeedError;
use serde_json::Value;

use crate::support::feed_server::{Asked, Entry, FeedTest, Reply, place, reader};

#[tokio::test]
async fn what_comes_after_the_feed_was_followed_is_alerted_once() {
    let test = FeedTest::init().await;
    let old = [
        Entry::undated("1", "An old kettle"),
        Entry {
            at: Some(test.app.clock.now() - TimeDelta::minutes(5)),
            ..Entry::undated("2", "A kettle of this hour")
        },
    ];
    test.server.set("/feed", Reply::feed(&old));
    let feed = test.follow("/feed").await;
    assert_eq!(feed["title"], "A test feed");
    let watch = test.watch(test.user.user.id, "kettle", &feed).await;
    let polled = test.poll_now().await;
    assert_eq!(
        (polled.stored.new_items, polled.stored.notifications),
        (2, 0)
    );
    let backlog = format!("recent_items WHERE subreddit = '{}'", place(&feed));
    assert_eq!(test.count(&backlog).await, 2, "previews have them");

    let new = [&[Entry::undated("3", "A new kettle")], &old[..]].concat();
    test.server.set("/feed", Reply::feed(&new));
    let polled = test.poll_later().await;
    assert_eq!(
        (polled.stored.new_items, polled.stored.notifications),
        (1, 1)
    );
    let alerted = format!(
        "notifications n JOIN items i ON i.id = n.item_id
         WHERE n.watch_id = '{watch}' AND i.title = 'A new kettle' AND i.forum_id LIKE 'feed:%'
             AND i.url = 'https://blog.example/3' AND i.kind = 'post'"
    );
    assert_eq!(test.count(&alerted).await, 1);
    let polled = test.poll_later().await;
    assert_eq!(polled.stored.new_items, 0);
    // What is stored no longer is still known.
    test.app.sql("DELETE FROM item_keys").await;
    test.app.sql("DELETE FROM unmatched_items").await;
    let polled = test.poll_later().await;
    assert_eq!((polled.stored.new_items, polled.error), (0, None));
    let feed = test.feed().await;
    assert_eq!(
        (&feed["polls"], &feed["unchanged"], &feed["items"]),
        (&4.into(), &2.into(), &3.into())
    );
}

#[tokio::test]
async fn a_feed_lies_in_no_scope_of_everything() {
    let test = FeedTest::init().await;
    test.server.set("/feed", Reply::feed(&[]));
    let feed = test.follow("/feed").await;
    test.poll_now().await;
    let user = test.user.user.id;
    crate::support::forum::add_watch(&test.app, user, "kettle", &["all"]).await;
    test.server
        .set("/feed", Reply::feed(&[Entry::undated("1", "A kettle")]));
    assert_eq!(test.poll_later().await.stored.notifications, 0);
    let both = ["all", place(&feed)];
    crate::support::forum::add_watch(&test.app, user, "teapot", &both).await;
    test.server
        .set("/feed", Reply::feed(&[Entry::undated("2", "A teapot")]));
    assert_eq!(test.poll_later().await.stored.notifications, 1);
}

#[tokio::test]
async fn what_has_not_changed_is_not_read_again_and_asked_for_ever_less() {
    let test = FeedTest::init().await;
    let reply = Reply::feed(&[Entry::undated("1", "One")]);
    let reply = reply
        .with("etag", "\"v1\"")
        .with("last-modified", "Thu, 26 Nov 2026 08:00:00 GMT");
    test.server.set("/feed", reply);
    test.follow("/feed").await;
    test.poll_now().await;
    let before = test.feed().await["intervalSeconds"].as_i64().unwrap();
    test.server.asked();
    let polled = test.poll_later().await;
    assert!(polled.is_unchanged && polled.error.is_none());
    let asked = Asked {
        path: "/feed".to_owned(),
        if_none_match: Some("\"v1\"".to_owned()),
        if_modified_since: Some("Thu, 26 Nov 2026 08:00:00 GMT".to_owned()),
    };
    assert_eq!(test.server.asked(), [asked]);
    let feed = test.feed().await;
    assert_eq!(feed["intervalSeconds"].as_i64().unwrap(), before * 2);
    assert_eq!(
        (&feed["unchanged"], &feed["failures"]),
        (&1.into(), &0.into())
    );
    // Not before its time.
    test.app.clock.advance(TimeDelta::seconds(before));
    assert_eq!(test.poll().await, None);
}

#[tokio::test]
async fn one_host_is_asked_for_one_feed_at_a_time() {
    let test = FeedTest::init().await;
    for path in ["/one", "/two"] {
        test.server.set(path, Reply::feed(&[]));
        test.follow(path).await;
    }
    test.app.clock.advance(TimeDelta::seconds(3));
    let (_, other) = reader(&test.app).await;
    test.server.hold(true);
    let (first, second) = tokio::join!(test.reader.poll_once(), async {
        // Once the first question has come.
        while test.server.asked().is_empty() {
            tokio::task::yield_now().await;
        }
        let second = other.poll_once().await;
        test.server.hold(false);
        second
    });
    assert!(first.unwrap().is_some());
    assert_eq!(second.unwrap(), None, "while the first is being asked for");
    assert_eq!(test.poll().await, None, "right after");
    assert!(test.poll_now().await.error.is_none());
    test.app.clock.advance(TimeDelta::seconds(3));
    assert_eq!(test.poll().await, None, "both were read");
}

#[tokio::test]
async fn many_follow_a_feed_and_it_is_asked_for_once() {
    let test = FeedTest::init().await;
    test.server.set("/feed", Reply::feed(&[]));
    let feed = test.follow("/feed").await;
    let other = test.app.new_user("other@example.com").await;
    let address = test.server.url("/feed");
    assert_eq!(place(&test.follow_as(&other, &address).await), place(&feed));
    for user in [&test.user, &other] {
        test.watch(user.user.id, "kettle", &feed).await;
    }
    test.poll_now().await;
    test.server
        .set("/feed", Reply::feed(&[Entry::undated("1", "A kettle")]));
    assert_eq!(test.poll_later().await.stored.notifications, 2);
    assert_eq!(test.count("feeds").await, 1);
}

#[tokio::test]
async fn entries_are_kept_and_not_looked_for() {
    let test = FeedTest::init().await;
    test.server.set("/feed", Reply::feed(&[]));
    let feed = test.follow("/feed").await;
    test.watch(test.user.user.id, "kettle", &feed).await;
    test.poll_now().await;
    test.server
        .set("/feed", Reply::feed(&[Entry::undated("1", "A kettle")]));
    test.poll_later().await;
    assert_eq!(test.count("item_keys WHERE check_at IS NULL").await, 1);
    test.app.clock.advance(TimeDelta::days(10));
    let mut conn = test.app.conn().await.unwrap();
    let late = count_late(test.app.clock.now(), &mut conn).await.unwrap();
    assert_eq!(late, 0, "no promise is broken");
}

#[tokio::test]
async fn a_feed_that_nobody_follows_is_not_asked_for_and_dropped_after_a_day() {
    let test = FeedTest::init().await;
    for path in ["/kept", "/given-up"] {
        test.server.set(path, Reply::feed(&[]));
    }
    test.follow("/kept").await;
    let id = test.follow("/given-up").await["_id"].clone();
    for _ in 0..2 {
        test.poll_now().await;
    }
    let gone = test
        .user
        .delete(&format!("/api/sources/feeds/{}", id.as_str().unwrap()))
        .await;
    assert_eq!(gone.status, 204, "{}", gone.text);
    test.poll_later().await;
    test.app.clock.advance(TimeDelta::seconds(3));
    assert_eq!(test.poll().await, None);
    test.app.clock.advance(TimeDelta::hours(20));
    let now = test.app.clock.now();
    let deleted = delete_outdated(&test.app.pool, now).await.unwrap().unwrap();
    assert_eq!(deleted.feeds, 1);
    assert_eq!(test.count("feeds WHERE address LIKE '%/kept'").await, 1);
    assert_eq!(test.count("feeds").await, 1);
}

#[tokio::test]
async fn only_the_holder_of_the_lease_writes_what_was_read() {
    let test = FeedTest::init().await;
    test.server
        .set("/feed", Reply::feed(&[Entry::undated("1", "One")]));
    test.follow("/feed").await;
    test.app.clock.advance(TimeDelta::seconds(3));
    test.server.hold(true);
    let (late, ()) = tokio::join!(test.reader.poll_once(), async {
        while test.server.asked().is_empty() {
            tokio::task::yield_now().await;
        }
        test.app.sql("UPDATE feeds SET fence = fence + 1").await;
        test.server.hold(false);
    });
    let late = late.unwrap().unwrap();
    assert!(!late.stored.outcome_written);
    assert_eq!((late.stored.new_items, late.error), (0, None::<FeedError>));
    assert_eq!(test.count("recent_items").await, 0);
    assert_eq!(test.feed().await["readAt"], Value::Null);
}
