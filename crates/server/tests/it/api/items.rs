use platform::sources::ForumItem;
use sims::forum::NewComment;

use crate::support::prelude::*;

#[tokio::test]
async fn the_newest_items_of_the_named_subreddits_are_listed() {
    let test = ForumTest::init().await;
    test.post("tea", "Oldest");
    test.poll().await;
    test.post("coffee", "Beans");
    test.post("Tea", "Newest");
    test.post("chess", "An opening");
    test.comment(NewComment::in_subreddit("chess", "A move"));
    test.poll().await;
    // Signed in only now: polling took longer than a token lives.
    let user = test.app.new_user("reader@example.com").await;
    let titles = async |query: &str| -> Vec<String> {
        let answer = user.get(&format!("/api/items/recent{query}")).await.expect(200);
        let items = answer.json["items"].as_array().unwrap().clone();
        items.iter().map(|i| i["title"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(titles("?subreddits=TEA").await, ["Newest", "Oldest"]);
    assert_eq!(titles("?subreddits=TEA&limit=1").await, ["Newest"]);
    assert_eq!(titles("?subreddits=tea,coffee,no%20name").await.len(), 3);
    assert!(titles("?subreddits=no%20name").await.is_empty());
    let everything = titles("").await.len();
    assert!(everything >= 4);
    assert_eq!(titles("?subreddits=tea,all").await.len(), everything);
    let answer = user.get("/api/items/recent?subreddits=tea").await;
    assert_eq!(answer.json["items"][0]["kind"], "post");
    assert!(answer.json["items"][0]["_id"].is_string());
}

#[tokio::test]
async fn a_wrong_limit_is_refused_and_so_is_a_stranger() {
    let (_app, anon, user) = TestApp::init().await.with_user().await;
    for limit in ["0", "501", "-1"] {
        let answer = user.get(&format!("/api/items/recent?limit={limit}")).await;
        assert_eq!((answer.status, answer.code()), (422, "VALIDATION_FAILED"));
        assert!(answer.json["fields"]["limit"].is_string());
    }
    assert_eq!(user.get("/api/items/recent?limit=x").await.status, 400);
    assert_eq!(anon.get("/api/items/recent").await.status, 401);
}

/// Returns posts about `topic` by as many authors, among others about nothing in common.
fn talk(first: usize, topic: &str, app: &TestApp) -> Vec<ForumItem> {
    let now = app.clock.now();
    (first..first + 6)
        .map(|n| {
            let title = format!("{topic} again");
            ForumItem {
                author: format!("author {n}"),
                ..read_post(&format!("t3_{n}"), &title, now - TimeDelta::minutes(5))
            }
        })
        .collect()
}

#[tokio::test]
async fn suggested_keywords_are_what_is_said_now_and_the_same_for_everybody() {
    let (app, anon, user) = TestApp::init().await.with_user().await;
    let suggested = async |user: &SignedIn| {
        let answer = user.get("/api/items/suggested-keywords").await.expect(200);
        answer.json["keywords"].clone()
    };
    assert_eq!(anon.get("/api/items/suggested-keywords").await.status, 401);
    assert_eq!(suggested(&user).await, json!([]));

    // The keywords that a user watches are not revealed to others.
    add_watch(&app, user.user.id, "secretproject", &["all"]).await;
    store_items(&app, talk(0, "kombucha", &app)).await;
    // A word used by one author alone is not a topic.
    let alone = talk(20, "zymurgy", &app).into_iter();
    let alone = alone.map(|item| ForumItem { author: "one".to_owned(), ..item });
    store_items(&app, alone.collect()).await;
    app.clock.advance(TimeDelta::seconds(31));
    assert_eq!(suggested(&user).await, json!(["kombucha"]));

    // One answer serves everybody for a while.
    store_items(&app, talk(40, "tempeh", &app)).await;
    let other = app.new_user("other@example.com").await;
    assert_eq!(suggested(&other).await, json!(["kombucha"]));
    app.clock.advance(TimeDelta::minutes(10));
    let later = suggested(&other).await;
    assert!(later.as_array().unwrap().contains(&json!("tempeh")), "{later}");
    // This morning's topics are over.
    app.clock.advance(TimeDelta::hours(7));
    let evening = app.new_user("evening@example.com").await;
    assert_eq!(suggested(&evening).await, json!([]));
}
