use forum_sim::NewComment;

use crate::support::app::TestApp;
use crate::support::forum::ForumTest;

#[tokio::test]
async fn the_newest_items_of_the_named_subreddits_are_listed() {
    let test = ForumTest::init().await;
    test.post("tea", "Oldest");
    test.poll().await;
    test.post("coffee", "Beans");
    test.post("Tea", "Newest");
    test.post("chess", "An opening");
    test.forum
        .control
        .comment(NewComment {
            subreddit: Some("chess".to_owned()),
            body: "A move".to_owned(),
            ..NewComment::default()
        })
        .unwrap();
    test.poll().await;
    // Signed in only now: polling took longer than a token lives.
    let user = test.app.new_user("reader@example.com").await;
    let titles = async |query: &str| -> Vec<String> {
        let answer = user.get(&format!("/api/items/recent{query}")).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        let items = answer.json["items"].as_array().unwrap().clone();
        items
            .iter()
            .map(|i| i["title"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(titles("?subreddits=TEA").await, ["Newest", "Oldest"]);
    assert_eq!(titles("?subreddits=TEA&limit=1").await, ["Newest"]);
    assert_eq!(titles("?subreddits=tea,coffee,no%20name").await.len(), 3);
    assert!(titles("?subreddits=no%20name").await.is_empty());
    let everything = titles("").await.len();
    assert!(everything >= 4);
    assert_eq!(titles("?subreddits=tea,all").await.len(), everything);
    let answer = user.get("/api/items/recent?subreddits=tea").await;
    assert_eq!(answer.json["perDay"], 2.0);
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
