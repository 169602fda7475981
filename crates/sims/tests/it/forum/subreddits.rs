//! The answers of `/about` and listings for each kind of subreddit.

use axum::http::StatusCode;
use sims::forum::{Access, Config, Unknown};

use super::support::Forum;

#[tokio::test]
async fn a_public_subreddit_is_described_in_its_own_spelling() {
    let about = Forum::empty().await.get("/r/LOCALllama/about.json").await.json();
    assert_eq!(about["data"]["display_name"], "LocalLLaMA");
    assert!(about["data"]["subscribers"].as_u64().unwrap() > 1_000);
}

#[tokio::test]
async fn private_banned_and_quarantined_ones_are_refused_with_their_reason() {
    let forum = Forum::empty().await;
    forum.sim.set_subreddit("odd_place", Access::Quarantined);
    forum.sim.set_subreddit("rust", Access::Private);
    let cases = [
        ("thebackroom", StatusCode::FORBIDDEN, "private"),
        ("freegiftcards", StatusCode::NOT_FOUND, "banned"),
        ("odd_place", StatusCode::FORBIDDEN, "quarantined"),
        ("rust", StatusCode::FORBIDDEN, "private"),
    ];
    for (name, status, reason) in cases {
        for path in [format!("/r/{name}/about"), format!("/r/{name}/new")] {
            let answer = forum.get(&path).await;
            assert_eq!(answer.status, status, "{path}");
            assert_eq!(answer.json()["reason"], reason, "{path}");
        }
    }
}

#[tokio::test]
async fn an_unknown_name_is_redirected_to_the_search_or_gets_an_empty_listing() {
    let forum = Forum::empty().await;
    let answer = forum.get("/r/nosuchplace/about").await;
    assert_eq!(answer.status, StatusCode::FOUND);
    assert_eq!(answer.headers["location"], "/subreddits/search?q=nosuchplace");
    assert!(answer.text().contains("<html>"));
    let search = forum.get("/subreddits/search?q=nosuchplace").await.json();
    assert_eq!(search["data"]["children"], serde_json::json!([]));
    let config = Config { unknown: Unknown::EmptyListing, ..Config::for_tests() };
    let answer = Forum::with(config).await.get("/r/nosuchplace/about").await;
    assert_eq!((answer.status, &answer.json()["kind"]), (StatusCode::OK, &"Listing".into()));
}
