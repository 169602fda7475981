//! A checked item may have more replies than before.

use chrono::TimeDelta;
use serde_json::json;
use sims::forum::{NewComment, NewPost};

use super::look;
use crate::support::forum::ForumTest;

/// Adds a reply to a post.
fn reply(test: &ForumTest, post: &str) {
    let comment = NewComment {
        parent: Some(post.to_owned()),
        subreddit: None,
        body: "I have one.".to_owned(),
        author: None,
    };
    test.forum.control.comment(comment).unwrap();
}

async fn look_after(test: &ForumTest, hours: i64) {
    test.pass(TimeDelta::hours(hours));
    let checked = look(test).await;
    assert!(!checked.is_empty() && checked.iter().all(|c| c.error.is_none()), "{checked:?}");
}

#[tokio::test]
async fn replies_are_counted_while_a_post_is_young() {
    let test = ForumTest::init().await;
    let user = test.app.new_user("reader@example.com").await.user;
    test.watch(user.id, "kettle", &["tea"]).await;
    test.poll().await;
    let post = NewPost {
        subreddit: "tea".to_owned(),
        title: "Which kettle?".to_owned(),
        ..NewPost::default()
    };
    let post = test.forum.control.post(post).unwrap().fullname;
    test.poll().await;
    let listed = async || {
        let client = test.app.sign_in(user.id).await;
        let answer = client.get("/api/notifications/worth-a-reply").await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        answer.json["notifications"].clone()
    };
    assert_eq!(listed().await[0]["reply"]["replies"], 0);
    reply(&test, &post);
    reply(&test, &post);
    look_after(&test, 1).await;
    assert_eq!(listed().await[0]["reply"]["replies"], 2);
    let stored = "items WHERE num_comments";
    assert_eq!(test.count(&format!("{stored} = 2")).await, 1);

    // An older item is in no list, and is not updated.
    reply(&test, &post);
    look_after(&test, 49).await;
    assert_eq!(listed().await, json!([]));
    assert_eq!(test.count(&format!("{stored} = 2")).await, 1);
}
