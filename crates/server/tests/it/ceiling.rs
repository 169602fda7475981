//! A watch that matches nearly everything: beyond the hourly ceiling its matches are only counted, and
//! no other user is affected.

use ingest::store::Stored;

use crate::support::prelude::*;

/// Starts Harken at ten past an hour.
async fn harken() -> TestApp {
    let test = TestApp::init().await;
    let start: DateTime<Utc> = "2026-11-21T15:10:00Z".parse().unwrap();
    test.clock.set(start - test.clock.now());
    test
}

/// Stores one batch of posts with this title.
async fn posts(test: &TestApp, range: std::ops::Range<usize>, title: &str) -> Stored {
    let now = test.clock.now();
    let items = range.map(|n| read_post(&format!("t3_{n}"), title, now));
    store_items(test, items.collect()).await
}

async fn listed(test: &TestApp, watch: Uuid) -> i64 {
    count(test, &format!("notifications WHERE watch_id = '{watch}'")).await
}

async fn left_out(test: &TestApp, user: &SignedIn) -> Value {
    // Signs in again: hours may have passed.
    let client = test.sign_in(user.user.id).await;
    let answer = client.get("/api/status").await.expect(200);
    answer.json["busyWatches"].clone()
}

#[tokio::test]
async fn beyond_the_ceiling_matches_are_counted_and_others_get_theirs() {
    let test = harken().await;
    let greedy = test.new_user("greedy@example.com").await;
    let honest = test.new_user("honest@example.com").await;
    let the = add_watch(&test, greedy.user.id, "the", &["all"]).await;
    let kettle = add_watch(&test, honest.user.id, "kettle", &["all"]).await;
    let stored = posts(&test, 0..600, "The kettle").await;
    assert_eq!(stored.notifications, 1_000, "500 of either");
    assert_eq!(listed(&test, the).await, 500);

    test.clock.advance(TimeDelta::minutes(20));
    let stored = posts(&test, 600..700, "All the same").await;
    assert_eq!((stored.notifications, stored.messages), (0, 0));
    assert_eq!(
        left_out(&test, &greedy).await,
        json!([{"watchId": the, "keyword": "the", "unlisted": 200}])
    );
    let counted = format!("watches WHERE id = '{the}' AND is_active AND match_count = 700");
    assert_eq!(count(&test, &counted).await, 1);

    // Another watch of the same user has its own ceiling, and an hour later counting starts again.
    let tea = add_watch(&test, greedy.user.id, "tea", &["all"]).await;
    assert_eq!(posts(&test, 700..710, "The tea").await.notifications, 10);
    assert_eq!(listed(&test, tea).await, 10);
    test.clock.advance(TimeDelta::minutes(40));
    assert_eq!(posts(&test, 710..720, "The end").await.notifications, 10);
    assert_eq!(listed(&test, kettle).await, 500);
    test.clock.advance(TimeDelta::days(1));
    assert_eq!(left_out(&test, &greedy).await, json!([]));
}

#[tokio::test]
async fn all_watches_of_a_user_have_a_ceiling_together() {
    let test = harken().await;
    let greedy = test.new_user("greedy@example.com").await;
    for keyword in ["the", "kettle", "here"] {
        add_watch(&test, greedy.user.id, keyword, &["all"]).await;
    }
    let stored = posts(&test, 0..400, "The kettle is here").await;
    assert_eq!(stored.notifications, 1_000);
    let unlisted = left_out(&test, &greedy).await;
    let unlisted = unlisted.as_array().unwrap().iter();
    let sum: i64 = unlisted.map(|w| w["unlisted"].as_i64().unwrap()).sum();
    assert_eq!(sum, 200);
}

#[tokio::test]
async fn processes_that_store_at_once_keep_to_one_ceiling() {
    let test = harken().await;
    let greedy = test.new_user("greedy@example.com").await;
    let the = add_watch(&test, greedy.user.id, "the", &["all"]).await;
    let (one, other) =
        tokio::join!(posts(&test, 0..400, "The one"), posts(&test, 400..800, "The other"));
    assert_eq!(one.notifications + other.notifications, 500);
    assert_eq!(listed(&test, the).await, 500);
    assert_eq!(left_out(&test, &greedy).await[0]["unlisted"], 300);
}

#[tokio::test]
async fn the_foot_of_a_digest_says_how_many_are_not_listed() {
    let test = harken().await;
    let greedy = test.new_user("greedy@example.com").await;
    add_watch(&test, greedy.user.id, "the", &["all"]).await;
    posts(&test, 0..1_704, "The kettle").await;
    let mut conn = test.conn().await.unwrap();
    let notices = platform::silence::notices(&greedy.user, test.clock.now(), &mut conn);
    assert_eq!(
        notices.await.unwrap(),
        [
            "“the”: 1,204 more matches in the past day, not listed. Narrow the keyword, or mute what \
             you do not need."
        ]
    );
}
