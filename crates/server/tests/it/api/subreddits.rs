use sims::forum::FaultKind;

use crate::support::prelude::*;

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

/// The forum has a few subreddits of two letters, and one for each user.
#[tokio::test]
async fn a_name_that_only_the_forum_can_confirm_counts_once_it_has() {
    let test = ForumTest::init().await;
    let user = test.app.new_user("reader@example.com").await;
    for name in ["de", "u_two-part"] {
        test.post(name, "First");
        let answer = user.get(&format!("/api/subreddits/validate/{name}")).await.json;
        assert_eq!(answer, json!({"exists": true, "name": name}));
    }
    test.post("at", "First");
    let create = async |subreddits: &[&str]| {
        let body = json!({"keyword": subreddits.join(" "), "subreddits": subreddits});
        user.post("/api/keywords", body).await
    };
    let made = create(&["r/de", "https://www.reddit.com/user/two-part/", "r/rust+at"]).await;
    assert_eq!(made.status, 201, "{}", made.text);
    assert_eq!(made.json["subreddits"], json!(["de", "u_two-part", "rust", "at"]));
    for name in ["zz", "u/nobody-here"] {
        let refused = create(&[name]).await;
        assert_eq!((refused.status, refused.code()), (422, "VALIDATION_FAILED"));
        let text = refused.json["fields"]["subreddits.0"].as_str().unwrap();
        assert!(text.contains("Reddit has not confirmed"), "{text}");
    }
    // A name that its keyword has already needs no second answer.
    let id = made.json["_id"].as_str().unwrap();
    test.pass(TimeDelta::hours(25));
    test.fault("/r/de/about", FaultKind::Unavailable, 9);
    let user = test.app.sign_in(user.user.id).await;
    let body = json!({"keyword": "tea", "subreddits": ["de"]});
    assert_eq!(user.put(&format!("/api/keywords/{id}"), body).await.status, 200);
}

#[tokio::test]
async fn an_import_refuses_only_lines_with_names_that_nobody_confirms() {
    let test = ForumTest::init().await;
    let user = test.app.new_user("reader@example.com").await;
    test.post("de", "First");
    test.fault("/r/fr/about", FaultKind::Unavailable, 1);
    let text = "keyword;subreddits\rtea;de\rmilk;zz\rcoffee;fr\rcake;rust\r";
    let answer = user.post("/api/keywords/import", json!({"text": text, "format": "csv"})).await;
    let lines = answer.json["lines"].as_array().unwrap();
    let made: Vec<bool> = lines.iter().map(|line| line["watchId"].is_string()).collect();
    assert_eq!(made, [true, false, false, true], "{}", answer.text);
    assert!(lines[1]["error"].as_str().unwrap().contains("subreddit called zz"));
    assert!(lines[2]["error"].as_str().unwrap().contains("could not be checked"));
}
