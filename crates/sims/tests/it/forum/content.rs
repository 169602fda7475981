//! The made-up items, and those from a file.

use std::collections::HashSet;
use std::io::Write;
use std::path::PathBuf;

use sims::forum::Config;

use super::support::Forum;

async fn titles(seed: u64) -> Vec<String> {
    let forum = Forum::with(Config { seed, backfill: 500, ..Config::for_tests() }).await;
    let mut titles = Vec::new();
    for path in ["/r/all/new?limit=100&raw_json=1", "/r/all/comments?limit=100&raw_json=1"] {
        let listing = forum.get(path).await.json();
        for child in listing["data"]["children"].as_array().unwrap() {
            titles.push(child["data"].to_string());
        }
    }
    titles
}

#[tokio::test]
async fn the_same_seed_gives_the_same_forum_and_another_one_another() {
    assert_eq!(titles(7).await, titles(7).await);
    assert_ne!(titles(7).await, titles(8).await);
}

#[tokio::test]
async fn items_are_varied_and_no_template_shows_through() {
    let forum = Forum::with(Config { backfill: 3_000, churn: 0.05, ..Config::for_tests() }).await;
    let mut subreddits = HashSet::new();
    let mut titles = Vec::new();
    let mut after = String::new();
    loop {
        let path = format!("/r/all/new?limit=100&raw_json=1&after={after}");
        let listing = forum.get(&path).await.json();
        for child in listing["data"]["children"].as_array().unwrap() {
            let post = &child["data"];
            let text = format!("{} {}", post["title"], post["selftext"]);
            for sign in ["{tool", "{Tip", "{problem", "{n:", "{~", "{product", "{topic", "  ,"] {
                assert!(!text.contains(sign), "{sign} in {text}");
            }
            subreddits.insert(post["subreddit"].to_string());
            titles.push(post["title"].to_string());
        }
        match listing["data"]["after"].as_str() {
            Some(next) => next.clone_into(&mut after),
            None => break,
        }
    }
    assert!(subreddits.len() >= 40, "{}", subreddits.len());
    let different: HashSet<_> = titles.iter().take(100).collect();
    assert!(different.len() >= 95, "{} of 100", different.len());
}

#[tokio::test]
async fn comments_answer_posts_that_exist_and_carry_opaque_ids() {
    let forum = Forum::with(Config { backfill: 400, ..Config::for_tests() }).await;
    let listing = forum.get("/r/all/comments?limit=100").await.json();
    let comments = listing["data"]["children"].as_array().unwrap();
    for comment in comments {
        let link = comment["data"]["link_id"].as_str().unwrap();
        assert_eq!(forum.get(&format!("/api/info?id={link}")).await.names(), [link]);
        assert!(!comment["data"]["body"].as_str().unwrap().is_empty());
    }
    let ids: Vec<&str> = comments.iter().map(|c| c["data"]["id"].as_str().unwrap()).collect();
    assert!(!ids.iter().rev().is_sorted(), "ids must not tell the order");
}

#[tokio::test]
async fn advancing_makes_as_many_items_as_asked_for() {
    let forum = Forum::empty().await;
    let answer = forum.post_json("/_sim/advance", r#"{"items":30}"#).await;
    assert_eq!(answer.json()["made"], 30);
    assert_eq!(forum.sim.stats().items, 30);
}

#[tokio::test]
async fn a_file_is_played_in_order_and_ends() {
    let path = std::env::temp_dir().join(format!("sims-forum-{}.ndjson", std::process::id()));
    let mut file = std::fs::File::create(&path).unwrap();
    writeln!(
        file,
        r#"{{"id":"t3_a1","kind":"post","subreddit":"surfing","title":"Waves","body":""}}"#
    )
    .unwrap();
    writeln!(
        file,
        r#"{{"id":"t1_b2","kind":"comment","subreddit":"surfing","title":"","body":"Nice"}}"#
    )
    .unwrap();
    let config = Config { replay: Some(path.clone()), ..Config::for_tests() };
    let forum = Forum::with(config).await;
    std::fs::remove_file(&path).unwrap();
    assert_eq!(forum.sim.advance(1).unwrap(), 1);
    assert!(forum.get("/r/surfing/comments").await.names().is_empty());
    assert_eq!(forum.sim.advance(5).unwrap(), 1);
    assert_eq!(forum.get("/r/surfing/new").await.names(), ["t3_a1"]);
    assert_eq!(forum.get("/r/surfing/comments").await.names(), ["t1_b2"]);
}

#[tokio::test]
async fn the_large_file_plays_from_end_to_end() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let path = root.join("../../../shared/data/reddit/items.ndjson");
    if !path.exists() {
        println!("skipped: {} is not there", path.display());
        return;
    }
    let lines = std::fs::read_to_string(&path).unwrap().lines().count();
    let forum = Forum::with(Config { replay: Some(path), ..Config::for_tests() }).await;
    assert_eq!(forum.sim.advance(lines + 10).unwrap(), lines);
    assert_eq!(forum.get("/r/all/new?limit=100").await.names().len(), 100);
}
