//! Credentials, tokens, User-Agents and the request budget.

use axum::http::StatusCode;
use chrono::TimeDelta;
use sims::forum::Config;

use super::support::{AGENT, Forum};

#[tokio::test]
async fn a_token_needs_the_right_credentials_and_grant() {
    let forum = Forum::empty().await;
    let bad = forum.ask_token("harken-demo:wrong", "client_credentials").await;
    assert_eq!(bad.status, StatusCode::UNAUTHORIZED);
    assert_eq!(bad.json()["message"], "Unauthorized");
    assert_eq!(bad.json()["error"], 401);
    let grant = forum.ask_token("harken-demo:harken-demo-secret", "password").await;
    assert_eq!(grant.json()["error"], "unsupported_grant_type");
    let good = forum.ask_token("harken-demo:harken-demo-secret", "client_credentials").await;
    assert_eq!(good.json()["token_type"], "bearer");
    assert_eq!(good.json()["expires_in"], 86_400);
}

#[tokio::test]
async fn a_call_without_a_good_token_is_refused() {
    let mut forum =
        Forum::with(Config { token_life: TimeDelta::seconds(60), ..Config::for_tests() }).await;
    let none = forum.get_as("/r/rust/new", Some(AGENT), None).await;
    assert_eq!(none.status, StatusCode::UNAUTHORIZED);
    assert!(none.headers["www-authenticate"].to_str().unwrap().contains("invalid_token"));
    assert_eq!(forum.get("/r/rust/new").await.status, StatusCode::OK);
    forum.tick(61);
    assert_eq!(forum.get("/r/rust/new").await.status, StatusCode::UNAUTHORIZED);
    forum.renew_token().await;
    assert_eq!(forum.get("/r/rust/new").await.status, StatusCode::OK);
}

#[tokio::test]
async fn library_user_agents_are_turned_away() {
    let forum = Forum::empty().await;
    for agent in [None, Some(""), Some("reqwest/0.13.1"), Some("curl/8.5"), Some("node")] {
        let answer = forum.get_as("/r/rust/new", agent, Some("any")).await;
        assert_eq!(answer.status, StatusCode::TOO_MANY_REQUESTS, "{agent:?}");
    }
}

#[tokio::test]
async fn the_budget_is_stated_in_headers_and_enforced_until_its_window_ends() {
    let forum = Forum::with(Config { budget: 2, ..Config::for_tests() }).await;
    let first = forum.get("/r/rust/new").await;
    assert_eq!(first.headers["x-ratelimit-used"], "1");
    assert_eq!(first.headers["x-ratelimit-remaining"], "1.0");
    assert_eq!(first.headers["x-ratelimit-reset"], "600");
    forum.get("/r/rust/new").await;
    forum.tick(100);
    let third = forum.get("/r/rust/new").await;
    assert_eq!(third.status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(third.headers["x-ratelimit-remaining"], "0.0");
    assert_eq!(third.headers["x-ratelimit-reset"], "500");
    forum.tick(500);
    assert_eq!(forum.get("/r/rust/new").await.status, StatusCode::OK);
}
