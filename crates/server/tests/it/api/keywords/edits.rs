//! The effect of editing a watch on the items of a period that could not be read.

use sims::forum::Config;

use super::path_of;
use crate::support::prelude::*;

/// Makes a watch, and a post for it of three hours ago that was not read yet.
async fn after_an_outage() -> (ForumTest, SignedIn, Value) {
    let test = ForumTest::init_with_settings(Config::for_tests(), &["server.plans=off"]).await;
    let user = test.app.new_user("reader@example.com").await;
    let watch = json!({"keyword": "kettle", "subreddits": ["Tea"]});
    let made = user.post("/api/keywords", watch).await.expect(201);
    test.poll().await;
    test.post("tea", "A kettle of the outage");
    test.pass(TimeDelta::hours(3));
    (test, user, made.json)
}

/// Edits after signing in again, since a token is valid for less time than an outage lasts.
async fn edit(test: &ForumTest, user: &SignedIn, watch: &Value, body: Value) -> Answer {
    let client = test.app.sign_in(user.user.id).await;
    client.put(&path_of(watch), body).await.expect(200)
}

#[tokio::test]
async fn an_edit_beside_the_rule_loses_nothing_of_an_outage() {
    let (test, user, watch) = after_an_outage().await;
    let beside = json!({
        "keyword": "kettle", "subreddits": ["tea"], "tags": ["work"], "notes": "For the shop",
        "description": "To boil water, not a band",
        "notificationSettings": {
            "browserNotification": false, "emailNotification": true, "frequency": "daily",
        },
    });
    let edited = edit(&test, &user, &watch, beside).await;
    assert_ne!(edited.json["updatedAt"], watch["updatedAt"]);
    test.poll().await;
    assert_eq!(test.count("notifications").await, 1);
}

#[tokio::test]
async fn another_rule_looks_from_its_own_time_on() {
    for rule in [
        json!({"keyword": "kettles", "subreddits": ["tea"]}),
        json!({"keyword": "kettle", "subreddits": ["tea", "coffee"]}),
        json!({"keyword": "kettle", "subreddits": ["tea"], "filters": {"matchTitlesOnly": true}}),
        json!({"keyword": "kettle", "mode": "query", "subreddits": ["tea"]}),
    ] {
        let (test, user, watch) = after_an_outage().await;
        test.post("tea", "Kettle and kettles of today");
        edit(&test, &user, &watch, rule.clone()).await;
        test.poll().await;
        let today = "notifications n JOIN items i ON i.id = n.item_id WHERE i.title LIKE '%today'";
        assert_eq!(test.count(today).await, 1, "{rule}");
        assert_eq!(test.count("notifications").await, 1, "{rule}");
    }
}

#[tokio::test]
async fn a_watch_that_is_switched_on_starts_over() {
    let (test, user, watch) = after_an_outage().await;
    let client = test.app.sign_in(user.user.id).await;
    for _ in 0..2 {
        client.patch(&format!("{}/toggle", path_of(&watch))).await.expect(200);
    }
    test.post("tea", "A kettle of today");
    test.poll().await;
    assert_eq!(test.count("notifications").await, 1);
}
