use db::models::listing_width::ListingWidth;
use ingest::reddit::audit::Audited;
use sims::forum::{Config, FaultKind};

use super::Reader;
use crate::support::prelude::*;

/// Enough places to show whether a listing may have a hundred names, or two hundred.
const PLACES: usize = 120;
const EVERYBODY: i64 = PLACES as i64;

fn names() -> Vec<String> {
    (0..PLACES).map(|n| format!("place_{n:03}")).collect()
}

/// Starts a forum with many watched subreddits, read for two hours. The listing of everything cannot be
/// read, as it would hold their posts too.
async fn init(config: Config) -> ForumTest {
    let test = ForumTest::init_with(config).await;
    test.fault("/r/all", FaultKind::Unavailable, u32::MAX);
    let names = names();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let (first, others) = names.split_at(20);
    let reader = Reader::new(&test, first).await;
    for names in others.chunks(20) {
        test.watch(reader.id, "kettle", names).await;
    }
    post(&test, "The first one");
    for _ in 0..10 {
        test.poll().await;
    }
    test
}

/// Adds the same post to all of the subreddits, and returns the ids.
fn post(test: &ForumTest, title: &str) -> Vec<String> {
    let names = names();
    names.iter().map(|name| test.post(name, title)).collect()
}

async fn width(app: &TestApp) -> usize {
    let mut conn = app.conn().await.unwrap();
    ListingWidth::load(&mut conn).await.unwrap().width().names
}

/// Returns the number of listings of posts, without that of everything.
async fn listings(test: &ForumTest) -> i64 {
    test.count("poll_state WHERE listing LIKE 'posts:%/%'").await
}

/// Audits what is due, after two minutes.
async fn audit(test: &ForumTest) -> Option<Audited> {
    test.pass(TimeDelta::minutes(2));
    test.audit().audit_once().await.unwrap()
}

#[tokio::test]
async fn listings_get_wider_once_audits_have_shown_that_they_are_complete() {
    let test = init(Config::for_tests()).await;
    let before = listings(&test).await;
    assert!(before > 1, "{before}");
    let mut audits = 0;
    while width(&test.app).await == 100 {
        audits += 1;
        assert!(audits < 200, "no wider after {audits} audits");
        post(&test, &format!("A pot {audits}"));
        test.poll().await;
        test.poll().await;
        // Every two minutes, and never sooner.
        let audited = audit(&test).await.unwrap();
        assert_eq!((audited.missing, audited.error), (0, None));
        assert!(test.audit().audit_once().await.unwrap().is_none());
    }
    assert!(audits >= 24, "{audits}");
    assert_eq!(width(&test.app).await, 200);
    let alerts = test.count("notifications").await;
    post(&test, "One more kettle");
    test.poll().await;
    test.poll().await;
    assert_eq!(listings(&test).await, 1);
    assert_eq!(test.count("notifications").await, alerts + EVERYBODY);
    assert_eq!(test.count("coverage_gaps").await, 0);
}

#[tokio::test]
async fn an_address_that_is_refused_as_too_long_is_made_shorter_and_nothing_is_missed() {
    let config = Config {
        // The length of sixty names, each with its plus.
        max_name_bytes: 60 * "place_000+".len(),
        ..Config::for_tests()
    };
    let test = init(config).await;
    assert_eq!(width(&test.app).await, 50);
    post(&test, "A kettle");
    test.poll().await;
    assert_eq!(test.count("notifications").await, EVERYBODY);
    assert_eq!(
        test.count("poll_state WHERE listing LIKE '%/%' AND last_error IS NOT NULL").await,
        0
    );
    assert_eq!(test.count("coverage_gaps").await, 0);
}

/// Reads again by time, and fills what that does not reach. A response may be late.
async fn read_again(test: &ForumTest) {
    for _ in 0..3 {
        test.poll().await;
        test.fill().await;
    }
}

/// Starts a forum that omits names beyond the 75th, with a listing of more, which has missed a kettle.
/// Returns how many were alerted.
async fn init_too_wide() -> (ForumTest, i64) {
    let config = Config { max_names: 75, ..Config::for_tests() };
    let test = init(config).await;
    let now = test.app.clock.now();
    let wider = "UPDATE poll_plan SET width_names = 200, version = version + 1, width_since =";
    test.app.sql(&format!("{wider} '{now}'")).await;
    test.poll().await;
    assert_eq!(listings(&test).await, 1);
    // More than a page follows it.
    for title in ["A kettle", "A cup", "A cup"] {
        post(&test, title);
    }
    test.poll().await;
    let heard = test.count("notifications").await;
    assert!(heard < EVERYBODY, "nothing was left out");
    (test, heard)
}

#[tokio::test]
async fn what_a_wide_listing_leaves_out_narrows_it_and_is_read_again() {
    let (test, _) = init_too_wide().await;
    let mut posted: Vec<(DateTime<Utc>, Vec<String>)> = Vec::new();
    let mut audits = Vec::new();
    while width(&test.app).await > 100 {
        assert!(posted.len() < 100, "not found: {audits:?}");
        posted.push((test.app.clock.now(), post(&test, "A cup")));
        audits.push(audit(&test).await);
        test.watches.catch_up(&test.app.pool).await.unwrap();
        test.poller.run_due().await.unwrap();
        test.fill().await;
    }
    let since = test.app.clock.now() - TimeDelta::minutes(50);
    read_again(&test).await;
    let lately: Vec<String> =
        posted.into_iter().filter(|(at, _)| *at > since).flat_map(|(_, ids)| ids).collect();
    let stored = format!("recent_items WHERE forum_id IN ('{}')", lately.join("','"));
    assert_eq!(test.count(&stored).await, i64::try_from(lately.len()).unwrap());
    let heard = test.count("notifications").await;
    post(&test, "One more kettle");
    test.poll().await;
    assert_eq!(test.count("notifications").await, heard + EVERYBODY);
    assert_eq!(test.count("coverage_gaps").await, 0);
}

#[tokio::test]
async fn what_a_wide_listing_left_out_has_narrow_ones_read_again() {
    let (test, heard) = init_too_wide().await;
    // So busy that one listing cannot hold them, and with all audits for posts.
    for change in [
        "UPDATE place_readings SET rate_items = rate_seconds / 10 WHERE kind = 'post'",
        "UPDATE poll_plan SET version = version + 1",
    ] {
        test.app.sql(change).await;
    }
    test.poll().await;
    assert!(listings(&test).await > 1);
    assert_eq!(test.count("notifications").await, heard);
    test.app.sql("DELETE FROM place_readings WHERE kind = 'comment'").await;
    let mut audits = Vec::new();
    while width(&test.app).await > 100 {
        assert!(audits.len() < 500, "not found: {audits:?}");
        audits.push(audit(&test).await);
    }
    let lately = test.app.clock.now() - TimeDelta::minutes(59);
    let still = format!("place_readings WHERE place <> 'all' AND read_until > '{lately}'");
    assert_eq!(test.count(&still).await, 0);
}
