//! The watches that are alerted when an item whose row is gone is read again.

use super::delete_now;
use crate::support::prelude::*;

#[tokio::test]
async fn an_old_item_alerts_no_watch_that_was_made_after_it_was_written() {
    let (test, _, user) = TestApp::init().await.with_user().await;
    let written = test.clock.now();
    store_items(&test, vec![read_post("t3_a", "Kettle", written)]).await;
    // Within the hour in which a new watch matches items just written.
    test.clock.advance(TimeDelta::minutes(30));
    add_watch(&test, user.user.id, "kettle", &["all"]).await;
    let fresh = read_post("t3_b", "Kettle", written);
    assert_eq!(store_items(&test, vec![fresh]).await.notifications, 1);

    test.clock.advance(TimeDelta::hours(40));
    delete_now(&test, 36).await;
    assert_eq!(count(&test, "unmatched_items").await, 0);
    let stored = store_items(&test, vec![read_post("t3_a", "Kettle", written)]).await;
    assert_eq!((stored.new_items, stored.notifications), (1, 0));
}

#[tokio::test]
async fn an_old_item_that_is_new_to_the_server_alerts_the_watches_of_its_time() {
    let (test, _, user) = TestApp::init().await.with_user().await;
    add_watch(&test, user.user.id, "kettle", &["all"]).await;
    test.clock.advance(TimeDelta::minutes(1));
    let written = test.clock.now();
    // As after days without the forum.
    test.clock.advance(TimeDelta::days(3));
    let stored = store_items(&test, vec![read_post("t3_a", "Kettle", written)]).await;
    assert_eq!(stored.notifications, 1);
    test.clock.advance(TimeDelta::days(3));
    delete_now(&test, 36).await;
    let again = store_items(&test, vec![read_post("t3_a", "Kettle", written)]).await;
    assert_eq!((again.new_items, again.notifications), (0, 0));
}

#[tokio::test]
async fn a_post_whose_comment_was_matched_before_it_was_read_is_matched_when_it_is() {
    let (test, _, user) = TestApp::init().await.with_user().await;
    add_watch(&test, user.user.id, "kettle", &["all"]).await;
    let now = test.clock.now();
    let comment = |id: &str| {
        let mut comment = read_post(id, "Kettle or pot?", now);
        comment.kind = matcher::Kind::Comment;
        comment.thread_id = "t3_p".to_owned();
        comment.body = "A kettle".to_owned();
        comment
    };
    let stored = store_items(&test, vec![comment("t1_a"), comment("t1_b")]).await;
    assert_eq!(stored.notifications, 2);
    // The comment carries the post's title, so the post is checked as well.
    let thread = "item_keys WHERE forum_id = 't3_p' AND is_thread AND check_at IS NOT NULL";
    assert_eq!(count(&test, thread).await, 1);
    assert_eq!(store_items(&test, vec![comment("t1_c")]).await.notifications, 1);
    let post = || vec![read_post("t3_p", "Kettle or pot?", now)];
    let stored = store_items(&test, post()).await;
    assert_eq!((stored.new_items, stored.notifications), (1, 1));
    assert_eq!(count(&test, thread).await, 0);
    assert_eq!(count(&test, "item_keys WHERE forum_id = 't3_p'").await, 1);
    assert_eq!(store_items(&test, post()).await.new_items, 0);
}
