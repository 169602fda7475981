use chrono::{DateTime, TimeDelta, Utc};
use harken::outgoing::Refused;
use harken::silence::unreadable_sites;
use harken::sources::feed::FeedError;
use serde_json::Value;

use crate::support::feed_server::{Entry, FeedTest, Reply, place};

/// A feed that was read once.
async fn followed() -> (FeedTest, Value) {
    let test = FeedTest::init().await;
    test.server.set("/feed", Reply::feed(&[]));
    let feed = test.follow("/feed").await;
    test.poll_now().await;
    test.server.asked();
    (test, feed)
}

fn paths(test: &FeedTest) -> Vec<String> {
    let asked = test.server.asked();
    asked.into_iter().map(|asked| asked.path).collect()
}

#[tokio::test]
async fn a_feed_that_has_moved_for_good_is_asked_for_where_it_is() {
    let (test, feed) = followed().await;
    test.server.set("/feed", Reply::redirect(301, "/there"));
    test.server.set("/there", Reply::redirect(308, "/new"));
    test.server
        .set("/new", Reply::feed(&[Entry::undated("1", "One")]));
    assert_eq!(test.poll_later().await.stored.new_items, 1);
    assert_eq!(paths(&test), ["/feed", "/there", "/new"]);
    assert_eq!(test.poll_later().await.error, None);
    assert_eq!(paths(&test), ["/new"]);
    let now = test.feed().await;
    assert_eq!(now["address"], test.server.url("/new"));
    assert_eq!(place(&now), place(&feed), "what keywords name stays");
    // Who follows it by its old address follows the same one.
    let other = test.app.new_user("other@example.com").await;
    test.server.set("/feed", Reply::feed(&[]));
    let same = test.follow_as(&other, &test.server.url("/feed")).await;
    assert_eq!(same["_id"], now["_id"]);
}

#[tokio::test]
async fn one_that_is_elsewhere_for_now_keeps_its_address() {
    let (test, _) = followed().await;
    test.server.set("/feed", Reply::redirect(302, "/there"));
    test.server.set("/there", Reply::redirect(301, "/new"));
    test.server.set("/new", Reply::feed(&[]));
    for _ in 0..2 {
        assert_eq!(test.poll_later().await.error, None);
        assert_eq!(paths(&test), ["/feed", "/there", "/new"]);
    }
    assert_eq!(test.feed().await["address"], test.server.url("/feed"));
}

#[tokio::test]
async fn redirects_are_checked_and_counted() {
    let (test, _) = followed().await;
    for to in ["http://10.0.0.1/feed", "https://169.254.169.254/latest"] {
        test.server.set("/feed", Reply::redirect(301, to));
        let polled = test.poll_later().await;
        assert_eq!(
            polled.error,
            Some(FeedError::Refused(Refused::Private)),
            "{to}"
        );
    }
    test.server
        .set("/feed", Reply::redirect(302, "ftp://127.0.0.1/feed"));
    let refused = FeedError::Refused(Refused::NotHttps);
    assert_eq!(test.poll_later().await.error, Some(refused));
    test.server.asked();
    test.server.set("/feed", Reply::redirect(302, "/feed"));
    let polled = test.poll_later().await;
    assert_eq!(polled.error, Some(FeedError::TooManyRedirects));
    assert_eq!(paths(&test).len(), 6);
    // Of a host that has closed.
    test.server.set("/feed", Reply::redirect(301, "/closed"));
    let page = "<html><title>Closed</title><body>Bye";
    test.server.set("/closed", Reply::body("text/html", page));
    let none = FeedError::NoFeed(feeds::Error::WebPage);
    assert_eq!(test.poll_later().await.error, Some(none));
    let feed = test.feed().await;
    assert_eq!(feed["address"], test.server.url("/feed"));
    assert_eq!(feed["failures"], 5);
}

#[tokio::test]
async fn a_feed_that_is_gone_is_asked_for_no_more() {
    let (test, _) = followed().await;
    test.server.set("/feed", Reply::status(410));
    assert_eq!(test.poll_later().await.error, Some(FeedError::Gone));
    let feed = test.feed().await;
    assert_eq!(
        (&feed["isStopped"], &feed["nextReadAt"]),
        (&true.into(), &Value::Null)
    );
    test.app.clock.advance(TimeDelta::days(30));
    assert_eq!(test.poll().await, None);
}

#[tokio::test]
async fn a_server_that_asks_for_time_gets_it() {
    let (test, _) = followed().await;
    for status in [429, 503] {
        let busy = Reply::status(status).with("retry-after", "36000");
        test.server.set("/feed", busy);
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
    let page = "<html><title>Closed</title><body>Bye";
    for (reply, wanted) in [
        (
            Reply::body("text/html", page),
            "it is a web page, not a feed",
        ),
        (Reply::status(500), "the server answers with the status 500"),
        (
            Reply::body("text/xml", vec![b' '; 10 * 1024 * 1024 + 1]),
            "the answer is larger than 10 MB",
        ),
    ] {
        test.server.set("/feed", reply);
        let polled = test.poll_later().await;
        assert_eq!(polled.error.unwrap().to_string(), wanted);
        assert_eq!(test.feed().await["error"], wanted);
    }
    test.server
        .set("/feed", Reply::feed(&[Entry::undated("1", "One")]));
    assert_eq!(test.poll_later().await.stored.new_items, 1);
    let feed = test.feed().await;
    assert_eq!(
        (&feed["failures"], &feed["error"]),
        (&0.into(), &Value::Null)
    );
}

#[tokio::test]
async fn who_listens_to_a_feed_that_cannot_be_read_is_told() {
    let (test, feed) = followed().await;
    let user = test.user.user.id;
    let unreadable = async || {
        let mut conn = test.app.conn().await.unwrap();
        let now = test.app.clock.now();
        let sites = unreadable_sites(user, now, &mut conn).await.unwrap();
        sites.iter().map(|site| site.reason()).collect::<Vec<_>>()
    };
    test.server.set("/feed", Reply::status(500));
    for _ in 0..4 {
        test.poll_later().await;
    }
    assert_eq!(unreadable().await, [""; 0], "no keyword looks in it");
    test.watch(user, "kettle", &feed).await;
    let wanted = "127.0.0.1 is not answering as it should.";
    assert_eq!(unreadable().await, [wanted]);
    test.server.set("/feed", Reply::feed(&[]));
    test.poll_later().await;
    assert_eq!(unreadable().await, [""; 0]);
    test.server.set("/feed", Reply::status(410));
    test.poll_later().await;
    assert_eq!(
        unreadable().await,
        ["Harken has stopped reading 127.0.0.1."]
    );
}
