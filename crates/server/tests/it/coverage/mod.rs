//! Harken's reports about its own reading, compared with what the stand-in forum knows.

mod audits;
mod keywords;
mod ledger;
mod places;
mod plan;
mod simulation;
mod width;

use sims::forum::NewComment;

use crate::support::prelude::*;

/// The user who asks. A session ends while time is advanced, so each question has its own.
struct Reader<'a> {
    test: &'a ForumTest,
    id: Uuid,
}

impl<'a> Reader<'a> {
    /// Makes a user with the plan that lists the most, and one watch.
    async fn new(test: &'a ForumTest, subreddits: &[&str]) -> Self {
        let user = test.app.new_user("reader@example.com").await.user;
        test.app.make_pro(&user).await;
        test.watch(user.id, "kettle", subreddits).await;
        Self { test, id: user.id }
    }

    async fn watch(&self, subreddits: &[&str]) -> Uuid {
        self.test.watch(self.id, "pot", subreddits).await
    }

    async fn ask(&self, path: &str) -> Answer {
        self.test.app.sign_in(self.id).await.get(path).await
    }

    async fn get(&self, path: &str) -> Value {
        let answer = self.ask(path).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.text);
        answer.json
    }

    /// Returns what is reported about one subreddit.
    async fn place(&self, name: &str) -> Value {
        self.get(&format!("/api/coverage/{name}")).await
    }
}

fn time(value: &Value) -> DateTime<Utc> {
    let text = value.as_str().unwrap_or_else(|| panic!("{value} is no time"));
    text.parse().unwrap()
}

fn is_near(value: &Value, expected: DateTime<Utc>) -> bool {
    (time(value) - expected).abs() < TimeDelta::seconds(5)
}

/// Adds comments in r/tea, on an existing post.
fn comments(test: &ForumTest, count: usize) {
    for n in 0..count {
        test.comment(NewComment::in_subreddit("tea", &format!("Comment {n}")));
    }
}
