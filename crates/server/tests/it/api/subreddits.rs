use chrono::TimeDelta;
use serde_json::json;
use sims::forum::FaultKind;

use crate::support::app::TestApp;
use crate::support::forum::ForumTest;

/// Returns how often the forum was asked about a subreddit.
fn asked(test: &ForumTest) -> u64 {
    test.forum.control.stats().requests.get("about").copied().unwrap_or(0)
}

#[tokio::test]
async fn the_forum_decides_and_its_spelling_is_given_back() {
    let test = ForumTest::init().await;
    let user = test.app.new_user("reader@example.com").await;
    test.post("HomeRoasters", "First");
    let check = async |name: &str| {
        let answer = user.get(&format!("/api/subreddits/validate/{name}")).await;
        assert_eq!(answer.status, 200, "{name}: {}", answer.text);
        answer.json
    };
    assert_eq!(check("homeroasters").await, json!({"exists": true, "name": "HomeRoasters"}));
    let wanted = json!({"exists": false, "name": "thebackroom", "reason": "private"});
    assert_eq!(check("thebackroom").await, wanted);
    let wanted = json!({"exists": false, "name": "freegiftcards", "reason": "banned"});
    assert_eq!(check("freegiftcards").await, wanted);
    let wanted = json!({"exists": false, "name": "nobody_took_this", "reason": "not_found"});
    assert_eq!(check("nobody_took_this").await, wanted);
    let before = asked(&test);
    let wanted = json!({"exists": false, "name": "_x", "reason": "invalid_name"});
    assert_eq!(check("_x").await, wanted);
    assert_eq!(check("All").await, json!({"exists": true, "name": "all"}));
    assert_eq!(asked(&test), before, "these need no question");
}

#[tokio::test]
async fn answers_are_kept_a_day_when_found_and_ten_minutes_when_not() {
    let test = ForumTest::init().await;
    test.post("tea", "First");
    let check = async |name: &str| {
        // A token lives fifteen minutes.
        let user = test.app.new_user(&format!("{}@example.com", uuid::Uuid::now_v7())).await;
        user.get(&format!("/api/subreddits/validate/{name}")).await.status
    };
    for _ in 0..2 {
        assert_eq!(check("tea").await, 200);
        assert_eq!(check("nobody_took_this").await, 200);
    }
    assert_eq!(asked(&test), 2);
    test.pass(TimeDelta::minutes(11));
    check("tea").await;
    check("nobody_took_this").await;
    assert_eq!(asked(&test), 3);
    test.pass(TimeDelta::hours(24));
    check("TEA").await;
    assert_eq!(asked(&test), 4);
}

#[tokio::test]
async fn a_silent_forum_is_said_to_be_silent() {
    let test = ForumTest::init().await;
    let user = test.app.new_user("reader@example.com").await;
    test.fault("/r/tea/about", FaultKind::Unavailable, 1);
    let answer = user.get("/api/subreddits/validate/tea").await;
    assert_eq!((answer.status, answer.code()), (503, "SUBREDDIT_CHECK_UNAVAILABLE"));
    test.post("tea", "First");
    assert_eq!(user.get("/api/subreddits/validate/tea").await.json["exists"], true);
}

#[tokio::test]
async fn a_forum_that_limits_harken_is_not_taken_for_the_users_own_haste() {
    let test = ForumTest::init().await;
    let user = test.app.new_user("reader@example.com").await;
    test.fault("/r/tea/about", FaultKind::TooManyRequests, 1);
    let answer = user.get("/api/subreddits/validate/tea").await;
    assert_eq!((answer.status, answer.code()), (429, "REDDIT_RATE_LIMIT_EXCEEDED"));
    assert!(answer.json["retryAfter"].as_u64().unwrap() > 0);
}

#[tokio::test]
async fn without_a_forum_or_a_token_nothing_is_checked() {
    let (_app, anon, user) = TestApp::init().await.with_user().await;
    assert_eq!(user.get("/api/subreddits/validate/tea").await.status, 503);
    assert_eq!(anon.get("/api/subreddits/validate/tea").await.status, 401);
}

#[tokio::test]
async fn one_user_cannot_spend_the_forums_patience() {
    let test = ForumTest::init().await;
    let user = test.app.new_user("reader@example.com").await;
    for n in 0..60 {
        assert_eq!(user.get(&format!("/api/subreddits/validate/nothing_{n}")).await.status, 200);
    }
    let answer = user.get("/api/subreddits/validate/nothing_60").await;
    assert_eq!((answer.status, answer.code()), (429, "SUBREDDIT_CHECK_LIMIT_EXCEEDED"));
    assert_eq!(user.get("/api/subreddits/validate/nothing_1").await.status, 200);
}
