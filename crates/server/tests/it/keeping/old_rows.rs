//! Items stored when every item was kept for ninety days.

use super::{delete_now, kept};
use crate::support::prelude::*;

/// Stores items as the previous program did, seen `hours` ago, with keys that do not say whether they
/// stay.
async fn store_as_before(test: &TestApp, name: &str, number: i64, hours: i64) {
    for statement in [
        format!(
            "INSERT INTO items (id, seen_at, forum_id, kind, subreddit, author, title, body, url,
                                forum_created_at)
             SELECT gen_random_uuid(), seen, '{name}' || n, 'post', 'tea', '', '', '', '', seen
             FROM (SELECT '{}'::timestamptz AS seen) AS past, generate_series(1, {number}) n",
            test.clock.now() - TimeDelta::hours(hours)
        ),
        "INSERT INTO item_keys (forum_id, item_id, seen_at, check_at)
         SELECT forum_id, id, seen_at, now() FROM items ON CONFLICT DO NOTHING"
            .to_owned(),
    ] {
        test.sql(&statement).await;
    }
}

#[tokio::test]
async fn of_what_is_stored_already_only_the_matched_items_stay() {
    let (test, _, user) = TestApp::init().await.with_user().await;
    let now = test.clock.now();
    // The weeks' tables exist.
    store_items(&test, vec![read_post("t3_new", "A pot", now)]).await;
    let old = now - TimeDelta::hours(40);
    test.notify(user.user.id, Match::of("rust").at(old)).await;
    // A tombstone: an item already gone when matches were first marked was never marked.
    test.notify(user.user.id, Match::of("rust").at(old)).await;
    test.sql("UPDATE items SET gone_at = now(), is_matched = false WHERE id = (SELECT max(id::text)::uuid FROM items)")
        .await;
    store_as_before(&test, "t3_old_", 4_500, 40).await;
    store_as_before(&test, "t3_young_", 3, 20).await;
    assert_eq!(kept(&test).await, (4_505, 4_505, 1));

    assert_eq!(delete_now(&test, 36).await.items, 4_500);
    assert_eq!(kept(&test).await, (5, 5, 1));
    assert_eq!(count(&test, "notifications").await, 2);
    assert_eq!(count(&test, "item_keys WHERE stays").await, 2);
    // The others are deleted when they are due, and then nothing is checked any more.
    test.clock.advance(TimeDelta::hours(17));
    assert_eq!(delete_now(&test, 36).await.items, 3);
    assert_eq!(count(&test, "item_keys WHERE stays IS NOT TRUE").await, 0);
}
