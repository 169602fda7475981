//! Unmatched items are kept for a day and a half, matched ones for ninety days.

mod expiry;
mod give_up;
mod old_rows;
mod promotion;
mod races;
mod read_again;
mod reads;
mod simulation;

use chrono::{DateTime, DurationRound, TimeDelta, Utc};
use ingest::retention::unmatched::{Deleted, delete_expired};

use crate::support::app::TestApp;
use crate::support::forum::{count, read_post, store_items};

/// Deletes what is due at the test's time, with a retention of `hours`.
async fn delete_now(test: &TestApp, hours: i64) -> Deleted {
    let (keep, now) = (TimeDelta::hours(hours), test.clock.now());
    delete_expired(&test.pool, keep, now).await.unwrap()
}

/// Returns when the table ends that holds the items seen now.
fn end_of_part(now: DateTime<Utc>) -> DateTime<Utc> {
    now.duration_trunc(TimeDelta::hours(3)).unwrap() + TimeDelta::hours(3)
}

/// Returns the number of rows in `items`, in `item_keys` and in `unmatched_items`.
async fn kept(test: &TestApp) -> (i64, i64, i64) {
    (
        count(test, "items").await,
        count(test, "item_keys").await,
        count(test, "unmatched_items").await,
    )
}

#[tokio::test]
async fn only_what_a_watch_matches_is_stored_with_a_key() {
    let (test, _, user) = TestApp::init().await.with_user().await;
    crate::support::forum::add_watch(&test, user.user.id, "kettle", &["all"]).await;
    let now = test.clock.now();
    let batch = || vec![read_post("t3_b", "A pot", now), read_post("t3_a", "Kettle", now)];
    let stored = store_items(&test, batch()).await;
    assert_eq!((stored.new_items, stored.notifications), (2, 1));
    assert_eq!(kept(&test).await, (1, 1, 1));
    assert_eq!(count(&test, "item_keys WHERE forum_id = 't3_a'").await, 1);
    assert_eq!(store_items(&test, batch()).await.new_items, 0);
    assert_eq!(kept(&test).await, (1, 1, 1));
    // A search of recent items sees both.
    assert_eq!(count(&test, "recent_items").await, 2);
}

#[tokio::test]
async fn what_is_read_as_gone_goes_at_once_if_nothing_matched_it() {
    let test = TestApp::init().await;
    let post = read_post("t3_a", "A pot", test.clock.now());
    store_items(&test, vec![post.clone()]).await;
    let mut gone = post;
    gone.is_gone = true;
    store_items(&test, vec![gone]).await;
    assert_eq!(kept(&test).await, (0, 0, 0));
}

#[tokio::test]
async fn processes_that_read_the_same_items_store_each_once() {
    let (test, _, user) = TestApp::init().await.with_user().await;
    crate::support::forum::add_watch(&test, user.user.id, "kettle", &["all"]).await;
    let now = test.clock.now();
    let batch = |turned: bool| {
        let title = |n: usize| {
            if n.is_multiple_of(5) { "Kettle" } else { "A pot" }
        };
        let mut items: Vec<_> =
            (0..50).map(|n| read_post(&format!("t3_{n}"), title(n), now)).collect();
        if turned {
            items.reverse();
        }
        items
    };
    let all = (0..8).map(|n| store_items(&test, batch(n % 2 == 0)));
    let stored = futures::future::join_all(all).await;
    assert_eq!(stored.iter().map(|s| s.new_items).sum::<usize>(), 50);
    assert_eq!(stored.iter().map(|s| s.notifications).sum::<usize>(), 10);
    assert_eq!(kept(&test).await, (10, 10, 40));
}
