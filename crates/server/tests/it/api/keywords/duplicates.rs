//! A watch that finds the same as another watch of its user.

use super::{create, path_of};
use crate::support::prelude::*;

async fn total(user: &Client) -> Value {
    user.get("/api/keywords").await.json["total"].clone()
}

fn assert_refused(answer: &Answer, keyword: &str) {
    assert_eq!((answer.status, answer.code()), (409, "ALREADY_WATCHED"));
    let text = format!("Your keyword “{keyword}” already finds the same. Edit that one instead.");
    assert_eq!(answer.json["error"], text);
}

#[tokio::test]
async fn a_watch_that_finds_the_same_is_refused_before_it_takes_a_place() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    create(&user, "Green  tea").await;
    let again = json!({"keyword": "green TEA", "subreddits": ["all"], "tags": ["other"]});
    assert_refused(&user.post("/api/keywords", again).await, "Green  tea");
    assert_eq!(total(&user).await, 1);
    // The answer is the same when the plan's limit is reached.
    create(&user, "coffee").await;
    create(&user, "cocoa").await;
    let again = json!({"keyword": "coffee"});
    assert_refused(&user.post("/api/keywords", again).await, "coffee");
    // A watch with another scope finds something else, and other users' watches do not count.
    let scoped = json!({"keyword": "coffee", "subreddits": ["coffee"]});
    let full = user.post("/api/keywords", scoped.clone()).await;
    assert_eq!((full.status, full.code()), (403, "KEYWORD_LIMIT_EXCEEDED"));
    let other = app.new_user("other@example.com").await;
    create(&other, "coffee").await;
    assert_eq!(other.post("/api/keywords", scoped).await.status, 201);
}

#[tokio::test]
async fn an_edit_to_what_another_watch_finds_is_refused() {
    let (_app, _, user) = TestApp::init().await.with_user().await;
    create(&user, "tea").await;
    let coffee = create(&user, "coffee").await;
    let path = path_of(&coffee);
    assert_refused(&user.put(&path, json!({"keyword": "Tea"})).await, "tea");
    assert_eq!(user.get(&path).await.json["keyword"], "coffee");
    // A watch does not duplicate itself: everything else about it can be edited, and its own spelling.
    let edit = json!({"keyword": "Coffee", "tags": ["work"], "notes": "For the shop"});
    let edited = user.put(&path, edit).await.expect(200);
    assert_eq!(edited.json["keyword"], "Coffee");
}

#[tokio::test]
async fn of_two_that_are_there_already_each_can_be_edited_beside_its_rule() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    create(&user, "tea").await;
    let second = create(&user, "coffee").await;
    // Left from a time before duplicates were refused.
    app.sql("UPDATE watches SET keyword = 'tea' WHERE keyword = 'coffee'").await;
    user.put(&path_of(&second), json!({"keyword": "tea", "notes": "Again"})).await.expect(200);
    user.patch(&format!("{}/toggle", path_of(&second))).await.expect(200);
}

#[tokio::test]
async fn of_many_equal_ones_at_once_one_is_made() {
    let (_app, _, user) = TestApp::init().await.with_user().await;
    let all = (0..10).map(|_| {
        let client = user.client.clone();
        async move {
            let answer = client.post("/api/keywords", json!({"keyword": "tea"}));
            answer.await.status
        }
    });
    let answers = futures::future::join_all(all).await;
    let made = answers.iter().filter(|status| **status == 201).count();
    assert_eq!(made, 1, "{answers:?}");
    assert_eq!(total(&user).await, 1);
}
