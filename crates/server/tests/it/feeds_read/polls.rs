use db::models::outbox::OutboxRow;
use db::schema::outbox;
use deliver::delivery::compose::compose;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use ingest::removal::recheck::count_late;
use ingest::retention::delete_outdated;
use platform::sources::feed::FeedError;
use sims::feed::{Date, NewEntry, NewFeed, Validators};

use crate::support::feed_server::{BLOG, FeedTest, place, reader, undated};
use crate::support::prelude::*;

#[tokio::test]
async fn what_comes_after_the_feed_was_followed_is_alerted_once() {
    let test = FeedTest::init().await;
    // So that it is read as a whole each time.
    test.add(NewFeed {
        title: Some("A test feed".to_owned()),
        validators: Validators::None,
        ..NewFeed::named("blog")
    });
    test.put(undated("An old kettle"));
    test.put(NewEntry {
        date: Date::At(test.app.clock.now() - TimeDelta::minutes(5)),
        ..NewEntry::titled("A kettle of this hour")
    });
    let feed = test.follow(BLOG).await;
    assert_eq!(feed["title"], "A test feed");
    let watch = test.watch(test.user.user.id, "kettle", &feed).await;
    let polled = test.poll_now().await;
    assert_eq!((polled.stored.new_items, polled.stored.notifications), (2, 0));
    let backlog = format!("recent_items WHERE subreddit = '{}'", place(&feed));
    assert_eq!(test.count(&backlog).await, 2, "previews have them");

    test.put(NewEntry {
        link: Some("https://blog.example/3".to_owned()),
        ..undated("A new kettle")
    });
    let polled = test.poll_later().await;
    assert_eq!((polled.stored.new_items, polled.stored.notifications), (1, 1));
    let alerted = format!(
        "notifications n JOIN items i ON i.id = n.item_id
         WHERE n.watch_id = '{watch}' AND i.title = 'A new kettle' AND i.forum_id LIKE 'feed:%'
             AND i.url = 'https://blog.example/3' AND i.kind = 'post'"
    );
    assert_eq!(test.count(&alerted).await, 1);
    let polled = test.poll_later().await;
    assert_eq!(polled.stored.new_items, 0);
    // Entries that are no longer stored are still known.
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
async fn alerts_call_a_feed_by_its_title() {
    let test = FeedTest::init().await;
    test.add(NewFeed { title: Some("Tea & kettles".to_owned()), ..NewFeed::named("blog") });
    let feed = test.follow(BLOG).await;
    test.watch(test.user.user.id, "kettle", &feed).await;
    test.poll_now().await;
    test.put(undated("A kettle"));
    assert_eq!(test.poll_later().await.stored.messages, 1);
    let mut conn = test.app.conn().await.unwrap();
    let row: OutboxRow =
        outbox::table.select(OutboxRow::as_select()).first(&mut conn).await.unwrap();
    drop(conn);
    let mail = compose(&test.app.context, &row).await.unwrap();
    assert_eq!(mail.subject, "“kettle” on Tea & kettles: A kettle");
    assert!(mail.text.starts_with("New post for “kettle” on Tea & kettles"), "{}", mail.text);
    assert!(mail.html.contains("Tea &#38; kettles"), "{}", mail.html);
    let user = test.app.sign_in(test.user.user.id).await;
    let table = user.get("/api/notifications/export?format=csv").await.expect(200).text;
    assert!(table.trim_end().ends_with(",\"Tea & kettles\""), "{table}");
    test.app.make_pro(&test.user.user).await;
    let feeds = user.get("/api/feeds").await.expect(200).json;
    let address = feeds["all"]["json"].as_str().unwrap();
    let path = &address[address.find("/api/").unwrap()..];
    let document = user.get(path).await.expect(200).json;
    assert_eq!(document["items"][0]["tags"], json!(["kettle", "Tea & kettles"]));
}

#[tokio::test]
async fn a_feed_lies_in_no_scope_of_everything() {
    let test = FeedTest::init().await;
    let feed = test.follow(BLOG).await;
    test.poll_now().await;
    let user = test.user.user.id;
    crate::support::forum::add_watch(&test.app, user, "kettle", &["all"]).await;
    test.put(undated("A kettle"));
    assert_eq!(test.poll_later().await.stored.notifications, 0);
    let both = ["all", place(&feed)];
    crate::support::forum::add_watch(&test.app, user, "teapot", &both).await;
    test.put(undated("A teapot"));
    assert_eq!(test.poll_later().await.stored.notifications, 1);
}

#[tokio::test]
async fn what_has_not_changed_is_not_read_again_and_asked_for_ever_less() {
    for validators in [Validators::Etag, Validators::LastModified] {
        let test = FeedTest::init().await;
        test.add(NewFeed { validators, ..NewFeed::named("blog") });
        test.put(undated("One"));
        test.follow(BLOG).await;
        test.poll_now().await;
        let asked = test.server.control.requests().all;
        let before = test.feed().await["intervalSeconds"].as_i64().unwrap();
        let polled = test.poll_later().await;
        assert!(polled.is_unchanged && polled.error.is_none());
        let now = test.server.control.requests().all;
        assert_eq!(
            (now.asked, now.unchanged),
            (asked.asked + 1, asked.unchanged + 1),
            "{validators:?}"
        );
        let feed = test.feed().await;
        assert_eq!(feed["intervalSeconds"].as_i64().unwrap(), before * 2);
        assert_eq!((&feed["unchanged"], &feed["failures"]), (&1.into(), &0.into()));
        // Not before it is due.
        test.app.clock.advance(TimeDelta::seconds(before));
        assert_eq!(test.poll().await, None);
    }
}

#[tokio::test]
async fn the_dates_of_the_first_document_say_how_often_it_is_asked_for() {
    let test = FeedTest::init().await;
    for (name, unit) in [("busy", TimeDelta::hours(2)), ("silent", TimeDelta::days(70))] {
        test.add(NewFeed::named(name));
        for times in 1..=10 {
            let entry = NewEntry {
                date: Date::At(test.app.clock.now() - unit * times),
                ..NewEntry::titled("One")
            };
            test.server.control.put(name, entry).unwrap();
        }
    }
    for name in ["blog", "busy", "silent"] {
        let feed = test.follow(&format!("/feeds/{name}.rss")).await;
        assert_eq!(feed["intervalSeconds"], 1_800);
        test.poll_now().await;
    }
    let list = test.user.get("/api/sources/feeds").await.json;
    let feeds = list["feeds"].as_array().unwrap().iter();
    let seconds = feeds.map(|feed| (feed["title"].as_str().unwrap(), &feed["intervalSeconds"]));
    let seconds: Vec<_> = seconds.collect();
    let wanted =
        [("A test feed", &1_800.into()), ("busy", &3_600.into()), ("silent", &21_600.into())];
    assert_eq!(seconds, wanted);
}

#[tokio::test]
async fn one_host_is_asked_for_one_feed_at_a_time() {
    let test = FeedTest::init().await;
    test.add(NewFeed::named("other"));
    for path in [BLOG, "/feeds/other.atom"] {
        test.follow(path).await;
    }
    let (_, other) = reader(&test.app).await;
    let second = async || other.poll_once().await.unwrap();
    let (first, second) = test.poll_during(second).await;
    assert!(first.is_some());
    assert_eq!(second, None, "while the first is being asked for");
    assert_eq!(test.poll().await, None, "right after");
    assert!(test.poll_now().await.error.is_none());
    test.app.clock.advance(TimeDelta::seconds(3));
    assert_eq!(test.poll().await, None, "both were read");
}

#[tokio::test]
async fn many_follow_a_feed_and_it_is_asked_for_once() {
    let test = FeedTest::init().await;
    let feed = test.follow(BLOG).await;
    let other = test.app.new_user("other@example.com").await;
    let address = test.url(BLOG);
    assert_eq!(place(&test.follow_as(&other, &address).await), place(&feed));
    for user in [&test.user, &other] {
        test.watch(user.user.id, "kettle", &feed).await;
    }
    test.poll_now().await;
    test.put(undated("A kettle"));
    assert_eq!(test.poll_later().await.stored.notifications, 2);
    assert_eq!(test.count("feeds").await, 1);
}

#[tokio::test]
async fn entries_are_kept_and_not_looked_for() {
    let test = FeedTest::init().await;
    let feed = test.follow(BLOG).await;
    test.watch(test.user.user.id, "kettle", &feed).await;
    test.poll_now().await;
    test.put(undated("A kettle"));
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
    test.add(NewFeed::named("given-up"));
    test.follow(BLOG).await;
    let id = test.follow("/feeds/given-up.json").await["_id"].clone();
    for _ in 0..2 {
        test.poll_now().await;
    }
    test.user.delete(&format!("/api/sources/feeds/{}", id.as_str().unwrap())).await.expect(204);
    test.poll_later().await;
    test.app.clock.advance(TimeDelta::seconds(3));
    assert_eq!(test.poll().await, None);
    test.app.clock.advance(TimeDelta::hours(20));
    let now = test.app.clock.now();
    let deleted = delete_outdated(&test.app.pool, now).await.unwrap().unwrap();
    assert_eq!(deleted.feeds, 1);
    assert_eq!(test.count("feeds WHERE address LIKE '%/blog.rss'").await, 1);
    assert_eq!(test.count("feeds").await, 1);
}

#[tokio::test]
async fn only_the_holder_of_the_lease_writes_what_was_read() {
    let test = FeedTest::init().await;
    test.put(undated("One"));
    test.follow(BLOG).await;
    let takes_over = async || test.app.sql("UPDATE feeds SET fence = fence + 1").await;
    let (late, ()) = test.poll_during(takes_over).await;
    let late = late.unwrap();
    assert!(!late.stored.outcome_written);
    assert_eq!((late.stored.new_items, late.error), (0, None::<FeedError>));
    assert_eq!(test.count("recent_items").await, 0);
    assert_eq!(test.feed().await["readAt"], Value::Null);
}
