//! A checked item may have more replies than before.

use sims::forum::{NewComment, NewPost};

use super::look;
use crate::support::prelude::*;

/// Adds a reply to a post.
fn reply(test: &ForumTest, post: &str) {
    test.comment(NewComment::on(post, "I have one."));
}

async fn look_after(test: &ForumTest, hours: i64) {
    test.pass(TimeDelta::hours(hours));
    let checked = look(test).await;
    assert!(!checked.is_empty() && checked.iter().all(|c| c.error.is_none()), "{checked:?}");
}

#[tokio::test]
async fn replies_are_counted_while_a_post_is_young() {
    let test = ForumTest::init().await;
    let user = test.listener("kettle", &["tea"]).await.user;
    test.poll().await;
    let post = test.make(NewPost::titled("tea", "Which kettle?"));
    test.poll().await;
    let listed = async || {
        let client = test.app.sign_in(user.id).await;
        let answer = client.get("/api/notifications/worth-a-reply").await.expect(200);
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
