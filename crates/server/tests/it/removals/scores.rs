//! A checked item may have reached the score that a query asks for.

use chrono::DurationRound;
use sims::forum::{NewPost, State};

use super::look;
use crate::support::prelude::*;

/// Sets up a reader with a watch for well-liked posts, and a post that will become one: 6 points when
/// it is first seen, 22 after an hour, 40 after two.
async fn start() -> (ForumTest, SignedIn, String) {
    let config = sims::forum::Config::for_tests();
    let test = ForumTest::init_with_settings(config, &["server.plans=off"]).await;
    let user = test.app.new_user("reader@example.com").await;
    for text in ["kettle min_score:10", "kettle min_score:1000"] {
        let query = json!({"keyword": text, "mode": "query"});
        user.post("/api/keywords", query).await.expect(201);
    }
    test.poll().await;
    let post = liked(&test, "My kettle");
    test.poll().await;
    assert_eq!(test.count("items").await, 1);
    assert_eq!(test.count("notifications").await, 0);
    (test, user, post)
}

fn liked(test: &ForumTest, title: &str) -> String {
    scored(test, title, 100)
}

/// Adds a post that reaches this score in the end.
fn scored(test: &ForumTest, title: &str, score: i64) -> String {
    let post = NewPost { score: Some(score), ..NewPost::titled("tea", title) };
    test.make(post)
}

/// Checks everything due after `hours`, and returns the number of notifications created.
async fn look_after(test: &ForumTest, hours: i64) -> usize {
    test.pass(TimeDelta::hours(hours));
    let checked = look(test).await;
    assert!(checked.iter().all(|c| c.error.is_none()), "{checked:?}");
    assert_eq!(checked.iter().map(|c| c.asked).sum::<usize>(), 1);
    checked.iter().map(|c| c.alerted).sum()
}

async fn notifications(test: &ForumTest, user: &SignedIn) -> Vec<Value> {
    // Signs in again: a check comes later than a token lives.
    let client = test.app.sign_in(user.user.id).await;
    let answer = client.get("/api/notifications").await.expect(200);
    answer.json["notifications"].as_array().unwrap().clone()
}

#[tokio::test]
async fn a_query_that_asks_for_a_score_alerts_once_it_is_reached() {
    let (test, user, _) = start().await;
    assert_eq!(look_after(&test, 1).await, 1);
    let alerts = notifications(&test, &user).await;
    assert_eq!(alerts.len(), 1);
    assert_eq!(alerts[0]["matchedKeyword"], "kettle min_score:10");
    assert_eq!(alerts[0]["matches"], json!([{"field": "title", "start": 3, "end": 9}]));
    assert_eq!(test.count("watches WHERE match_count = 1").await, 1);
    // The email finds the item although it was stored long before.
    let mails =
        "outbox o JOIN notifications n ON n.id = o.subject_id AND n.seen_at = o.subject_seen_at
                 WHERE o.channel = 'mail'";
    assert_eq!(test.count(mails).await, 1);
    // The score continues to rise, without further notifications.
    assert_eq!(look_after(&test, 2).await, 0);
    assert_eq!(look_after(&test, 40).await, 0);
    assert_eq!(test.count("notifications").await, 1);
    assert_eq!(test.count("outbox WHERE channel = 'mail'").await, 1);
    assert_eq!(test.count("watches WHERE match_count = 1").await, 1);
    // The explanation knows the score as well.
    let client = test.app.sign_in(user.user.id).await;
    let id = alerts[0]["_id"].as_str().unwrap();
    let found = client.get("/api/notifications/search?q=kettle").await.json;
    assert_eq!(found["notifications"][0]["_id"], id, "found by its words");
    let why = client.get(&format!("/api/notifications/{id}/explanation")).await;
    assert_eq!(why.json["explanation"]["verdict"], "match", "{}", why.text);
}

#[tokio::test]
async fn what_has_a_notification_already_gets_no_second_one_by_its_score() {
    let (test, user, _) = start().await;
    assert_eq!(look_after(&test, 1).await, 1);
    let alerts = notifications(&test, &user).await;
    let client = test.app.sign_in(user.user.id).await;
    let path = format!("/api/notifications/{}", alerts[0]["_id"].as_str().unwrap());
    assert_eq!(client.delete(&path).await.status, 204);
    // As if the score had not been stored: a deleted notification still counts.
    test.app.sql("UPDATE items SET score = 1").await;
    assert_eq!(look_after(&test, 2).await, 0);
    assert_eq!(test.count("notifications").await, 1);
    assert_eq!(test.count("outbox WHERE channel = 'mail'").await, 1);
}

#[tokio::test]
async fn the_current_text_counts_and_what_is_gone_makes_no_alert() {
    let (test, _, post) = start().await;
    let control = &test.forum.control;
    assert!(control.edit(&post, "", Some("My teapot, once a kettle")));
    assert_eq!(look_after(&test, 1).await, 1);
    let at_the_end =
        r#"notifications WHERE matches = '[{"field": "title", "start": 18, "end": 24}]'"#;
    assert_eq!(test.count(at_the_end).await, 1);

    let (test, _, post) = start().await;
    test.forum.control.set_state(&post, State::Removed);
    assert_eq!(look_after(&test, 1).await, 0);
    assert_eq!(test.count("notifications").await, 0);
}

#[tokio::test]
async fn alerts_of_risen_scores_fold_as_others_do() {
    let config = sims::forum::Config::for_tests();
    let test = ForumTest::init_with_settings(config, &["server.plans=off"]).await;
    let user = test.app.new_user("reader@example.com").await;
    let query = json!({"keyword": "kettle min_score:10", "mode": "query"});
    assert_eq!(user.post("/api/keywords", query).await.status, 201);
    test.app.sql("UPDATE users SET burst_limit = 3").await;
    test.poll().await;
    // Three posts that reach the score after an hour, and three that reach it half an hour later, within
    // an hour of the clock: of the hour before, only the number of alerts is known.
    let now = test.app.clock.now();
    test.pass(now.duration_trunc(TimeDelta::hours(1)).unwrap() + TimeDelta::minutes(118) - now);
    for n in 0..3 {
        liked(&test, &format!("My kettle {n}"));
        scored(&test, &format!("Your kettle {n}"), 30);
    }
    test.poll().await;
    let alerted = async || -> usize { look(&test).await.iter().map(|c| c.alerted).sum() };
    test.pass(TimeDelta::hours(1));
    assert_eq!(alerted().await, 3);
    assert_eq!(test.count("digest_entries WHERE cause = 'burst'").await, 0);
    test.pass(TimeDelta::minutes(30));
    let due = "UPDATE item_keys SET check_at = check_at - interval '1 hour'";
    test.app.sql(due).await;
    assert_eq!(alerted().await, 3);
    assert_eq!(test.count("digest_entries WHERE cause = 'burst'").await, 3);
}
