//! Unmatched items found by a backfill are kept from then on.

use super::{delete_now, end_of_part, kept};
use crate::support::prelude::*;

/// The time since the items of `filled` were stored.
pub(super) const SINCE_STORED: TimeDelta = TimeDelta::minutes(5);

/// Stores a post with a kettle and one without, and afterwards adds a watch for kettles. Returns its
/// path too.
pub(super) async fn filled() -> (TestApp, SignedIn, String) {
    let (test, _, user) = TestApp::init().await.with_user().await;
    let now = test.clock.now();
    let posts = vec![read_post("t3_b", "A pot", now), read_post("t3_a", "Kettle", now)];
    store_items(&test, posts).await;
    assert_eq!(kept(&test).await, (0, 0, 2));
    test.clock.advance(SINCE_STORED);
    let made = user.post("/api/keywords", json!({"keyword": "kettle"})).await.expect(201);
    let path = format!("/api/keywords/{}/backfill", made.json["_id"].as_str().unwrap());
    (test, user, path)
}

#[tokio::test]
async fn an_item_that_a_backfill_finds_is_moved_and_looked_for_again() {
    let (test, user, path) = filled().await;
    let added = user.post(&path, json!({})).await;
    assert_eq!(added.json["added"], 1, "{}", added.text);
    assert_eq!(kept(&test).await, (1, 1, 1));
    assert_eq!(count(&test, "items WHERE is_matched").await, 1);
    let now = test.clock.now();
    let due = format!("item_keys WHERE forum_id = 't3_a' AND check_at <= '{now}' AND stays");
    assert_eq!(count(&test, &due).await, 1);
    // The item outlives the table that it came from, and the list shows it.
    test.clock.advance(end_of_part(now) - now + TimeDelta::hours(36));
    assert_eq!(delete_now(&test, 36).await.parts, 1);
    let user = test.sign_in(user.user.id).await;
    let shown = user.get("/api/notifications").await.json;
    assert_eq!(shown["pagination"]["totalItems"], 1);
    assert_eq!(shown["notifications"][0]["redditPost"]["title"], "Kettle", "{shown}");
}

#[tokio::test]
async fn of_an_item_that_another_process_keeps_already_no_second_alert_is_made() {
    let (test, user, path) = filled().await;
    test.sql(
        "INSERT INTO item_keys (forum_id, item_id, seen_at) VALUES ('t3_a', gen_random_uuid(), now())",
    )
    .await;
    let added = user.post(&path, json!({})).await;
    assert_eq!(added.json["added"], 0, "{}", added.text);
    assert_eq!(kept(&test).await, (0, 1, 1));
}

#[tokio::test]
async fn a_comment_whose_post_is_gone_is_not_moved_with_its_title() {
    let (test, user, path) = filled().await;
    let now = test.clock.now();
    let mut comment = read_post("t1_c", "A title that was deleted", now);
    comment.kind = matcher::Kind::Comment;
    comment.thread_id = "t3_p".to_owned();
    comment.body = "My kettle".to_owned();
    test.sql("UPDATE watches SET is_active = false").await;
    store_items(&test, vec![comment]).await;
    test.sql("UPDATE watches SET is_active = true").await;
    for statement in [
        "INSERT INTO items (id, seen_at, forum_id, kind, subreddit, author, title, body, url,
                            forum_created_at, gone_at, is_matched)
         SELECT gen_random_uuid(), seen_at, 't3_p', 'post', '', '', '', '', '', seen_at, now(), true
         FROM unmatched_items WHERE forum_id = 't1_c'",
        "INSERT INTO item_keys (forum_id, item_id, seen_at) SELECT forum_id, id, seen_at FROM items",
    ] {
        test.sql(statement).await;
    }
    let added = user.post(&path, json!({})).await;
    assert_eq!(added.json["added"], 1, "the other one: {}", added.text);
    assert_eq!(count(&test, "recent_items WHERE forum_id = 't1_c'").await, 0);
}
