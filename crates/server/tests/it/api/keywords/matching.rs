//! Modes and exclusions from the API to notifications.

use sims::forum::{NewComment, NewPost};

use crate::support::prelude::*;

async fn start() -> (ForumTest, SignedIn) {
    let config = sims::forum::Config::for_tests();
    let test = ForumTest::init_with_settings(config, &["server.plans=off"]).await;
    let user = test.app.new_user("reader@example.com").await;
    (test, user)
}

async fn watch(user: &Client, body: Value) {
    user.post("/api/keywords", body).await.expect(201);
}

/// Returns the notifications, oldest first, as the API shows them.
async fn notifications(test: &ForumTest, user: &SignedIn) -> Vec<Value> {
    // Signs in again: polling takes longer than a token lives.
    let client = test.app.sign_in(user.user.id).await;
    let answer = client.get("/api/notifications?sort=oldest").await.expect(200);
    answer.json["notifications"].as_array().unwrap().clone()
}

fn titles(notifications: &[Value]) -> Vec<&str> {
    let mut titles: Vec<&str> =
        notifications.iter().map(|one| one["redditPost"]["title"].as_str().unwrap()).collect();
    titles.sort_unstable();
    titles
}

#[tokio::test]
async fn a_watch_skips_excluded_subreddits_and_authors() {
    let (test, user) = start().await;
    let body = json!({
        "keyword": "kettle", "excludedSubreddits": ["Boston"], "excludedAuthors": ["Kettle_Bot"],
    });
    watch(&user, body).await;
    test.poll().await;
    for (subreddit, author, title) in [
        ("tea", "ann", "Kettle one"),
        ("boston", "ann", "Kettle two"),
        ("tea", "kettle_bot", "Kettle three"),
        ("coffee", "bob", "Kettle four"),
    ] {
        test.make(NewPost { author: Some(author.to_owned()), ..NewPost::titled(subreddit, title) });
    }
    test.poll().await;
    let found = notifications(&test, &user).await;
    assert_eq!(titles(&found), ["Kettle four", "Kettle one"]);
    // A change of the exclusions alone takes effect as well.
    test.app.sql("UPDATE watches SET excluded_authors = '{}', excluded_subreddits = '{tea}'").await;
    test.poll().await;
    test.post("tea", "Kettle five");
    test.post("boston", "Kettle six");
    test.poll().await;
    let found = notifications(&test, &user).await;
    assert_eq!(titles(&found), ["Kettle four", "Kettle one", "Kettle six"]);
}

#[tokio::test]
async fn a_query_matches_in_every_field_and_says_where() {
    let (test, user) = start().await;
    let text = "(flair:review url:pots.example author:ann) OR (kettle -broken type:post)";
    watch(&user, json!({"keyword": text, "mode": "query"})).await;
    test.poll().await;
    let link = |author: &str, flair: Option<&str>, title: &str| NewPost {
        author: Some(author.to_owned()),
        flair: flair.map(str::to_owned),
        url: Some("https://pots.example/clay".to_owned()),
        ..NewPost::titled("tea", title)
    };
    let posts = [
        link("ann", Some("🔥 Review"), "Clay"),
        link("bob", Some("Review"), "By another"),
        link("ann", None, "Without a label"),
        link("bob", None, "My kettle"),
        link("bob", None, "My broken kettle"),
    ];
    for post in posts {
        test.make(post);
    }
    test.comment(NewComment::in_subreddit("tea", "A kettle"));
    test.poll().await;
    let found = notifications(&test, &user).await;
    assert_eq!(titles(&found), ["Clay", "My kettle"]);
    let clay = found.iter().find(|n| n["redditPost"]["title"] == "Clay");
    let clay = clay.unwrap();
    assert_eq!(clay["redditPost"]["flair"], "🔥 Review");
    assert_eq!(clay["redditPost"]["link"], "https://pots.example/clay");
    assert_eq!(
        clay["matches"],
        json!([
            {"field": "flair", "start": 3, "end": 9},
            {"field": "url", "start": 8, "end": 20},
            {"field": "author", "start": 0, "end": 3},
        ])
    );
    let kettle = found.iter().find(|n| n["redditPost"]["title"] == "My kettle");
    let kettle = kettle.unwrap();
    assert_eq!(kettle["matches"], json!([{"field": "title", "start": 3, "end": 9}]));
    assert_eq!(kettle["matchedKeyword"], text);
    // Emails are sent as for any other match.
    assert!(test.count("outbox WHERE channel = 'mail'").await >= 1);
}

#[tokio::test]
async fn a_query_as_long_as_can_be_does_not_stop_the_ingest() {
    let (test, user) = start().await;
    // Characters in no order, so that no compression makes them fit into an index.
    let letter = |n: u32| char::from_u32(0x4e00 + n * 7_919 % 20_011).unwrap();
    let phrase = |from: u32| (from..from + 120).map(letter).collect::<String>();
    let phrases: Vec<String> = (0..4).map(|n| format!("\"{}\"", phrase(n * 120))).collect();
    let text = format!("kettle OR {}", phrases.join(" OR "));
    assert!((1_450..=1_500).contains(&text.len()), "{}", text.len());
    watch(&user, json!({"keyword": text, "mode": "query"})).await;
    test.poll().await;
    test.post("tea", "My kettle");
    test.poll().await;
    let found = notifications(&test, &user).await;
    assert_eq!(found.len(), 1);
    assert_eq!(found[0]["matchedKeyword"], text);
    // Its group can be listed and read like any other.
    let client = test.app.sign_in(user.user.id).await;
    let read = client.post("/api/notifications/read", json!({"keyword": text})).await;
    assert_eq!(read.json["changed"], 1, "{}", read.text);
}
