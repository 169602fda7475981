//! Limits by class of call: each has its code, counts per user, and ends after a wait.

use std::net::SocketAddr;

use axum::extract::ConnectInfo;
use axum::http::{Request, header};

use crate::support::prelude::*;

const NOBODY: &str = "019aa0e5-0000-7000-8000-000000000000";

/// Asserts a 429 as the contract defines it; returns the seconds to wait.
fn assert_limited(answer: &Answer, code: &str, limit: u32) -> i64 {
    assert_eq!((answer.status, answer.code()), (429, code), "{}", answer.text);
    assert_eq!(answer.json["error"], answer.json["message"]);
    assert_eq!((&answer.json["limit"], &answer.json["remaining"]), (&json!(limit), &json!(0)));
    let wait = answer.json["retryAfter"].as_i64().unwrap();
    for (name, value) in [
        ("retry-after", wait.to_string()),
        ("ratelimit-limit", limit.to_string()),
        ("ratelimit-remaining", "0".to_owned()),
        ("ratelimit-reset", wait.to_string()),
    ] {
        assert_eq!(answer.headers[name], value, "{name}");
    }
    wait
}

#[tokio::test]
async fn each_class_of_calls_has_its_limit_for_each_user() {
    for (setting, code, method, paths) in [
        (
            "limits.keyword_changes_per_minute=3",
            "KEYWORD_RATE_LIMIT_EXCEEDED",
            "DELETE",
            ["/api/keywords/{id}", "/api/keywords"],
        ),
        (
            "limits.notification_changes_per_minute=3",
            "NOTIFICATION_RATE_LIMIT_EXCEEDED",
            "PATCH",
            ["/api/notifications/{id}/read", "/api/notifications"],
        ),
        (
            "limits.notification_changes_per_minute=3",
            "NOTIFICATION_RATE_LIMIT_EXCEEDED",
            "DELETE",
            ["/api/mutes/{id}", "/api/mutes"],
        ),
        (
            "limits.subreddit_checks_per_minute=3",
            "SUBREDDIT_CHECK_LIMIT_EXCEEDED",
            "GET",
            ["/api/subreddits/validate/all", "/api/keywords"],
        ),
    ] {
        let (test, anon, ada) = TestApp::init_with(&[setting]).await.with_user().await;
        let bob = test.new_user("bob@example.com").await;
        let [path, other] = paths.map(|path| path.replace("{id}", NOBODY));
        for _ in 0..3 {
            let answer = ada.send(method, &path, None).await;
            assert!(matches!(answer.status, 200 | 404), "{code}: {}", answer.text);
        }
        let wait = assert_limited(&ada.send(method, &path, None).await, code, 3);
        assert!((1..=21).contains(&wait), "{code}: {wait}");
        // Other users, anonymous clients and reading are unaffected.
        assert_ne!(bob.send(method, &path, None).await.status, 429, "{code}");
        assert_eq!(anon.send(method, &path, None).await.status, 401, "{code}");
        assert_eq!(ada.get(&other).await.status, 200, "{code}");
        test.clock.advance(TimeDelta::seconds(wait));
        assert_ne!(ada.send(method, &path, None).await.status, 429, "{code}");
    }
}

async fn get_from(client: &Client, peer: &str, forwarded: &str, path: &str) -> Answer {
    let peer: SocketAddr = peer.parse().unwrap();
    let mut request = Request::get(path).extension(ConnectInfo(peer));
    if !forwarded.is_empty() {
        request = request.header("x-forwarded-for", forwarded);
    }
    if let Some(token) = &client.token {
        request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
    }
    client.send_raw(request.body(Body::empty()).unwrap()).await
}

#[tokio::test]
async fn an_address_has_a_limit_over_all_calls_and_another_over_pages() {
    let settings = [
        "limits.calls_per_minute=3",
        "limits.page_loads_per_minute=2",
        "server.trusted_proxies=10.0.0.1",
    ];
    let (test, anon, ada) = TestApp::init_with(&settings).await.with_user().await;
    // Signed in or not, and whatever the call.
    assert_eq!(get_from(&anon, "192.0.2.1:1", "", "/api/openapi.json").await.status, 200);
    assert_eq!(get_from(&ada, "192.0.2.1:2", "", "/api/keywords").await.status, 200);
    assert_eq!(get_from(&anon, "192.0.2.1:3", "", "/api/nothing").await.status, 404);
    let refused = get_from(&ada, "192.0.2.1:4", "203.0.113.9", "/api/keywords").await;
    // Monitors of Harken always get an answer.
    for path in ["/api/livez", "/api/readyz", "/api/healthz"] {
        let health = get_from(&anon, "192.0.2.1:4", "", path).await;
        assert_eq!(health.status, 200, "{path}");
    }
    let wait = assert_limited(&refused, "DDOS_RATE_LIMIT_EXCEEDED", 3);
    assert_eq!(refused.headers["cache-control"], "no-store");
    assert!(refused.json["requestId"].is_string());
    // Another address, also one behind a proxy, has its own count; pages are counted separately.
    assert_eq!(get_from(&ada, "192.0.2.2:1", "", "/api/openapi.json").await.status, 200);
    get_from(&ada, "10.0.0.1:1", "198.51.100.7", "/api/openapi.json").await.expect(200);
    for _ in 0..2 {
        assert_eq!(get_from(&anon, "192.0.2.1:5", "", "/robots.txt").await.status, 200);
    }
    let refused = get_from(&anon, "192.0.2.1:5", "", "/robots.txt").await;
    assert_limited(&refused, "DDOS_RATE_LIMIT_EXCEEDED", 2);
    test.clock.advance(TimeDelta::seconds(wait));
    assert_eq!(get_from(&ada, "192.0.2.1:6", "", "/api/keywords").await.status, 200);
}

#[tokio::test]
async fn attempts_to_sign_in_are_counted_over_processes_and_restarts() {
    let (test, anon) = TestApp::init_with(&["auth.attempts_per_quarter_hour=3"]).await.anon();
    test.verified(&anon, "ada@example.com").await;
    // Another process on the same database, and the first one after a restart.
    let second = test.restarted().await;
    for client in [&anon, &second, &anon] {
        assert_eq!(client.login("ada@example.com", "Wrong1password").await.status, 401);
    }
    let third = test.restarted().await;
    for client in [&anon, &second, &third] {
        let refused = client.login("ada@example.com", PASSWORD).await;
        assert_limited(&refused, "AUTH_RATE_LIMIT_EXCEEDED", 3);
    }
}
