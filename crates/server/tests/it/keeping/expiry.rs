//! The time when unmatched items are deleted.

use chrono::DurationRound;
use diesel_async::{AsyncConnection, SimpleAsyncConnection};
use ingest::retention::unmatched::EVERY;

use super::{delete_now, end_of_part, kept};
use crate::support::prelude::*;

#[tokio::test]
async fn unmatched_items_go_with_their_table_on_time_and_matched_ones_stay() {
    let (test, _, user) = TestApp::init().await.with_user().await;
    add_watch(&test, user.user.id, "kettle", &["all"]).await;
    let now = test.clock.now();
    store_items(&test, vec![read_post("t3_b", "A pot", now), read_post("t3_a", "Kettle", now)])
        .await;
    let due = end_of_part(now) + TimeDelta::hours(36);
    test.clock.advance(due - now - TimeDelta::seconds(1));
    assert_eq!(delete_now(&test, 36).await.parts, 0);
    assert_eq!(kept(&test).await, (1, 1, 1));
    test.clock.advance(TimeDelta::seconds(1));
    assert_eq!(delete_now(&test, 36).await.parts, 1);
    assert_eq!(kept(&test).await, (1, 1, 0));
    assert_eq!(delete_now(&test, 36).await, Default::default());
}

#[tokio::test]
async fn nothing_unmatched_is_ever_older_than_two_days() {
    let test = TestApp::init().await;
    // The items of a part's first moment are kept longest.
    let now = test.clock.now();
    let first = now.duration_trunc(TimeDelta::hours(3)).unwrap() + TimeDelta::hours(3);
    test.clock.advance(first - now);
    let every = TimeDelta::from_std(EVERY).unwrap();
    let mut oldest = 0;
    for step in 0..(6 * 60) {
        let now = test.clock.now();
        if step % 6 == 0 {
            let posts = (0..2).map(|n| read_post(&format!("t3_{step}_{n}"), "A pot", now));
            store_items(&test, posts.collect()).await;
        }
        // Just before the clean-up, and with the longest retention that can be set.
        let late = format!("unmatched_items WHERE seen_at <= '{}'", now - TimeDelta::hours(48));
        assert_eq!(count(&test, &late).await, 0, "step {step}");
        let kept = format!("unmatched_items WHERE seen_at <= '{}'", now - TimeDelta::hours(44));
        oldest += count(&test, &kept).await;
        delete_now(&test, 44).await;
        test.clock.advance(every);
    }
    assert!(oldest > 0, "items were kept for as long as was set");
}

#[tokio::test]
async fn a_table_that_cannot_be_dropped_in_time_is_emptied() {
    let test = TestApp::init().await;
    let now = test.clock.now();
    store_items(&test, vec![read_post("t3_a", "A pot", now)]).await;
    // As a backup does.
    let mut reader = Conn::establish(&test.database_url).await.unwrap();
    reader.batch_execute("BEGIN; LOCK TABLE unmatched_items IN ACCESS SHARE MODE").await.unwrap();
    test.clock.advance(end_of_part(now) - now + TimeDelta::hours(36));
    let deleted = delete_now(&test, 36).await;
    assert_eq!((deleted.parts, deleted.emptied_rows), (0, 0), "there is time");
    assert_eq!(count(&test, "unmatched_items").await, 1);
    test.clock.advance(TimeDelta::hours(11));
    let deleted = delete_now(&test, 36).await;
    assert_eq!((deleted.parts, deleted.emptied_rows), (0, 1));
    assert_eq!(count(&test, "unmatched_items").await, 0);
    reader.batch_execute("COMMIT").await.unwrap();
    assert_eq!(delete_now(&test, 36).await.parts, 1);
}

#[tokio::test]
async fn what_waits_for_a_score_in_vain_goes_after_the_same_time() {
    let (test, _, user) = TestApp::init().await.with_user().await;
    test.make_pro(&user.user).await;
    let query = json!({"keyword": "kettle min_score:10", "mode": "query"});
    user.post("/api/keywords", query).await.expect(201);
    let now = test.clock.now();
    let posts = vec![read_post("t3_b", "A pot", now), read_post("t3_a", "Kettle", now)];
    let stored = store_items(&test, posts).await;
    assert_eq!(stored.notifications, 0);
    assert_eq!(kept(&test).await, (1, 1, 1), "it is looked for again");
    test.clock.advance(TimeDelta::hours(36));
    assert_eq!(delete_now(&test, 36).await.items, 0);
    test.clock.advance(TimeDelta::seconds(1));
    assert_eq!(delete_now(&test, 36).await.items, 1);
    assert_eq!((kept(&test).await.0, kept(&test).await.1), (0, 0));
}
