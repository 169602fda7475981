//! The share of the request budget that checks take, and their order.

use ingest::removal::promise::count_due;
use ingest::removal::recheck::Demand;
use platform::sources::ForumError;
use sims::forum::Config;

use super::look;
use super::looks::store_posts;
use crate::support::prelude::*;

const SLOW: [&str; 1] = ["forum.requests_per_minute=1"];

/// Adds keys of `count` items that were just seen and are not due yet, in statements that a busy machine ends in time.
async fn add_keys(test: &TestApp, count: usize) {
    const AT_ONCE: usize = 20_000;
    let now = test.clock.now();
    for first in (1..=count).step_by(AT_ONCE) {
        let last = count.min(first + AT_ONCE - 1);
        test.sql(&format!(
            "INSERT INTO item_keys (forum_id, item_id, seen_at, check_at)
             SELECT 't3_later_' || n, gen_random_uuid(), '{now}',
                    '{now}'::timestamptz + interval '30 hours'
             FROM generate_series({first}, {last}) n"
        ))
        .await;
    }
}

#[tokio::test]
async fn looks_take_what_the_promise_needs_and_polls_are_planned_for_the_rest() {
    let test = ForumTest::init_with_settings(Config::for_tests(), &SLOW).await;
    store_posts(&test, 1_000).await;
    add_keys(&test.app, 17_000).await;
    test.pass(TimeDelta::hours(1));
    test.poller.next_due().await.unwrap();
    let pace = "poll_state WHERE listing = 'posts:all' AND interval_ms";
    assert_eq!(test.count(&format!("{pace} = 300000")).await, 1);
    let demand = count_due(&test.app.context).await.unwrap().unwrap();
    assert_eq!((demand.items, demand.due), (18_000.0, 1_000.0));
    let needed = demand.calls_a_minute();
    assert!((0.3..0.4).contains(&needed), "{needed}");
    // Another process accepts that count.
    assert_eq!(count_due(&test.app.context).await.unwrap(), None);
    let looked = look(&test).await;
    let last = looked.last().unwrap();
    assert!(matches!(last.error, Some(ForumError::OverBudget { .. })));
    assert_eq!(test.requests("info"), 4, "of ten, where a fifth are two");
    test.pass(TimeDelta::minutes(11));
    test.poller.next_due().await.unwrap();
    assert_eq!(test.count(&format!("{pace} > 360000")).await, 1);
    // Counted again, it no longer includes the items checked.
    look(&test).await;
    let demand = count_due(&test.app.context).await.unwrap().unwrap();
    assert!(demand.due < 1_000.0, "{demand:?}");
}

#[tokio::test]
async fn looks_have_a_fifth_while_they_need_less() {
    let test = ForumTest::init_with_settings(Config::for_tests(), &SLOW).await;
    store_posts(&test, 1_000).await;
    test.pass(TimeDelta::hours(1));
    count_due(&test.app.context).await.unwrap();
    look(&test).await;
    assert_eq!(test.requests("info"), 2);
}

#[tokio::test]
async fn a_count_dated_by_a_clock_ahead_is_recounted() {
    let test = ForumTest::init().await;
    test.app.sql("UPDATE poll_plan SET looks_counted_at = now() + interval '1 year'").await;
    assert!(count_due(&test.app.context).await.unwrap().is_some());
}

#[tokio::test]
async fn many_items_are_counted_by_a_sample() {
    let test = TestApp::init().await;
    // As large on disk as a table of a million rows.
    test.sql("ALTER TABLE item_keys SET (fillfactor = 10)").await;
    add_keys(&test, 100_000).await;
    let pages = "generate_series(1, pg_relation_size('item_keys') / 8192)";
    assert!(count(&test, pages).await > 11_000);
    let mut conn = test.conn().await.unwrap();
    let counted = Demand::count(test.clock.now(), &mut conn).await.unwrap();
    for estimate in [counted.items, counted.young] {
        assert!((estimate / 100_000.0 - 1.0).abs() < 0.05, "{counted:?}");
    }
}

#[tokio::test]
async fn what_people_were_alerted_to_is_looked_for_first() {
    let test = ForumTest::init_with_settings(Config::for_tests(), &SLOW).await;
    store_posts(&test, 150).await;
    test.pass(TimeDelta::minutes(1));
    test.listener("teapot", &["all"]).await;
    let alerted: Vec<String> = (0..100).map(|_| test.post("tea", "A teapot")).collect();
    let now = test.app.clock.now();
    let read = alerted.iter().map(|id| read_post(id, "A teapot", now));
    let stored = store_items(&test.app, read.collect()).await;
    assert_eq!(stored.notifications, 100);
    // Items that were never checked come first as well: all of these.
    test.pass(TimeDelta::hours(1));
    look(&test).await;
    test.pass(TimeDelta::minutes(11));
    look(&test).await;
    assert_eq!(test.count("item_keys WHERE checked_at IS NULL").await, 0);
    assert_eq!(test.count("item_keys WHERE is_alerted").await, 100);
    // From now on the others are due first, and the budget has one call for all of them.
    test.pass(TimeDelta::hours(3));
    let due = test.app.clock.now();
    let first = "item_keys WHERE NOT is_alerted AND check_at < ALL (
        SELECT check_at FROM item_keys WHERE is_alerted)";
    assert!(test.count(first).await >= 100);
    let checked = test.recheck().check_once().await.unwrap().unwrap();
    assert_eq!(checked.asked, 100);
    let heard = format!("item_keys WHERE checked_at >= '{due}' AND");
    assert_eq!(test.count(&format!("{heard} is_alerted")).await, 100);
    // Then the others follow.
    test.recheck().check_once().await.unwrap().unwrap();
    assert_eq!(test.count(&format!("{heard} NOT is_alerted")).await, 100);
}
