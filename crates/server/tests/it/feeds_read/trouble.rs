use foundation::net::service::{self, Unread};
use platform::outgoing::Refused;
use platform::silence::unreadable_sites;
use platform::sources::feed::FeedError;
use sims::feed::{Compression, Fault, FaultKind, NewEntry, NewFeed, RedirectStatus};

use crate::support::feed_server::{BLOG, FeedTest, place, redirect, undated};
use crate::support::prelude::*;

const THERE: &str = "/feeds/there.rss";
const NEW: &str = "/feeds/new.rss";

/// Follows a feed that was read once.
async fn followed() -> (FeedTest, Value) {
    let test = FeedTest::init().await;
    let feed = test.follow(BLOG).await;
    test.poll_now().await;
    test.server.control.take_paths();
    (test, feed)
}

/// Redirects the feed to another one, in two steps.
fn move_feed(test: &FeedTest, first: RedirectStatus, second: RedirectStatus) {
    test.add(NewFeed::named("new"));
    test.server.control.put("new", undated("One")).unwrap();
    test.fail(BLOG, redirect(first, THERE));
    let second = Fault::lasting(THERE, redirect(second, NEW));
    test.server.control.fault(second);
}

#[tokio::test]
async fn a_feed_that_has_moved_for_good_is_asked_for_where_it_is() {
    let (test, feed) = followed().await;
    let statuses = (RedirectStatus::MovedPermanently, RedirectStatus::PermanentRedirect);
    move_feed(&test, statuses.0, statuses.1);
    assert_eq!(test.poll_later().await.stored.new_items, 1);
    assert_eq!(test.server.control.take_paths(), [BLOG, THERE, NEW]);
    assert_eq!(test.poll_later().await.error, None);
    assert_eq!(test.server.control.take_paths(), [NEW]);
    let now = test.feed().await;
    assert_eq!(now["address"], test.url(NEW));
    assert_eq!(place(&now), place(&feed), "what keywords name stays");
    // A user who follows the old address follows the same feed.
    let other = test.app.new_user("other@example.com").await;
    test.server.control.clear_faults();
    let same = test.follow_as(&other, &test.url(BLOG)).await;
    assert_eq!(same["_id"], now["_id"]);
}

#[tokio::test]
async fn one_that_is_elsewhere_for_now_keeps_its_address() {
    let (test, _) = followed().await;
    move_feed(&test, RedirectStatus::Found, RedirectStatus::MovedPermanently);
    for _ in 0..2 {
        assert_eq!(test.poll_later().await.error, None);
        assert_eq!(test.server.control.take_paths(), [BLOG, THERE, NEW]);
    }
    assert_eq!(test.feed().await["address"], test.url(BLOG));
}

#[tokio::test]
async fn redirects_are_checked_and_counted() {
    let (test, _) = followed().await;
    for to in ["http://10.0.0.1/feed", "https://169.254.169.254/latest"] {
        test.fail(BLOG, redirect(RedirectStatus::MovedPermanently, to));
        let polled = test.poll_later().await;
        assert_eq!(polled.error, Some(FeedError::Refused(Refused::Private)), "{to}");
    }
    let ftp = redirect(RedirectStatus::Found, "ftp://127.0.0.1/feed");
    test.fail(BLOG, ftp);
    let refused = FeedError::Refused(Refused::NotHttps);
    assert_eq!(test.poll_later().await.error, Some(refused));
    test.server.control.take_paths();
    test.fail(BLOG, redirect(RedirectStatus::Found, BLOG));
    let polled = test.poll_later().await;
    assert_eq!(polled.error, Some(FeedError::TooManyRedirects));
    assert_eq!(test.server.control.take_paths().len(), 6);
    // As from a host that has closed.
    test.fail(BLOG, redirect(RedirectStatus::MovedPermanently, "/blog"));
    let none = FeedError::NoFeed(feeds::Error::WebPage);
    assert_eq!(test.poll_later().await.error, Some(none));
    let feed = test.feed().await;
    assert_eq!(feed["address"], test.url(BLOG));
    assert_eq!(feed["failures"], 5);
}

#[tokio::test]
async fn a_feed_that_is_gone_is_asked_for_no_more() {
    let (test, _) = followed().await;
    test.fail(BLOG, FaultKind::Status(410));
    assert_eq!(test.poll_later().await.error, Some(FeedError::Gone));
    let feed = test.feed().await;
    assert_eq!((&feed["isStopped"], &feed["nextReadAt"]), (&true.into(), &Value::Null));
    test.app.clock.advance(TimeDelta::days(30));
    assert_eq!(test.poll().await, None);
}

#[tokio::test]
async fn a_server_that_asks_for_time_gets_it() {
    let (test, _) = followed().await;
    for status in [429, 503] {
        test.server.control.fault(Fault {
            retry_after: Some(36_000),
            ..Fault::once(BLOG, FaultKind::Status(status))
        });
        let error = test.poll_later().await.error;
        assert!(matches!(error, Some(FeedError::Busy { .. })), "{error:?}");
        let next = test.feed().await["nextReadAt"].clone();
        let next: DateTime<Utc> = serde_json::from_value(next).unwrap();
        assert_eq!(next - test.app.clock.now(), TimeDelta::hours(10));
        assert_eq!(test.poll().await, None);
        test.app.clock.advance(TimeDelta::hours(3));
    }
}

#[tokio::test]
async fn what_is_no_feed_is_reported_and_tried_again() {
    let (test, _) = followed().await;
    for (fault, wanted) in [
        (FaultKind::Html, "it is a web page, not a feed"),
        (FaultKind::EmptyBody, "it is empty"),
        (FaultKind::OtherJson, "it is JSON, but not a JSON Feed"),
        (FaultKind::Status(500), "the server answered with status 500"),
        (FaultKind::Endless, "the answer is larger than 10 MB"),
    ] {
        test.fail(BLOG, fault);
        let polled = test.poll_later().await;
        assert_eq!(polled.error.unwrap().to_string(), wanted);
        assert_eq!(test.feed().await["error"], wanted);
    }
    test.server.control.clear_faults();
    test.put(undated("One"));
    assert_eq!(test.poll_later().await.stored.new_items, 1);
    let feed = test.feed().await;
    assert_eq!((&feed["failures"], &feed["error"]), (&0.into(), &Value::Null));
}

#[tokio::test]
async fn what_is_badly_written_is_read_all_the_same() {
    let (test, _) = followed().await;
    for fault in [
        FaultKind::InvalidCharacters,
        FaultKind::WrongEncoding,
        FaultKind::NoDates,
        FaultKind::FutureDates,
    ] {
        test.fail(BLOG, fault.clone());
        test.put(NewEntry::titled("A kettle"));
        let polled = test.poll_later().await;
        assert_eq!((polled.stored.new_items, polled.error), (1, None), "{fault:?}");
    }
    // The first of the current entries is the newest.
    test.put(NewEntry::titled("A teapot"));
    test.fail(BLOG, FaultKind::Truncate);
    let polled = test.poll_later().await;
    assert_eq!((polled.stored.new_items, polled.error), (1, None));
    // Its single entry is a different one; the text that its entities would expand to is not stored.
    test.fail(BLOG, FaultKind::EntityBomb);
    let polled = test.poll_later().await;
    assert_eq!((polled.stored.new_items, polled.error), (1, None));
    assert_eq!(test.count("recent_items WHERE length(title) > 100").await, 0);
    // The content of an interrupted answer is not used as the feed.
    test.put(NewEntry::titled("A cup"));
    test.fail(BLOG, FaultKind::CutBody);
    assert!(test.poll_later().await.error.is_some());
    test.server.control.clear_faults();
    assert_eq!(test.poll_later().await.stored.new_items, 1);
}

#[tokio::test]
async fn a_server_that_always_compresses_is_read() {
    let (test, _) = followed().await;
    for how in [
        Compression::Gzip,
        Compression::GzipTwice,
        Compression::Unlabelled,
        Compression::Deflate,
        Compression::RawDeflate,
        Compression::NotCompressed,
    ] {
        test.fail(BLOG, FaultKind::Compressed(how));
        test.put(NewEntry::titled("A kettle"));
        let polled = test.poll_later().await;
        assert_eq!((polled.stored.new_items, polled.error), (1, None), "{how:?}");
    }
    for (how, wanted) in [
        (Compression::Brotli, FeedError::Compressed("br")),
        (Compression::Zstd, FeedError::Compressed("zstd")),
        (Compression::Bomb, FeedError::TooLarge),
    ] {
        test.fail(BLOG, FaultKind::Compressed(how));
        assert_eq!(test.poll_later().await.error, Some(wanted));
    }
}

#[tokio::test]
async fn services_that_compress_are_read_like_feeds() {
    let server = sims::feed::start(sims::feed::Config::for_tests()).await.unwrap();
    server.control.add(NewFeed::named("blog")).unwrap();
    let url = format!("{}{BLOG}", server.base_url()).parse().unwrap();
    let client = service::client(&url, PATIENCE).build().unwrap();
    let read = async |fault: Option<FaultKind>| {
        server.control.clear_faults();
        if let Some(fault) = fault {
            server.control.fault(Fault::lasting(BLOG, fault));
        }
        service::read(client.get(url.clone()).send().await.unwrap(), 10_000).await
    };
    let plain = read(None).await.unwrap();
    for how in [
        Compression::Gzip,
        Compression::GzipTwice,
        Compression::Deflate,
        Compression::NotCompressed,
    ] {
        assert_eq!(read(Some(FaultKind::Compressed(how))).await.unwrap(), plain, "{how:?}");
    }
    let bomb = read(Some(FaultKind::Compressed(Compression::Bomb))).await;
    assert!(matches!(bomb, Err(Unread::TooLong)), "{bomb:?}");
}

#[tokio::test]
async fn ids_that_change_with_every_answer_alert_nobody_twice() {
    let (test, feed) = followed().await;
    test.watch(test.user.user.id, "kettle", &feed).await;
    test.fail(BLOG, FaultKind::OtherIds);
    for title in ["A kettle", "Another kettle"] {
        test.put(undated(title));
        let stored = test.poll_later().await.stored;
        assert_eq!((stored.new_items, stored.notifications), (1, 1), "{title}");
        for _ in 0..2 {
            assert_eq!(test.poll_later().await.stored.new_items, 0, "{title}");
        }
    }
    // The same holds for entries with dates.
    test.put(NewEntry::titled("A kettle of today"));
    assert_eq!(test.poll_later().await.stored.notifications, 1);
    assert_eq!(test.poll_later().await.stored.new_items, 0);
}

#[tokio::test]
async fn who_follows_a_feed_that_cannot_be_read_is_notified() {
    let (test, feed) = followed().await;
    let user = test.user.user.id;
    let unreadable = async || {
        let mut conn = test.app.conn().await.unwrap();
        let now = test.app.clock.now();
        let sites = unreadable_sites(user, now, &mut conn).await.unwrap();
        sites.iter().map(|site| site.reason()).collect::<Vec<_>>()
    };
    test.fail(BLOG, FaultKind::Status(500));
    for _ in 0..4 {
        test.poll_later().await;
    }
    assert_eq!(unreadable().await, [""; 0], "no keyword looks in it");
    test.watch(user, "kettle", &feed).await;
    let wanted = "127.0.0.1 is not answering as it should.";
    assert_eq!(unreadable().await, [wanted]);
    test.server.control.clear_faults();
    test.poll_later().await;
    assert_eq!(unreadable().await, [""; 0]);
    test.fail(BLOG, FaultKind::Status(410));
    test.poll_later().await;
    assert_eq!(unreadable().await, ["Harken has stopped reading 127.0.0.1."]);
}
