//! The next due feed is found quickly, whatever the number of due feeds.

use chrono::TimeDelta;
use db::models::feed::{ClaimedFeed, Feed};
use diesel_async::AsyncConnection;

use crate::support::feed_server::{BLOG, FeedTest};
use crate::support::sql::Reads;

/// Returns the number of rows of feeds and hosts that a claim reads, and the address that it claims.
async fn claim(test: &FeedTest) -> (i64, Option<String>) {
    let now = test.app.clock.now();
    let mut conn = test.app.conn().await.unwrap();
    conn.transaction::<_, diesel::result::Error, _>(async |conn| {
        let tables = "^(feeds|feed_hosts|user_feeds)$";
        let before = Reads::so_far(tables, conn).await;
        let claimed = ClaimedFeed::claim(now, TimeDelta::minutes(1), conn).await?;
        let after = Reads::so_far(tables, conn).await;
        let address = claimed.map(|claimed| claimed.address);
        let read = (after.by_scans + after.by_index) - (before.by_scans + before.by_index);
        Ok((read, address))
    })
    .await
    .unwrap()
}

/// Makes feeds of a host, all of them due; the user follows those numbered from `followed_from`.
async fn make_feeds(test: &FeedTest, host: &str, count: usize, followed_from: usize) {
    let (user, now) = (test.user.user.id, test.app.clock.now().to_rfc3339());
    test.app.sql(&format!("INSERT INTO feed_hosts VALUES ('{host}', '{now}')")).await;
    test.app
        .sql(&format!(
            "INSERT INTO feeds (id, place, origin, address, host, created_at, next_poll_at, interval_seconds)
             SELECT gen_random_uuid(), 'feed/{host}/' || lpad(n::text, 8, '0'), address, address, '{host}',
                 '{now}', '{now}'::timestamptz - make_interval(secs => 10000 - n), 1800
             FROM generate_series(0, {count} - 1) AS n, format('https://{host}/%s', n) AS address"
        ))
        .await;
    test.app
        .sql(&format!(
            "INSERT INTO user_feeds SELECT '{user}', id, '{now}' FROM feeds
             WHERE host = '{host}' AND split_part(address, '/', 4)::int >= {followed_from}"
        ))
        .await;
    test.app.sql("ANALYZE feeds, feed_hosts, user_feeds").await;
}

#[tokio::test]
async fn thousands_of_due_feeds_of_a_host_are_not_read_to_find_the_next() {
    const MOST: i64 = 100;
    let test = FeedTest::init().await;
    make_feeds(&test, "many.example", 5_000, 0).await;
    // This host has been free for less time.
    test.app.clock.advance(TimeDelta::seconds(1));
    make_feeds(&test, "one.example", 1, 0).await;
    let (read, first) = claim(&test).await;
    assert_eq!(first.as_deref(), Some("https://many.example/0"));
    assert!(read <= MOST, "{read}");
    // While that host is being polled, the other one is claimed, and then there is nothing to do.
    let (read, second) = claim(&test).await;
    assert_eq!(second.as_deref(), Some("https://one.example/0"));
    assert!(read <= MOST, "{read}");
    let (read, none) = claim(&test).await;
    assert_eq!(none, None);
    assert!(read <= MOST, "{read}");
    // The leases have expired, and the claimed feeds are due later.
    test.app.clock.advance(TimeDelta::minutes(2));
    for wanted in [Some("https://many.example/1"), None] {
        let (read, claimed) = claim(&test).await;
        assert_eq!(claimed.as_deref(), wanted);
        assert!(read <= MOST, "{read}");
    }
}

#[tokio::test]
async fn feeds_that_nobody_follows_delay_no_other() {
    let test = FeedTest::init().await;
    make_feeds(&test, "many.example", 45, 44).await;
    let (_, claimed) = claim(&test).await;
    assert_eq!(claimed.as_deref(), Some("https://many.example/44"));
    // A feed that is followed again is due immediately.
    test.app.clock.advance(TimeDelta::minutes(2));
    assert_eq!(claim(&test).await.1, None);
    let now = test.app.clock.now();
    let mut conn = test.app.conn().await.unwrap();
    let address = "https://many.example/7";
    let feed = Feed::find_to_follow(address, &mut conn).await.unwrap();
    let feed = feed.unwrap();
    feed.follow(test.user.user.id, now, &mut conn).await.unwrap();
    drop(conn);
    assert_eq!(claim(&test).await.1.as_deref(), Some(address));
}

#[tokio::test]
async fn a_clock_that_was_set_back_keeps_no_feed_waiting() {
    for table in ["feeds SET next_poll_at", "feed_hosts SET free_at", "feeds SET leased_until"] {
        let test = FeedTest::init().await;
        test.follow(BLOG).await;
        let far = (test.app.clock.now() + TimeDelta::days(400)).to_rfc3339();
        test.app.sql(&format!("UPDATE {table} = '{far}'")).await;
        if table.contains("next_poll_at") {
            test.app.sql("UPDATE feed_hosts SET due_at = NULL").await;
            test.app.sql("UPDATE feeds SET next_poll_at = next_poll_at").await;
        }
        assert_eq!(test.poll_now().await.error, None, "{table}");
    }
}
